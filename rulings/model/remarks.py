"""The only place that decides what a reader must know about an entry, and in what order
and words.

Terminal, site, search, citations, feeds and JSON take the words of each remark that
`of_entry` returns from here: one line or, if the words are overruled or disputed, a
line above them and the rest below. A new kind of note needs a row in `RELATIONS` and,
if it has a sign, a heading in site/pages/marks.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from msgspec.structs import replace

from rulings.model import plain_text, vocabulary
from rulings.model.base import Entity, grouped

if TYPE_CHECKING:
    from rulings.model import entities


class Verbosity(IntEnum):
    """Where a remark is shown: each place that shows entries has a verbosity, and shows
    all remarks up to it.
    """

    ALWAYS = 1  # wherever any of the words are shown: do not follow them
    WITH_WORDS = 2  # wherever the words are shown: they leave something out
    WITH_ENTRY = 3  # where the entire entry is shown: something only seems to disagree
    ON_REQUEST = 4  # on request, on the site and in data: everything else


_MAX_TARGETS = 3  # ids to follow or see in a line
_END_WORDS = 3  # words kept at each end of a quotation in a line
_WORD_OF_COUNCIL = "(the word of a players’ council, {})"


class Wording(NamedTuple):
    """How a relation is shown: its sign (`✗`), its name in a mark (`superseded`), the
    words before the ids to follow (`verb`), the lowest verbosity at which it is shown
    and, for a status, its explanation.
    """

    sign: str
    name: str
    verb: str
    verbosity: Verbosity
    explanation: str = ""


OriginKind = Literal[
    "standing",
    "unofficial",
    "players-council",
    "uncited",
    "reversal",
    "likely-date",
    "doubtful-date",
]
RemarkRelation = vocabulary.Relation | Literal["until-then"]
RELATIONS: dict[RemarkRelation | OriginKind, Wording] = {  # shown in this order
    "superseded": Wording(
        "✗",
        "superseded",
        "follow",
        Verbosity.ALWAYS,
        "overruled by the statement it names",
    ),
    "superseded-in-part": Wording(
        "✗",
        "superseded in part",
        "follow",
        Verbosity.ALWAYS,
        "the quoted words are overruled; the rest is in force",
    ),
    "disputed": Wording(
        "⇄",
        "disputed",
        "see",
        Verbosity.ALWAYS,
        "another statement contradicts it, and neither overrules the other",
    ),
    # The entry is right in general, but leaves out an exception
    "exception": Wording("+", "", "but see", Verbosity.WITH_WORDS),
    # What was ruled before
    "until-then": Wording("", "", "Until then", Verbosity.WITH_ENTRY),
    # The other only seems to disagree
    "clarification": Wording("", "", "See also", Verbosity.WITH_ENTRY),
    "prevails": Wording("", "", "Overrules", Verbosity.ON_REQUEST),
    # The other is on the same subject
    "related": Wording("", "", "See also", Verbosity.ON_REQUEST),
}
# The remark says where the words come from
_ORIGIN_WORDING = Wording("", "", "", Verbosity.WITH_ENTRY)


class Link(NamedTuple):
    """A link in a line: to an entry, which a terminal names by its id and the site by
    its title; to a note, by its title; or from a mark to the note that gives the
    reason.
    """

    kind: Literal["entry", "note", "mark"]
    id: str
    words: str

    def __str__(self) -> str:
        return self.id if self.kind == "entry" else self.words


Line = list[str | Link]


class Clause(NamedTuple):
    """A part of the line of a status: the sign before it, unless it begins the line,
    and its words.
    """

    sign: str
    words: Line


# Whether a status is the only one of its kind with the words shown, the first of
# several, or a later one
Occurrence = Literal["only", "first", "later"]
OCCURRENCES: tuple[Occurrence, ...] = get_args(Occurrence)


class Remark(Entity):
    """A remark in one line, and its parts.

    `relation`, `note`, `title`: its kind, and the id and title of the note that makes
    it, or a sentence on where the words come from; `reason`: why; `decides`: the words
    to follow; `to`: ids of the entries to follow or see; `instead`: words of the same
    entry, if those are to be followed; `words`: the words that it is about, if not all;
    `council`: where the words to follow count, if only a council of players said them;
    `at_the_table`: what to do there; `spans`, `number`: the place of the words in a
    section, and the number of the mark there, if there are several.
    """

    relation: RemarkRelation | OriginKind
    note: str | None
    title: str
    to: tuple[str, ...] = ()
    instead: str | None = None
    words: str | None = None
    reason: str | None = None
    at_the_table: str | None = None
    decides: str | None = None
    council: str | None = None
    spans: tuple[tuple[int, int], ...] = ()
    number: int = 0

    @property
    def wording(self) -> Wording:
        """The wording of its relation."""
        return RELATIONS.get(self.relation, _ORIGIN_WORDING)

    @property
    def line(self) -> str:
        """The remark in one line, with ids:
        `✗ superseded: follow armageddon-b048b520: “…”`.
        """
        return "".join(map(str, self.linked_line))

    @property
    def label(self) -> str:
        """Its sign with its number if it has one: `✗`, `+2`."""
        return f"{self.wording.sign}{self.number or ''}"

    @property
    def is_status(self) -> bool:
        """Whether the words must not be followed, or not without reading more."""
        return self.wording.verbosity == Verbosity.ALWAYS

    @property
    def linked_line(self) -> Line:
        """The remark in one line, with links:
        `✗ superseded in part: follow X instead of “these words”: “those words”`,
        `+ but see X: title`.
        """
        if self.wording is _ORIGIN_WORDING:
            return [self.title]
        if self.is_status:
            return [self._mark, *_joined(self._clauses)]
        lead = f"{self.label} {self.wording.verb}".lstrip()
        title = Link("note", self.note, self.title) if self.note else self.title
        return [lead, *self._targets(), ": ", title]

    def lines_around(self, occurrence: Occurrence) -> tuple[Line, Line]:
        """The lines of a status above and below the words; either may be empty. Below
        are the ids and words that the line above has no room for:

            ✗ superseded: follow a and 2 more instead of “these words”
            Also follow b, c: “those words”

        The first of several statuses also has the words not to follow below. If a remark
        has a number, its line below is complete.
        """
        above, below = self._clauses_around(occurrence)
        line_above: Line = [self._mark, *_joined(above)]
        line_below = self.linked_line if self.number else _own_line(below)
        return [] if occurrence == "later" else line_above, line_below

    @property
    def _mark(self) -> Link:
        """The mark of a status, which leads to the reason."""
        return Link("mark", self.note or "", f"{self.label} {self.wording.name}")

    # The clauses of a status: each list has one or none

    @property
    def _clauses(self) -> list[Clause]:
        """All clauses of a status, in order."""
        targets = self._targets()
        follow = [self._follow(targets)] if targets else []
        clauses = [*follow, *self._council, *self._against]
        if self.relation == "disputed":
            return [*self._advice, *clauses]
        return [*clauses, *self._decision]

    def _clauses_around(
        self, occurrence: Occurrence
    ) -> tuple[list[Clause], list[Clause]]:
        """The clauses above the words, and those below them."""
        if occurrence == "later":
            return [], self._clauses
        if self.relation == "disputed":
            advice, *reasons = self._clauses
            return [advice], reasons
        above = [*self._short_target, *self._council]
        below = [*self._against, *self._decision]
        if occurrence == "only":
            above += self._against
            below = self._decision
        return above, self._with_more_targets(below)

    def _follow(self, targets: Line) -> Clause:
        sign = "; " if self.relation == "disputed" else ": "
        return Clause(sign, [self.wording.verb, *targets])

    @property
    def _short_target(self) -> list[Clause]:
        """The first id to follow, or the beginning and end of the words to follow."""
        if self.to:
            return [self._follow(_linked_ids(self.to, max_count=1))]
        return [self._follow([f" “{shortened(self.instead)}”"])] if self.instead else []

    def _with_more_targets(self, below: list[Clause]) -> list[Clause]:
        """The clauses below the words, after the ids or words that `_short_target`
        leaves out. If they are only the words to follow, these come after the verb.
        """
        verb = self.wording.verb
        if len(self.to) > 1:
            return [Clause("", [f"also {verb}", *_linked_ids(self.to[1:])]), *below]
        if self.instead and not self.to and shortened(self.instead) != self.instead:
            return [self._follow(self._targets()), *below]
        is_quotation = self.decides and not self.at_the_table
        if is_quotation and below == self._decision:
            return [Clause("", [f"{verb} “{self.decides}”"])]
        return below

    @property
    def _council(self) -> list[Clause]:
        """Where the words to follow count."""
        words = _WORD_OF_COUNCIL.format(self.council)
        return [Clause(" ", [words])] if self.council else []

    @property
    def _against(self) -> list[Clause]:
        """The words not to follow. If they are numbered, the number is beside them."""
        if self.number or not self.words:
            return []
        quotation = f"“{shortened(self.words)}”"
        if self.relation == "disputed":
            return [Clause(" ", [f"against {quotation}"])]
        if self._targets():
            return [Clause(" ", [f"instead of {quotation}"])]
        return [Clause(", ", [quotation])]

    @property
    def _advice(self) -> list[Clause]:
        """What to do about a dispute, and why."""
        advice = self.at_the_table or self.title
        return [Clause(": ", [words]) for words in advice.split(": ", 1)]

    @property
    def _decision(self) -> list[Clause]:
        """What to do at the table, or the words to follow."""
        quotation = f"“{self.decides}”" if self.decides else ""
        words = self.at_the_table or quotation
        return [Clause(": ", [words])] if words else []

    def _targets(self) -> Line:
        """The ids to follow or see, or else the words to follow; perhaps empty."""
        if self.instead and not self.to:
            return [f" “{self.instead}”"]
        return _linked_ids(self.to)

    def to_dict(self) -> dict[str, Any]:
        """The remark as JSON: its line, and its parts."""
        values = {key: getattr(self, key) for key in KEYS}
        return {**values, "to": list(self.to)}


def shortened(words: str) -> str:
    """The beginning and the end of a quotation:
    `You must establish … increase the link.`
    """
    parts = words.split()
    beginning = parts[:_END_WORDS]
    end = parts[-_END_WORDS:]
    ends = " ".join([*beginning, "…", *end])
    return min(ends, words, key=len)


def _linked_ids(ids: Sequence[str], max_count: int = _MAX_TARGETS) -> Line:
    """Links to the first ids, and the number of the others: ` a, b, c and 2 more`."""
    line: Line = []
    for id in ids[:max_count]:
        line.append(", " if line else " ")
        line.append(Link("entry", id, ""))
    hidden_count = len(ids) - max_count
    if hidden_count > 0:
        line.append(f" and {hidden_count} more")
    return line


def _joined(clauses: Iterable[Clause]) -> Line:
    line: Line = []
    for sign, (beginning, *links) in clauses:
        line += [f"{sign}{beginning}", *links]
    return line


def _own_line(clauses: Sequence[Clause]) -> Line:
    """The clauses as a line of their own; empty if there are none."""
    if not clauses:
        return []
    beginning, *links = clauses[0].words
    words = str(beginning)
    return [words[:1].upper() + words[1:], *links, *_joined(clauses[1:])]


class ShownLine(NamedTuple):
    """A line above or below the words of an entry, and the remark that it shows."""

    remark: Remark
    line: Line

    @property
    def ids(self) -> set[str]:
        """The ids of the entries that the line names."""
        links = [part for part in self.line if isinstance(part, Link)]
        return {link.id for link in links if link.kind == "entry"}


class LinesAround(NamedTuple):
    """The lines above the words of an entry, and those below them."""

    above: list[ShownLine]
    below: list[ShownLine]


def around_words(entry_remarks: Sequence[Remark]) -> LinesAround:
    """The lines of these remarks around the words of an entry.

    Above the words is one line for each kind of status: its first remark, and the
    number of the others. Below are the rest of these lines and all other remarks. A
    remark that only refers to entries leaves out their ids if earlier lines name all.
    """
    statuses = [remark for remark in entry_remarks if remark.is_status]
    above, below = _around_statuses(statuses)
    named_ids = {id for shown_line in (*above, *below) for id in shown_line.ids}
    for remark in entry_remarks:
        if remark.is_status:
            continue
        is_about_words = remark.wording.verbosity <= Verbosity.WITH_WORDS
        is_named = not is_about_words and named_ids.issuperset(remark.to)
        unnamed = replace(remark, to=()) if is_named else remark
        shown_line = ShownLine(remark, unnamed.linked_line)
        below.append(shown_line)
        named_ids |= shown_line.ids
    return LinesAround(above, [shown_line for shown_line in below if shown_line.line])


def _around_statuses(statuses: Iterable[Remark]) -> LinesAround:
    """The lines of the statuses; those below may be empty."""
    lines = LinesAround([], [])
    by_kind = grouped((remark.relation, remark) for remark in statuses)
    for first, *later_statuses in by_kind.values():
        occurrence: Occurrence = "first" if later_statuses else "only"
        line_above, line_below = first.lines_around(occurrence)
        if later_statuses:
            line_above.append(f"; {len(later_statuses)} more below")
        lines.above.append(ShownLine(first, line_above))
        lines.below.append(ShownLine(first, line_below))
        for later_status in later_statuses:
            _, line_below = later_status.lines_around("later")
            lines.below.append(ShownLine(later_status, line_below))
    return lines


_IN_SECTION = {"spans", "number"}
_FIELDS = [name for name in Remark.__struct_fields__ if name not in _IN_SECTION]
KEYS = ("line", *_FIELDS)  # of a remark in JSON


# The remarks of an entry


def of_entry(
    entry: entities.AnyEntry,
    verbosity: Verbosity = Verbosity.WITH_ENTRY,
) -> list[Remark]:
    """The remarks on an entry up to a verbosity, the most serious first.

    If only some words of a section are shown, `DividedSection.remarks_on` selects those
    that are about them.
    """
    notes = sorted(entry.notes, key=lambda note: _ORDER[note.relation])
    by_note = grouped((note.id, note) for note in notes)
    entry_remarks = [_remark(entry, *sides) for sides in by_note.values()]
    takes_back = entry.takes_back if entry.entry_type == "ruling" else None
    if takes_back and takes_back.earlier:
        until_then = Remark("until-then", None, takes_back.earlier, takes_back.replaces)
        entry_remarks.append(until_then)
    if entry.entry_type == "section":
        entry_remarks = _numbered(entry.text, entry_remarks)
    entry_remarks.sort(key=_sort_key)
    return [remark for remark in entry_remarks if remark.wording.verbosity <= verbosity]


_ORDER = {relation: number for number, relation in enumerate(RELATIONS)}


def _sort_key(remark: Remark) -> tuple[int, int]:
    return _ORDER[remark.relation], remark.number


def _remark(
    entry: entities.AnyEntry,
    note: entities.EntryNote,
    *same_note: entities.EntryNote,
) -> Remark:
    """The remark that a note makes on an entry. `same_note`: the other side of the
    note, if that quotes the same entry.
    """
    is_marked = RELATIONS[note.relation].verbosity <= Verbosity.WITH_WORDS
    remark = Remark(
        _shown_relation(entry, note),
        note.id,
        note.title,
        words=note.words if is_marked and note.status != "superseded" else None,
        reason=note.reason,
        at_the_table=note.at_the_table,
        council=_council_to_follow(entry, note),
    )
    other = note.opposite
    if other is None:
        return replace(remark, to=note.superseded_by)
    if note.superseded_by:
        return replace(remark, to=note.superseded_by, decides=other.words)
    if same_note:
        return replace(remark, instead=other.words)
    takes_back = entry.takes_back if entry.entry_type == "ruling" else None
    if takes_back and other.id in takes_back.may_replace:  # with all of these
        return replace(remark, to=takes_back.may_replace)
    return replace(remark, to=(other.id,))


def _shown_relation(
    entry: entities.AnyEntry, note: entities.EntryNote
) -> vocabulary.Relation:
    """The relation to show for a note. A section that only seems to disagree with a
    ruling is merely related to it.
    """
    other = note.opposite
    is_on_section = other is not None and other.kind == "section"
    is_clarification = note.relation == "clarification"
    if is_clarification and is_on_section and entry.entry_type == "ruling":
        return "related"
    return note.relation


def _council_to_follow(
    entry: entities.AnyEntry, note: entities.EntryNote
) -> str | None:
    """The events at which the other side of a note counts, if it is a council's word
    against the publisher's.
    """
    if note.opposite is None:
        return None
    if RELATIONS[note.relation].verbosity > Verbosity.ALWAYS:
        return None
    citations = entry.citations if entry.entry_type == "ruling" else ()
    if any(citation.council for citation in citations):
        return None
    return note.opposite.council


def _numbered(text: str, remarks: Iterable[Remark]) -> list[Remark]:
    """The remarks with the places of their words; if there are several, numbered in the
    order of the text.
    """
    with_places = [
        replace(remark, spans=spans_of(text, remark.words or "")) for remark in remarks
    ]
    marks = [remark for remark in with_places if remark.spans]
    if len(marks) < 2:
        return with_places
    marks.sort(key=lambda remark: remark.spans[0])
    numbers = {remark.note: number for number, remark in enumerate(marks, 1)}
    return [
        replace(remark, number=numbers.get(remark.note, 0)) for remark in with_places
    ]


def spans_of(
    text: str,
    words: str,
    form: Callable[[str], str] = str.strip,
) -> tuple[plain_text.Place, ...]:
    """The spans of the parts of a quotation in a text, in order; empty if a part is not
    there.
    """
    spans: list[plain_text.Place] = []
    position = 0
    for places in plain_text.places_of_parts(words, text, form):
        later_places = [(start, end) for start, end in places if start >= position]
        if not later_places:
            return ()
        span = later_places[0]
        spans.append(span)
        _, position = span
    return tuple(spans)


def one_line(remarks: Iterable[Remark]) -> str:
    """The remarks to copy wherever the words are copied, in one line; empty if there
    are none.
    """
    return " ".join(
        replace(remark, number=0).line
        for remark in remarks
        if remark.wording.verbosity <= Verbosity.WITH_WORDS
    )


def section_standing(section: entities.Section) -> str:
    """For whom a section counts, after the title of its document."""
    return f"{section.source.title}: {section.standing_in_words}"


def advice(entry: entities.AnyEntry) -> list[str]:
    """Advice to a judge at the table, as lines. A section of a document is never
    followed as a rule.
    """
    lines = list[str]()
    if entry.entry_type == "section":
        lines.append(f"Do not follow it as a rule. {section_standing(entry)}.")
    lines += [remark.line for remark in of_entry(entry, Verbosity.WITH_WORDS)]
    if entry.entry_type == "ruling":
        lines += standing_lines(entry)
    return lines or ["Follow it."]


def standing_lines(ruling: entities.Ruling) -> list[str]:
    """Lines for a judge about who said it; none if it was only the publisher, its
    NetRep or a document of the game.
    """
    if not ruling.official:
        return [
            "It is unofficial and decides nothing: "
            "use it only where no official ruling applies."
        ]
    is_followed = ruling.status in ("in-force", "superseded-in-part")
    opening = "It comes from a council"
    standings = {citation.standing for citation in ruling.citations}
    if not standings.isdisjoint(("publisher", "document")):
        lead = "Follow it; part" if is_followed else "Part"
        opening = f"{lead} of it comes from a council"
    elif is_followed:
        opening = "Follow it where the council’s word counts"
    councils = [citation.council for citation in ruling.citations]
    lines: list[str] = []
    for council in dict.fromkeys(filter(None, councils)):
        office = f"{council.office} of the {council.name}"
        lines.append(f"{opening}: {office}, {council.standing_in_words}.")
    return lines
