"""The YAML files of a knowledge base: the shape of each, of which `rulings.storage.validation` checks every file.

A fact that a file and an entity share is declared in `entities`. Rows are read as plain data that know their lines.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from rulings.model import constants, entities, tournament

RowData = Mapping[str, Any]  # a row, or a file that is a mapping, as plain data

Words = Annotated[  # with a letter, and not a number that YAML writes with one
    str, Meta(pattern=r"^(?!0[xo][0-9a-fA-F]+\s*\Z|[-+.0-9]+[eE][-+]?[0-9]+\s*\Z)[\s\S]*[^\W\d_]")
]
Printed = Annotated[str, Meta(pattern=r"\S")]
Word = Annotated[str, Meta(pattern=r"^\S+\Z")]
Id = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*\Z")]
RulingId = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*-[0-9a-f]{8}\Z")]
FormerId = Annotated[str, Meta(pattern=r"^([a-z0-9]+(-[a-z0-9]+)*|/([a-z0-9-]+/)+)\Z")]
Date = datetime.date
DateYearOrMonth = Annotated[str, Meta(pattern=r"^\d{4}(-\d\d(-\d\d)?)?\Z")]
LineNumber = Annotated[int, Meta(ge=1, le=10_000_000)]
StepNumber = Annotated[int, Meta(ge=1, le=20)]
Count = Annotated[int, Meta(ge=0)]
Lines = Annotated[list[LineNumber], Meta(min_length=2, max_length=2)]
WordsList = Annotated[list[Words], Meta(min_length=1)]
RulingIds = Annotated[list[RulingId], Meta(min_length=1)]
PATTERNS = {  # what a value with a pattern must be
    r"^(?!0[xo][0-9a-fA-F]+\s*\Z|[-+.0-9]+[eE][-+]?[0-9]+\s*\Z)[\s\S]*[^\W\d_]": "words",
    r"\S": "not empty",
    r"^\S+\Z": "one word",
    r"^[a-z0-9]+(-[a-z0-9]+)*\Z": "lowercase letters, digits and hyphens",
    r"^[a-z0-9]+(-[a-z0-9]+)*-[0-9a-f]{8}\Z": "the id of a ruling",
    r"^([a-z0-9]+(-[a-z0-9]+)*|/([a-z0-9-]+/)+)\Z": "an id, or the address of a page like /cards/asp/",
    r"^\d{4}(-\d\d(-\d\d)?)?\Z": "a date like 1997-05-31, a month or a year",
    r"^[0-9a-f]{64}\Z": "64 hexadecimal digits",
    r"^[a-z][a-z-]*\Z": "lowercase letters and hyphens",
    r"^(0?\.\d+|1|0|1\.0)\Z": "a number from 0 to 1",
}


class Row(Struct, frozen=True, forbid_unknown_fields=True):
    """A mapping in a file. A key whose type includes `UnsetType` may be missing, but is never null."""


# Files that `rulings parse` writes


class HeadingRow(Row, frozen=True):
    """The heading of a card or topic in the rulings document. `printed`: if it differs from the title."""

    line: LineNumber
    printed: Words | UnsetType = UNSET
    restored: Words | UnsetType = UNSET


class CitationRow(entities.PrintedCitation, frozen=True, forbid_unknown_fields=True):
    """A citation of a ruling, as printed and as read."""


class MentionRow(Row, frozen=True):
    """A card named in a text. `at`: which occurrence of the name it is, if not the next."""

    title: Words
    id: Id
    words: Words | UnsetType = field(name="as", default=UNSET)
    at: Annotated[int, Meta(ge=2)] | UnsetType = UNSET


class SeeRow(Row, frozen=True):
    """A card or topic that an entry refers to: its id, and its title under the key that says which it is."""

    id: Id
    card: Words | UnsetType = UNSET
    topic: Words | UnsetType = UNSET


class RulingRow(Row, frozen=True):
    """An entry under a card or topic: its words line by line, with its citations, then what was read from them."""

    printed: Words
    lines: Lines
    official: bool | UnsetType = UNSET
    errata_because: Words | UnsetType = UNSET
    reversal_words: Words | UnsetType = UNSET
    document: Id | UnsetType = UNSET
    citations: list[CitationRow] | UnsetType = UNSET
    mentions: list[MentionRow] | UnsetType = UNSET
    see: list[SeeRow] | UnsetType = UNSET
    possible_titles: list[Words] | UnsetType = UNSET


class InheritsRow(Row, frozen=True):
    """What a card inherits from a card or topic."""

    title: Words = field(name="from")
    id: Id
    kind: constants.SubjectKind
    basis: constants.InheritanceBasis
    on: Words
    only: RulingIds | UnsetType = UNSET
    without: RulingIds | UnsetType = UNSET
    reason: Words | UnsetType = UNSET


class CardRow(entities.CardFacts, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A card in cards.yaml: its facts."""

    id: Id
    title: Words
    side: constants.Side
    type: constants.CardType
    set: constants.CardSet


