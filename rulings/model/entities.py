"""The entities of the knowledge base, from the facts of a card to the span of a
citation. Each fact is declared once.

A field is also a key of the JSON that the command line, the site and the export print
(`to_dict`), a key in the compiled knowledge base, and a key of the YAML, generated or
edited by hand. The YAML omits default values and `Derived` fields; `__post_init__` or
`rulings.model.loader` adds the latter. A `Row` is written by people.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise, zip_longest
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, cast

from msgspec import Meta

from rulings.model import dates, formatting, ids, page_table, remarks, vocabulary
from rulings.model.base import (
    Entity as Entity,
)  # the name that the other packages use
from rulings.model.notes import EntryNote as EntryNote
from rulings.model.notes import Note as Note
from rulings.model.notes import Opposite as Opposite
from rulings.model.notes import Quotation as Quotation
from rulings.model.validation import Row
from rulings.model.vocabulary import Date, Derived, Id, LineNumber, Words

PrintedNumber = Annotated[int, Meta(ge=0, le=30)]  # the highest printed is 17


class Reference(Entity):
    """The kind, id and title of anything that has a name: an entity, a keyword or card
    type, a page or list.
    """

    kind: vocabulary.ReferenceKind
    id: str
    title: str

    @property
    def is_ruling(self) -> bool:
        """Whether it refers to a ruling or a cross-reference."""
        return self.kind in vocabulary.RULING_KINDS

    @property
    def described(self) -> str:
        """What it refers to, in words: `the topic Tracing`."""
        if self.kind == "page":
            return page_table.NAMED_PAGES.get(self.id, self.title)
        if self.kind == "step":
            return "a step of the run chart"
        if self.is_ruling:
            return f"the {self.kind} {self.id}"
        kind = "card type" if self.kind == "type" else self.kind
        return f"the {kind} {self.title}"


class Council(Entity):
    """A council of players that somebody rules for: its name, and that person's office.

    `ruled`: when, or after whom; `standing_in_words`: where such rulings are official.
    """

    name: str
    office: str
    ruled: str
    standing_in_words: str


class Citation(Entity):
    """Who said it, where and when, as printed and as read.

    `supports`: the span of `Ruling.text` (start, end; characters) that it is cited for.
    """

    printed: str
    authority: str
    person: str | None = None
    via: str | None = None
    about: str | None = None
    venue: str | None = None
    pages: str | None = None  # pages of a rulebook, as printed: `pp9-10`
    date: str | None = None  # ISO 8601; None if none was printed
    # ISO 8601, if evidence shows that the printed date is a misprint
    likely_date: str | None = None
    likely_date_reason: str | None = None
    # From `dates.yaml`, or else found by the parser
    doubt: vocabulary.AnyDateDoubt | None = None
    doubt_reason: str | None = None
    restored_from: str | None = None
    official: bool = True
    date_printed: Derived[str | None] = None
    supports: Derived[tuple[int, int]] = (0, 0)
    standing: Derived[vocabulary.Standing | None] = None  # None: an unknown authority
    # The council of players that the authority ruled for
    council: Derived[Council | None] = None

    @property
    def best_date(self) -> str | None:
        """The likely date if there is evidence for one, otherwise the printed one (ISO
        8601).
        """
        return self.likely_date or self.date

    @property
    def days(self) -> tuple[str, ...]:
        """The day of `best_date`; for a month or a year, the first and the last day."""
        if not self.best_date:
            return ()
        first, last = dates.date_range(self.best_date)
        return (first,) if first == last else (first, last)


class Mention(Entity):
    """A card that a ruling or section names. `words` are at `span` (start, end;
    characters) of its `text`; None if only a citation names the card.
    """

    id: str
    title: str
    words: str = ""  # if empty, the title
    span: Derived[tuple[int, int] | None] = None

    def __post_init__(self) -> None:
        if not self.words:
            self._set(words=self.title)


class SourceLines(Entity):
    """The place where words are printed: a document, its title with the edition, and
    the first and last line, from 1.
    """

    document: str
    lines: tuple[int, int]
    title: Derived[str] = ""

    @property
    def sort_key(self) -> tuple[str, tuple[int, int]]:
        """The sort key of rulings: the printed list first, then the files of additions
        by name; each by line.
        """
        # `additions-2035` is such a document.
        additions = self.document if ids.additions_path(self.document) else ""
        return additions, self.lines


class Reversal(Entity):
    """How a ruling takes back an earlier one: the `words` that say so, the `earlier`
    view, and a `note` of ours.

    `replaces`, `may_replace`: the ids of the rulings that it takes back, and of others
    that it may take back.
    """

    words: Words
    earlier: Words | None = None
    replaces: tuple[vocabulary.RulingId, ...] = ()
    may_replace: tuple[vocabulary.RulingId, ...] = ()
    note: Words | None = None


class Entry(Entity, kw_only=True):
    """What rulings, sections and steps have in common: they can be cited.

    `questions`: at most four of our questions that the entry answers;
    `Knowledge.questions` has all of them. `status`, `superseded_by`, `notes`: whether
    it is in force; ids of the rulings, sections and steps that overrule it; the notes
    about it.
    """

    questions: Derived[tuple[str, ...]] = ()
    status: Derived[vocabulary.Status] = vocabulary.IN_FORCE
    superseded_by: Derived[tuple[str, ...]] = ()
    notes: Derived[tuple[EntryNote, ...]] = ()

    @property
    def question(self) -> str | None:
        """The question that is shown above the entry: the first of ours that it
        answers, or None.
        """
        return self.questions[0] if self.questions else None

    @property
    def remarks(self) -> tuple[remarks.Remark, ...]:
        """The remarks on its words and on where they come from, as for a hit."""
        entry = cast("AnyEntry", self)  # no other kind exists
        return (
            *remarks.of_entry(entry, remarks.Verbosity.WITH_WORDS),
            *formatting.origin_remarks(entry),
        )

    @property
    def table_text(self) -> str | None:
        """The rows of its tables, one per line with the names of the columns; None
        without any.
        """
        return None

    def cite(
        self,
        site: str = "",
        *,
        markdown: bool = False,
    ) -> str:
        """The entry as one line to paste: its words, who said them and when, the
        document, lines, id and status.

        `site`: the address of a site built from the same rulings, to add the entry's
        own address. `markdown`: a block quotation of several lines instead, for a chat
        or forum.
        """
        entry = cast("AnyEntry", self)  # no other kind exists
        texts = filter(None, (entry.text, entry.table_text))
        cited_words = formatting.CitedWords(
            text="\n".join(texts),
            url=entry.url,
            status=entry.status,
            remarks=remarks.of_entry(entry),
        )
        write = formatting.markdown if markdown else formatting.quotation
        return write(entry, cited_words, site)


class Ruling(Entry):
    """One `@` entry of the rulings document, or one addition.

    `id`, `url`: its id, and the address of its page below the site's root. `kind`: a
    cross-reference only sends the reader to other rulings. `erratum`, `label`: whether
    it is an erratum, and the printed label; `errata_reason`: why it is one without a
    label. `official`: whether its author had authority over the rules.
    `subject`: the card or topic it is filed under. `printed`, `text`: its words as
    printed, and without label and citations. `citations`, `mentions`, `see`: who said
    it; the cards it names; what it refers to. `source`: where it is printed. `added`:
    when it was added to the printed list, if an editor gave the day. `reversal`,
    `takes_back`: whether it takes anything back, and what.
    `near_identical_ids`: ids of rulings under other subjects with the same words except
    for the names of their subjects. `steps`: numbers of the steps of a run that it
    bears on. `date`: when it was last cited (ISO 8601), or None. `who`, `venue`: the
    names of all who are cited, and the venues, each once: `Sparky`, `JD Wiker; Tom
    Wylie`.
    """

    entry_type: ClassVar[Literal["ruling"]] = "ruling"
    omitted_values: ClassVar[dict[str, Any]] = {
        "kind": "ruling",
        "erratum": False,
        "official": True,
        "text": "",
        "citations": (),
        "mentions": (),
        "see": (),
    }
    id: str
    kind: vocabulary.RulingKind
    erratum: bool
    official: bool
    subject: Derived[Reference]
    printed: str
    text: Derived[str]
    citations: tuple[Citation, ...]
    mentions: tuple[Mention, ...]
    see: tuple[Reference, ...]
    source: SourceLines
    label: Derived[str | None] = None
    takes_back: Derived[Reversal | None] = None
    errata_reason: str | None = None
    added: str | None = None
    near_identical_ids: Derived[tuple[str, ...]] = ()
    steps: Derived[tuple[int, ...]] = ()
    reversal: Derived[bool] = False
    date: Derived[str | None] = None
    who: Derived[str | None] = None
    venue: Derived[str | None] = None
    url: Derived[str] = ""

    def __post_init__(self) -> None:
        latest = self.latest_citation
        self._set(
            date=latest and latest.best_date,
            who=_joined(citation.authority for citation in self.citations),
            venue=_joined(citation.venue for citation in self.citations),
            reversal=self.takes_back is not None,
            url=f"/{self.subject.kind}s/{self.subject.id}/#{self.id}",
        )

    @property
    def title(self) -> str:
        """The title of its card or topic."""
        return self.subject.title

    @property
    def speakers(self) -> str | None:
        """Who said it, where and when, as cited; if there are several, with the words
        of each.
        """
        return formatting.speakers(self) or None

    @property
    def is_cross_reference(self) -> bool:
        """Whether the entry only sends the reader to rulings on other subjects."""
        return self.kind == "cross-reference"

    @property
    def dates(self) -> tuple[str, ...]:
        """The days of its citations (ISO 8601), each once and in order; for a month or
        a year, the first and the last day.
        """
        days = set[str]()
        for citation in self.citations:
            days.update(citation.days)
        return tuple(sorted(days))

    @property
    def last_day(self) -> str | None:
        """The last of its `dates`, for sorting; None without a date."""
        return max(self.dates, default=None)

    @property
    def latest_citation(self) -> Citation | None:
        """The citation with the latest date, or the first of several; if none has a
        date, the first.
        """
        return max(
            self.citations, key=lambda citation: citation.best_date or "", default=None
        )


def _joined(names: Iterable[str | None]) -> str | None:
    return "; ".join(dict.fromkeys(filter(None, names))) or None


class Inheritance(Entity):
    """The rulings on another subject that apply to a card: by a cross-reference, a
    shared keyword or inheritance.yaml.

    All of them apply, unless `only_ids` lists some, or `without_ids` the exceptions.
    """

    subject: Reference  # the other subject
    basis: vocabulary.InheritanceBasis
    # The keyword, the words of the cross-reference, or those of the ruling
    words: str | None = None
    only_ids: tuple[str, ...] = ()
    without_ids: tuple[str, ...] = ()
    # The reason why only some of the rulings apply or, if the basis is `named`, why
    # they do
    reason: str | None = None


class Inherited(Entity):
    """Rulings that a card inherits, with their subject. `words`: the shared keyword, or
    the words that refer to them.

    `reason`: why the card does not inherit all of them, and the ones that it does not.
    """

    subject: Reference
    basis: vocabulary.InheritanceBasis
    words: str | None
    reason: str | None
    rulings: tuple[Ruling, ...]


class CardFacts(Entity, kw_only=True):
    """The facts of one printed card.

    `id`, `title`: its id and title. `side`, `type`, `keywords`, `set`, `rarity`,
    `artist`: as printed. `cost`, `strength`, `memory`, `trash`, `difficulty`,
    `agenda_points`: the printed numbers; a cost may be `X`, a strength `X` or `*`.
    """

    id: Id
    title: Words
    side: vocabulary.Side
    type: vocabulary.CardType
    keywords: tuple[vocabulary.Keyword, ...] = ()
    set: vocabulary.SetName
    rarity: Literal["Common", "Uncommon", "Rare", "Vital"]
    cost: PrintedNumber | Literal["X"] | None = None
    strength: PrintedNumber | Literal["X", "*"] | None = None
    memory: PrintedNumber | None = None
    trash: PrintedNumber | None = None
    difficulty: PrintedNumber | None = None
    agenda_points: PrintedNumber | None = None
    artist: str | None = None


class Card(CardFacts, kw_only=True):
    """A card: its facts, its other names, and what it inherits.

    `aliases`: nicknames, initials, misprints and other spellings of the title.
    `restored_from`: the evidence for its heading, if the source had lost it. `inherits`:
    other subjects whose rulings apply to it too. `url`: its address below the site's
    root.
    """

    aliases: Derived[tuple[str, ...]] = ()
    restored_from: str | None = None
    inherits: tuple[Inheritance, ...] = ()
    url: Derived[str] = ""

    def __post_init__(self) -> None:
        self._set(url=f"/cards/{self.id}/")

    if not TYPE_CHECKING:  # type checkers know its attributes

        def __getattr__(self, name: str) -> Any:
            raise AttributeError(
                f"a card has no {name!r}; "
                "kb.rulings_for(card) and kb.page(card) return the rulings on it"
            )

    @property
    def reference(self) -> Reference:
        """A reference to the card."""
        return Reference("card", self.id, self.title)


class Topic(Entity):
    """A heading of the general section.

    `id`, `title`: its id and title. `restored_from`: the evidence for it, if the source had
    lost it. `url`: its address below the site's root.
    """

    id: str
    title: str
    restored_from: str | None = None
    url: Derived[str] = ""

    def __post_init__(self) -> None:
        self._set(url=f"/topics/{self.id}/")

    @property
    def reference(self) -> Reference:
        """A reference to the topic."""
        return Reference("topic", self.id, self.title)


class Ledger(Entity):
    """The number of `words` in a document, and how many of them are `accounted` for,
    because the parser has put them into a part.
    """

    words: int
    accounted: int


class Document(Entity, kw_only=True):
    """One of the sources, as described in `documents.yaml`, with its
    ledger of words.
    """

    id: Id
    title: Words
    edition: str | None
    date: vocabulary.DateMonthOrYear | None
    game: vocabulary.Game
    copyright: str | None
    licence: str | None
    file: Words
    sha256: vocabulary.Checksum
    line_count: Derived[int] = 0
    word_count: Derived[int] = 0
    ledger: Derived[Ledger] = Ledger(0, 0)
    short: (
        vocabulary.ShortName
    )  # used in queries (`in:manual`) and in the ids of its sections
    # Its nature, and for whom it counts: `an unofficial summary; its author is unknown`
    standing_in_words: Words
    official: bool = True
    # The address of its page below the site's root: `/documents/netrunner-rulings/`
    url: Derived[str] = ""

    def __post_init__(self) -> None:
        self._set(url=f"/documents/{self.id}/")


class Table(Entity):
    """A table of a section: the names of its columns and its rows, all as printed."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Section(Entry):
    """A numbered or titled part of a document. `text` is as printed: Markdown in the
    manual and the regulations.

    `id`, `url`: its id, and the address of its page below the site's root. `title`,
    `level`: its heading, and the level of the heading; `headed`: whether the document
    has that heading; otherwise it is ours. `document`, `game`, `standing_in_words`,
    `official`: the id of its document, the game it is about, for whom it counts, and
    whether it is official. `text`, `tables`: its words as printed, and its tables.
    `mentions`: the cards it names. `source`: where it is printed.
    """

    entry_type: ClassVar[Literal["section"]] = "section"
    kind: ClassVar[vocabulary.EntryKind] = "section"
    omitted_values: ClassVar[dict[str, Any]] = {
        "text": "",
        "tables": (),
        "mentions": (),
    }
    id: str
    title: str
    document: Derived[str]
    game: Derived[str]
    level: int
    text: str
    tables: tuple[Table, ...]
    mentions: tuple[Mention, ...]
    source: SourceLines
    standing_in_words: Derived[str] = ""
    official: Derived[bool] = True
    headed: bool = True
    url: Derived[str] = ""

    def __post_init__(self) -> None:
        self._set(url=f"/documents/{self.document}/#{self.id}")

    @property
    def table_text(self) -> str | None:
        """The rows of its tables, one per line with the names of the columns; None
        without any. A row may lack cells or have too many.
        """
        lines = list[str]()
        for table in self.tables:
            for row in table.rows:
                named_cells = zip_longest(table.columns[: len(row)], row)
                cells = [
                    f"{name}: {cell}" if name else cell for name, cell in named_cells
                ]
                lines.append(f"{', '.join(cells)}.")
        return "\n".join(lines) or None


