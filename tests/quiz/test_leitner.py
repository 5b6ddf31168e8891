"""Tests of when each question of the quiz is asked again."""

from __future__ import annotations

import random
from datetime import date, timedelta

from rulings import quiz as leitner
from rulings.quiz import REVIEW_INTERVALS_DAYS, QuizQuestion

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
