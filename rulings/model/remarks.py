"""What a reader must be told about an entry: the one place that decides what, in what order and
words.

Terminal, site, search, citations, feeds and JSON only render what `of_entry` returns. A new kind of
note needs a row in `RELATIONS`, and a heading in site/pages/marks.md if it has a sign.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from msgspec.structs import replace

from rulings.model import plain_text, vocabulary
from rulings.model.base import Entity, grouped

if TYPE_CHECKING:
    from rulings.model import entities

# Levels of remarks: each place that shows entries shows all levels up to its own.
SIGN = 1  # told with the words, wherever any of them are shown: do not follow them
WORDS = 2  # told wherever the words are shown: they leave something out
WHOLE = 3  # told where the entry is shown whole: something only seems to disagree with it
EVERYTHING = 4  # told on request, on the site and in data: everything else
_SENTENCE_END = r"(?<!\bDr)(?<=[^A-Z][.!?])\s+(?=[A-Z“\"])"
_MAX_QUOTED = 60  # characters of words quoted in a line before others; they stand whole below it


class Wording(NamedTuple):
    """How a relation is shown: its sign (`✗`), its name in a mark (`superseded`), the words before
    the ids of what to follow (`follow`), the level up to which it is told, and, of a status, its
    explanation.
    """

    sign: str
    name: str
    prefix: str
    level: int
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
RELATIONS: dict[RemarkRelation | SourceKind, Wording] = {  # they are told in this order
    "superseded": Wording("✗", "superseded", "follow", SIGN, "overruled by the statement it names"),
    "superseded-in-part": Wording(
        "✗",
        "superseded in part",
        "follow",
        SIGN,
        "the quoted words are overruled; the rest is in force",
    ),
    "disputed": Wording(
        "⇄",
        "disputed",
        "see",
        SIGN,
        "another statement contradicts it, and neither overrules the other",
    ),
    # The entry is right as a rule, but it leaves this out
    "exception": Wording("+", "", "but see", WORDS),
    "until-then": Wording("", "", "Until then", WHOLE),  # this was ruled before
    "clarification": Wording("", "", "See also", WHOLE),  # this only seems to disagree
    "prevails": Wording("", "", "Overrules", EVERYTHING),
    "related": Wording("", "", "See also", EVERYTHING),  # this is on the same subject
}
_OF_SOURCE = Wording("", "", "", WHOLE)  # this says where the words come from


class Link(NamedTuple):
    """A link in a line: to an entry, by which a terminal prints its id and the site a link; or a
    note, by its title.
    """

    kind: Literal["entry", "note"]
    id: str
    words: str

    def __str__(self) -> str:
        return self.id if self.kind == "entry" else self.words


Line = list[str | Link]


class Remark(Entity, frozen=True):
    """One thing to tell, with everything that is said of it anywhere.

    `relation`, `note`, `title`: what it is, and the id and title of the note that says so, or what
    is said of where the words come from; `reason`: why; `decides`: the words to follow; `to`: ids
    of what to follow or see; `instead`: words of the same entry, if that is what to follow;
    `words`: those that it is about, if not all; `council`: where what to follow counts, if only a
    council of players says it; `table`: what to do at the table; `spans`,
    `number`: their place in a section, and the number of the mark there, if there are several.
    """

    relation: RemarkRelation | SourceKind
    note: str | None
    title: str
    to: tuple[str, ...] = ()
    instead: str | None = None
    words: str | None = None
    reason: str | None = None
    table: str | None = None
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
        """The remark in one line: `✗ superseded: follow armageddon-b048b520`."""
        return line_text(self.full_line(reason=False))

    @property
    def label(self) -> str:
        """Its sign with its number or name: `✗2`, `✗ superseded in part`."""
        sign, name = self.wording.sign, self.wording.name
        return f"{sign}{self.number}" if self.number else f"{sign} {name}".strip()

    def targets(self, limit: int | None = None) -> Line:
        """What to follow or see; those after the first `limit` are counted."""
        line = _with_commas(Link("entry", id, "") for id in self.to[:limit])
        if other_count := len(self.to) - len(self.to[:limit]):
            line.append(f" and {plain_text.count(other_count, 'other')}")
        if self.instead and not line:
            line.append(f"“{self.instead}”")
        return line

    def line_before(self, limit: int | None = None, with_words: bool = False) -> Line:
        """The line before the words: `✗ superseded in part: follow X`. `with_words`: with those
        that it is about.
        """
        line: Line = [self.label]
        targets, opening = self.targets(limit), ": "
        if with_words:
            line.append(_in_quotation_marks(self.words, ", "))
        elif self.instead and not self.to:
            targets = [_in_quotation_marks(_first_words(self.instead))]
        if self.relation == "disputed":
            line += [": ", self.table or Link("note", self.note or "", self.title)]
            opening = "; "
        if targets:
            line += [f"{opening}{self.wording.prefix} ", *targets]
        if self.council:
            line.append(f" ({self.council})")
        return line

    @property
    def decision(self) -> str:
        """What is to be followed, in words, so that nobody needs to look it up; for a dispute, its
        line says it.
        """
        if self.relation == "disputed":
            return ""
        return self.table or _in_quotation_marks(self.decides)

    def line_after_hit(self, above: Collection[str] = ()) -> Line:
        """The line after the words of a hit: those that it is about, and what decides, unless that
        stands `above`.
        """
        parts = [_in_quotation_marks(_first_words(self.words or ""))]
        if not {*self.to[:1]} & {*above}:
            parts.append(self.decision)
        line = ": ".join(filter(None, parts))
        return [f"{self.wording.sign} ", line] if line else []

    def line_after(self) -> Line:
        """The line after the words: the reason of what stands before them, or what else to see."""
        if self.wording.level > SIGN:
            return self._see_line()
        quotation, reason = _in_quotation_marks(self.words, " "), self.reason or ""
        if self.number:
            line: Line = [self.label, quotation, ": "]
            if targets := self.targets():
                line += [f"{self.wording.prefix} ", *targets, ". "]
            return [*line, reason]
        if self.relation == "disputed":
            quotation += _in_quotation_marks(self.instead, "; ")
        elif self.instead:
            quotation = f" not{quotation}, but “{self.instead}”"
        lead = ": " if quotation else " "
        return [f"{self.wording.sign}{quotation}{lead}{reason}"]

    def _see_line(self) -> Line:
        """What else to see, with the title of what it is about; of the source, the title alone."""
        if self.wording is _OF_SOURCE:
            return [self.title]
        line: Line = []
        if self.relation == "exception" and self.number:
            line = [self.label, _in_quotation_marks(self.words, " "), ": "]
        elif self.relation == "exception":
            line = [f"{self.label} "]
        line.append(self.wording.prefix)
        if targets := self.targets():
            line += [" ", *targets]
        return [*line, ": ", Link("note", self.note, self.title) if self.note else self.title]

    def full_line(self, reason: bool = True) -> Line:
        """All in one line, to paste: `✗ superseded in part, “these words”: follow X (why)`, `+ but
        see X: title`.
        """
        if self.wording.level > SIGN:
            return replace(self, number=0).line_after()
        line = self.line_before(with_words=True)
        if reason and self.reason:
            line.append(f" ({self.reason})")
        return line

    def shortened(self, id: str) -> Remark:
        """It with the first sentence of its reason, and where the others are, if they are many.
        `id`: of the entry.

        Only if it says what to do at the table: otherwise nothing but the reason does.
        """
        first, *later = re.split(_SENTENCE_END, self.reason or "", maxsplit=1)
        is_long = bool(self.table) and sum(map(len, later)) > _MAX_QUOTED
        return replace(self, reason=f"{first} … (rulings why {id})") if is_long else self

    def headline(self) -> Line:
        """Its title with what it makes of the entry: `Joan of Arc and Mystery Box (See also
        mystery-box-43ffa91e)`.
        """
        name, targets = self.wording.name, self.targets()
        if not name and not targets:
            return [self.title]
        line: Line = [f"{self.title} ({name}"]
        if name and targets:
            line.append(": ")
        if targets:
            line += [f"{self.wording.prefix} ", *targets]
        return [*line, ")"]

    def to_dict(self) -> dict[str, Any]:
        """The remark as JSON: its line, and its parts."""
        values = {key: getattr(self, key) for key in KEYS}
        return {**values, "to": list(self.to)}


# The keys of a remark in JSON, without its place in a section
KEYS = ("line", *Remark.__struct_fields__[:-2])


def _first_words(words: str) -> str:
    """The first of the words, if they are many."""
    return words if len(words) <= _MAX_QUOTED else f"{words[:_MAX_QUOTED].rpartition(' ')[0]} …"


def _in_quotation_marks(words: str | None, opening: str = "") -> str:
    """The words in quotation marks, after what leads to them; nothing without words."""
    return f"{opening}“{words}”" if words else ""


def _with_commas(targets: Iterable[str | Link]) -> Line:
    """The targets with commas between them."""
    line: Line = []
    for target in targets:
        line += [", ", target]
    return line[1:]


def line_text(line: Line) -> str:
    """The line for a terminal, with ids."""
    return "".join(map(str, line))


# The remarks of an entry


def of_entry(entry: entities.AnyEntry, level: int = WHOLE) -> list[Remark]:
    """What a reader of the entry must be told, up to that level, the most serious first.

    If only some words of a section are shown, `DividedSection.remarks_on` selects those that are about them.
    """
    notes = sorted(entry.notes, key=lambda note: _ORDER[note.relation])
    by_note = grouped((note.id, note) for note in notes)
    entry_remarks = [_remark(entry, *sides) for sides in by_note.values()]
    if entry.entry_kind == "ruling" and entry.reversal and entry.reversal.earlier:
        entry_remarks.append(
            Remark("until-then", None, entry.reversal.earlier, entry.reversal.replaces)
        )
    if entry.entry_kind == "section":
        entry_remarks = _numbered(entry.text, entry_remarks)
    in_order = sorted(entry_remarks, key=lambda remark: _ORDER[remark.relation])
    return [remark for remark in in_order if remark.wording.level <= level]


_ORDER = {relation: number for number, relation in enumerate(RELATIONS)}


def _remark(
    entry: entities.AnyEntry, note: entities.EntryNote, *same_note: entities.EntryNote
) -> Remark:
    """`same_note`: the other side of the note, if that quotes the same entry."""
    relation, other, to = note.relation, note.other_side, note.superseded_by
    instead = decides = words = None
    if other and to:
        decides = other.words
    elif other and same_note:
        instead = other.words
    elif other:
        reversal = entry.reversal if entry.entry_kind == "ruling" else None
        in_doubt = reversal.in_doubt if reversal else ()
        to = in_doubt if other.id in in_doubt else (other.id,)
    is_on_section = other is not None and other.kind == "section"
    if relation == "clarification" and entry.entry_kind == "ruling" and is_on_section:
        relation = "related"  # the section says less than the ruling
    if note.status != "superseded" and note.relation in _MARKED:
        words = note.words
    return Remark(
        relation,
        note.id,
        note.title,
        to,
        instead,
        words,
        note.reason,
        note.table,
        decides,
        _council_to_follow(entry, note),
    )


def _council_to_follow(entry: entities.AnyEntry, note: entities.EntryNote) -> str | None:
    """The events at which the other side of a note counts, if that is a council's word against the
    publisher's.
    """
    if note.other_side is None or RELATIONS[note.relation].level > SIGN:
        return None
    if entry.entry_kind == "ruling" and any(citation.council for citation in entry.citations):
        return None
    return note.other_side.council


_MARKED = [relation for relation, wording in RELATIONS.items() if wording.level <= WORDS]


def _numbered(text: str, remarks: Iterable[Remark]) -> list[Remark]:
    """The remarks with the places of their words; if there are several, numbered in the order of
    the text.
    """
    remarks_with_places = [
        replace(remark, spans=spans_of(text, remark.words or "")) for remark in remarks
    ]
    marks = [remark for remark in remarks_with_places if remark.spans]
    if len(marks) < 2:
        return remarks_with_places
    marks.sort(key=lambda remark: remark.spans[0])
    numbers = {remark.note: number for number, remark in enumerate(marks, 1)}
    return [replace(remark, number=numbers.get(remark.note, 0)) for remark in remarks_with_places]


def spans_of(
    text: str, words: str, form: Callable[[str], str] = str.strip
) -> tuple[tuple[int, int], ...]:
    """Where the parts of a quotation are in a text, in their order. None if one is not there."""
    spans, end = list[tuple[int, int]](), 0
    for _, places in plain_text.places_of_parts(words, text, form):
        span = next((place for place in places if place[0] >= end), None)
        if not span:
            return ()
        spans.append(span)
        end = span[1]
    return tuple(spans)


# Lines of remarks. Numbered ones are shown in the text; before it, only where they are.


def numbered(remarks: Iterable[Remark]) -> list[Remark]:
    """The remarks that are numbered in the text, in its order."""
    return sorted((remark for remark in remarks if remark.number), key=lambda remark: remark.number)


def lines_before(remarks: Sequence[Remark], above: Collection[str] | None = None) -> list[Line]:
    """The lines before the words of an entry or, if the ids of the hits `above` are given, of a
    hit.
    """
    with_signs = [remark for remark in remarks if remark.wording.level == SIGN]
    if above is not None:
        return [_shared_remark(group).line_before(len(group)) for group in _alike(with_signs)]
    lines = [remark.line_before() for remark in with_signs if not remark.number]
    for wording in dict.fromkeys(remark.wording for remark in with_signs if remark.number):
        labels = [remark.label for remark in numbered(with_signs) if remark.wording == wording]
        name = f"{wording.sign} {wording.name}, at {plain_text.joined_with('and', labels)}"
        lines.append([f"{name}: what to follow is said below"])
    return lines


def _alike(with_signs: Iterable[Remark]) -> Iterable[list[Remark]]:
    """The remarks that share a line; of disputes each says what to do."""
    groups: dict[tuple[str | None, ...], list[Remark]] = {}
    for remark in with_signs:
        is_alone = remark.relation == "disputed" or (remark.instead and not remark.to)
        note = remark.note if is_alone else None
        groups.setdefault((remark.relation, note, remark.council), []).append(remark)
    return groups.values()


def _shared_remark(alike: Sequence[Remark]) -> Remark:
    """The first remark with all that is to be followed: first what decides in each, then the
    others.
    """
    leading, later = list[str](), list[str]()
    for remark in alike:
        leading += remark.to[:1]
        later += remark.to[1:]
    return replace(alike[0], number=0, to=tuple(dict.fromkeys([*leading, *later])))


def lines_after(remarks: Sequence[Remark], above: Collection[str] | None = None) -> list[Line]:
    """The lines after the words of an entry: those of numbered marks in the order of the text, then
    the others; or, if the ids of the hits `above` are given, of a hit.
    """
    if above is not None:
        return _lines_after_hit(remarks, above)
    in_order = sorted(remarks, key=lambda remark: (not remark.number, remark.number))
    return list(filter(None, map(Remark.line_after, in_order)))


def _lines_after_hit(remarks: Iterable[Remark], above: Collection[str]) -> list[Line]:
    """The lines after the words of a hit: what decides, then in one line what they leave out, by
    the title if only one.

    `above`: the ids of the hits above it, which need not be quoted.
    """
    lines: list[Line] = []
    exceptions: list[Remark] = []
    for remark in remarks:
        if remark.wording.level == SIGN and (line := remark.line_after_hit(above)):
            lines.append(line)
        elif remark.relation == "exception":
            exceptions.append(remark)
    if len(exceptions) < 2:
        return [*lines, *(replace(remark, number=0).line_after() for remark in exceptions)]
    ids = dict.fromkeys(chain.from_iterable(map(attrgetter("to"), exceptions)))
    return [*lines, ["+ but see ", *_with_commas(Link("entry", id, "") for id in ids)]]


def one_line(remarks: Iterable[Remark]) -> str:
    """What must be said wherever the words are copied to, in one line; empty if nothing."""
    return " ".join(
        line_text(replace(remark, number=0).full_line())
        for remark in remarks
        if remark.wording.level <= WORDS
    )


def section_standing(section: entities.Section) -> str:
    """For whom a section counts, after the title of its document."""
    return f"{section.source.title or section.document}: {section.standing_in_words}"


def advice(entry: entities.AnyEntry) -> list[Line]:
    """Advice to a judge at the table, a line each. A section of a document is never followed as a
    rule.
    """
    entry_remarks = of_entry(entry, WORDS)
    is_rule = entry.entry_kind != "section"
    lines: list[Line] = []
    if entry.entry_kind == "section":
        lines.append([f"Do not follow it as a rule. {section_standing(entry)}."])
    for relation, lead, of_section in _ADVICE:
        targets: dict[str | Link, None] = {}
        clauses: list[Line] = []
        for remark in entry_remarks:
            if remark.relation == relation:
                targets |= dict.fromkeys(remark.targets())
                if clause := remark.table:
                    clauses.append([f"{clause[:1].upper()}{clause[1:].rstrip('.')}."])
                if remark.council:
                    clauses.append([_OF_COUNCIL[relation].format(remark.council)])
        targets.pop(", ", None)
        if targets:
            line = [lead if is_rule else of_section, *_with_commas(targets)]
            lines.append(line if line_text(line).endswith(".”") else [*line, "."])
        lines += clauses
    if entry.entry_kind == "ruling":
        lines += ([words] for words in standing_lines(entry))
    return lines or [["Follow it."]]


_ADVICE = (  # relation → words before what to follow, for a rule and for a section
    ("superseded", "Do not follow it. Follow instead: ", "Follow instead: "),
    (
        "superseded-in-part",
        "Follow it, but for the words quoted below. There, follow: ",
        "For the words quoted below, follow: ",
    ),
    ("disputed", "Nothing decides between it and: ", "Nothing decides between it and: "),
    ("exception", "Follow it, but see: ", "For what it leaves out, see: "),
)


_OF_COUNCIL = {  # relation → words about the other side, if that is a council's
    "superseded": "That is the word of a players’ council ({}): elsewhere, follow this one.",
    "superseded-in-part": "That is the word of a players’ council ({}): elsewhere, follow this one.",
    "disputed": "The other is the word of a players’ council ({}).",
}


def standing_lines(ruling: entities.Ruling) -> list[str]:
    """What a judge must know of who said it; nothing if it was only the publisher, its NetRep or a
    document of the game.
    """
    if not ruling.official:
        return [
            "It is unofficial and decides nothing: use it only where no official ruling answers."
        ]
    is_followed = ruling.status in ("in-force", "superseded-in-part")
    opening = "It is a council’s word"
    if any(c.standing in ("publisher", "document") for c in ruling.citations):
        lead = "Follow it; a" if is_followed else "A"
        opening = f"{lead} part of it is a council’s word"
    elif is_followed:
        opening = "Follow it where the council’s word counts"
    councils = dict.fromkeys(c.council for c in ruling.citations if c.council)
    return [f"{opening}: {c.office} of the {c.name}, {c.standing_in_words}." for c in councils]