class CardFile(CardRow, frozen=True, kw_only=True):
    """The file of a card."""

    heading: HeadingRow | UnsetType = UNSET
    errata: list[RulingRow] | UnsetType = UNSET
    rulings: list[RulingRow] | UnsetType = UNSET
    see: list[RulingRow] | UnsetType = UNSET
    inherits: list[InheritsRow] | UnsetType = UNSET


class TopicFile(Row, frozen=True):
    """The file of a topic."""

    title: Words
    id: Id
    heading: HeadingRow
    errata: list[RulingRow] | UnsetType = UNSET
    rulings: list[RulingRow] | UnsetType = UNSET
    see: list[RulingRow] | UnsetType = UNSET


class LedgerRow(Row, frozen=True):
    """How many lines and words a document has, and to how many words the parser has given a place."""

    lines: Count
    words: Count
    accounted: Count
    by_kind: dict[str, Count]


class PartRow(Row, frozen=True):
    """Lines of a document that are no entry."""

    kind: Literal["front matter", "label", "heading", "legal notice", "page chrome", "list"]
    lines: Lines
    text: Printed


class SectionRow(Row, frozen=True):
    """A section of a document."""

    title: Words
    id: Id
    level: Annotated[int, Meta(ge=1, le=6)]
    lines: Lines
    headed: bool | UnsetType = UNSET
    text: Printed | UnsetType = UNSET
    tables: list[entities.Table] | UnsetType = UNSET
    mentions: list[MentionRow] | UnsetType = UNSET


class DocumentFile(Row, frozen=True):
    """The file of a document."""

    title: Words
    id: Id
    ledger: LedgerRow
    parts: list[PartRow] | UnsetType = UNSET
    sections: list[SectionRow] | UnsetType = UNSET


class StepRow(Row, frozen=True):
    """A step of the run chart."""

    number: LineNumber
    actor: Literal["Runner", "Corp", "Both"] | None
    text: Words
    next: int | None
    lines: Lines
    decision: entities.Decision | UnsetType = UNSET


class RunChartFile(Row, frozen=True):
    """run-chart.yaml"""

    steps: list[StepRow]


class UnattributedFile(Row, frozen=True):
    """unattributed.yaml: entries whose heading was lost."""

    rulings: list[RulingRow]


# Hand-edited files in `sources`


class DateOrderRow(Row, frozen=True):
    """How a document's ambiguous dates are read."""

    order: Literal["month-first", "day-first"]
    start: Date | UnsetType = field(name="from", default=UNSET)
    end: Date | UnsetType = field(name="to", default=UNSET)
    certain: bool | UnsetType = UNSET


class UnheadedRow(Row, frozen=True):
    """A section without a heading in its document: the line on which it begins, words of it, and our title for it."""

    line: LineNumber
    words: Words
    title: Words


class DocumentRow(Row, frozen=True):
    """A row of documents.yaml."""

    id: Id
    short: Annotated[str, Meta(pattern=r"^[a-z][a-z-]*\Z")]
    title: Words
    edition: str | None
    date: DateYearOrMonth | None
    game: Literal["netrunner", "android-netrunner"]
    copyright: str | None
    licence: str | None
    file: Words
    sha256: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
    date_note: Words | UnsetType = UNSET
    dates: list[DateOrderRow] | UnsetType = UNSET
    chrome: list[Words] | UnsetType = UNSET
    unheaded: list[UnheadedRow] | UnsetType = UNSET


class AuthorityRow(Row, frozen=True):
    """A row of authorities.yaml."""

    name: Words
    id: Id
    kind: Literal["person", "document"]
    names: WordsList
    role: Words
    official: bool
    standing: constants.AuthorityStanding
    person: Words | UnsetType = UNSET
    start: Date | UnsetType = field(name="from", default=UNSET)
    end: Date | UnsetType = field(name="to", default=UNSET)
    evidence: Words | UnsetType = UNSET
    note: Words | UnsetType = UNSET


class AppliedRulingRow(Row, frozen=True):
    """A row of steps.yaml: a ruling that applies to a step."""

    step: StepNumber
    ruling: RulingId
    words: Words
    reason: Words


