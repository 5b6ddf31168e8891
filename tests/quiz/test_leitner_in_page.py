"""Tests that the page asks the same questions on the same days as the command, and accepts the same saved answers."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from rulings import quiz as leitner
from rulings import quiz as progress_file
from rulings.errors import RulingsError
from rulings.quiz import PROGRESS_VERSION, QuizQuestion
from rulings.site import search_data
from support.in_node import run_in_node

RECORD = {"box": 2, "due": "2026-01-08", "asked": 3, "known": 2}
InPage = Callable[[Any], list[Any]]


@pytest.fixture(scope="module")
def in_page(tmp_path_factory: pytest.TempPathFactory) -> InPage:
    """A function that runs the page's script in Node; `leitner_in_page.js` says what it takes and returns."""
    folder = tmp_path_factory.mktemp("generated")
    scripts = (search_data.PATH, "js/leitner.js")

    def run(data: Any) -> list[Any]:
        results: list[Any] = run_in_node("leitner_in_page.js", scripts, data, folder, timeout=60)
        return results

    return run


def test_page_and_command_ask_in_the_same_order(in_page: InPage, all_questions: list[QuizQuestion]) -> None:
    rng = random.Random(1)
    day = date(2026, 2, 20)
    steps = []
    for _ in range(300):
        day += timedelta(days=rng.choice((0, 0, 0, 1, 5)))
        steps.append((rng.sample(all_questions[:12], 8), rng.random() < 0.7, day))
    answers = in_page([([q.id for q in questions], known, day.isoformat()) for questions, known, day in steps])
    progress = leitner.no_progress()
    for (questions, known, day), (first, page_progress, counts, due) in zip(steps, answers, strict=True):
        order = leitner.asking_order(questions, progress, day, rng)
        assert bool(order) == bool(first)
        if order:
            assert order[0].id in first
            leitner.record_answer(progress, first[0], known, day)
        assert page_progress == progress
        assert counts == leitner.box_counts(questions, progress)
        assert due == leitner.next_due(questions, progress)


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"box": 0},
        {"box": 6},
        {"box": 1.5},
        {"box": "2"},
        {"due": "2026-02-30"},
        {"due": "soon"},
        {"asked": -1, "known": -1},
        {"known": 4},
    ],
    ids=str,
)
def test_page_and_command_accept_the_same_progress(
    in_page: InPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: dict[str, object]
) -> None:
    progress = {"version": PROGRESS_VERSION, "questions": {"aardvark-08846d13": {**RECORD, **changed}}}
    file = tmp_path / "quiz.json"
    file.write_text(json.dumps(progress), encoding="utf-8")
    monkeypatch.setattr(progress_file, "path", lambda: file)
    try:
        progress_file.read()
        is_valid = True
    except RulingsError:
        is_valid = False
    assert is_valid == (not changed)
    assert in_page({"progress": [progress]}) == [is_valid]
