"""The fields of the query language in one table, used by query parser, index, help, completion, manual page and site.

CONTRIBUTING.md shows how to add one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulings.model import constants

ANSWERS = ("ruling", "section", "step")  # kinds of documents that are found by their words
DOCUMENT_KINDS = (*ANSWERS, "card", "topic")  # … and those that are found by name and by fields


@dataclass(frozen=True, slots=True)
class Field:
    """`kind`: `name` (a card's or topic's name), `fact` (one of the values that entries have) or `date`."""

    name: str
    kind: str
    help: str
    example: str
    aliases: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()  # all its values, where they are few
    values: tuple[tuple[str, str], ...] = ()  # what people also write for a value → the value

    @property
    def described(self) -> str:
        """What the field matches, with its possible values."""
        return f"{self.help}: {', '.join(self.choices)}" if self.choices else self.help


def _lower(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(value.lower() for value in values)


FIELDS = (
    Field("card", "name", "rulings on a card, or that name it", 'card:"dr dreff"', ("subject",)),
    Field("topic", "name", "rulings under a topic", "topic:tracing"),
    Field("by", "fact", "who said it", "by:sparky", ("who", "author", "authority")),
    Field(
        "is", "fact", "what it is", "is:errata", (),
        ("errata", "ruling", "see", "reversal", "official", "unofficial", "superseded", "disputed"),
        (
            ("reverses", "reversal"), ("reversals", "reversal"), ("erratum", "errata"), ("rulings", "ruling"),
            ("reversed", "superseded"),
        ),
    ),
    Field(
        "side", "fact", "whose card it is", "side:corp", ("s",), _lower(constants.SIDES),
        (("corporation", "corp"), ("c", "corp"), ("r", "runner")),
    ),
    Field(
        "type", "fact", "the card's type", "type:ice", ("t",), _lower(sorted(constants.CARD_TYPES)),
    ),
    Field("keyword", "fact", "a keyword of the card", "keyword:virus", ("keywords", "kw", "subtype")),
    Field("set", "fact", "the card's set", "set:proteus", ("expansion",), _lower(constants.SETS)),
    Field("artist", "fact", "who drew the card", 'artist:"doug shuler"', ("illustrator",)),
    Field("cost", "fact", "what it costs to play, install or rez: a number or X", "cost:x", ("rez",)),
    Field("strength", "fact", "of ice or of a program: a number, X or *", "strength:x", ("str",)),
    Field(
        "before", "date", "said by that day (a month or year: its first day)", "before:1997-01-01", ("until",),
    ),
    Field("after", "date", "said on that day or later", "after:1996-06", ("since",)),
    Field(
        "in", "fact", "the document", "in:manual", ("document", "doc"),
        ("rulings", "run-chart", "manual", "variant", "tournament", "cards"),
        (
            ("tournaments", "tournament"), ("regulations", "tournament"), ("chart", "run-chart"), ("run", "run-chart"),
            ("multiplayer", "variant"), ("rules", "manual"),
        ),
    ),
    Field(
        "game", "fact", "the 1996 game or the 2012 game", "game:netrunner", (), tuple(constants.GAMES),
        (("android", "android-netrunner"),),
    ),
    Field("kind", "fact", "the kind of entry", "kind:section", (), DOCUMENT_KINDS),
)  # fmt: skip

BY_NAME = {name: field for field in FIELDS for name in (field.name, *field.aliases)}
FACTS = tuple(field.name for field in FIELDS if field.kind == "fact")