class QuotationRow(Row, frozen=True):
    """One side of a note."""

    document: Id
    words: Words
    ruling: RulingId | UnsetType = UNSET
    section: Id | UnsetType = UNSET
    step: StepNumber | UnsetType = UNSET
    also: Annotated[list[Id], Meta(min_length=1)] | UnsetType = UNSET
    also_words: Annotated[dict[str, Words], Meta(min_length=1)] | UnsetType = UNSET


class NoteRow(Row, frozen=True):
    """A row of notes.yaml. `extent`: only of a contradiction in which one side is followed."""

    title: Words
    id: Id
    kind: Literal[
        "clarification",
        "manual-against-ruling",
        "manual-against-run-chart",
        "manual-against-rulebook",
        "ruling-against-run-chart",
        "later-against-earlier",
        "within-document",
    ]
    one: QuotationRow
    other: QuotationRow | None
    follow: constants.Follow
    reason: Words
    extent: Literal["whole", "part"] | UnsetType = UNSET
    related: Annotated[list[Id], Meta(min_length=1)] | UnsetType = UNSET

    def __post_init__(self) -> None:
        """Raises `ValueError` for an `extent` that is missing or must not be there."""
        supersedes = self.kind != constants.CLARIFICATION and self.follow != "neither"
        if supersedes and self.extent is UNSET:
            raise ValueError("`extent` is missing: is the other statement superseded as a whole or in part?")
        if not supersedes and self.extent is not UNSET:
            raise ValueError("`extent` must not be here, because nothing is superseded")


class ReversalRow(Row, frozen=True):
    """A row of reversals.yaml."""

    ruling: RulingId
    words: Words
    earlier: Words | UnsetType = UNSET
    replaces: list[RulingId] | UnsetType = UNSET
    in_doubt: list[RulingId] | UnsetType = UNSET
    note: Words | UnsetType = UNSET


class EvidenceRow(Row, frozen=True):
    """The source of the lines in restorations.yaml."""

    name: Words
    repository: Words | UnsetType = UNSET
    file: Words | UnsetType = UNSET
    commit: Words | UnsetType = UNSET


class RestorationRow(Row, frozen=True):
    """A line in restorations.yaml."""

    line: LineNumber
    place: Literal["before", "after"]
    what: Literal["heading", "label", "citation", "line"]
    words: Word
    side: Literal["general", "corp", "runner"] | UnsetType = UNSET
    beside: str | UnsetType = UNSET


class RestorationsFile(Row, frozen=True):
    """restorations.yaml"""

    evidence: EvidenceRow
    lines: list[RestorationRow]


class MisprintedRow(Row, frozen=True):
    """A misprinted date in dates.yaml."""

    rulings: RulingIds
    authority: Words
    printed: Printed
    likely: Date
    reason: Words


class DoubtRow(Row, frozen=True):
    """A doubtful date in dates.yaml."""

    ruling: RulingId
    authority: Words
    printed: Printed
    doubt: constants.Doubt
    reason: Words


class NotDoubtfulRow(Row, frozen=True):
    """Dates of an authority in dates.yaml that only look doubtful."""

    authority: Words
    printed: Annotated[list[Printed], Meta(min_length=1)]
    reason: Words


class DatesFile(Row, frozen=True):
    """dates.yaml"""

    misprinted: list[MisprintedRow]
    doubtful: list[DoubtRow]
    not_doubtful: list[NotDoubtfulRow]


class ErrataRow(Row, frozen=True):
    """A row of errata.yaml: a ruling that changes a card's text in effect, without the label."""

    ruling: RulingId
    words: Words
    reason: Words


class InheritanceRow(Row, frozen=True):
    """A row of inheritance.yaml: what the cards with these ids inherit from `subject`, the id of a card or topic.

    `takes`: of its rulings, `only` this one, all but `not` this one, or `also` this one, although no entry and no
    keyword refers the cards to it. `words`: the words that show this, in the entry with the id `entry` or else in the
    ruling.
    """

    cards: Annotated[list[Id], Meta(min_length=1)]
    ruling: RulingId
    subject: Id
    takes: Literal["only", "also", "not"]
    reason: Words
    entry: RulingId | UnsetType = UNSET
    words: Words | UnsetType = UNSET


class ApplicableTopicRow(Row, frozen=True):
    """A topic in applicable-topics.yaml that applies to cards of a type or with a keyword. `topic`: its id."""

    topic: Id
    reason: Words


class AliasRow(Row, frozen=True):
    """Another name of a card in names.yaml. `in_text`: whether it is a mention of the card in a ruling too."""

    name: Words
    card: Words
    kind: Literal["nickname", "initials", "misprint", "verb", "plural", "short"]
    in_text: bool
    reason: Words


