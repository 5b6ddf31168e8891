"""Answers → when a question is asked again: Leitner's boxes, the next question, and counts for a summary.

A question that was known moves up one box; one that was not moves back to the first. Each box waits longer.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import date, timedelta

from rulings.quiz.views import AnsweredView, ProgressView, QuizQuestionView

VERSION = 1
WAITS = (1, 3, 7, 21, 60)  # days until a question in box 1, 2, … is due again


def nothing() -> ProgressView:
    """Progress before the first answer."""
    return {"version": VERSION, "questions": {}}


def answered(progress: ProgressView, id: str, known: bool, today: date) -> AnsweredView:
    """Records an answer in `progress` and returns the question's record."""
    before = progress["questions"].get(id)
    box = min((before["box"] if before else 0) + 1, len(WAITS)) if known else 1
    kept: AnsweredView = {
        "box": box,
        "due": (today + timedelta(days=WAITS[box - 1])).isoformat(),
        "asked": (before["asked"] if before else 0) + 1,
        "known": (before["known"] if before else 0) + known,
    }
    progress["questions"][id] = kept
    return kept


def order(
    asked: Iterable[QuizQuestionView], progress: ProgressView, today: date, chance: random.Random
) -> list[QuizQuestionView]:
    """What to ask, in order: questions that are due, the lowest box first, then new ones; both shuffled."""
    shuffled = list(asked)
    chance.shuffle(shuffled)
    kept = progress["questions"]
    due = [one for one in shuffled if one["id"] in kept and kept[one["id"]]["due"] <= today.isoformat()]
    new = [one for one in shuffled if one["id"] not in kept]
    return [*sorted(due, key=lambda one: (kept[one["id"]]["box"], kept[one["id"]]["due"])), *new]


def next_due(asked: Iterable[QuizQuestionView], progress: ProgressView) -> str | None:
    """The first day (ISO) on which one of the questions is due, or None if none was asked yet."""
    kept = progress["questions"]
    return min((kept[one["id"]]["due"] for one in asked if one["id"] in kept), default=None)


def boxes(asked: Iterable[QuizQuestionView], progress: ProgressView) -> list[int]:
    """How many of the questions were never asked, and how many are in each box: six numbers."""
    found = [0] * (len(WAITS) + 1)
    for one in asked:
        kept = progress["questions"].get(one["id"])
        found[kept["box"] if kept else 0] += 1
    return found
