"""A ruling as it stood on an earlier day: what had been said by then, and what had not yet been superseded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rulings.model.cited_parts import cited_parts
from rulings.model.constants import FAR_FUTURE
from rulings.model.selecting import best_date, cited_dates, is_see_entry, overall_status
from rulings.model.views import CitationView, EntryNoteView, RulingView, StatusView, StepView


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


def history_of(
    rulings: Iterable[RulingView], publication_dates: Mapping[str, str], steps: Iterable[StepView]
) -> History:
    """The history of these rulings. `steps`: the steps that they apply to."""
    return History(
        {ruling["id"]: known_from(ruling, publication_dates) for ruling in rulings},
        publication_dates,
        {(applied["ruling"], step["number"]): applied["words"] for step in steps for applied in step["applied"]},
    )


def known_from(ruling: RulingView, publication_dates: Mapping[str, str]) -> str:
    """The day of the ruling's first citation or, if none is dated, of the publication of its document (ISO 8601)."""
    published = publication_dates.get(ruling["source"]["document"], FAR_FUTURE)
    return min(cited_dates(ruling["citations"]), default=published)


def as_it_stood(ruling: RulingView, day: str, history: History) -> RulingView | None:
    """The part of a ruling that had been given by `day` (ISO 8601), or None if nothing had.

    What is cited without a date is known from the publication of the document.
    What depends on the text, the citations or other rulings is recomputed; `printed` stays the whole entry.
    """
    notes = _notes_on(day, ruling["notes"], history)
    whole: RulingView = {
        **ruling,
        **_status_by(notes),
        "reversed_by": [id for id in ruling["reversed_by"] if history.known_from.get(id, FAR_FUTURE) <= day],
        "also_under": [id for id in ruling["also_under"] if history.known_from.get(id, FAR_FUTURE) <= day],
    }
    published = history.publication_dates.get(ruling["source"]["document"], FAR_FUTURE)
    if not cited_dates(ruling["citations"]):
        return whole if published <= day else None
    text, citations = _said_by(day, ruling, published)
    if not citations:
        return None
    given = " ".join([*text.split(), *(citation["printed"] for citation in citations)])
    applied_words = ((step, history.applied_words.get((ruling["id"], step), "")) for step in ruling["steps"])
    whole_text = " ".join(ruling["text"].split())
    return {
        **whole,
        **_status_by([note for note in notes if not _is_missing(note["words"] or "", given, whole_text)]),
        "text": text,
        "citations": citations,
        "official": is_see_entry(ruling) or (ruling["official"] and any(c["official"] for c in citations)),
        "mentions": [mention for mention in ruling["mentions"] if mention["as"] in given],
        "steps": [step for step, words in applied_words if " ".join(words.split()) in given],
    }


def _said_by(day: str, ruling: RulingView, published: str) -> tuple[str, list[CitationView]]:
    """The words for which somebody is cited by `day`, and these citations, each with the span of these words.

    `published`: the date of a citation without a date.
    """
    text = ""
    citations: list[CitationView] = []
    for part in cited_parts(ruling):
        early = [c for c in part["citations"] if (best_date(c) or published) <= day]
        if early:
            moved_by = len(text) + (1 if text else 0) - part["start"]
            text = f"{text} {part['text']}".strip()
            citations += [{**c, "supports": [position + moved_by for position in c["supports"]]} for c in early]
    return text, citations


def status_on(entry: StatusView, day: str, history: History) -> StatusView:
    """The status of a section or step on that day, with the notes that were known."""
    return _status_by(_notes_on(day, entry["notes"], history))


def _notes_on(day: str, notes: Iterable[EntryNoteView], history: History) -> list[EntryNoteView]:
    """The notes as they stood on that day, each with the superseding entries that existed by then.

    A note is left out if neither they nor its other side existed. If only they did, the note loses its other side and
    our explanation, which is about that side.
    """
    notes_on_day: list[EntryNoteView] = []
    for note in notes:
        other_side = note["with"]
        superseded_by = [id for id in note["superseded_by"] if _said_on(id, note, history) <= day]
        if other_side is None or _said_on(other_side["id"], note, history) <= day:
            notes_on_day.append({**note, "superseded_by": superseded_by})
        elif superseded_by:
            notes_on_day.append({**note, "superseded_by": superseded_by, "with": None, "why": ""})
    return notes_on_day


def _said_on(id: str, note: EntryNoteView, history: History) -> str:
    """The date of an entry that a note names, or of its quoted words if it is the other side; empty if unknown."""
    other_side = note["with"]
    quoted_on = other_side["date"] if other_side and other_side["id"] == id else None
    return quoted_on or history.known_from.get(id, "")


def _status_by(notes: list[EntryNoteView]) -> StatusView:
    """The status that these notes give an entry, with the notes."""
    status, superseded_by = overall_status((note["status"], note["superseded_by"]) for note in notes)
    return {"status": status, "superseded_by": superseded_by, "notes": notes}


def _is_missing(words: str, given: str, whole_text: str) -> bool:
    """Whether words of the whole text are not in the part of it that had been given."""
    words = " ".join(words.split())
    return words in whole_text and words not in given
