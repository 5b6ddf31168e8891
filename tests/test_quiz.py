"""Tests of the quiz: which questions it asks, when they are repeated, how progress is saved, and `rulings quiz`."""

from __future__ import annotations

import json
import os
import random
from datetime import date, timedelta
from pathlib import Path

import pytest

from rulings.api import KnowledgeBase
from rulings.errors import RulingsError
from rulings.model import serializing
from rulings.quiz import leitner, progress_file
from rulings.quiz.questions import TODAY_PREFIX, filter_questions, make_questions
from rulings.quiz.views import QuizQuestionView
from support.command_line import run_cli
from support.pseudo_terminal import Terminal

MONDAY = date(2026, 1, 5)


@pytest.fixture(scope="module")
def all_questions(kb: KnowledgeBase) -> list[QuizQuestionView]:
    return make_questions(
        [serializing.ruling_view(r) for r in kb.rulings], {c.id: serializing.card_view(c) for c in kb.cards}
    )


@pytest.fixture
def progress_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of saved progress, which does not exist yet."""
    monkeypatch.setenv("RULINGS_STATE", str(tmp_path / "state"))
    return tmp_path / "state" / "quiz.json"


# Which questions are asked


def test_nothing_superseded_is_asked_and_disputes_are_mentioned(
    all_questions: list[QuizQuestionView], kb: KnowledgeBase
) -> None:
    assert len(all_questions) > 300
    for question in all_questions:
        status = question["ruling"]["status"]
        assert status != "superseded"
        assert not (status == "in-force" and question["today"])
        assert question["today"] == question["question"].startswith(TODAY_PREFIX)
        assert question["ruling"]["official"]
        assert question["ruling"]["kind"] != "see"
    assert any(question["today"] for question in all_questions)
    assert any(r.status == "superseded" for r in kb.rulings)


def test_a_disputed_ruling_is_asked_as_it_stands_today(
    all_questions: list[QuizQuestionView], kb: KnowledgeBase
) -> None:
    cards = {c.id: serializing.card_view(c) for c in kb.cards}
    disputed = {**all_questions[0]["ruling"], "status": "disputed"}
    superseded = {**all_questions[1]["ruling"], "status": "superseded"}
    asked = make_questions([disputed, superseded], cards)  # type: ignore[list-item]
    assert [question["question"].startswith(TODAY_PREFIX) for question in asked] == [True]


def test_near_identical_rulings_are_asked_once(all_questions: list[QuizQuestionView]) -> None:
    asked = {question["id"] for question in all_questions}
    for question in all_questions:
        assert not asked & set(question["ruling"]["also_under"])


def test_filters_select_matching_questions(all_questions: list[QuizQuestionView]) -> None:
    assert {question["side"] for question in filter_questions(all_questions, side="corp")} == {"Corp"}
    assert {question["topic"] for question in filter_questions(all_questions, topic="tracing")} == {"tracing"}
    on_step, on_viruses = filter_questions(all_questions, step=13), filter_questions(all_questions, keyword="virus")
    assert on_step
    assert [question["id"] for question in on_step if 13 not in question["steps"]] == []
    assert on_viruses
    assert [question["id"] for question in on_viruses if "Virus" not in question["keywords"]] == []
    on_dreff = filter_questions(all_questions, cards={"dr-dreff"})
    assert {question["ruling"]["subject"]["id"] for question in on_dreff} > {"dr-dreff"}
    assert not filter_questions(all_questions, side="corp", topic="tracing")


# When questions are repeated


def test_known_questions_wait_longer_and_unknown_ones_start_again() -> None:
    progress, day = leitner.no_progress(), MONDAY
    for wait in (*leitner.WAITS, leitner.WAITS[-1]):
        saved = leitner.record_answer(progress, "a", True, day)
        assert date.fromisoformat(saved["due"]) == day + timedelta(days=wait)
    assert leitner.record_answer(progress, "a", False, day) == {"box": 1, "due": "2026-01-06", "asked": 7, "known": 6}


def test_due_questions_come_first_and_then_new_ones(all_questions: list[QuizQuestionView]) -> None:
    progress = leitner.no_progress()
    leitner.record_answer(progress, all_questions[0]["id"], True, MONDAY)
    leitner.record_answer(progress, all_questions[1]["id"], False, MONDAY - timedelta(days=9))
    some_questions = all_questions[:4]
    order = [question["id"] for question in leitner.asking_order(some_questions, progress, MONDAY, random.Random(1))]
    assert order[0] == all_questions[1]["id"]
    assert set(order[1:]) == {all_questions[2]["id"], all_questions[3]["id"]}
    assert leitner.asking_order(all_questions[:1], progress, MONDAY, random.Random(1)) == []
    assert leitner.next_due(all_questions[:1], progress) == "2026-01-06"
    assert leitner.box_counts(some_questions, progress) == [2, 2, 0, 0, 0, 0]


# Saved progress


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
        b"[" * 100_000,
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


# The command line


def test_without_a_terminal_question_and_answer_are_printed(progress_path: Path) -> None:
    result = run_cli("quiz", "--seed", "7")
    assert (result.status, result.err) == (0, "")
    assert result.out == run_cli("quiz", "--seed", "7").out
    assert result.out != run_cli("quiz", "--seed", "8").out
    assert not progress_path.exists()


def test_json_holds_questions_with_their_rulings(progress_path: Path) -> None:
    asked = json.loads(
        run_cli("quiz", "--json", "--side", "runner", "--keyword", "viruses", "-n", "3", "--seed", "1").out
    )["questions"]
    assert len(asked) == 3
    for question in asked:
        assert question["side"] == "Runner"
        assert "Virus" in question["keywords"]
        assert question["ruling"]["id"] == question["id"]


def test_a_deck_selects_the_questions(progress_path: Path, tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text("3 Dr. Dreff\n", encoding="utf-8")
    asked = json.loads(run_cli("quiz", "--json", "--deck", str(tmp_path / "deck.txt"), "-n", "all").out)["questions"]
    assert len(asked) > 8
    for question in asked:
        ruling = question["ruling"]
        assert "dr-dreff" in {ruling["subject"]["id"], *(m["id"] for m in ruling["mentions"])}, ruling["id"]


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (("quiz", "dreff"), 2, "--topic"),
        (("quiz", "--seed", "x"), 2, "--seed"),
        (("quiz", "-n", "0"), 2, "-n"),
        (("quiz", "--step", "21"), 2, "steps 1 to 20"),
        (("quiz", "--keyword", "virsu"), 1, "did you mean Virus"),
        (("quiz", "--topic", "qwertz"), 1, "no topic"),
        (("quiz", "--deck", "no-such-file"), 2, "cannot be read"),
        (("quiz", "--side", "corp", "--topic", "tracing"), 1, "no questions match"),
    ],
)
def test_usage_errors_are_explained(words: tuple[str, ...], status: int, message: str, progress_path: Path) -> None:
    result = run_cli(*words)
    assert (result.status, result.out) == (status, "")
    assert message in result.err


def test_a_quiz_on_a_terminal_records_what_was_known(
    progress_path: Path, all_questions: list[QuizQuestionView]
) -> None:
    run_cli("dreff")  # fills the cache
    terminal = Terminal("quiz", "--topic", "tracing", "-n", "3", "--seed", "1")
    terminal.wait_for("1 of 3")
    terminal.send("\n")
    terminal.wait_for("Did you know it?")
    terminal.send("maybe\n")
    terminal.wait_for("Did you know it?")
    terminal.send("y\n")
    terminal.wait_for("2 of 3")
    terminal.send("\n")
    terminal.wait_for("Did you know it?")
    terminal.send("n\n")
    terminal.wait_for("3 of 3")
    terminal.send("q\n")
    terminal.wait_for("1 of 2 known.")
    assert terminal.finish() == 0
    saved = progress_file.read()["questions"]
    assert sorted(question["known"] for question in saved.values()) == [0, 1]
    assert set(saved) <= {question["id"] for question in filter_questions(all_questions, topic="tracing")}


def test_when_nothing_is_due_the_next_date_is_shown(progress_path: Path, all_questions: list[QuizQuestionView]) -> None:
    progress = leitner.no_progress()
    for question in filter_questions(all_questions, topic="tracing"):
        leitner.record_answer(progress, question["id"], True, date.today())
    progress_file.write(progress)
    terminal = Terminal("quiz", "--topic", "tracing")
    terminal.wait_for("the next is due on")
    assert terminal.finish() == 0


def test_a_changed_clock_loses_no_question(all_questions: list[QuizQuestionView]) -> None:
    """On an earlier day nothing is due; on a much later one everything is."""
    progress = leitner.no_progress()
    for question in all_questions[:5]:
        leitner.record_answer(progress, question["id"], True, MONDAY)

    def due_count(day: date) -> int:
        return len(leitner.asking_order(all_questions[:5], progress, day, random.Random(1)))

    assert (due_count(MONDAY - timedelta(days=400)), due_count(MONDAY + timedelta(days=4000))) == (0, 5)
