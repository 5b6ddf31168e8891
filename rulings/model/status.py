"""Notes and reversals → the status of each ruling, section and step, what supersedes it, and the notes about it.

In a contradiction, the side that is not to be followed is superseded, wholly or in part; if neither is to be followed,
both are disputed. A reversal supersedes what it replaces and disputes what it may replace. Clarifications, exceptions
and related entries change no status. Entries are identified by id; a step's is `run-chart-13`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct

from rulings.model.constants import IN_FORCE, Follow, NoteSide, Status
from rulings.model.entities import EntryNote, Note, OtherSide, Quotation
from rulings.model.ids import is_ruling_id, number_of_step, step_id
from rulings.model.selecting import overall_status

# The id of an entry, and words quoted from it → its title, and the date of these words (ISO 8601), if known.
Describe = Callable[[str, str], tuple[str, str | None]]


class EntryStatus(Struct, frozen=True):
    """The status of one entry and the notes about it."""

    status: Status = IN_FORCE
    superseded_by: tuple[str, ...] = ()
    notes: tuple[EntryNote, ...] = ()


def entry_id(quotation: Quotation) -> str:
    """The id of the ruling, section or step that contains the words, or else of the document."""
    if quotation.step is not None:
        return step_id(quotation.step)
    return quotation.ruling or quotation.section or quotation.document


def entry_statuses(
    notes: Iterable[Note], reversals: Iterable[Mapping[str, Any]], describe: Describe = lambda id, words: (id, None)
) -> dict[str, EntryStatus]:
    """Entry id → its status. `reversals`: the rows of reversals.yaml.

    `describe` returns the title and date of the other side of each note.
    """
    notes_by_entry = defaultdict[str, list[EntryNote]](list)
    for note in notes:
        for id, entry_note in _from_note(note, describe):
            notes_by_entry[id].append(entry_note)
    for row in reversals:
        for id, entry_note in _from_reversal(row, describe):
            notes_by_entry[id].append(entry_note)
    return {id: entry_status(entry_notes) for id, entry_notes in notes_by_entry.items()}


def entry_status(notes: Iterable[EntryNote]) -> EntryStatus:
    """The status of one entry: the most serious that a note gives it, with everything that supersedes it."""
    notes = tuple(notes)
    status, superseded_by = overall_status((note.status, note.superseded_by) for note in notes)
    return EntryStatus(status, tuple(superseded_by), notes)


def _from_note(note: Note, describe: Describe) -> Iterable[tuple[str, EntryNote]]:
    """The ids of the entries that a note concerns, each with the note as seen from there."""
    sides: tuple[tuple[NoteSide, Quotation | None, Quotation | None], ...] = (
        ("one", note.one, note.other),
        ("other", note.other, note.one),
    )
    quoted_ids: set[str] = set()
    for side, quotation, other in sides:
        if quotation is None:
            continue
        status = _status_of_side(note, side)
        winners = (entry_id(other), *other.also) if other and status.startswith("superseded") else ()
        for id in (entry_id(quotation), *quotation.also):
            quoted_ids.add(id)
            yield (
                id,
                EntryNote(
                    id=note.id,
                    title=note.title,
                    kind=note.kind,
                    side=side,
                    follow=note.follow,
                    reason=note.reason,
                    other_side=_quoted_side(other, describe) if other else None,
                    words=quotation.words if id == entry_id(quotation) else quotation.also_words.get(id),
                    status=status,
                    superseded_by=tuple(winner for winner in winners if winner != id),
                ),
            )
    for id in note.related:
        if id not in quoted_ids:
            other_side = _quoted_side(note.one, describe)
            yield id, EntryNote(note.id, note.title, note.kind, None, note.follow, note.reason, other_side)


def _quoted_side(quotation: Quotation, describe: Describe) -> OtherSide:
    return _other_side(entry_id(quotation), quotation.words, describe)


def _other_side(id: str, words: str, describe: Describe) -> OtherSide:
    is_step = number_of_step(id) is not None
    title, date = describe(id, words)
    return OtherSide("step" if is_step else "ruling" if is_ruling_id(id) else "section", id, title, words, date)


def _status_of_side(note: Note, side: NoteSide) -> Status:
    if not note.is_contradiction or note.follow == side:
        return IN_FORCE
    if note.follow == "neither":
        return "disputed"
    return "superseded" if note.extent == "whole" else "superseded-in-part"


def _from_reversal(row: Mapping[str, Any], describe: Describe) -> Iterable[tuple[str, EntryNote]]:
    """The ids of the rulings that a reversal takes back, or may take back, each with a note that says so."""
    reversing = row["ruling"]
    effects: tuple[tuple[str, Status, Follow, str], ...] = (
        ("replaces", "superseded", "other", "Taken back by a later ruling"),
        ("in_doubt", "disputed", "neither", "Perhaps taken back by a later ruling"),
    )
    for key, status, follow, title in effects:
        for id in row.get(key) or ():
            yield (
                id,
                EntryNote(
                    id=f"reversal-{reversing}",
                    title=title,
                    kind="reversal",
                    side="one",
                    follow=follow,
                    reason=row.get("note") or f"The later ruling says: {row['words']}",
                    other_side=_other_side(reversing, row["words"], describe),
                    status=status,
                    superseded_by=(reversing,) if status == "superseded" else (),
                ),
            )
