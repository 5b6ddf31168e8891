"""A deck list before its names are looked up."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulings.deck.views import DeckForm
from rulings.errors import RulingsError

UNREADABLE = -1  # as a count: a cell with something else than a number


class DeckError(RulingsError):
    """A deck list that cannot be read. The message names it, the line if there is one, and the reason."""


@dataclass(frozen=True, slots=True)
class DeckLine:
    """A line that may name a card. `number`: of the line, from 1.

    `count`: copies, if a column or an attribute says so; None if a number in `text` does; or `UNREADABLE`.
    `as_typed`: the line, if a note should say how it was read. `as_read`: what it is read as, if it is no card.
    """

    text: str
    number: int
    count: int | None = None
    as_typed: str = ""
    as_read: str = ""


@dataclass(frozen=True, slots=True)
class DeckList:
    """A deck list as typed. `file`: its path, or `standard input`; `title`: the list's own title, or empty."""

    file: str
    form: DeckForm
    title: str
    lines: tuple[DeckLine, ...]


def count_in(cell: str) -> int | None:
    """The number in words like `3`, `x3`, `3 x` or `3.0`; None for any other words."""
    match = re.fullmatch(r"\s*(?:[x×]\s*)?(\d{1,3})(?:[.,]0+)?(?:\s*[x×])?\s*", cell, re.IGNORECASE)
    return int(match[1]) if match else None
