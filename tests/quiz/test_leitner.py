"""Tests of when questions are asked again, and of how the progress of the quiz is saved."""

from __future__ import annotations

import json
import os
import random
from datetime import date, timedelta
from pathlib import Path

import pytest

from rulings import quiz as leitner
from rulings import quiz as progress_file
from rulings.errors import RulingsError
from rulings.quiz import REVIEW_INTERVALS_DAYS, QuizQuestion
from support.command_line import run_cli

MONDAY = date(2026, 1, 5)


def test_known_questions_wait_longer_and_unknown_ones_start_again() -> None:
    progress = leitner.no_progress()
    day = MONDAY
    for wait in (*REVIEW_INTERVALS_DAYS, REVIEW_INTERVALS_DAYS[-1]):
        saved = leitner.record_answer(progress, "a", True, day)
        assert date.fromisoformat(saved["due"]) == day + timedelta(days=wait)
    assert leitner.record_answer(progress, "a", False, day) == {"box": 1, "due": "2026-01-06", "asked": 7, "known": 6}


def test_due_questions_come_first_and_then_new_ones(all_questions: list[QuizQuestion]) -> None:
    progress = leitner.no_progress()
    leitner.record_answer(progress, all_questions[0].id, True, MONDAY)
    leitner.record_answer(progress, all_questions[1].id, False, MONDAY - timedelta(days=9))
    some_questions = all_questions[:4]
    order = [question.id for question in leitner.asking_order(some_questions, progress, MONDAY, random.Random(1))]
    assert order[0] == all_questions[1].id
    assert set(order[1:]) == {all_questions[2].id, all_questions[3].id}
    assert leitner.asking_order(all_questions[:1], progress, MONDAY, random.Random(1)) == []
    assert leitner.next_due(all_questions[:1], progress) == "2026-01-06"
    assert leitner.box_counts(some_questions, progress) == [2, 2, 0, 0, 0, 0]


def test_a_changed_clock_loses_no_question(all_questions: list[QuizQuestion]) -> None:
    """On an earlier day nothing is due; on a much later one everything is."""
    progress = leitner.no_progress()
    for question in all_questions[:5]:
        leitner.record_answer(progress, question.id, True, MONDAY)

    def due_count(day: date) -> int:
        return len(leitner.asking_order(all_questions[:5], progress, day, random.Random(1)))

    assert (due_count(MONDAY - timedelta(days=400)), due_count(MONDAY + timedelta(days=4000))) == (0, 5)


def test_progress_is_saved_read_back_and_deleted(progress_path: Path) -> None:
    assert progress_file.read() == leitner.no_progress()
    progress = leitner.no_progress()
    leitner.record_answer(progress, "dr-dreff-504d5230", True, MONDAY)
    progress_file.write(progress)
    assert progress_file.read() == progress == json.loads(run_cli("quiz", "--export").out)
    assert [file.name for file in progress_path.parent.iterdir()] == ["quiz.json"]  # no temporary file is left
    assert run_cli("quiz", "--forget").status == 0
    assert not progress_path.exists()
    assert run_cli("quiz", "--forget").status == 0


def test_a_failed_save_leaves_the_old_progress(progress_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    progress = leitner.no_progress()
    leitner.record_answer(progress, "a", True, MONDAY)
    progress_file.write(progress)
    before = progress_path.read_bytes()

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(RulingsError, match="No space left"):
        progress_file.write(leitner.no_progress())
    assert progress_path.read_bytes() == before
    assert len(list(progress_path.parent.iterdir())) == 1


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b'{"version": 2, "questions": {}}',
        b'{"version": 1, "questions": {"a": {"box": 9, "due": "2026-01-01", "asked": 1, "known": 1}}}',
        b'{"version": 1, "questions": {"a": {"box": 1, "due": "soon", "asked": 1, "known": 1}}}',
        pytest.param(b"[" * 100_000, id="nested lists"),
        b"\xff\xfe\x00",
    ],
)
def test_a_damaged_progress_file_is_reported_and_kept(progress_path: Path, content: bytes) -> None:
    progress_path.parent.mkdir()
    progress_path.write_bytes(content)
    result = run_cli("quiz", "--export")
    assert (result.status, result.out) == (2, "")
    assert "--forget" in result.err
    assert progress_path.read_bytes() == content
