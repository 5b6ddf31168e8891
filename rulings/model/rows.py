"""The hand-edited files in `rulings/sources/`: which there are, and their rows as typed dicts, as in `schema.json`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NotRequired, TypedDict

from rulings.model.constants import AuthorityStanding, Follow
from rulings.model.generated_rows import CardData

DateOrderRow = TypedDict(  # how a document's ambiguous dates are read; not a class, because `from` is a keyword
    "DateOrderRow",
    {
        "from": NotRequired[str],
        "to": NotRequired[str],
        "order": Literal["month-first", "day-first"],
        "certain": NotRequired[bool],
    },
)


class UnheadedRow(TypedDict):
    """A section without a heading in its document: the line on which it begins, words of it, and our title for it."""

    line: int
    words: str
    title: str


class DocumentRow(TypedDict):
    """A row of documents.yaml."""

    id: str
    short: str
    title: str
    edition: str | None
    date: str | None
    date_note: NotRequired[str]
    game: str
    copyright: str | None
    licence: str | None
    file: str
    sha256: str
    dates: NotRequired[list[DateOrderRow]]
    chrome: NotRequired[list[str]]
    unheaded: NotRequired[list[UnheadedRow]]


AuthorityRow = TypedDict(  # a row of authorities.yaml; not a class, because `from` is a keyword
    "AuthorityRow",
    {
        "name": str,
        "id": str,
        "kind": Literal["person", "document"],
        "names": list[str],
        "role": str,
        "official": bool,
        "person": NotRequired[str],
        "from": NotRequired[str],
        "to": NotRequired[str],
        "evidence": NotRequired[str],
        "note": NotRequired[str],
        "standing": AuthorityStanding,
    },
)


class AppliedRulingRow(TypedDict):
    """A row of steps.yaml: a ruling that applies to a step."""

    step: int
    ruling: str
    words: str
    reason: str


class QuotationRow(TypedDict):
    """One side of a note."""

    document: str
    words: str
    ruling: NotRequired[str]
    section: NotRequired[str]
    step: NotRequired[int]
    also: NotRequired[list[str]]
    also_words: NotRequired[dict[str, str]]


class NoteRow(TypedDict):
    """A row of notes.yaml."""

    title: str
    id: str
    kind: str
    one: QuotationRow
    other: QuotationRow | None
    follow: Follow
    reason: str
    extent: NotRequired[Literal["whole", "part"]]
    related: NotRequired[list[str]]


class ReversalRow(TypedDict):
    """A row of reversals.yaml."""

    ruling: str
    words: str
    earlier: NotRequired[str]
    replaces: NotRequired[list[str]]
    in_doubt: NotRequired[list[str]]
    note: NotRequired[str]


class RestorationRow(TypedDict):
    """A line in restorations.yaml."""

    line: int
    place: Literal["before", "after"]
    what: Literal["heading", "label", "citation", "line"]
    words: str
    side: NotRequired[str]
    beside: NotRequired[str]


class EvidenceData(TypedDict):
    """The source of the lines in restorations.yaml: the one mapping under `evidence`."""

    name: str
    repository: NotRequired[str]
    file: NotRequired[str]
    commit: NotRequired[str]


class RestorationsData(TypedDict, total=False):
    """The data of restorations.yaml; empty if there is no such file."""

    evidence: EvidenceData
    lines: list[RestorationRow]


class MisprintedRow(TypedDict):
    """A misprinted date in dates.yaml."""

    rulings: list[str]
    authority: str
    printed: str
    likely: str
    reason: str


class DoubtRow(TypedDict):
    """A doubtful date in dates.yaml."""

    ruling: str
    authority: str
    printed: str
    doubt: str
    reason: str


class NotDoubtfulRow(TypedDict):
    """Dates of an authority in dates.yaml that only look doubtful."""

    authority: str
    printed: list[str]
    reason: str


class DatesData(TypedDict, total=False):
    """The data of dates.yaml; empty if there is no such file."""

    misprinted: list[MisprintedRow]
    doubtful: list[DoubtRow]
    not_doubtful: list[NotDoubtfulRow]


class ErrataRow(TypedDict):
    """A row of errata.yaml."""

    ruling: str
    words: str
    reason: str


class InheritanceRow(TypedDict):
    """A row of inheritance.yaml: what the cards with these ids inherit from `subject`, the id of a card or topic.

    `takes`: of its rulings, `only` this one, all but `not` this one, or `also` this one, although no entry and no
    keyword refers the cards to it. `words`: the words that show this, in the entry with the id `entry` or else in the
    ruling.
    """

    cards: list[str]
    ruling: str
    entry: NotRequired[str]
    subject: str
    words: NotRequired[str]
    takes: Literal["only", "also", "not"]
    reason: str


class ApplicableTopicRow(TypedDict):
    """A topic in applicable-topics.yaml that applies to cards of a type or with a keyword. `topic`: its id."""

    topic: str
    reason: str


class AliasRow(TypedDict):
    """Another name of a card in names.yaml. `in_text`: whether it is a mention of the card in a ruling too."""

    name: str
    card: str
    kind: Literal["nickname", "initials", "misprint", "verb", "plural", "short"]
    in_text: bool
    reason: str


class AmbiguousRow(TypedDict):
    """A name in names.yaml that may mean several cards."""

    name: str
    cards: list[str]
    reason: str


class ContextRow(TypedDict):
    """A name in names.yaml that means a card in rulings on certain subjects."""

    name: str
    card: str
    only_under: list[str]
    reason: str


class FalseFriendRow(TypedDict):
    """Words in names.yaml that look like a card's title but are none."""

    words: str
    reason: str
    card: NotRequired[str | None]
    unless: NotRequired[str]
    exact_case: NotRequired[bool]
    only_under: NotRequired[list[str]]


