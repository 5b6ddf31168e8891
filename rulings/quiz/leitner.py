"""Answers → when each question is asked again, by Leitner's system of boxes.

A question you knew moves up one box; one you did not know goes back to the first. Each box has a longer wait.

The page does the same in `site/theme/js/quiz/leitner.js`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import date, timedelta

from rulings.quiz.constants import PROGRESS_VERSION, REVIEW_INTERVALS_DAYS
from rulings.quiz.views import ProgressView, QuestionRecordView, QuizQuestion


def no_progress() -> ProgressView:
    """Progress before the first answer."""
    return {"version": PROGRESS_VERSION, "questions": {}}


def record_answer(progress: ProgressView, id: str, known: bool, today: date) -> QuestionRecordView:
    """Records an answer in `progress` and returns the question's record."""
    previous = progress["questions"].get(id)
    box = min((previous["box"] if previous else 0) + 1, len(REVIEW_INTERVALS_DAYS)) if known else 1
    record: QuestionRecordView = {
        "box": box,
        "due": (today + timedelta(days=REVIEW_INTERVALS_DAYS[box - 1])).isoformat(),
        "asked": (previous["asked"] if previous else 0) + 1,
        "known": (previous["known"] if previous else 0) + known,
    }
    progress["questions"][id] = record
    return record


def asking_order(
    questions: Iterable[QuizQuestion], progress: ProgressView, today: date, rng: random.Random
) -> list[QuizQuestion]:
    """The questions to ask, in order: those that are due, lowest box first, then new ones; both shuffled by `rng`."""
    shuffled = list(questions)
    rng.shuffle(shuffled)
    records = progress["questions"]
    due = [
        question for question in shuffled if question.id in records and records[question.id]["due"] <= today.isoformat()
    ]
    new = [question for question in shuffled if question.id not in records]
    return [*sorted(due, key=lambda question: (records[question.id]["box"], records[question.id]["due"])), *new]


def next_due(questions: Iterable[QuizQuestion], progress: ProgressView) -> str | None:
    """The first day (ISO) on which one of the questions is due, or None if none was asked yet."""
    records = progress["questions"]
    return min((records[question.id]["due"] for question in questions if question.id in records), default=None)


def box_counts(questions: Iterable[QuizQuestion], progress: ProgressView) -> list[int]:
    """How many of the questions were never asked, and how many are in each box: six numbers."""
    counts = [0] * (len(REVIEW_INTERVALS_DAYS) + 1)
    for question in questions:
        record = progress["questions"].get(question.id)
        counts[record["box"] if record else 0] += 1
    return counts
