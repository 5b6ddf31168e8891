"""The lines of a damaged document, and the lines it lost → the original lines, with restored ones marked.

If the document already has the line, the restoration is noted as unused; if its place cannot be found, that is an
error. Nothing is restored by guesswork.
"""

from __future__ import annotations

from rulings.errors import RulingsError
from rulings.model.entities import Restoration
from rulings.parser.lines import Line

_REACH = 400  # lines: how far from its number a place is looked for in an edition that has lines more or fewer


def restore(lines: tuple[Line, ...], restorations: tuple[Restoration, ...], name: str) -> tuple[list[Line], list[str]]:
    """The complete lines, and a note for each unused restoration. `name`: the name of the list in errors."""
    before: dict[int, list[Line]] = {}
    after: dict[int, list[Line]] = {}
    notes = []
    drift = 0  # how many lines further down than in our copy
    for restoration in sorted(restorations, key=lambda r: (r.line, r.place == "after")):
        place = _find(lines, restoration, drift)
        if place is None:
            raise RulingsError(
                f"{name}, line {restoration.entry_line}: out of date: no line {restoration.line} with the "
                f"words {restoration.beside!r} to put {restoration.words!r} {restoration.place}"
            )
        drift = place - (restoration.line - 1)
        if _is_there(lines, place, restoration):
            notes.append(
                f"{name}, line {restoration.entry_line}: no longer needed: the document has {restoration.words!r}"
            )
            drift += restoration.place == "after"
            continue
        indent = "    " if restoration.what == "citation" else ""
        line = Line(lines[place].number, indent + restoration.words, restoration.evidence)
        (before if restoration.place == "before" else after).setdefault(place, []).append(line)
    whole = [new for i, line in enumerate(lines) for new in (*before.get(i, ()), line, *after.get(i, ()))]
    return whole, notes


def _find(lines: tuple[Line, ...], restoration: Restoration, drift: int) -> int | None:
    """The index of the neighbouring line: of those with the same words, the nearest to the expected place."""
    index = restoration.line - 1 + drift
    if restoration.beside is None:
        return index if 0 <= index < len(lines) else None
    words = restoration.beside.split()
    near = sorted(range(max(0, index - _REACH), min(len(lines), index + _REACH)), key=lambda i: (abs(i - index), i))
    return next((i for i in near if lines[i].text.split() == words), None)


def _is_there(lines: tuple[Line, ...], place: int, restoration: Restoration) -> bool:
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