class Branch(Entity):
    """The next place after an answer: exactly one of a step (`go`), a further question
    (`decision`), an end (`end`).
    """

    go: int | None = None
    decision: Decision | None = None
    end: str | None = None


class Decision(Entity):
    """A yes-or-no question of the run chart."""

    question: str
    yes: Branch
    no: Branch


class AppliedRuling(Entity):
    """A ruling that applies to a step: its id, its words that show this, and our
    reason.
    """

    ruling: vocabulary.RulingId
    words: Words
    reason: Words


class ApplicableTopic(Row):
    """A topic in applicable-topics.yaml that applies to cards of a type or with a
    keyword. `topic`: its id.
    """

    unique = (("topic",),)
    topic: vocabulary.TopicId
    reason: Words


class Step(Entry):
    """One of the 20 steps of the run chart.

    `number`, `id`, `url`: its number, its id (`run-chart-13`), and its address below
    the site's root. `actor`, `text`: who acts, and its words. `decision`: its question,
    if it has one; `next`: the step that follows if it has none, or None for the last
    step. `applied`, `ruling_ids`: the rulings that apply to it, with reasons, and
    their ids. `source`: where it is printed.
    """

    entry_type: ClassVar[Literal["step"]] = "step"
    kind: ClassVar[vocabulary.EntryKind] = "step"
    omitted_values: ClassVar[dict[str, Any]] = {
        "actor": None,
        "decision": None,
        "next": None,
    }
    number: int
    actor: str | None
    text: str
    decision: Decision | None
    next: int | None
    source: SourceLines
    applied: Derived[tuple[AppliedRuling, ...]] = ()
    ruling_ids: Derived[tuple[str, ...]] = ()
    id: Derived[str] = ""
    url: Derived[str] = ""

    def __post_init__(self) -> None:
        self._set(
            ruling_ids=tuple(applied.ruling for applied in self.applied),
            id=ids.step_id(self.number),
            url=f"/run-chart/#step-{self.number}",
        )

    @property
    def title(self) -> str:
        """`Step 13`."""
        return f"Step {self.number}"


