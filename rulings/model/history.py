"""The knowledge base → as it stood on a day, with only what meets the conditions of its reader."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rulings.model import constants, entities, formatting, knowledge, status

AKnowledge = TypeVar("AKnowledge", bound=knowledge.Knowledge)
AnEntry = TypeVar("AnEntry", bound=entities.Entry)


# A date as users type it (a year, a month or a day) → its first and last day.

_TYPED = re.compile(r"([1-9][0-9]{3})(?:-([0-9]{1,2}))?(?:-([0-9]{1,2}))?")


class InvalidDateError(ValueError):
    """A date that cannot be read. Its message is for users."""


def date_range(typed: str) -> tuple[str, str]:
    """`1997` → `1997-01-01`, `1997-12-31`; `1997-2` → `1997-02-01`, `1997-02-28`. Raises `InvalidDateError`."""
    if not isinstance(typed, str):
        raise TypeError(f'a date is text, such as "1997", "1997-03" or "1997-03-31", not {typed!r}')
    from calendar import monthrange

    match = _TYPED.fullmatch(typed.strip())
    try:
        if match is None:
            raise ValueError
        year, month, day = match.groups()
        first = date(int(year), int(month or 1), int(day or 1))
        last = date(int(year), int(month or 12), int(day or monthrange(int(year), int(month or 12))[1]))
    except ValueError:
        raise InvalidDateError(f"“{typed[:40]}” is not a date; use 1997, 1997-03 or 1997-03-31") from None
    return first.isoformat(), last.isoformat()


class History(Struct, frozen=True):
    """What is needed to know how a ruling stood on an earlier day.

    `known_from`: the day from which each ruling is known, by id; `publication_dates`: those of the documents, by id,
    which count for rulings without a date; `applied_words`: the words by which a ruling applies to a step, by ruling id
    and number.
    """

    known_from: Mapping[str, str]
    publication_dates: Mapping[str, str]
    applied_words: Mapping[tuple[str, int], str]


def history_of(
    rulings: Iterable[entities.Ruling], publication_dates: Mapping[str, str], steps: Iterable[entities.Step]
) -> History:
    """The history of these rulings. `steps`: the steps that they apply to."""
    return History(
        {ruling.id: known_from(ruling, publication_dates) for ruling in rulings},
        publication_dates,
        {(applied.ruling, step.number): applied.words for step in steps for applied in step.applied},
    )


def known_from(ruling: entities.Ruling, publication_dates: Mapping[str, str]) -> str:
    """The day of the ruling's first citation or, if none is dated, of the publication of its document (ISO 8601)."""
    published = publication_dates.get(ruling.source.document, constants.FAR_FUTURE)
    return min(ruling.dates, default=published)


def as_it_stood(ruling: entities.Ruling, day: str, history: History) -> entities.Ruling | None:
    """The part of a ruling that had been given by `day` (ISO 8601), or None if nothing had.

    What is cited without a date is known from the publication of the document.
    What depends on the text, the citations or other rulings is recomputed; `printed` stays the whole entry.
    """
    notes = _notes_on(day, ruling.notes, history)
    whole = replace(
        status.with_notes(ruling, notes),
        also_under=tuple(id for id in ruling.also_under if history.known_from.get(id, constants.FAR_FUTURE) <= day),
    )
    published = history.publication_dates.get(ruling.source.document, constants.FAR_FUTURE)
    if not ruling.dates:
        return whole if published <= day else None
    text, citations = _said_by(day, ruling, published)
    if not citations:
        return None
    given = " ".join([*text.split(), *(citation.printed for citation in citations)])
    applied_words = ((step, history.applied_words.get((ruling.id, step), "")) for step in ruling.steps)
    whole_text = " ".join(ruling.text.split())

    def is_missing(words: str) -> bool:
        words = " ".join(words.split())
        return words in whole_text and words not in given

    return replace(
        status.with_notes(whole, [note for note in notes if not is_missing(note.words or "")]),
        text=text,
        citations=tuple(citations),
        official=ruling.is_see_entry or (ruling.official and any(c.official for c in citations)),
        mentions=tuple(mention for mention in ruling.mentions if mention.words in given),
        steps=tuple(step for step, words in applied_words if " ".join(words.split()) in given),
    )


