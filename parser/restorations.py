"""A damaged document's lines + what the damage removed → the lines as they once stood, each restored one marked.

A restoration that no longer applies (the line stands there by itself) is noted; one whose place cannot be found is an
error: nothing is put back on trust.
"""

from __future__ import annotations

from rulings.errors import RulingsError
from rulings.model import Restoration
from rulings.parser.lines import Line

_REACH = 400  # an undamaged edition has moved a line down by at most the 120 lines put back, and a few of its own


def restore(lines: tuple[Line, ...], restorations: tuple[Restoration, ...], name: str) -> tuple[list[Line], list[str]]:
    """The whole lines, and a note for each restoration that no longer applies. `name` is what errors call the list."""
    before: dict[int, list[Line]] = {}
    after: dict[int, list[Line]] = {}
    notes = []
    start = 0
    for restoration in restorations:
        place = _find(lines, restoration, start)
        if place is None:
            raise RulingsError(
                f"{name}, line {restoration.entry_line}: stale: no line {restoration.line} reading "
                f"{restoration.beside!r} to put {restoration.words!r} {restoration.place}"
            )
        if _stands_there(lines, place, restoration):
            notes.append(f"{name}, line {restoration.entry_line}: no longer needed: {restoration.words!r} stands in the document")
            continue
        indent = "    " if restoration.what == "citation" else ""
        line = Line(lines[place].number, indent + restoration.words, restoration.evidence)
        (before if restoration.place == "before" else after).setdefault(place, []).append(line)
        start = max(start, place - 1)
    whole = [new for i, line in enumerate(lines) for new in (*before.get(i, ()), line, *after.get(i, ()))]
    return whole, notes


def _find(lines: tuple[Line, ...], restoration: Restoration, start: int) -> int | None:
    """The index of the line it stood beside: the one of that number, or the nearest one below with the same words."""
    index = restoration.line - 1
    if restoration.beside is None:
        return index if 0 <= index < len(lines) else None
    words = restoration.beside.split()
    near = sorted(range(max(0, index - _REACH), min(len(lines), index + _REACH)), key=lambda i: (abs(i - index), i))
    return next((i for i in near if lines[i].text.split() == words and i >= start - _REACH), None)


def _stands_there(lines: tuple[Line, ...], place: int, restoration: Restoration) -> bool:
    """Whether the lost line is the neighbour already (blank lines and another restored line between do not count)."""
    step = -1 if restoration.place == "before" else 1
    for distance in (1, 2, 3):
        i = place + step * distance
        if not 0 <= i < len(lines):
            return False
        if lines[i].text.split() == [restoration.words]:
            return True
        if not lines[i].blank and len(lines[i].text.split()) > 1:
            return False
    return False
