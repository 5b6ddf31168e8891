"""What the knowledge base is made of: frozen dataclasses, from the facts of a card to the span of a citation.

Nothing here reads or writes; `rulings.knowledge` builds these objects from YAML and `rulings.shapes` turns them into
the JSON of the contract.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

NETRUNNER = "netrunner"
ANDROID = "android-netrunner"

SubjectKind = Literal["card", "topic"]
RulingKind = Literal["ruling", "errata", "see"]


@dataclass(frozen=True, slots=True)
class Reference:
    """A card or a topic that something points at, named by its title beside its id."""

    kind: SubjectKind
    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Citation:
    """Who said it, where and when. `supports`: the span of `Ruling.text` (start, end; characters) it stands behind."""

    printed: str
    authority: str
    person: str | None = None
    via: str | None = None
    about: str | None = None
    venue: str | None = None
    date: str | None = None  # ISO 8601, or None where none was printed
    date_printed: str | None = None
    doubt: str | None = None
    restored: str | None = None
    official: bool = True
    supports: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Mention:
    """A card named in a ruling. `words` stand at `span` (start, end; characters) of `Ruling.printed`."""

    id: str
    title: str
    words: str
    span: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Source:
    """Where the words stand: a document and its first and last line, counted from 1."""

    document: str
    lines: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Reversal:
    """That a ruling takes back an earlier one: the words that say so, what was held before, the rulings it replaces."""

    words: str
    earlier: str | None = None
    replaces: tuple[str, ...] = ()
    in_doubt: tuple[str, ...] = ()  # rulings that may fall under it
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """One `@` entry of the rulings document, or one addition. `questions` and `asked` are ours."""

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
    reason: str | None = None  # why an entry without the label counts as errata
    questions: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()  # further ways to ask: searched, never shown
    also_under: tuple[str, ...] = ()  # ids of near-identical rulings under other subjects
    steps: tuple[int, ...] = ()
    candidates: tuple[str, ...] = ()  # titles a lost heading can have had

    @property
    def reverses(self) -> bool:
        """Whether it takes back an earlier ruling."""
        return self.reversal is not None

    @property
    def date(self) -> str | None:
        """The latest date of its citations (ISO 8601)."""
        return max((c.date for c in self.citations if c.date), default=None)

    @property
    def url(self) -> str:
        """Its address below the site's root."""
        return f"/{self.subject.kind}s/{self.subject.id}/#{self.id}"


@dataclass(frozen=True, slots=True)
class Inheritance:
    """That a card stands on another subject's rulings: by a `see` of its own, or by a keyword it shares."""

    source: Reference
    why: Literal["see", "keyword"]
    on: str | None = None  # the keyword, or the words of the `see` entry


@dataclass(frozen=True, slots=True)
class Card:
    """The facts of one printed card. Numbers are as printed; a strength may be `*`."""

    id: str
    title: str
    side: str
    type: str
    keywords: tuple[str, ...]
    set: str
    rarity: str
    cost: int | None = None
    strength: int | str | None = None
    memory: int | None = None
    trash: int | None = None
    difficulty: int | None = None
    agenda_points: int | None = None
    artist: str | None = None
    aliases: tuple[str, ...] = ()
    restored: str | None = None
    inherits: tuple[Inheritance, ...] = ()

    @property
    def url(self) -> str:
        """Its address below the site's root."""
        return f"/cards/{self.id}/"


@dataclass(frozen=True, slots=True)
class Topic:
    """A heading of the general section."""

    id: str
    title: str
    restored: str | None = None

    @property
    def url(self) -> str:
        """Its address below the site's root."""
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
    short: str  # the word for it in `in:` and in its sections' ids

    @property
    def url(self) -> str:
        """Its address below the site's root."""
        return f"/documents/{self.id}/"


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a section: the names of its columns and its rows, all as printed."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Section:
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
    questions: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()  # further ways to ask: searched, never shown

    @property
    def url(self) -> str:
        """Its address below the site's root."""
        return f"/documents/{self.document}/#{self.id}"


@dataclass(frozen=True, slots=True)
class Answer:
    """What an answer leads to: another step (`go`), a further question (`decision`), or an end (`end`)."""

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
class StepLink:
    """That a ruling bears on a step: the words of the ruling that show it, and the reason (ours)."""

    ruling: str
    words: str
    reason: str


@dataclass(frozen=True, slots=True)
class Step:
    """One of the 20 steps of the run chart. `next` is where it goes without a question; the last goes nowhere."""

    number: int
    actor: str | None
    text: str
    decision: Decision | None
    next: int | None
    source: Source
    links: tuple[StepLink, ...] = ()
    questions: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()  # further ways to ask: searched, never shown

    @property
    def url(self) -> str:
        """Its address below the site's root."""
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
    speaks_for: str | None = None


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words of a document that a note sets beside others, and the ruling, section or step that holds them."""

    document: str
    words: str
    ruling: str | None = None
    section: str | None = None
    step: int | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """Two statements that disagree, and what a judge should follow."""

    id: str
    title: str
    kind: str
    one: Quotation
    other: Quotation | None
    follow: Literal["one", "other", "neither"]
    why: str
    see_also: tuple[str, ...] = ()  # ids of further rulings


@dataclass(frozen=True, slots=True)
class Restoration:
    """A line the damage removed from the rulings document, put back with its evidence."""

    line: int
    place: Literal["before", "after"]
    what: Literal["heading", "label", "citation"]
    words: str
    side: str | None
    evidence: str
    beside: str | None = None  # the words of the line it stood next to: how a stale entry is noticed
    entry_line: int = 0  # where restorations.yaml says so
