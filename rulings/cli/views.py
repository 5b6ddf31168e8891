"""The shapes of the JSON that commands print, beside the entities themselves, for the JSON Schema."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_type_hints

import msgspec

from rulings import quiz
from rulings.deck import reading
from rulings.model import constants, entities, knowledge, remarks, tournament
from rulings.search import results


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


def _view(meaning: str, kind: type, keys: Iterable[str], **others: Any) -> type[msgspec.Struct]:
    """The JSON of an object: these attributes with the types that they have in its class, unless `others` has them."""
    types = {key: others[key] if key in others else _type(kind, key) for key in keys}
    fields = [(key, *(of if isinstance(of, tuple) else (of,))) for key, of in {**types, **others}.items()]
    return msgspec.defstruct(f"{kind.__name__}View", fields, bases=(entities.Entity,), namespace={"__doc__": meaning})


def _type(kind: type, key: str) -> Any:
    declared = get_type_hints(kind)
    return declared[key] if key in declared else get_type_hints(getattr(kind, key).fget)["return"]


def _explained(kind: Any) -> tuple[Any, msgspec.UnsetType]:
    """The type of a key that only `--explain` adds, and its default."""
    return kind | msgspec.UnsetType, msgspec.UNSET


REMARK: Any = _view("What must be told with the words of a hit: the line, and its parts.", remarks.Remark, remarks.KEYS)
HIT: Any = _view(
    "A hit of a search.", results.Hit, results.KEYS, remarks=list[REMARK], features=_explained(dict[str, float])
)
RESULTS = _view(
    "The results of a search, best first.",
    results.Results,
    [name for name in results.Results.__struct_fields__ if name != "reading"],
    hits=list[HIT],
    reading=_explained(list[str]),
)


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
    "CheckReport": {
        "documents": list[dict[str, Any]],
        "counts": dict[str, int],
        "errors": list[str],
        "warnings": list[str],
    },
    "Ambiguous": {"ambiguous": str, "candidates": list[dict[str, str]]},
    "NotFound": {"error": str, "nearest": list[str]},
}
PRINTED: tuple[type[msgspec.Struct], ...] = (
    knowledge.CardPage,
    knowledge.TopicPage,
    entities.Authority,
    tournament.TournamentPlan,
    RESULTS,
    *(msgspec.defstruct(name, [*keys.items()]) for name, keys in _OBJECTS.items()),
)
