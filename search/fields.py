"""The query language's fields, in one table for query parser, index, help and site.

DEVELOPMENT.md shows how to add a field. The page receives the table with its data
(`site/search_data.py`).
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rulings.model import vocabulary
from rulings.search.parameters import DOCUMENT_KINDS


class Field(Struct, frozen=True):
    """One field of the query language.

    `value_type`: `name` (of a card or topic), `value` (one of the values that entries
    have), `number` (of a card, to compare), `date`, or `order` (sorts by another
    field).
    """

    name: str
    value_type: Literal["name", "value", "number", "date", "order"]
    help: str
    example: str
    aliases: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()  # all its values, if there are few
    value_aliases: dict[str, str] = {}  # value → its aliases, with spaces between
    by_word: bool = (
        False  # whether one word of a value is enough, such as a first or last name
    )
    attribute: str = ""  # the attribute of `Card`, if the field is a fact of a card

    @property
    def described(self) -> str:
        """The help of the field, with its possible values."""
        return f"{self.help}: {', '.join(self.choices)}" if self.choices else self.help

    @property
    def values_by_alias(self) -> dict[str, str]:
        """Alias of a value → the value."""
        values = dict[str, str]()
        for value, aliases in self.value_aliases.items():
            values |= dict.fromkeys(aliases.split(), value)
        return values


FIELDS = (
    Field("card", "name", "rulings on a card or mentioning it", 'card:"dr dreff"', ("subject", "name", "title")),
    Field("topic", "name", "rulings under a topic", "topic:tracing"),
    Field("by", "value", "who said it", "by:sparky", ("who", "author", "authority"), by_word=True),
    Field("via", "value", "who passed it on", 'via:"jd wiker"', by_word=True),
    Field("venue", "value", "where it was said", "venue:pacificon"),
    Field(
        "is", "value", "the kind of entry, and its status today (superseded: also in part)", "is:errata",
        choices=(
            "errata", "see", "section", "step", "reversal", "official", "unofficial", "superseded",
            "superseded-in-part", "disputed", "excepted", "restored", "doubtful", "likely-date", "council",
        ),
        value_aliases={
            "errata": "erratum erratad corrected correction",
            "superseded": "reversed overruled overturned outdated obsolete replaced cancelled",
            "disputed": "contradicted contradiction contested",
            "see": "see-also", "section": "rules-text",
            "excepted": "with-an-exception", "doubtful": "doubtful-date", "council": "players-council",
        },
    ),
    Field("kind", "value", "the kind of result", "kind:section", choices=DOCUMENT_KINDS),
    Field(
        "side", "value", "whose card or step it is", "side:corp", ("s",),
        choices=tuple(map(str.lower, vocabulary.SIDES)),
        value_aliases={"corp": "corporation c", "runner": "r"}, attribute="side",
    ),
    Field(
        "type", "value", "the card's type", "type:ice", ("t",),
        choices=tuple(map(str.lower, sorted(vocabulary.CARD_TYPES))), attribute="type",
    ),
    Field(
        "keyword", "value", "a keyword of the card", "keyword:virus", ("keywords", "kw", "subtype"),
        attribute="keywords",
    ),
    Field(
        "set", "value", "the card's set", "set:proteus", ("expansion",),
        attribute="set",
    ),
    Field("rarity", "value", "the card's rarity", "rarity:vital", attribute="rarity"),
    Field("has", "value", "the card has one of these", "has:errata", choices=("ruling", "errata")),
    Field(
        "artist", "value", "who drew the card", 'artist:"doug shuler"', ("illustrator",), by_word=True,
        attribute="artist",
    ),
    Field(
        "cost", "number", "the cost to play, install or rez: a number or X", "cost>3", ("rez",),
        attribute="cost",
    ),
    Field(
        "strength", "number", "the strength of ice or a program: a number, X or *", "strength:5+", ("str",),
        attribute="strength",
    ),
    Field("memory", "number", "the memory units that a program takes", "memory!=1", ("mu",), attribute="memory"),
    Field("trash", "number", "the cost to trash: a number", "trash<=3", attribute="trash"),
    Field("difficulty", "number", "the difficulty of an agenda: a number", "difficulty:4+", attribute="difficulty"),
    Field("points", "number", "the points of an agenda: a number", "points:3", attribute="agenda_points"),
    Field("ruled", "number", "how many rulings a card has", "ruled>=4", ("rulings",)),
    Field("step", "number", "the number of a step of a run", "step>10"),
    Field("date", "date", "dated in that year, in that month or on that day", "date>=1997-03", ("on", "year")),
    Field(
        "before", "date", "dated before that day, or before the first day of that month or year",
        "before:1997-01-01",
    ),
    Field(
        "until", "date", "dated on or before that day, or the last day of that month or year", "until:1996",
    ),
    Field(
        "after", "date", "dated on or after that day, or the first day of that month or year",
        "after:1996-06", ("since",),
    ),
    Field(
        "in", "value", "where it is found", "in:manual", ("document", "doc"),
        choices=("rulings", "manual", "variant", "run-chart", "tournament", "cards"),
        value_aliases={
            "tournament": "regulations tournament-another-game", "run-chart": "chart run",
            "variant": "multiplayer", "manual": "rules",
        },
    ),
    Field(
        "game", "value", "the 1996 game or the 2012 game", "game:netrunner", choices=tuple(vocabulary.GAMES),
        value_aliases={vocabulary.NETRUNNER: "1996", vocabulary.ANDROID: "2012 android"},
    ),
    Field(
        "sort", "order", "the order: by date, or by cost, strength or another number (a ruling by its card's);"
        " cards also by rulings; with a minus, greatest first",
        "sort:-date is:errata", ("order",), value_aliases={"ruled": "rulings"},
    ),
)  # fmt: skip  # a field in a few lines, as a table


def field_query(name: str, value: str) -> str:
    """A query for one value of a field: `type:ice`, `keyword:"black ice"`."""
    return f'{name}:"{value.lower()}"' if " " in value else f"{name}:{value.lower()}"


BY_NAME = dict[str, Field]()
for _field in FIELDS:
    BY_NAME |= dict.fromkeys((_field.name, *_field.aliases), _field)
CARD_FIELDS = tuple(field for field in FIELDS if field.attribute)
CHOICE_FIELDS = tuple(field.name for field in FIELDS if field.value_type == "value")
NUMBER_FIELDS = tuple(field.name for field in FIELDS if field.value_type == "number")
VALUE_FIELDS = (*CHOICE_FIELDS, *NUMBER_FIELDS)
SORTED_FIELDS = (*NUMBER_FIELDS, "date")
_ORDERS = "|".join(name for name in BY_NAME if BY_NAME[name].name in SORTED_FIELDS)
# ` -sort:cost` → before " ", minus -, value cost; in any case. It is read first, because
# it is not a condition. Spaces may be beside the colon only before an order: `turn order: corp first`
ORDER_PATTERN = (
    r"(?P<before>^|[\s(])(?P<minus>-?)(?:sort|order)"
    rf"(?:[:=]|\s*[:=]\s*(?=-?(?:{_ORDERS})(?:[\s)]|$)))"
    r'(?P<value>"[^"]*"|[^\s"():/][^\s"()]*)'
)
