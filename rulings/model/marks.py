"""Views → what marks an entry: superseded, disputed, errata, unofficial, doubtful, restored. For terminal and site."""

from __future__ import annotations

import re

from msgspec.structs import replace

from rulings.model.constants import AGREEING_KINDS, DOUBTS, EXCEPTION, IN_FORCE, STATUSES
from rulings.model.entities import Citation, Entry, EntryNote, Ruling, Section
from rulings.model.formatting import count
from rulings.model.shown import Mark, NumberedMark, StatusReason

STATUS_MARKS = {  # status → sign, words, meaning
    "superseded": ("✗", "superseded", "overruled by the statement it names"),
    "superseded-in-part": ("✗", "superseded in part", "the quoted words are overruled; the rest is in force"),
    "disputed": ("⇄", "disputed", "another statement contradicts it, and neither overrules the other"),
}
EXCEPTION_SIGN = "+"  # quiet: the words are right as a rule
# A new kind of mark needs a sign, its form in ASCII, its meaning if its words do not say it, and a heading in
# site/pages/marks.md.
SIGNS = {  # kind of mark → sign
    "errata": "",  # shown with a bar along the words
    "unofficial": "≈",
    "reversal": "↺",
    "likely-date": "†",
    "restored": "⚑",
    "players-council": "◇",
    **{status: sign for status, (sign, _, _) in STATUS_MARKS.items()},
    **dict.fromkeys((*DOUBTS, "doubtful-date"), "?"),
}
ASCII_SIGNS = str.maketrans("✗⇄≈↺†⚑◇", "x#~<^+o")  # for terminals without the signs
BRIEF_MEANINGS = {  # kind of mark → its meaning in a few words; `meaning` of a mark is the evidence
    "restored": "restored from an undamaged copy",
    "likely-date": "likely date, not the printed one",
    "unofficial": "no authority over the rules",
    "players-council": "a players’ council, not the publisher",
    "reversal": "takes back an earlier ruling",
}


def status_mark(entry: Entry) -> Mark | None:
    """The mark of a ruling, section or step that is superseded or disputed."""
    if entry.status not in STATUS_MARKS:
        return None
    _, words, meaning = STATUS_MARKS[entry.status]
    return _mark(entry.status, words, meaning)


def status_reasons(entry: Entry) -> list[StatusReason]:
    """The reasons why the entry is superseded or disputed, one for each note that says so, the most serious first."""
    notes = sorted((n for n in entry.notes if n.status != IN_FORCE), key=lambda n: STATUSES.index(n.status))
    within = _notes_within(entry)
    first_sides = {note.id: note for note in reversed(notes)}
    return [_status_reason(note, note.id in within) for note in notes if first_sides[note.id] is note]


def _notes_within(entry: Entry) -> set[str]:
    """The ids of the notes both of whose sides quote this entry."""
    ids = [note.id for note in entry.notes]
    return {id for id in ids if ids.count(id) > 1}


def _status_reason(note: EntryNote, within: bool) -> StatusReason:
    sign, words, _ = STATUS_MARKS[note.status]
    other_side = note.other_side
    follow = note.superseded_by
    if note.status == "disputed" and other_side and not within:
        follow = (other_side.id,)
    quoted = note.words if note.status != "superseded" else None
    instead = other_side.words if other_side and not follow else None
    return StatusReason(note.status, sign, words, quoted, follow, instead, note.id, note.title, note.reason)


def notes_in_force(entry: Entry) -> list[EntryNote]:
    """The notes that leave the entry in force: clarifications, exceptions, and contradictions that it wins.

    Each is listed once, even if both of its sides quote the entry.
    """
    others = {note.id for note in entry.notes if note.status != IN_FORCE}
    return list({note.id: note for note in reversed(entry.notes) if note.id not in others}.values())[::-1]


