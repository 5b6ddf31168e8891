"""The entities of the knowledge base, from the facts of a card to the span of a citation, as frozen dataclasses.

Nothing here reads or writes; `rulings.model.loading` builds these objects from the data of the YAML files and
`rulings.model.serializing` turns them into JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from rulings.model.constants import (
    CLARIFICATION,
    IN_FORCE,
    PRINTED_NUMBERS,
    AuthorityStanding,
    Follow,
    InheritanceBasis,
    NoteSide,
    RulingKind,
    Status,
    SubjectKind,
)
from rulings.model.ids import additions_path, step_id


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference to a card or topic: its title and id."""

    kind: SubjectKind
    id: str
    title: str


@dataclass(frozen=True, slots=True)
class OtherSide:
    """The ruling, section or step on the other side of a note: its id (`run-chart-13` is a step), title and words."""

    kind: Literal["ruling", "section", "step"]
    id: str
    title: str
    words: str | None = None  # the words that the note quotes
    date: str | None = None  # of these words (ISO 8601), if known


@dataclass(frozen=True, slots=True)
class EntryNote:
    """A note as seen from one ruling, section or step: its side, what to follow, and the resulting status."""

    id: str
    title: str
    kind: str
    side: NoteSide | None  # None: the entry is only related to the note
    follow: Follow
    reason: str
    other_side: OtherSide | None  # the other side, which may be in the same entry; None if it is in no document
    words: str | None = None  # the words of this entry that the note quotes
    status: Status = IN_FORCE  # the status that this note alone gives the entry
    superseded_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Citation:
    """Who said it, where and when. `supports`: the span of `Ruling.text` (start, end; characters) it is cited for."""

    printed: str
    authority: str
    person: str | None = None
    via: str | None = None
    about: str | None = None
    venue: str | None = None
    date: str | None = None  # ISO 8601, or None where none was printed
    date_printed: str | None = None
    doubt: str | None = None  # one of `constants.DOUBTS`, from `dates.yaml` or else found by the parser
    restored: str | None = None
    official: bool = True
    supports: tuple[int, int] = (0, 0)
    likely: str | None = None  # ISO 8601, where evidence says that the printed date is a misprint
    likely_because: str | None = None
    doubt_because: str | None = None
    standing: AuthorityStanding | None = None  # None: an unknown authority

    @property
    def best_date(self) -> str | None:
        """The likely date if there is evidence for one, otherwise the printed one (ISO 8601)."""
        return self.likely or self.date


@dataclass(frozen=True, slots=True)
class Mention:
    """A card named in a text. `words` are at `span` (start, end; characters) of `Ruling.printed` or `Section.text`."""

    id: str
    title: str
    words: str
    span: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Source:
    """Where the words are printed: a document, and the first and last line, counted from 1."""

    document: str
    lines: tuple[int, int]

    @property
    def sort_key(self) -> tuple[str, tuple[int, int]]:
        """The sort key of rulings: first the printed list, then the files of additions by name; in each, by line."""
        additions = self.document if additions_path(self.document) else ""  # such as `additions-2035`
        return additions, self.lines


@dataclass(frozen=True, slots=True)
class Reversal:
    """How a ruling takes back an earlier one: the words that say so, the earlier view, and the ids it replaces."""

    words: str
    earlier: str | None = None
    replaces: tuple[str, ...] = ()
    in_doubt: tuple[str, ...] = ()  # rulings that it may also take back
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What rulings, sections and steps have in common.

    `questions`: all of our questions that the entry answers; the first is the heading. The JSON has at most four of
    them (`serializing.MAX_QUESTIONS`).
    """

    questions: tuple[str, ...] = ()
    status: Status = IN_FORCE
    superseded_by: tuple[str, ...] = ()  # ids of rulings, sections and steps
    notes: tuple[EntryNote, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruling(Entry):
    """One `@` entry of the rulings document, or one addition."""

    id: str
    kind: RulingKind
    official: bool
    subject: Reference
    printed: str
    text: str
    citations: tuple[Citation, ...]
    mentions: tuple[Mention, ...]
    see: tuple[Reference, ...]
    source: Source
    label: str | None = None
    reversal: Reversal | None = None
    reversed_by: tuple[str, ...] = ()
    errata_because: str | None = None  # why an entry without the label counts as errata
    also_under: tuple[str, ...] = ()  # ids of near-identical rulings under other subjects
    steps: tuple[int, ...] = ()
    possible_titles: tuple[str, ...] = ()  # titles that a lost heading may have had

    @property
    def is_see_entry(self) -> bool:
        """Whether the entry only refers to rulings on other subjects."""
        return self.kind == "see"

    @property
    def reverses(self) -> bool:
        """Whether the ruling takes back an earlier one."""
        return self.reversal is not None

    @property
    def dates(self) -> tuple[str, ...]:
        """Every `best_date` of its citations (ISO 8601), each once and in order."""
        return tuple(sorted({date for citation in self.citations if (date := citation.best_date)}))

    @property
    def latest_citation(self) -> Citation | None:
        """The citation with the latest date, or the first of several; if none has a date, the first."""
        return max(self.citations, key=lambda citation: citation.best_date or "", default=None)

    @property
    def url(self) -> str:
        """The address of its page below the site's root: `/cards/dr-dreff/#dr-dreff-8a16f88d`."""
        return f"/{self.subject.kind}s/{self.subject.id}/#{self.id}"


