"""The only place that decides what a reader must know about an entry, and in what order
and words.

Terminal, site, search, citations, feeds and JSON take the words of each remark that
`of_entry` returns from here: one line or, if the words are overruled or disputed, a
headline above them and the rest below. A new kind of note needs a row in `RELATIONS`, and a heading in
site/pages/marks.md if it has a sign.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from msgspec.structs import replace

from rulings.model import plain_text, vocabulary
from rulings.model.base import Entity, grouped

if TYPE_CHECKING:
    from rulings.model import entities


class Level(IntEnum):
    """Where a remark is shown: each place that shows entries has a level, and shows all
    remarks up to it.
    """

    ALWAYS = 1  # wherever any of the words are shown: do not follow them
    WITH_WORDS = 2  # wherever the words are shown: they leave something out
    WITH_ENTRY = 3  # where the entire entry is shown: something only seems to disagree
    ON_REQUEST = 4  # on request, on the site and in data: everything else


_MAX_TARGETS = 3  # ids to follow or see in a line
_END_WORDS = 3  # words kept at each end of a quotation in a line
_WORD_OF_COUNCIL = " (the word of a players’ council, {})"


class Wording(NamedTuple):
    """How a relation is shown: its sign (`✗`), its name in a mark (`superseded`), the
    words before the ids to follow (`follow`), the lowest level at which it is shown
    and, for a status, its explanation.
    """

    sign: str
    name: str
    before_targets: str
    level: Level
    explanation: str = ""


SourceKind = Literal[
    "standing",
    "unofficial",
    "players-council",
    "uncited",
    "reversal",
    "likely-date",
    "doubtful-date",
]
RemarkRelation = vocabulary.Relation | Literal["until-then"]
RELATIONS: dict[RemarkRelation | SourceKind, Wording] = {  # shown in this order
    "superseded": Wording(
        "✗",
        "superseded",
        "follow",
        Level.ALWAYS,
        "overruled by the statement it names",
    ),
    "superseded-in-part": Wording(
        "✗",
        "superseded in part",
        "follow",
        Level.ALWAYS,
        "the quoted words are overruled; the rest is in force",
    ),
    "disputed": Wording(
        "⇄",
        "disputed",
        "see",
        Level.ALWAYS,
        "another statement contradicts it, and neither overrules the other",
    ),
    # The entry is right in general, but leaves out an exception
    "exception": Wording("+", "", "but see", Level.WITH_WORDS),
    # What was ruled before
    "until-then": Wording("", "", "Until then", Level.WITH_ENTRY),
    # The other only seems to disagree
    "clarification": Wording("", "", "See also", Level.WITH_ENTRY),
    "prevails": Wording("", "", "Overrules", Level.ON_REQUEST),
    # The other is on the same subject
    "related": Wording("", "", "See also", Level.ON_REQUEST),
}
# The remark says where the words come from
_OF_SOURCE = Wording("", "", "", Level.WITH_ENTRY)


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


class Parts(NamedTuple):
    """The parts of the line of a status after its mark, in order. A part may be empty.

    `advice`, `explanation`: for a dispute, what to do, and why; `targets`: what to
    follow or see; `first_target`: the same for a headline, with the first id only;
    `council`: where that counts; `against`: the words not to follow; `decision`: the
    words to follow, or what to do.
    """

    advice: Line
    explanation: Line
    targets: Line
    first_target: Line
    council: Line
    against: Line
    decision: Line

    @property
    def line(self) -> Line:
        """All parts."""
        return [*chain.from_iterable(self._replace(first_target=[]))]


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

    relation: RemarkRelation | SourceKind
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
        return RELATIONS.get(self.relation, _OF_SOURCE)

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
        return self.wording.level == Level.ALWAYS

    @property
    def linked_line(self) -> Line:
        """The remark in one line, with links:
        `✗ superseded in part: follow X instead of “these words”: “those words”`,
        `+ but see X: title`.
        """
        if self.wording is _OF_SOURCE:
            return [self.title]
        if self.is_status:
            return [self._mark, *self._parts.line]
        lead = f"{self.label} {self.wording.before_targets}".lstrip()
        title = Link("note", self.note, self.title) if self.note else self.title
        return [lead, *self._targets(), ": ", title]

    def headline(self, is_only: bool = True) -> Line:
        """A status in the line above the words:
        `✗ superseded in part: follow X and 2 more instead of “these words”`.

        `is_only`: there is no other status of this kind, so it names its words.
        """
        parts = self._parts
        if parts.advice:
            return [self._mark, *parts.advice]
        against = parts.against if is_only else []
        return [self._mark, *parts.first_target, *parts.council, *against]

    def line_after_headline(self, is_only: bool = True) -> Line:
        """What the headline of a status leaves out, for the line below the words. It may
        be empty.
        """
        parts = self._parts
        if parts.advice:
            return _sentence(parts._replace(advice=[]).line)
        verb = self.wording.before_targets
        other_ids = _linked_ids(self.to[1:])
        against = [] if is_only else parts.against
        line: Line = []
        if other_ids:
            line = [f"also {verb}", *other_ids]
        elif parts.targets != parts.first_target:
            line = parts.targets
        elif self.decides and not (self.at_the_table or against):
            line = [verb]
        return _sentence([*line, *against, *parts.decision])

    @property
    def line_without_mark(self) -> Line:
        """The line of a status below the words if another status is the headline."""
        return _sentence(self._parts.line)

    @property
    def _mark(self) -> Link:
        """The mark of a status, which leads to the reason."""
        return Link("mark", self.note or "", f"{self.label} {self.wording.name}")

    def _targets(self) -> Line:
        """The ids to follow or see, or else the words to follow; perhaps empty."""
        if self.instead and not self.to:
            return [f" “{self.instead}”"]
        return _linked_ids(self.to)

    @property
    def _parts(self) -> Parts:
        """The parts of the line of a status after its mark."""
        is_disputed = self.relation == "disputed"
        advice = explanation = decision = ""
        if is_disputed:
            advice, _, explanation = (self.at_the_table or self.title).partition(": ")
        else:
            quotation = f"“{self.decides}”" if self.decides else ""
            decision = self.at_the_table or quotation
        targets = self._targets()
        first_target = _linked_ids(self.to, max_count=1)
        if self.instead and not self.to:
            first_target = [f" “{shortened(self.instead)}”"]
        sign = ";" if is_disputed else ":"
        lead = [f"{sign} {self.wording.before_targets}"] if targets else []
        against = " instead of" if targets else ","
        if is_disputed:
            against = " against"
        if self.words and not self.number:  # the number is shown at the words
            against += f" “{shortened(self.words)}”"
        else:
            against = ""
        return Parts(
            advice=_after_colon(advice),
            explanation=_after_colon(explanation),
            targets=[*lead, *targets],
            first_target=[*lead, *first_target],
            council=[_WORD_OF_COUNCIL.format(self.council)] if self.council else [],
            against=[against] if against else [],
            decision=_after_colon(decision),
        )

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


def _after_colon(words: str) -> Line:
    return [f": {words}"] if words else []


def _sentence(line: Line) -> Line:
    """A part of a line as a line of its own."""
    if not line:
        return []
    beginning, *rest = line
    words = str(beginning).lstrip(":;, ")
    return [words[:1].upper() + words[1:], *rest]


class ShownLine(NamedTuple):
    """A line above or below the words of an entry, and the remark that it is of."""

    remark: Remark
    line: Line

    @property
    def ids(self) -> set[str]:
        """The ids of the entries that the line names."""
        links = [part for part in self.line if isinstance(part, Link)]
        return {link.id for link in links if link.kind == "entry"}


def headlines(entry_remarks: Iterable[Remark]) -> list[ShownLine]:
    """The lines above the words: one for each kind of status. It has the first remark
    and the number of the others.
    """
    headlines: list[ShownLine] = []
    for first, *others in _statuses(entry_remarks):
        line = first.headline(is_only=not others)
        if others:
            line.append(f"; {len(others)} more below")
        headlines.append(ShownLine(first, line))
    return headlines


def _statuses(entry_remarks: Iterable[Remark]) -> list[list[Remark]]:
    """The remarks that are a status, by its kind."""
    statuses = [remark for remark in entry_remarks if remark.is_status]
    by_relation = grouped((remark.relation, remark) for remark in statuses)
    return [*by_relation.values()]


def lines_below(entry_remarks: Sequence[Remark]) -> list[ShownLine]:
    """The lines below the words. They leave out what the headlines say, and ids if lines
    above name all of them.
    """
    statuses = _statuses(entry_remarks)
    named = {id for shown in headlines(entry_remarks) for id in shown.ids}
    shown_lines: list[ShownLine] = []
    for remark in entry_remarks:
        line = _line_below(remark, statuses, named)
        if line:
            shown = ShownLine(remark, line)
            shown_lines.append(shown)
            named |= shown.ids
    return shown_lines


def _line_below(
    remark: Remark,
    statuses: Sequence[Sequence[Remark]],
    named: set[str],
) -> Line:
    """The line of a remark below the words. `named`: ids in the lines above it."""
    if remark.is_status and not remark.number:
        for first, *others in statuses:
            if first is remark:
                return remark.line_after_headline(is_only=not others)
        return remark.line_without_mark
    is_about_words = remark.wording.level <= Level.WITH_WORDS
    if not is_about_words and named.issuperset(remark.to):
        remark = replace(remark, to=())
    return remark.linked_line


_PLACE = {"spans", "number"}  # in a section
_FIELDS = [name for name in Remark.__struct_fields__ if name not in _PLACE]
KEYS = ("line", *_FIELDS)  # of a remark in JSON


# The remarks of an entry


def of_entry(
    entry: entities.AnyEntry,
    level: Level = Level.WITH_ENTRY,
) -> list[Remark]:
    """The remarks on an entry up to a level, the most serious first.

    If only some words of a section are shown, `DividedSection.remarks_on` selects those
    that are about them.
    """
    notes = sorted(entry.notes, key=lambda note: _ORDER[note.relation])
    by_note = grouped((note.id, note) for note in notes)
    entry_remarks = [_remark(entry, *sides) for sides in by_note.values()]
    reversal = entry.reversal if entry.entry_kind == "ruling" else None
    if reversal and reversal.earlier:
        until_then = Remark("until-then", None, reversal.earlier, reversal.replaces)
        entry_remarks.append(until_then)
    if entry.entry_kind == "section":
        entry_remarks = _numbered(entry.text, entry_remarks)
    entry_remarks.sort(key=_place_among_remarks)
    return [remark for remark in entry_remarks if remark.wording.level <= level]


_ORDER = {relation: number for number, relation in enumerate(RELATIONS)}


def _place_among_remarks(remark: Remark) -> tuple[int, int]:
    return _ORDER[remark.relation], remark.number


def _remark(
    entry: entities.AnyEntry,
    note: entities.EntryNote,
    *same_note: entities.EntryNote,
) -> Remark:
    """The remark that a note makes on an entry. `same_note`: the other side of the
    note, if that quotes the same entry.
    """
    is_marked = RELATIONS[note.relation].level <= Level.WITH_WORDS
    remark = Remark(
        _relation_told(entry, note),
        note.id,
        note.title,
        words=note.words if is_marked and note.status != "superseded" else None,
        reason=note.reason,
        at_the_table=note.at_the_table,
        council=_council_to_follow(entry, note),
    )
    other = note.other_side
    if other is None:
        return replace(remark, to=note.superseded_by)
    if note.superseded_by:
        return replace(remark, to=note.superseded_by, decides=other.words)
    if same_note:
        return replace(remark, instead=other.words)
    reversal = entry.reversal if entry.entry_kind == "ruling" else None
    if reversal and other.id in reversal.in_doubt:  # with all ids in doubt
        return replace(remark, to=reversal.in_doubt)
    return replace(remark, to=(other.id,))


def _relation_told(
    entry: entities.AnyEntry, note: entities.EntryNote
) -> vocabulary.Relation:
    """The relation to show for a note. A section that only seems to disagree with a
    ruling is merely related to it.
    """
    other = note.other_side
    is_on_section = other is not None and other.kind == "section"
    is_clarification = note.relation == "clarification"
    if is_clarification and is_on_section and entry.entry_kind == "ruling":
        return "related"
    return note.relation


def _council_to_follow(
    entry: entities.AnyEntry, note: entities.EntryNote
) -> str | None:
    """The events at which the other side of a note counts, if it is a council's word
    against the publisher's.
    """
    if note.other_side is None:
        return None
    if RELATIONS[note.relation].level > Level.ALWAYS:
        return None
    citations = entry.citations if entry.entry_kind == "ruling" else ()
    if any(citation.council for citation in citations):
        return None
    return note.other_side.council


def _numbered(text: str, remarks: Iterable[Remark]) -> list[Remark]:
    """The remarks with the places of their words; if there are several, numbered in the
    order of the text.
    """
    with_places: list[Remark] = []
    for remark in remarks:
        spans = spans_of(text, remark.words or "")
        with_places.append(replace(remark, spans=spans))
    marks = [remark for remark in with_places if remark.spans]
    if len(marks) < 2:
        return with_places
    marks.sort(key=lambda remark: remark.spans[0])
    numbers = {remark.note: number for number, remark in enumerate(marks, 1)}
    numbered: list[Remark] = []
    for remark in with_places:
        number = numbers.get(remark.note, 0)
        numbered.append(replace(remark, number=number))
    return numbered


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
    lines: list[str] = []
    for remark in remarks:
        if remark.wording.level <= Level.WITH_WORDS:
            lines.append(replace(remark, number=0).line)
    return " ".join(lines)


def section_standing(section: entities.Section) -> str:
    """For whom a section counts, after the title of its document."""
    return f"{section.source.title}: {section.standing_in_words}"


def advice(entry: entities.AnyEntry) -> list[str]:
    """Advice to a judge at the table, as lines. A section of a document is never
    followed as a rule.
    """
    lines = list[str]()
    if entry.entry_kind == "section":
        lines.append(f"Do not follow it as a rule. {section_standing(entry)}.")
    lines += [remark.line for remark in of_entry(entry, Level.WITH_WORDS)]
    if entry.entry_kind == "ruling":
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