def clarifications(entry: Entry) -> list[tuple[str, str]]:
    """The statements that only seem to disagree with the entry, or to which it is an exception, with titles of notes.

    A statement is named by its id or, if it is in the same entry, by its words in quotation marks. One that supersedes
    or disputes the entry is left out, because the status names it.
    """
    within = _notes_within(entry)
    named = {note.other_side.id for note in entry.notes if note.status != IN_FORCE and note.other_side}
    notes = [n for n in notes_in_force(entry) if n.kind in AGREEING_KINDS and n.side and not _is_rule(n)]
    return [
        (f"“{other.words}”" if note.id in within else other.id, note.title)
        for note in notes
        if (other := note.other_side) and other.id not in named
    ]


def exceptions(entry: Entry) -> list[EntryNote]:
    """The notes on what the entry leaves out: it is right as a rule, but see the other side of each note."""
    return [note for note in notes_in_force(entry) if _is_rule(note)]


def _is_rule(note: EntryNote) -> bool:
    return note.kind == EXCEPTION and note.side == "one"


def numbered_marks(section: Section) -> list[NumberedMark]:
    """What is superseded, disputed or left out in a section, if there are several marks, in the order of its text."""
    found = [
        NumberedMark(0, r.kind, r.sign, r.quoted, _spans_of(section.text, r.quoted), r.follow, r.note, r.title, r.why)
        for r in status_reasons(section)
        if r.quoted
    ]
    for note in exceptions(section):
        if note.words and note.other_side:
            spans, see = _spans_of(section.text, note.words), (note.other_side.id,)
            mark = NumberedMark(0, EXCEPTION, EXCEPTION_SIGN, note.words, spans, see, note.id, note.title, note.reason)
            found.append(mark)
    in_order = sorted((mark for mark in found if mark.spans), key=lambda mark: mark.spans[0])
    return [replace(mark, number=n) for n, mark in enumerate(in_order, 1)] if len(in_order) > 1 else []


def _spans_of(text: str, words: str) -> list[tuple[int, int]]:
    """Where the words are in a text (start, end; characters); “ … ” stands for words between them."""
    spans: list[tuple[int, int]] = []
    for part in words.split(" … "):
        pattern = re.compile(r"\s+".join(map(re.escape, part.split())))
        if match := pattern.search(text, spans[-1][1] if spans else 0):
            spans.append(match.span())
    return spans


def status_line(reason: StatusReason, max_ids: int | None = None, with_why: bool = True) -> str:
    """A reason in one line: `✗ superseded: follow armageddon-b048b520 (why)`, with the words if only a part is.

    `max_ids`: how many entries to follow are listed; the others are counted.
    """
    shown = reason.follow[:max_ids]
    others = len(reason.follow) - len(shown)
    listed = ", ".join(shown) + (f" and {count(others, 'other')}" if others else "")
    listed = listed or (f"“{reason.instead}”" if reason.instead else "")
    line = f"{reason.sign} {reason.words}"
    if reason.quoted:
        line += f", “{reason.quoted}”"
    if reason.kind == "disputed":
        line += f": {reason.title}" + (f"; see {listed}" if listed else "")
    elif listed:
        line += f": follow {listed}"
    return f"{line} ({reason.why})" if with_why and reason.why else line


def status_before_words(reason: StatusReason) -> str:
    """A reason without its quotations and explanation: `✗ superseded in part: follow armageddon-b048b520`."""
    return status_line(replace(reason, quoted=None, instead=None), with_why=False)


def status_after_words(reason: StatusReason) -> str:
    """The quotations and the explanation: `✗ “these words”: why`; empty if there are none."""
    quoted, instead = reason.quoted, reason.instead
    quotations = f"“{quoted}”" if quoted else ""
    if instead:
        quotations = f"not {quotations}, but “{instead}”" if reason.kind != "disputed" else f"{quotations}; “{instead}”"
    explanation = ": ".join(part for part in (quotations, reason.why) if part)
    return f"{reason.sign} {explanation}" if explanation else ""


