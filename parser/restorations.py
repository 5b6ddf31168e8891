"""The lines of a damaged document, and the lines it lost → the original lines, with restored ones marked.

If the document already contains a line, there is a warning that its restoration is not needed; if its place cannot be
found, that is an error. Nothing is guessed.
"""

from __future__ import annotations

from rulings.errors import RulingsError, quoted
from rulings.model.entities import Restoration
from rulings.parser.lines import Line
from rulings.storage.problems import Problem

_MAX_DISTANCE = 400  # lines between the expected place and the actual one, in an edition with more or fewer lines
_REACH = 6  # lines from the neighbour within which a lost line may be present after all


def restore(
    lines: tuple[Line, ...], restorations: tuple[Restoration, ...], path: str
) -> tuple[list[Line], list[Problem]]:
    """The complete lines, and a warning for each unused restoration. `path`: that of the list of restorations."""
    lines_before: dict[int, list[Line]] = {}
    lines_after: dict[int, list[Line]] = {}
    warnings: list[Problem] = []
    shift = 0  # how many lines lower this edition is than our copy at this point
    for restoration in sorted(restorations, key=lambda r: (r.line, r.place == "after")):
        index = _find_neighbour(lines, restoration, shift)
        if index is None:
            raise RulingsError(
                f"{path}, line {restoration.row_line}: out of date: no line {restoration.line} with the "
                f"words {quoted(restoration.beside)} to put {quoted(restoration.words)} {restoration.place}"
            )
        shift = index - (restoration.line - 1)
        if _is_present(lines, index, restoration):
            text = f"no longer needed: the document has {quoted(restoration.words)}"
            warnings.append(Problem(path, text, restoration.row_line))
            shift += restoration.place == "after"
            continue
        indent = "    " if restoration.what == "citation" else ""
        line = Line(lines[index].number, indent + restoration.words, restoration.evidence)
        (lines_before if restoration.place == "before" else lines_after).setdefault(index, []).append(line)
    complete = [
        new for i, line in enumerate(lines) for new in (*lines_before.get(i, ()), line, *lines_after.get(i, ()))
    ]
    return complete, warnings


def _find_neighbour(lines: tuple[Line, ...], restoration: Restoration, shift: int) -> int | None:
    """The index of the neighbouring line: of the lines with its words, that nearest to the expected place; or None."""
    index = restoration.line - 1 + shift
    if restoration.beside is None:
        return index if 0 <= index < len(lines) else None
    words = restoration.beside.split()
    nearest_first = sorted(
        range(max(0, index - _MAX_DISTANCE), min(len(lines), index + _MAX_DISTANCE)), key=lambda i: (abs(i - index), i)
    )
    return next((i for i in nearest_first if lines[i].text.split() == words), None)


def _is_present(lines: tuple[Line, ...], index: int, restoration: Restoration) -> bool:
    """Whether the lost line is already there; blank lines and other one-word lines in between are skipped."""
    step = -1 if restoration.place == "before" else 1
    for distance in range(1, _REACH + 1):
        neighbour = index + step * distance
        if not 0 <= neighbour < len(lines):
            return False
        if lines[neighbour].text.split() == [restoration.words]:
            return True
        if not lines[neighbour].is_blank and len(lines[neighbour].text.split()) > 1:
            return False
    return False
