"""A ruling as it stood on an earlier day: what had been said by then, and what had not yet been superseded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from msgspec.structs import replace

from rulings.model.cited_parts import cited_parts
from rulings.model.constants import FAR_FUTURE
from rulings.model.entities import Citation, Entry, EntryNote, Ruling, Step
from rulings.model.selecting import overall_status

AnEntry = TypeVar("AnEntry", bound=Entry)


@dataclass(frozen=True)
class History:
    """What is needed to know how a ruling stood on an earlier day.

    `known_from`: the day from which each ruling is known, by id; `publication_dates`: those of the documents, by id,
    which count for rulings without a date; `applied_words`: the words by which a ruling applies to a step, by ruling id
    and number.
    """

    known_from: Mapping[str, str]
    publication_dates: Mapping[str, str]
    applied_words: Mapping[tuple[str, int], str]


def history_of(rulings: Iterable[Ruling], publication_dates: Mapping[str, str], steps: Iterable[Step]) -> History:
    """The history of these rulings. `steps`: the steps that they apply to."""
    return History(
        {ruling.id: known_from(ruling, publication_dates) for ruling in rulings},
        publication_dates,
        {(applied.ruling, step.number): applied.words for step in steps for applied in step.applied},
    )


def known_from(ruling: Ruling, publication_dates: Mapping[str, str]) -> str:
    """The day of the ruling's first citation or, if none is dated, of the publication of its document (ISO 8601)."""
    published = publication_dates.get(ruling.source.document, FAR_FUTURE)
    return min(ruling.dates, default=published)


def as_it_stood(ruling: Ruling, day: str, history: History) -> Ruling | None:
    """The part of a ruling that had been given by `day` (ISO 8601), or None if nothing had.

    What is cited without a date is known from the publication of the document.
    What depends on the text, the citations or other rulings is recomputed; `printed` stays the whole entry.
    """
    notes = _notes_on(day, ruling.notes, history)
    whole = replace(
        _with_notes(ruling, notes),
        reversed_by=tuple(id for id in ruling.reversed_by if history.known_from.get(id, FAR_FUTURE) <= day),
        also_under=tuple(id for id in ruling.also_under if history.known_from.get(id, FAR_FUTURE) <= day),
    )
    published = history.publication_dates.get(ruling.source.document, FAR_FUTURE)
    if not ruling.dates:
        return whole if published <= day else None
    text, citations = _said_by(day, ruling, published)
    if not citations:
        return None
    given = " ".join([*text.split(), *(citation.printed for citation in citations)])
    applied_words = ((step, history.applied_words.get((ruling.id, step), "")) for step in ruling.steps)
    whole_text = " ".join(ruling.text.split())
    return replace(
        _with_notes(whole, [note for note in notes if not _is_missing(note.words or "", given, whole_text)]),
        text=text,
        citations=tuple(citations),
        official=ruling.is_see_entry or (ruling.official and any(c.official for c in citations)),
        mentions=tuple(mention for mention in ruling.mentions if mention.words in given),
        steps=tuple(step for step, words in applied_words if " ".join(words.split()) in given),
    )


def _said_by(day: str, ruling: Ruling, published: str) -> tuple[str, list[Citation]]:
    """The words for which somebody is cited by `day`, and these citations, each with the span of these words.

    `published`: the date of a citation without a date.
    """
    text = ""
    citations: list[Citation] = []
    for part in cited_parts(ruling):
        early = [c for c in part.citations if (c.best_date or published) <= day]
        if early:
            moved_by = len(text) + (1 if text else 0) - part.start
            text = f"{text} {part.text}".strip()
            citations += [replace(c, supports=(c.supports[0] + moved_by, c.supports[1] + moved_by)) for c in early]
    return text, citations


def status_on(entry: AnEntry, day: str, history: History) -> AnEntry:
    """A section or step with its status on that day, and the notes that were known."""
    return _with_notes(entry, _notes_on(day, entry.notes, history))


def _notes_on(day: str, notes: Iterable[EntryNote], history: History) -> list[EntryNote]:
    """The notes as they stood on that day, each with the superseding entries that existed by then.

    A note is left out if neither they nor its other side existed. If only they did, the note loses its other side and
    our explanation, which is about that side.
    """
    notes_on_day: list[EntryNote] = []
    for note in notes:
        other_side = note.other_side
        superseded_by = tuple(id for id in note.superseded_by if _said_on(id, note, history) <= day)
        if other_side is None or _said_on(other_side.id, note, history) <= day:
            notes_on_day.append(replace(note, superseded_by=superseded_by))
        elif superseded_by:
            notes_on_day.append(replace(note, superseded_by=superseded_by, other_side=None, reason=""))
    return notes_on_day


def _said_on(id: str, note: EntryNote, history: History) -> str:
    """The date of an entry that a note names, or of its quoted words if it is the other side; empty if unknown."""
    other_side = note.other_side
    quoted_on = other_side.date if other_side and other_side.id == id else None
    return quoted_on or history.known_from.get(id, "")


def _with_notes(entry: AnEntry, notes: list[EntryNote]) -> AnEntry:
    """The entry with these notes and the status that they give it."""
    status, superseded_by = overall_status((note.status, note.superseded_by) for note in notes)
    return replace(entry, status=status, superseded_by=tuple(superseded_by), notes=tuple(notes))


def _is_missing(words: str, given: str, whole_text: str) -> bool:
    """Whether words of the whole text are not in the part of it that had been given."""
    words = " ".join(words.split())
    return words in whole_text and words not in given
