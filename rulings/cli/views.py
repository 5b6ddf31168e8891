"""The shapes of the JSON that commands print, beside the entities themselves, for the JSON Schema."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from rulings import quiz
from rulings.deck import reading
from rulings.model import constants, entities, knowledge, tournament


class CountedCard(entities.Card, frozen=True, kw_only=True):
    """A card with the number of its rulings, and of its errata among them."""

    rulings: int
    errata: int


class CountedTopic(entities.Topic, frozen=True, kw_only=True):
    """A topic with the number of its rulings."""

    rulings: int


class CountedAuthority(entities.Authority, frozen=True, kw_only=True):
    """An authority with the number of its rulings."""

    rulings: int


class CountedKeyword(entities.Entity, frozen=True):
    """A keyword with the numbers of its cards and of the rulings on these."""

    title: str
    cards: int
    rulings: int


class RemarkView(entities.Entity, frozen=True):
    """What must be told with the words of a hit: the line as it is said, and its parts."""

    line: str
    relation: str
    note: str | None
    title: str
    to: list[str]
    instead: str | None
    words: str | None
    why: str | None
    table: str | None
    decides: str | None


class HitView(entities.Entity, frozen=True):
    """A hit of a search."""

    kind: constants.HitKind | constants.RulingKind
    id: str
    title: str
    document: str
    game: str
    text: str
    passage: str
    status: constants.Status
    superseded_by: list[str]
    url: str
    question: str | None
    who: str | None
    date: str | None
    venue: str | None
    natures: list[str]
    also_under: list[dict[str, str]]
    remarks: list[RemarkView]
    score: float
    features: dict[str, float] | msgspec.UnsetType = msgspec.UNSET  # with `--explain`


class ResultsView(entities.Entity, frozen=True):
    """The results of a search, best first."""

    query: str
    total: int
    notes: list[str]
    hits: list[HitView]
    confidence: Literal["high", "low"]
    explanation: list[str]
    nearest: list[str]
    counts: dict[str, int]
    reading: list[str] | msgspec.UnsetType = msgspec.UNSET  # with `--explain`


# Name in the schema → keys and their types
_OBJECTS: dict[str, dict[str, Any]] = {
    "CardList": {"cards": list[CountedCard]},
    "KeywordList": {"keywords": list[CountedKeyword]},
    "TopicList": {"topics": list[CountedTopic]},
    "RunChart": {"steps": list[entities.Step]},
    "StepWithRulings": {"step": entities.Step, "rulings": list[entities.Ruling]},
    "DocumentList": {"documents": list[entities.Document]},
    "DocumentWithSections": {"document": entities.Document, "sections": list[entities.Section]},
    "OneSection": {"section": entities.Section},
    "AuthorityList": {"authorities": list[CountedAuthority]},
    "AuthorityWithRulings": {"authority": entities.Authority, "rulings": list[entities.Ruling]},
    "DeckSheets": {"sheets": list[reading.Sheet]},
    "QuizQuestions": {"questions": list[quiz.QuizQuestion]},
    "Why": {
        "id": str,
        "status": constants.Status,
        "superseded_by": list[str],
        "notes": list[entities.EntryNote],
    },
    "Ambiguous": {"ambiguous": str, "candidates": list[dict[str, str]]},
}
PRINTED: tuple[type[msgspec.Struct], ...] = (
    knowledge.CardPage,
    knowledge.TopicPage,
    entities.Authority,
    tournament.TournamentPlan,
    ResultsView,
    *(msgspec.defstruct(name, [*keys.items()]) for name, keys in _OBJECTS.items()),
)
