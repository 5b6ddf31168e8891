"""The lines of a damaged document, and the lines it lost → the original lines, with restored ones marked.

If the document already contains a line, its restoration is noted as unused; if its place cannot be found, that is an
error. Nothing is guessed.
"""

from __future__ import annotations

from rulings.errors import RulingsError
from rulings.model.entities import Restoration
from rulings.parser.lines import Line

_MAX_DISTANCE = 400  # lines between the expected place and the actual one, in an edition with more or fewer lines


def restore(lines: tuple[Line, ...], restorations: tuple[Restoration, ...], name: str) -> tuple[list[Line], list[str]]:
    """The complete lines, and a note for each unused restoration. `name`: the name of the list in errors."""
    before: dict[int, list[Line]] = {}
    after: dict[int, list[Line]] = {}
    notes = []
    shift = 0  # how many lines further down places are than in our copy
    for restoration in sorted(restorations, key=lambda r: (r.line, r.place == "after")):
        place = _find_neighbour(lines, restoration, shift)
        if place is None:
            raise RulingsError(
                f"{name}, line {restoration.entry_line}: out of date: no line {restoration.line} with the "
                f"words {restoration.beside!r} to put {restoration.words!r} {restoration.place}"
            )
        shift = place - (restoration.line - 1)
        if _is_present(lines, place, restoration):
            notes.append(
                f"{name}, line {restoration.entry_line}: no longer needed: the document has {restoration.words!r}"
            )
            shift += restoration.place == "after"
            continue
        indent = "    " if restoration.what == "citation" else ""
        line = Line(lines[place].number, indent + restoration.words, restoration.evidence)
        (before if restoration.place == "before" else after).setdefault(place, []).append(line)
    complete = [new for i, line in enumerate(lines) for new in (*before.get(i, ()), line, *after.get(i, ()))]
    return complete, notes


def _find_neighbour(lines: tuple[Line, ...], restoration: Restoration, shift: int) -> int | None:
    """The index of the neighbouring line: the nearest to the expected place, of those with its words; or None."""
    index = restoration.line - 1 + shift
    if restoration.beside is None:
        return index if 0 <= index < len(lines) else None
    words = restoration.beside.split()
    near = sorted(
        range(max(0, index - _MAX_DISTANCE), min(len(lines), index + _MAX_DISTANCE)), key=lambda i: (abs(i - index), i)
    )
    return next((i for i in near if lines[i].text.split() == words), None)


def _is_present(lines: tuple[Line, ...], place: int, restoration: Restoration) -> bool:
    """Whether the lost line is already there; blank lines and other one-word lines in between are skipped."""
    step = -1 if restoration.place == "before" else 1
    for distance in range(1, 7):
        i = place + step * distance
        if not 0 <= i < len(lines):
            return False
        if lines[i].text.split() == [restoration.words]:
            return True
        if not lines[i].blank and len(lines[i].text.split()) > 1:
            return False
    return False