AnyEntry = Ruling | Section | Step


class TermOfOffice(Row):
    """A term of office: its first and last day (ISO 8601), or None if
    that end is open.
    """

    start: Date | None = None
    end: Date | None = None

    def faults(self) -> Iterator[str]:
        """Checks that the term does not end before it starts."""
        if self.start and self.end and self.end < self.start:
            yield f"the term ends ({self.end}) before it starts ({self.start})"


class Authority(Row, kw_only=True):
    """A person or a document that is cited, the names used for it, and its terms of
    office.

    `start`, `end`: the start of the first and the end of the last of the `terms` (ISO
    8601; None: open).
    """

    unique = (("id",), ("all_names",))
    id: Id
    name: Words
    kind: Literal["person", "document"]
    person: Words | None = None
    names: Annotated[tuple[Words, ...], Meta(min_length=1)]
    role: Words
    official: bool
    start: Derived[str | None] = None
    end: Derived[str | None] = None
    terms: tuple[TermOfOffice, ...] = ()
    evidence: vocabulary.WordsIfAny = ""
    note: Words | None = None
    standing: vocabulary.Standing
    council: Council | None = None

    def __post_init__(self) -> None:
        if self.terms:
            self._set(
                start=self.terms[0].start,
                end=self.terms[-1].end,
            )

    @property
    def all_names(self) -> tuple[str, ...]:
        """Its name, and the other names that citations use for it."""
        return self.name, *self.names

    @property
    def url(self) -> str:
        """The address of its page below the site's root: `/authorities/sparky/`."""
        return f"/authorities/{self.id}/"

    @property
    def standing_in_words(self) -> str:
        """The standing of its rulings, in words."""
        if self.council:
            return self.council.standing_in_words
        return vocabulary.STANDINGS[self.standing]

    def faults(self) -> Iterator[str]:
        """Checks that a council is described if, and only if, the authority rules for
        one, that a player is not official, and that the terms are in order.
        """
        for before, term in pairwise(self.terms):
            if not before.end or not term.start or term.start <= before.end:
                yield "terms: each term must begin after the end of the one before it"
        rules_for_council = self.standing == "players-council"
        if rules_for_council != (self.council is not None):
            yield (
                "`council`, with its name, office, ruled and standing_in_words, "
                "belongs to `standing: players-council`"
            )
        if self.standing == "player" and self.official:
            yield (
                "a player is never official: "
                "write `official: false`, or another `standing`"
            )


class Restoration(Row, kw_only=True):
    """Restored `words`: `what` they were, and the `evidence` for them.

    `place`, `line`, `beside`: `before` or `after`, the number of a line, and the words
    of that line.
    """

    line: LineNumber
    place: Literal["before", "after"]
    what: Literal["heading", "label", "citation", "line"]
    words: vocabulary.Word
    evidence: Derived[str] = ""
    beside: str
