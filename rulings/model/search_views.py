"""The shapes of the results of a search (`rulings search --json`)."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from rulings.model.constants import Status

HitKind = Literal["ruling", "card", "topic", "section", "step"]


class NearIdenticalView(TypedDict):
    """A near-identical ruling under another subject: its id and the title of that subject."""

    id: str
    title: str


class HitView(TypedDict):
    """One hit of a search. `passage`: the part of a section that matches; `features`: the parts of its score."""

    kind: HitKind
    id: str
    title: str
    document: str
    game: str
    text: str
    passage: str
    status: Status
    superseded_by: list[str]
    score: float
    url: str
    question: str | None
    who: str | None
    date: str | None
    natures: list[str]
    also_under: list[NearIdenticalView]
    features: NotRequired[dict[str, float]]


class ResultsView(TypedDict):
    """The result of a search.

    `counts`: how many of each kind there are if everything that matches is listed, as for `type:ice` or
    `virus kind:card`; otherwise empty.
    """

    query: str
    total: int
    notes: list[str]
    hits: list[HitView]
    confidence: Literal["high", "low"]
    explanation: list[str]
    nearest: list[str]
    counts: dict[str, int]
    reading: NotRequired[list[str]]
