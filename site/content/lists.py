"""Lists as pages show them: grouped by first letter or by subject, counted by month, and the neighbours of an item."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from rulings.model.entities import Reference, Ruling
from rulings.model.ids import fold

Item = TypeVar("Item")


def grouped_by_letter(items: Iterable[Item], title_of: Callable[[Item], str]) -> list[tuple[str, list[Item]]]:
    """(first letter of the title, its items in the given order), by letter; other characters are under `#`."""
    letters = defaultdict[str, list[Item]](list)
    for item in items:
        first = fold(title_of(item))[:1].upper()
        letters[first if first.isalpha() else "#"].append(item)
    return sorted(letters.items())


def letter_id(letter: str) -> str:
    """The first letter of such a group as a part of an id in a page."""
    return "sign" if letter == "#" else letter


def by_title(rulings: Iterable[Ruling]) -> list[Ruling]:
    """Rulings in the alphabetical order of their subjects."""
    return sorted(rulings, key=lambda ruling: fold(ruling.subject.title))


def neighbours(items: Sequence[Item], position: int) -> dict[str, Item | None]:
    """The items before and after a position as `previous` and `next`; None at an end of the list."""
    return {
        "previous": items[position - 1] if position else None,
        "next": items[position + 1] if position + 1 < len(items) else None,
    }


def by_subject(rulings: Iterable[Ruling]) -> list[tuple[Reference, list[Ruling]]]:
    """Rulings grouped by subject, in order: (subject, its rulings)."""
    groups: dict[tuple[str, str], tuple[Reference, list[Ruling]]] = {}
    for ruling in rulings:
        subject = ruling.subject
        groups.setdefault((subject.kind, subject.id), (subject, []))[1].append(ruling)
    return list(groups.values())


def count_by_month(dates: Iterable[str | None]) -> Counter[str]:
    """Month (`1996-04`) → how many of the dates are in it; None, or a date with only a year, is left out."""
    return Counter(date[:7] for date in dates if date and len(date) >= 7)