@dataclass(frozen=True, slots=True)
class Inheritance:
    """The rulings on another subject that apply to a card, by a `see` entry, a shared keyword or inheritance.yaml.

    It applies to all of them, unless `only` lists some or `without` lists exceptions.
    """

    subject: Reference  # the other subject
    basis: InheritanceBasis
    on: str | None = None  # the keyword, the words of the `see` entry, or those of the ruling that is named
    only: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    reason: str | None = None  # why only some of the rulings apply or, if the basis is `named`, why they do


# Facts that a card may lack, in the order in which they are written; CONTRIBUTING.md lists the other places.
OPTIONAL_FACTS = (*PRINTED_NUMBERS, "artist")


@dataclass(frozen=True, slots=True)
class Card:
    """The facts of one printed card. Numbers are as printed; a cost may be `X`, a strength `X` or `*`."""

    id: str
    title: str
    side: str
    type: str
    keywords: tuple[str, ...]
    set: str
    rarity: str
    cost: int | str | None = None
    strength: int | str | None = None
    memory: int | None = None
    trash: int | None = None
    difficulty: int | None = None
    agenda_points: int | None = None
    artist: str | None = None
    aliases: tuple[str, ...] = ()  # nicknames, initials and misprints, but also other spellings of the title
    restored: str | None = None
    inherits: tuple[Inheritance, ...] = ()

    @property
    def url(self) -> str:
        """The address of its page below the site's root: `/cards/dr-dreff/`."""
        return f"/cards/{self.id}/"


@dataclass(frozen=True, slots=True)
class Topic:
    """A heading of the general section."""

    id: str
    title: str
    restored: str | None = None

    @property
    def url(self) -> str:
        """The address of its page below the site's root: `/topics/paying-costs/`."""
        return f"/topics/{self.id}/"


@dataclass(frozen=True, slots=True)
class Document:
    """One of the five sources, as described in `documents.yaml`, with its ledger of words."""

    id: str
    title: str
    edition: str | None
    date: str | None
    game: str
    copyright: str | None
    licence: str | None
    file: str
    sha256: str
    lines: int
    words: int
    accounted: int
    short: str  # its short name, used in queries (`in:manual`) and in the ids of its sections

    @property
    def url(self) -> str:
        """The address of its page below the site's root: `/documents/netrunner-rulings/`."""
        return f"/documents/{self.id}/"


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a section: the names of its columns and its rows, all as printed."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Section(Entry):
    """A numbered or titled part of a document. `text` is as printed: Markdown in the manual and the regulations."""

    id: str
    title: str
    document: str
    game: str
    level: int
    text: str
    tables: tuple[Table, ...]
    mentions: tuple[Mention, ...]
    source: Source
    headed: bool = True  # False: the document has no heading here, and the title is ours

    @property
    def url(self) -> str:
        """The address of its page below the site's root, with its id as the anchor."""
        return f"/documents/{self.document}/#{self.id}"


@dataclass(frozen=True, slots=True)
class Answer:
    """Where an answer leads: exactly one of a step (`go`), a further question (`decision`), an end (`end`)."""

    go: int | None = None
    decision: Decision | None = None
    end: str | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """A yes-or-no question of the run chart."""

    question: str
    yes: Answer
    no: Answer


@dataclass(frozen=True, slots=True)
class AppliedRuling:
    """A ruling that applies to a step: its id, its words that show this, and our reason."""

    ruling: str
    words: str
    reason: str


@dataclass(frozen=True, slots=True)
class Step(Entry):
    """One of the 20 steps of the run chart. `next`: the step that follows one without a question; None for the last."""

    number: int
    actor: str | None
    text: str
    decision: Decision | None
    next: int | None
    source: Source
    applied: tuple[AppliedRuling, ...] = ()

    @property
    def id(self) -> str:
        """Its id among rulings and sections: `run-chart-13`."""
        return step_id(self.number)

    @property
    def url(self) -> str:
        """The address of its page below the site's root: `/run-chart/#step-13`."""
        return f"/run-chart/#step-{self.number}"


@dataclass(frozen=True, slots=True)
class Authority:
    """Who spoke: a person or a document, the names used for it, and its term of office (ISO dates, either end open)."""

    id: str
    name: str
    kind: Literal["person", "document"]
    person: str | None
    names: tuple[str, ...]
    role: str
    official: bool
    start: str | None = None
    end: str | None = None
    evidence: str = ""
    note: str | None = None
    standing: AuthorityStanding = "player"


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words of a document quoted in a note, and the ruling, section or step that contains them."""

    document: str
    words: str
    ruling: str | None = None
    section: str | None = None
    step: int | None = None
    also: tuple[str, ...] = ()  # ids of rulings, sections and steps that say the same, and get the same status
    also_words: Mapping[str, str] = field(default_factory=dict)  # some of these ids → the words that say it


@dataclass(frozen=True, slots=True)
class Note:
    """Two statements that disagree, or seem to, and which one a judge should follow."""

    id: str
    title: str
    kind: str
    one: Quotation
    other: Quotation | None
    follow: Follow
    reason: str
    extent: Literal["whole", "part"] | None = None  # how much of the side not to follow is superseded
    related: tuple[str, ...] = ()  # ids of rulings, sections and steps that are related but on neither side

    @property
    def is_contradiction(self) -> bool:
        """Whether the note changes a status; a clarification explains why the two statements agree."""
        return self.kind != CLARIFICATION


@dataclass(frozen=True, slots=True)
class Restoration:
    """A line lost from the rulings document and restored, with the evidence."""

    line: int
    place: Literal["before", "after"]
    what: Literal["heading", "label", "citation", "line"]
    words: str
    side: str | None
    evidence: str
    beside: str | None = None  # the words of the neighbouring line, by which its place is found
    row_line: int = 0  # the line of restorations.yaml that it was read from