def status_words(entry: Entry) -> str:
    """The whole status in one line; empty for an entry in force."""
    return " ".join(map(status_line, status_reasons(entry)))


def ruling_marks(ruling: Ruling) -> list[Mark]:
    """The marks of a ruling as a whole: status, errata, unofficial, reversal."""
    result = []
    status = status_mark(ruling)
    if status:
        result.append(status)
    if ruling.kind == "errata":
        words = "errata" if ruling.label else "errata, not labelled"
        result.append(_mark("errata", words, ruling.errata_because or ""))
    if not ruling.official:
        result.append(_mark("unofficial", "unofficial", _why_unofficial(ruling)))
    if ruling.reverses:
        result.append(_mark("reversal", "reversal", "takes back an earlier ruling"))
    return result


def publisher_label(ruling: Ruling) -> str:
    """`official` for an official ruling by the publisher or a document of the game, which has no mark; otherwise empty.

    Marks say which rulings are unofficial and which come from the players' council; references need neither.
    """
    spoken = any(c.official and c.standing in ("publisher", "document") for c in ruling.citations)
    return "official" if ruling.official and spoken else ""


def _why_unofficial(ruling: Ruling) -> str:
    people = list(dict.fromkeys(c.authority for c in ruling.citations))
    if (ruling.label or "").lower().startswith("unofficial"):
        return (
            f"the document calls it unofficial, though it cites {' and '.join(people)}"
            if people
            else "the document calls it unofficial"
        )
    return f"{' and '.join(people)} had no authority over the rules" if people else "no authority is cited"


def citation_marks(citation: Citation) -> list[Mark]:
    """The marks of one citation: likely or doubtful date, restored, players' council, unofficial."""
    result = []
    doubt = citation.doubt
    if citation.likely:
        result.append(_mark("likely-date", "likely date", citation.likely_because or ""))
    if doubt:
        kind = doubt if doubt in DOUBTS else "doubtful-date"
        result.append(_mark(kind, "doubtful date", citation.doubt_because or doubt_words(doubt)))
    if citation.restored:
        result.append(restored_mark(citation.restored, "date restored" if citation.date else "restored"))
    if not citation.official:
        result.append(_mark("unofficial", "unofficial", f"{citation.authority} had no authority over the rules"))
    elif citation.standing == "players-council":
        result.append(PLAYERS_COUNCIL)
    return result


def doubt_words(doubt: str) -> str:
    """A kind of doubt about a date, in words."""
    return DOUBTS.get(doubt, doubt.replace("-", " "))


def restored_mark(evidence: str, words: str = "restored") -> Mark:
    """The mark of a heading or citation that was missing in the source and restored."""
    return _mark("restored", words, f"lost from our copy; put back from the {evidence}")


def _mark(kind: str, words: str, meaning: str) -> Mark:
    return Mark(kind, SIGNS[kind], words, meaning)


PLAYERS_COUNCIL = _mark(
    "players-council",
    "players’ council",
    "by the Rules Sensei of the Top Runners’ Conference, after the last ruling by the publisher; official at the "
    "events of the Conference; the publisher did not confirm it",
)


def concerns_excerpt(reason: StatusReason, text: str, excerpt: str) -> bool:
    """Whether the status is about an excerpt of the text; true if the text lacks the excerpt or the quoted words."""
    quoted, words, shown = (_normalized_words(part or "") for part in (reason.quoted, text, excerpt.removesuffix("…")))
    if not quoted.strip() or quoted not in words or shown not in words:
        return True
    start = words.index(shown)
    reach = len(quoted.strip())  # a quotation may begin before the excerpt or end after it
    return quoted in words[max(0, start - reach) : start + len(shown) + reach]


def _normalized_words(text: str) -> str:
    """The text without punctuation, with one space before and after each word."""
    return f" {' '.join(''.join(c if c.isalnum() else ' ' for c in text).split())} "
