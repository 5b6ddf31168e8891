"""The shapes of the quiz (`rulings quiz --json`, and its progress file)."""

from __future__ import annotations

from typing import TypedDict

from rulings.model.views import RulingView


class QuizQuestionView(TypedDict):
    """A question (ours) and the ruling that answers it.

    `today`: the question says "As it stands today", since something speaks against a part of the ruling. `side` is the
    side of its card, null under a topic; `keywords` those of its card.
    """

    id: str
    question: str
    today: bool
    side: str | None
    topic: str | None
    keywords: list[str]
    steps: list[int]
    ruling: RulingView


class AnsweredView(TypedDict):
    """What is kept of one question: its Leitner box (1 to 5), the day it is due (ISO), how often asked and known."""

    box: int
    due: str
    asked: int
    known: int


class ProgressView(TypedDict):
    """What is kept of all answers, by ruling id. `version` is the layout of the file."""

    version: int
    questions: dict[str, AnsweredView]
