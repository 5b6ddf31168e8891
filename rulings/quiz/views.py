"""The shapes of the quiz (`rulings quiz --json`, and its progress file)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from rulings.model.entities import Entity, Ruling


class QuizQuestion(Entity, frozen=True):
    """A question (ours) and the ruling that answers it.

    `as_it_stands`: the question begins with "As it stands today", because the ruling is disputed or superseded in part.
    `side`, `keywords`: those of the card that the ruling is on; `side` is null for a topic.
    """

    id: str
    question: str
    as_it_stands: bool
    side: str | None
    topic: str | None
    keywords: Sequence[str]
    steps: Sequence[int]
    ruling: Ruling


class QuestionRecordView(TypedDict):
    """The record of one question: its Leitner box (1 to 5), the day it is due (ISO), how often asked and known."""

    box: int
    due: str
    asked: int
    known: int


class ProgressView(TypedDict):
    """The records of all answers, by ruling id. `version`: that of the file's format."""

    version: int
    questions: dict[str, QuestionRecordView]
