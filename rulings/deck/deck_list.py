"""A deck list before its names are looked up, and how a name and a number of copies are read in every form of list."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulings.deck.views import DeckForm
from rulings.errors import RulingsError

_BRACKETED_NOTE = re.compile(r"\s*[(\[][^()\[\]]*[)\]]\s*$")


class DeckError(RulingsError):
    """A deck list that cannot be read. The message names it, the line if there is one, and the reason."""


@dataclass(frozen=True, slots=True)
class DeckLine:
    """Copies of one card. `names`: variants of its name, likeliest first; `number`: of the line, from 1.

    `has_count`: false if no number was recognized, so that one in the name may be the number of copies.
    `as_typed`: the line, if a note should say how it was read.
    """

    count: int
    names: tuple[str, ...]
    number: int
    has_count: bool = True
    as_typed: str = ""


@dataclass(frozen=True, slots=True)
class DeckList:
    """A deck list as typed. `file`: its path, or `standard input`; `title`: the list's own title, or empty."""

    file: str
    form: DeckForm
    title: str
    lines: tuple[DeckLine, ...]


def name_variants(name: str) -> tuple[str, ...]:
    """The name as typed, then without what follows in brackets (a set, a number)."""
    bare = _BRACKETED_NOTE.sub("", name).strip()
    return (name, bare) if bare and bare != name else (name,)


def count_in(cell: str) -> int | None:
    """The number in words like `3`, `x3` or `3 x`; None for any other words."""
    match = re.fullmatch(r"\s*(?:x\s*)?(\d{1,12})(?:\s*x)?\s*", cell, re.IGNORECASE)
    return int(match[1]) if match else None