def _said_by(day: str, ruling: entities.Ruling, published: str) -> tuple[str, list[entities.Citation]]:
    """The words for which somebody is cited by `day`, and these citations, each with the span of these words.

    `published`: the date of a citation without a date.
    """
    text = ""
    citations: list[entities.Citation] = []
    for part in formatting.cited_parts(ruling):
        early = [c for c in part.citations if (c.best_date or published) <= day]
        if early:
            moved_by = len(text) + (1 if text else 0) - part.start
            text = f"{text} {part.text}".strip()
            citations += [replace(c, supports=(c.supports[0] + moved_by, c.supports[1] + moved_by)) for c in early]
    return text, citations


def select(kb: AKnowledge, conditions: knowledge.Conditions) -> AKnowledge:
    """The knowledge base with only what meets the conditions, and as it stood on that day.

    A topic has no side and no type, so that no ruling on one passes a condition on them. Sections and steps are only
    selected by their game; of a step, only the rulings that pass are left.
    """
    history: History | None = None
    if conditions.as_of:
        history = history_of(kb.rulings, {d.id: d.date for d in kb.documents if d.date}, kb.steps)
    is_our_game = conditions.game in (None, constants.NETRUNNER)
    cards = tuple(
        card
        for card in kb.cards
        if is_our_game and conditions.side in (None, card.side.lower()) and conditions.type in (None, card.type.lower())
    )
    subjects = {card.id for card in cards} if conditions.side or conditions.type else None
    rulings = []
    for ruling in kb.rulings if is_our_game else ():
        given = as_it_stood(ruling, conditions.as_of, history) if conditions.as_of and history else ruling
        is_on_them = subjects is None or (ruling.subject.kind == "card" and ruling.subject.id in subjects)
        is_recent = given is not None and (given.date or "") >= (conditions.since or "")
        if given and is_recent and is_on_them and (given.official or not conditions.official):
            rulings.append(given)
    steps_of = {ruling.id: ruling.steps for ruling in rulings}
    sections: Iterable[entities.Section] = kb.sections
    steps: Iterable[entities.Step] = kb.steps if is_our_game else ()
    if conditions.as_of and history:
        sections = [status_on(section, conditions.as_of, history) for section in sections]
        steps = [status_on(step, conditions.as_of, history) for step in steps]
    selected = replace(
        kb,
        conditions=conditions,
        cards=cards,
        rulings=tuple(rulings),
        documents=tuple(d for d in kb.documents if conditions.game in (None, d.game)),
        sections=tuple(
            section
            for section in sections
            if conditions.game in (None, section.game) and (section.official or not conditions.official)
        ),
        steps=tuple(
            replace(step, applied=tuple(a for a in step.applied if step.number in steps_of.get(a.ruling, ())))
            for step in steps
        ),
    )
    vars(selected).update(whole=kb.whole)
    return selected


def status_on(entry: AnEntry, day: str, history: History) -> AnEntry:
    """A section or step with its status on that day, and the notes that were known."""
    return status.with_notes(entry, _notes_on(day, entry.notes, history))


def _notes_on(day: str, notes: Iterable[entities.EntryNote], history: History) -> list[entities.EntryNote]:
    """The notes as they stood on that day, each with the superseding entries that existed by then.

    A note is left out if neither they nor its other side existed. If only they did, the note loses its other side and
    our explanation, which is about that side.
    """
    notes_on_day: list[entities.EntryNote] = []
    for note in notes:
        other_side = note.other_side
        superseded_by = tuple(id for id in note.superseded_by if _said_on(id, note, history) <= day)
        if other_side:
            also = (id for id in other_side.also if _said_on(id, note, history) <= day)
            other_side = replace(other_side, also=tuple(also))
        if other_side is None or _said_on(other_side.id, note, history) <= day:
            notes_on_day.append(replace(note, superseded_by=superseded_by, other_side=other_side))
        elif superseded_by:
            notes_on_day.append(replace(note, superseded_by=superseded_by, other_side=None, reason=""))
    return notes_on_day


def _said_on(id: str, note: entities.EntryNote, history: History) -> str:
    """The date of an entry that a note names, or of its quoted words if it is the other side; empty if unknown."""
    other_side = note.other_side
    quoted_on = other_side.date if other_side and other_side.id == id else None
    return quoted_on or history.known_from.get(id, "")
