"""The only place that decides what a reader must know about an entry, and in what order
and words.

Terminal, site, search, citations, feeds and JSON show the same line for each remark
that `of_entry` returns: before the words if they are overruled or disputed, otherwise
after them. A new kind of note needs a row in `RELATIONS`, and a heading in
site/pages/marks.md if it has a sign.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntEnum
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
    def linked_line(self) -> Line:
        """The remark in one line, with links:
        `✗ superseded in part: follow X instead of “these words”: “those words”`,
        `+ but see X: title`.
        """
        if self.wording is _OF_SOURCE:
            return [self.title]
        if self.wording.level > Level.ALWAYS:
            lead = f"{self.label} {self.wording.before_targets}".lstrip()
            line = [lead, *self._targets(_MAX_TARGETS), ": ", self.title]
            if self.note:
                line[-1] = Link("note", self.note, self.title)
            return line
        line = self._beginning(is_whole=True)
        if self.words and not self.number:  # the number is shown at the words
            line.append(f"{self._before_words} “{shortened(self.words)}”")
        if self.at_the_table and self.relation != "disputed":
            line.append(f": {self.at_the_table}")
        elif self.decides:
            line.append(f": “{self.decides}”")
        return line

    @property
    def _before_words(self) -> str:
        """The words between the ids to follow and the words not to follow."""
        if self.relation == "disputed":
            return " against"
        return " instead of" if self.to or self.instead else ","

    @property
    def verdict(self) -> Line:
        """The line above the words: the status, and what to follow."""
        return self._beginning(is_whole=False)

    def _beginning(self, *, is_whole: bool) -> Line:
        """The line of a status up to the ids to follow. Unless `is_whole`, it names
        only the first id, and none if the words are disputed.
        """
        is_disputed = self.relation == "disputed"
        mark = f"{self.label} {self.wording.name}"
        line: Line = [Link("mark", self.note or "", mark)]
        if is_disputed:
            advice = self.at_the_table or self.title
            first_clause, _, _ = advice.partition(": ")
            line.append(f": {advice if is_whole else first_clause}")
        targets = self._targets(_MAX_TARGETS if is_whole else 1)
        if targets and (is_whole or not is_disputed):
            sign = ";" if is_disputed else ":"
            line += [f"{sign} {self.wording.before_targets}", *targets]
        if self.council:
            line.append(_WORD_OF_COUNCIL.format(self.council))
        return line

    @property
    def line_below(self) -> Line:
        """The line below the words. For a status without a number, only the part after
        its mark.
        """
        line = self.linked_line
        if self.number or self.wording.level > Level.ALWAYS:
            return line
        _mark, *after_mark = line
        beginning, *links = after_mark or [""]
        words = str(beginning).lstrip(":, ")
        sentence = words[:1].upper() + words[1:]
        return [sentence, *links]

    def _targets(self, max_count: int) -> Line:
        """At most `max_count` of the ids to follow or see, or else the words to follow;
        perhaps empty.
        """
        line: Line = []
        for id in self.to[:max_count]:
            line.append(", " if line else " ")
            line.append(Link("entry", id, ""))
        hidden_count = len(self.to) - max_count
        if hidden_count > 0:
            line.append(f" and {hidden_count} more")
        if self.instead and not line:
            words = self.instead if max_count > 1 else shortened(self.instead)
            line.append(f" “{words}”")
        return line

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


def verdicts(entry_remarks: Iterable[Remark]) -> list[Remark]:
    """The remarks above the words: one for each status, with all the ids to follow."""
    verdicts = dict[str, Remark]()
    for remark in entry_remarks:
        if remark.wording.level == Level.ALWAYS:
            first = verdicts.get(remark.relation)
            if first:
                remark = replace(first, to=(*first.to, *remark.to))
            verdicts[remark.relation] = replace(remark, number=0)
    return [*verdicts.values()]


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
    opening = "It is a council’s word"
    standings = {citation.standing for citation in ruling.citations}
    if not standings.isdisjoint(("publisher", "document")):
        lead = "Follow it; a" if is_followed else "A"
        opening = f"{lead} part of it is a council’s word"
    elif is_followed:
        opening = "Follow it where the council’s word counts"
    councils = [citation.council for citation in ruling.citations]
    lines: list[str] = []
    for council in dict.fromkeys(filter(None, councils)):
        office = f"{council.office} of the {council.name}"
        lines.append(f"{opening}: {office}, {council.standing_in_words}.")
    return lines
