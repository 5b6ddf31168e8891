"""Finds the status of each ruling, section and step from notes and reversals: what
supersedes it, and the notes about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from operator import attrgetter
from typing import TypeVar

from msgspec.structs import replace

from rulings.model import entities, hand_edited, vocabulary
from rulings.model.base import grouped

AnEntry = TypeVar("AnEntry", bound=entities.Entry)


# Describes words that a note quotes, for readers of the other side
Describe = Callable[[entities.Quotation], entities.Opposite | None]


def entry_notes(
    notes: Iterable[entities.Note],
    reversals: Iterable[hand_edited.ReversalRow],
    describe: Describe = lambda quotation: None,
) -> dict[str, list[entities.EntryNote]]:
    """The notes on each entry, by its id. `reversals`: the rows of reversals.yaml."""
    sides: list[tuple[str, entities.EntryNote]] = []
    for note in notes:
        sides += _from_note(note, describe)
    for row in reversals:
        sides += _from_reversal(row, describe)
    return grouped(sides)


def with_notes(
    entry: AnEntry,
    notes: Iterable[entities.EntryNote],
) -> AnEntry:
    """The entry with these notes, the most serious status that one of them gives it,
    and everything that supersedes it, each once.
    """
    notes = tuple(notes)
    statuses = (vocabulary.IN_FORCE, *map(attrgetter("status"), notes))
    status = min(statuses, key=vocabulary.STATUSES.index)
    winners = chain.from_iterable(map(attrgetter("superseded_by"), notes))
    return replace(
        entry,
        status=status,
        superseded_by=tuple(dict.fromkeys(winners)),
        notes=notes,
    )


def _from_note(
    note: entities.Note,
    describe: Describe,
) -> Iterable[tuple[str, entities.EntryNote]]:
    """The ids of the entries that a note concerns, each with the note as
    seen from it.
    """
    from_outside = entities.EntryNote(
        id=note.id,
        title=note.title,
        kind=note.kind,
        side=None,
        follow=note.follow,
        reason=note.reason,
        opposite=describe(note.one),
    )
    quoted_ids: set[str] = set()
    side: vocabulary.NoteSide
    for side, quotation, other in (
        ("one", note.one, note.other),
        ("other", note.other, note.one),
    ):
        if quotation is None:
            continue
        status = _status_of(note, side)
        is_superseded = status.startswith("superseded")
        winners = other.entry_ids if other and is_superseded else ()
        # Id of an entry → the words of it that the note quotes
        words = {**quotation.also_words, quotation.entry_id: quotation.words}
        for id in quotation.entry_ids:
            quoted_ids.add(id)
            from_side = replace(
                from_outside,
                side=side,
                opposite=other and describe(other),
                words=words.get(id),
                status=status,
                superseded_by=tuple(winner for winner in winners if winner != id),
                at_the_table=note.at_the_table,
            )
            yield id, from_side
    for id in note.related:
        if id not in quoted_ids:
            yield id, from_outside


def _status_of(
    note: entities.Note,
    side: vocabulary.NoteSide,
) -> vocabulary.Status:
    """The status that a note gives one of its sides."""
    if not note.is_contradiction or note.follow == side:
        return vocabulary.IN_FORCE
    if note.follow == "neither":
        return "disputed"
    if note.extent == "whole":
        return "superseded"
    return "superseded-in-part"


def _from_reversal(
    row: hand_edited.ReversalRow,
    describe: Describe,
) -> Iterable[tuple[str, entities.EntryNote]]:
    """The ids of the rulings that a reversal takes back, or may take back, each with a
    note that says so.
    """
    later = entities.Quotation(ruling=row.ruling, words=row.words)
    disputed = entities.EntryNote(
        id=f"reversal-{row.ruling}",
        title="Perhaps taken back by a later ruling",
        kind="reversal",
        side="one",
        follow="neither",
        reason=row.note or f"The later ruling says: {row.words}",
        opposite=describe(later),
        status="disputed",
        at_the_table=row.at_the_table,
    )
    taken_back = replace(
        disputed,
        title="Taken back by a later ruling",
        follow="other",
        status="superseded",
        superseded_by=(row.ruling,),
    )
    for id in row.replaces:
        yield id, taken_back
    for id in row.may_replace:
        yield id, disputed