class LinkRow(TypedDict):
    """Words of one ruling in names.yaml that are a link to the card, or, if it is null, to no card."""

    ruling: str
    words: str
    card: str | None
    reason: str


class NamesData(TypedDict, total=False):
    """The data of names.yaml."""

    aliases: list[AliasRow]
    ambiguous: list[AmbiguousRow]
    context: list[ContextRow]
    false_friends: list[FalseFriendRow]
    links: list[LinkRow]


class SynonymRow(TypedDict):
    """A group of words in synonyms.yaml. YAML reads some words as numbers."""

    words: list[str | int]
    weight: NotRequired[float | str]
    reason: str


class TypedWordRow(SynonymRow):
    """Words that only players type, and the words of the documents for them."""

    means: list[str | int]


class SynonymsData(TypedDict, total=False):
    """The data of synonyms.yaml. `sources`: short name of a source → its other names."""

    same: list[SynonymRow]
    typed: list[TypedWordRow]
    sources: dict[str, list[str | int]]


class NearIdenticalRow(TypedDict):
    """A row of near-identical.yaml."""

    about: str
    how: Literal["same", "nearly"]
    rulings: list[str]


HandEdited = TypedDict(  # the data of all files by name; not a class, because some names have a hyphen
    "HandEdited",
    {
        "documents": list[DocumentRow],
        "cards": list[CardData],
        "authorities": list[AuthorityRow],
        "names": NamesData,
        "restorations": RestorationsData,
        "questions": dict[str, list[str]],
        "steps": list[AppliedRulingRow],
        "notes": list[NoteRow],
        "reversals": list[ReversalRow],
        "dates": DatesData,
        "inheritance": list[InheritanceRow],
        "errata": list[ErrataRow],
        "moved": dict[str, str],
        "near-identical": list[NearIdenticalRow],
        "synonyms": SynonymsData,
        "unanswered": list[str | int],
        "applicable-topics": dict[str, list[ApplicableTopicRow]],
    },
)

REQUIRED_FILES = ("documents", "cards", "authorities", "names")
# File name without `.yaml` → `list` or `dict`, whichever its data is
HAND_EDITED: dict[str, type] = {
    name: getattr(shape, "__origin__", dict) for name, shape in HandEdited.__annotations__.items()
}


def with_empty_files(hand_edited: Mapping[str, Any]) -> dict[str, Any]:
    """The data by file name (without `.yaml`), with an empty list or mapping for a file that is missing or empty."""
    empty = {name: contents() for name, contents in HAND_EDITED.items()}
    return empty | {name: data for name, data in hand_edited.items() if data is not None}
