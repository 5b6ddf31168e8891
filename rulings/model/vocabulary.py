"""The values and patterns that facts may have, with their types, and the types of
functions that report progress.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, TypeVar, get_args

from msgspec import Meta

T = TypeVar("T")
# A field that is in no file, hand-edited or generated; reading sets it.
Derived = Annotated[T, Meta(extra={"derived": True})]

# Types of texts. `rulings.model.validation` checks them when a row is read from YAML,
# not when compiled data is read.


# Meaning of a pattern, as messages say it → pattern. Types have only the meaning, so
# signatures stay readable.
PATTERNS = dict[str, str]()


def _text(meaning: str, pattern: str) -> Meta:
    """The metadata of a text that must match a pattern; messages call it `meaning`."""
    PATTERNS[meaning] = pattern
    return Meta(extra={"text": meaning})


# Words contain a letter, and are not a number that YAML writes with letters.
_WORDS = r"^(?!0[xo][0-9a-fA-F]+\s*\Z|[-+.0-9]+[eE][-+]?[0-9]+\s*\Z)[\s\S]*[^\W\d_]"
Words = Annotated[str, _text("words", _WORDS)]
WordsIfAny = Annotated[str, _text("words or nothing", rf"^\Z|{_WORDS}")]
Printed = Annotated[str, _text("not empty", r"\S")]
Word = Annotated[str, _text("one word", r"^\S+\Z")]
ID_PATTERN = r"^(?!.{100})[a-z0-9]+(-[a-z0-9]+)*\Z"
Id = Annotated[
    str, _text("lowercase letters, digits and hyphens, fewer than 100", ID_PATTERN)
]
ShortName = Annotated[str, _text("lowercase letters and hyphens", r"^[a-z][a-z-]*\Z")]
FormerId = Annotated[
    str,
    _text(
        "an id, or the address of a page like /cards/asp/, "
        "with fewer than 200 characters",
        r"^(?!.{200})([a-z0-9]+(-[a-z0-9]+)*|/([a-z0-9-]+/)+)\Z",
    ),
]
Date = Annotated[
    str,
    _text(
        "a date like 1997-05-31",
        r"^\d{4}-\d\d-\d\d\Z",
    ),
    Meta(extra={"date": True}),
]
DateMonthOrYear = Annotated[
    str,
    _text("a date like 1997-05-31, a month or a year", r"^\d{4}(-\d\d(-\d\d)?)?\Z"),
    Meta(extra={"date": True}),
]
Checksum = Annotated[str, _text("64 hexadecimal digits", r"^[0-9a-f]{64}\Z")]
Weight = (
    Annotated[str, _text("a number from 0 to 1", r"^(0?\.\d+|1|0|1\.0)\Z")]
    | Annotated[int, Meta(ge=0, le=1)]
)
LineNumber = Annotated[int, Meta(ge=1, le=10_000_000)]
HeadingLevel = Annotated[int, Meta(ge=1, le=6)]

# Types of values that name something. `rulings.parser.checks` checks each.


def refers(kind: str) -> Meta:
    """Says what a value names: `ruling`, `section`, `step` or `entry` (any of them),
    `card`, `topic` and so on.
    """
    return Meta(extra={"refers": kind})


RULING_ID = r"[a-z0-9]+(?:-[a-z0-9]+)*-[0-9a-f]{8}"  # a pattern
RulingId = Annotated[
    str, _text("the id of a ruling", rf"^{RULING_ID}\Z"), refers("ruling")
]
EntryId = Annotated[Id, refers("entry")]
SectionId = Annotated[Id, refers("section")]
StepNumber = Annotated[
    int,
    Meta(ge=1, le=20),
    refers("step"),
]
CardId = Annotated[Id, refers("card")]
TopicId = Annotated[Id, refers("topic")]
SubjectId = Annotated[Id, refers("card or topic")]
# The address of a page, or the id of anything that has one
Address = Annotated[FormerId, refers("address")]
CardTitle = Annotated[Words, refers("card title")]
SubjectTitle = Annotated[Words, refers("title")]
SetName = Annotated[Words, refers("set")]
Keyword = Annotated[Words, refers("keyword")]
TypeOrKeyword = Annotated[Words, refers("card type or keyword")]

# The values of a card's facts, an entry's status and a citation's doubt, with their
# types

SubjectKind = Literal["card", "topic"]
# A cross-reference only sends the reader to other rulings.
RulingKind = Literal["ruling", "cross-reference"]
# An entry can be found by its words, quoted and cited.
EntryKind = Literal[RulingKind, "section", "step"]
EntryType = Literal["ruling", "section", "step"]  # its type: both kinds have the first
# Kinds of results of a search
HitKind = Literal[EntryKind, SubjectKind, "keyword", "authority", "page"]
# If a name has several meanings, the first kind is meant.
NamedKind = Literal[SubjectKind, "keyword", "type", "authority", "document", "page"]
ListedFact = Literal["set", "rarity", "artist"]  # its cards are found by a field
ReferenceKind = Literal[NamedKind, ListedFact, EntryKind, "note"]
# The most serious first; if several notes concern an entry, the most serious decides.
Status = Literal["superseded", "superseded-in-part", "disputed", "in-force"]
Relation = Literal[  # the effect of a note on an entry, the most serious first
    "superseded",
    "superseded-in-part",
    "disputed",
    "exception",
    "clarification",
    "prevails",
    "related",
]
NoteSide = Literal["one", "other"]  # one of the two statements that a note compares
Follow = Literal["one", "other", "neither"]
# A reference, the card's keyword, or words of the ruling
InheritanceBasis = Literal["see", "keyword", "named"]
Side = Literal["Corp", "Runner"]
CardType = Literal[
    "Agenda",
    "Ice",
    "Node",
    "Operation",
    "Upgrade",
    "Hardware",
    "Prep",
    "Program",
    "Resource",
]
Game = Literal["netrunner", "android-netrunner"]
# The doubts that dates.yaml can state
DateDoubt = Literal["before-release", "names-later-card", "names-later-erratum"]
Standing = Literal["publisher", "players-council", "player", "document"]

RULING_KINDS: tuple[RulingKind, ...] = get_args(RulingKind)
ENTRY_KINDS: tuple[EntryKind, ...] = get_args(EntryKind)
LISTED_FACTS: tuple[ListedFact, ...] = get_args(ListedFact)
ENTRY_TYPES: tuple[EntryType, ...] = get_args(EntryType)

# The parser has special rules for the documents with these ids.
RULINGS_DOCUMENT = "netrunner-rulings"
RUN_CHART_DOCUMENT = "sparkys-run-chart"
# Short names of two of them (`Document.short`)
RULINGS_SHORT, RUN_CHART_SHORT = "rulings", "run-chart"

RELEASE_DATE = "1996-04-26"  # release of the game

NETRUNNER = "netrunner"
ANDROID = "android-netrunner"
GAMES = {NETRUNNER: "Netrunner (1996)", ANDROID: "Android: Netrunner (2012)"}
THIS_GAME = GAMES[NETRUNNER]

SIDES: tuple[str, ...] = get_args(Side)
CARD_TYPES: tuple[str, ...] = get_args(CardType)
CORP_TYPES = ("Agenda", "Ice", "Node", "Operation", "Upgrade")

# The numbers on a card, in the order of display: key of `Card` and JSON → name
PRINTED_NUMBERS = {
    "cost": "cost",
    "strength": "strength",
    "memory": "memory units",
    "trash": "trash cost",
    "difficulty": "difficulty",
    "agenda_points": "agenda points",
}
# Key of `Card` and JSON → the types and keywords of the cards that have that number; no
# others do
NUMBERED_CARDS = {
    "cost": {*CARD_TYPES} - {"Agenda"},
    "strength": {"Ice", "Icebreaker"},
    "memory": {"Program"},
    "trash": {"Node", "Upgrade"},
    "difficulty": {"Agenda"},
    "agenda_points": {"Agenda"},
}

# More of our questions than this would not help the search to find a ruling.
ENOUGH_QUESTIONS = 8
FAR_FUTURE = "9999"  # sorts after every date (ISO 8601)

IN_FORCE: Status = "in-force"
STATUSES: tuple[Status, ...] = get_args(Status)
EXCEPTION = "exception"  # the kind of a note on a rule and its exception
# Notes of these kinds leave both statements in force; in the first they only seem to
# disagree.
AGREEING_KINDS = ("clarification", EXCEPTION)
# Reasons why a date or citation is doubtful; the page of marks explains each under an
# anchor of this name.
DATE_DOUBTS = {
    "truncated": "the end of the date is lost",
    "day-month-order": "order of day and month uncertain",
    "before-release": "before the game’s release",
    "outside-term": "outside the author’s term of office",
    "undated": "undated, so nobody knows whether its author was in office",
    "names-later-card": "it mentions a card that came out later",
    "names-later-erratum": "it relies on an erratum that came later",
}
AnyDateDoubt = Annotated[str, Meta(pattern=f"^({'|'.join(DATE_DOUBTS)})$")]
STANDINGS = {  # how official the rulings of an authority are
    "publisher": "official: spoke for Wizards of the Coast, the publisher of the game",
    # `authorities.yaml` describes these.
    "players-council": "official at the events of a council of players",
    "player": "not official",
    "document": "official: a document of the game",
}


# A function called with the current step of a task; some tasks call it with "" when
# they end
TaskProgress = Callable[[str], None]
# A function called with the number of finished items and the number of all items
CountProgress = Callable[[int, int], None]
