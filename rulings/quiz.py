"""The rulings → the questions that can be asked, each once; and filters for them.

Only official rulings that are not superseded are asked about. If one is disputed, or superseded in part, its question
begins with "As it stands today".
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypedDict

import msgspec
from msgspec import Meta

from rulings import errors
from rulings.model import constants, entities, selecting
from rulings.storage import files

if TYPE_CHECKING:
    import random

# The page gets all numbers of this module.
PROGRESS_VERSION: Literal[1] = 1  # of the format in which answers are saved
REVIEW_INTERVALS_DAYS = constants.REVIEW_INTERVALS_DAYS

# The shapes of the quiz (`rulings quiz --json`, and its progress file).


class QuizQuestion(entities.Entity, frozen=True):
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
    ruling: entities.Ruling

    @property
    def subject(self) -> str:
        """The title of the card or topic, unless the question names it; else empty."""
        title = self.ruling.subject.title
        return "" if title.lower() in self.question.lower() else title

    @property
    def titled(self) -> str:
        """The question in one line: `Dr. Dreff: Is the ice rezzed?`."""
        return f"{self.subject}: {self.question}" if self.subject else self.question


class QuestionRecordView(TypedDict):
    """The record of one question: its Leitner box (1 to 5), the day it is due (ISO), how often asked and known."""

    box: Annotated[int, Meta(ge=1, le=len(REVIEW_INTERVALS_DAYS))]
    due: str
    asked: Annotated[int, Meta(ge=0)]
    known: Annotated[int, Meta(ge=0)]


class ProgressView(TypedDict):
    """The records of all answers, by ruling id. `version`: that of the file's format."""

    version: Literal[1]
    questions: dict[str, QuestionRecordView]


# Answers → when each question is asked again, by Leitner's system of boxes.


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


# The saved progress of the quiz: one JSON file in the user's state folder, which is replaced as a whole.

_MAX_BYTES = 4 * 1024 * 1024


def path() -> Path:
    """The path of the file, which may not exist. `RULINGS_STATE` overrides its folder."""
    override = os.environ.get("RULINGS_STATE")
    if override:
        return Path(override) / "quiz.json"
    from platformdirs import user_state_path

    return user_state_path("netrunner-rulings", appauthor=False) / "quiz.json"


def read() -> ProgressView:
    """The saved progress, empty if there is none. Raises `RulingsError` if it cannot be read, and keeps the file."""
    file = path()
    try:
        with file.open("rb") as stream:
            content = stream.read(_MAX_BYTES + 1)
    except FileNotFoundError:
        return no_progress()
    except OSError as error:
        raise errors.RulingsError(f"{file}: cannot be read ({error.strerror})") from None
    try:
        if len(content) > _MAX_BYTES:
            raise ValueError
        progress = msgspec.json.decode(content, type=ProgressView)
        for record in progress["questions"].values():
            due = date.fromisoformat(record["due"]).isoformat()
            if record["known"] > record["asked"] or record["due"] != due:
                raise ValueError
        return progress
    except (ValueError, RecursionError):  # a mistake in JSON is a ValueError
        raise errors.RulingsError(
            f"{file}: is not valid quiz progress; repair it, or delete it with `rulings quiz --forget`"
        ) from None


def write(progress: ProgressView) -> None:
    """Replaces the file in one step: a crash leaves the old one or the new one. Raises `RulingsError` if that fails."""
    import json

    file = path().absolute()
    text = json.dumps(progress, indent=1, sort_keys=True) + "\n"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        files.replace_file(file, text.encode())
    except OSError as error:
        raise errors.RulingsError(
            f"{file}: the answer cannot be saved ({error.strerror}); set RULINGS_STATE to use another folder"
        ) from None


def delete() -> bool:
    """Deletes the file. Returns False if there was none."""
    try:
        path().unlink()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise errors.RulingsError(f"{path()}: cannot be deleted ({error.strerror})") from None
    return True


TODAY_PREFIX = "As it stands today: "  # before a question about a ruling that is not wholly in force


def make_questions(rulings: Iterable[entities.Ruling], cards: Mapping[str, entities.Card]) -> list[QuizQuestion]:
    """The questions, one for each ruling that is asked about, or for the first of several near-identical ones."""
    questions: list[QuizQuestion] = []
    covered: set[str] = set()
    for ruling in rulings:
        status = ruling.status
        if ruling.is_see_entry or not ruling.official or not ruling.questions or status == "superseded":
            continue
        if covered & {ruling.id, *ruling.also_under}:
            continue
        covered.add(ruling.id)
        subject = ruling.subject
        card = cards.get(subject.id) if subject.kind == "card" else None
        as_it_stands = status != constants.IN_FORCE
        words = ruling.questions[0]
        questions.append(
            QuizQuestion(
                id=ruling.id,
                question=f"{TODAY_PREFIX}{words}" if as_it_stands else words,
                as_it_stands=as_it_stands,
                side=card.side if card else None,
                topic=subject.id if subject.kind == "topic" else None,
                keywords=card.keywords if card else (),
                steps=ruling.steps,
                ruling=ruling,
            )
        )
    return questions


def filter_questions(
    questions: Iterable[QuizQuestion],
    side: str | None = None,
    topic: str | None = None,
    step: int | None = None,
    keyword: str | None = None,
    cards: Collection[str] | None = None,
) -> list[QuizQuestion]:
    """The questions that pass all filters. `cards`: ids; the ruling must be filed under one of them or name one."""
    return [
        question
        for question in questions
        if (side is None or (question.side or "").lower() == side)
        and (topic is None or question.topic == topic)
        and (step is None or step in question.steps)
        and (keyword is None or keyword.lower() in (k.lower() for k in question.keywords))
        and (cards is None or not selecting.subject_and_named_cards(question.ruling).isdisjoint(cards))
    ]