class AmbiguousRow(Row, frozen=True):
    """A name in names.yaml that may mean several cards."""

    name: Words
    cards: Annotated[list[Words], Meta(min_length=2)]
    reason: Words


class ContextRow(Row, frozen=True):
    """A name in names.yaml that means a card in rulings on certain subjects."""

    name: Words
    card: Words
    only_under: WordsList
    reason: Words


class FalseFriendRow(Row, frozen=True):
    """Words in names.yaml that look like a card's title but are none."""

    words: Words
    reason: Words
    card: str | UnsetType | None = UNSET
    unless: Words | UnsetType = UNSET
    exact_case: bool | UnsetType = UNSET
    only_under: list[Words] | UnsetType = UNSET


class LinkRow(Row, frozen=True):
    """Words of one ruling in names.yaml that are a link to the card, or, if it is null, to no card."""

    ruling: RulingId
    words: Words
    card: str | None
    reason: Words


class NamesFile(Row, frozen=True):
    """names.yaml"""

    aliases: list[AliasRow] | UnsetType = UNSET
    ambiguous: list[AmbiguousRow] | UnsetType = UNSET
    context: list[ContextRow] | UnsetType = UNSET
    false_friends: list[FalseFriendRow] | UnsetType = UNSET
    links: list[LinkRow] | UnsetType = UNSET


Weight = Annotated[str, Meta(pattern=r"^(0?\.\d+|1|0|1\.0)\Z")] | Annotated[int, Meta(ge=0, le=1)]
SomeWords = Annotated[list[str | int], Meta(min_length=1)]  # YAML reads some words as numbers


class SynonymRow(Row, frozen=True):
    """A group of words in synonyms.yaml."""

    words: SomeWords
    reason: Words
    weight: Weight | UnsetType = UNSET


class TypedWordRow(SynonymRow, frozen=True, kw_only=True):
    """Words that only players type, and the words of the documents for them."""

    means: SomeWords


class SynonymsFile(Row, frozen=True):
    """synonyms.yaml. `sources`: short name of a source → its other names."""

    same: list[SynonymRow]
    typed: list[TypedWordRow] | UnsetType = UNSET
    sources: dict[str, SomeWords] | UnsetType = UNSET


class NearIdenticalRow(Row, frozen=True):
    """A row of near-identical.yaml."""

    about: Words
    how: Literal["same", "nearly"]
    rulings: Annotated[list[RulingId], Meta(min_length=2)]


class AdditionRow(Row, frozen=True):
    """A ruling in a file of additions."""

    subject: Words
    printed: Words
    added: Date | UnsetType = UNSET
    citation: Literal["none"] | UnsetType = UNSET
    note: Words | UnsetType = UNSET


HAND_EDITED: dict[str, Any] = {  # file name without `.yaml` → its shape
    "documents": list[DocumentRow],
    "cards": list[CardRow],
    "authorities": list[AuthorityRow],
    "names": NamesFile,
    "restorations": RestorationsFile,
    "questions": dict[str, WordsList],
    "steps": list[AppliedRulingRow],
    "notes": list[NoteRow],
    "reversals": list[ReversalRow],
    "dates": DatesFile,
    "inheritance": list[InheritanceRow],
    "errata": list[ErrataRow],
    "moved": dict[FormerId, Id],
    "near-identical": list[NearIdenticalRow],
    "synonyms": SynonymsFile,
    "unanswered": list[Words],
    "applicable-topics": dict[str, Annotated[list[ApplicableTopicRow], Meta(min_length=1)]],
}
REQUIRED_FILES = ("documents", "cards", "authorities", "names")
MAY_BE_EMPTY = ("questions", "moved", "unanswered", "applicable-topics", "additions")  # an empty file is an empty list


def shape_of(path: str) -> Any:
    """The shape of a file by its path below the knowledge base (`cards/corp/asp.yaml`); None if it is not known."""
    folder, _, name = path.removesuffix(".yaml").partition("/")
    if folder == "sources":
        return list[AdditionRow] if name.startswith("additions/") else HAND_EDITED.get(name)
    return {
        "cards": CardFile,
        "topics": TopicFile,
        "documents": DocumentFile,
        "run-chart": RunChartFile,
        "tournament": tournament.Tournament,
        "unattributed": UnattributedFile,
    }.get(folder)


def with_empty_files(hand_edited: Mapping[str, Any]) -> dict[str, Any]:
    """The data by file name (without `.yaml`), with an empty list or mapping for a file that is missing or empty."""
    empty: dict[str, Any] = {
        name: [] if getattr(shape, "__origin__", None) is list else {} for name, shape in HAND_EDITED.items()
    }
    return empty | {name: data for name, data in hand_edited.items() if data is not None}
