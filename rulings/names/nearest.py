"""An unknown word and the known words → the nearest of these, for error messages."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from rulings.errors import quoted

_MAX_LENGTH = 100  # characters of a word that are compared


def nearest(word: str, known: Iterable[str], cutoff: float = 0.5) -> str | None:
    """The known word most similar to `word`, or None if none is similar enough (`cutoff`: 0 to 1)."""
    close = difflib.get_close_matches(word[:_MAX_LENGTH], list(known), n=1, cutoff=cutoff)
    return close[0] if close else None


def hint(word: str, known: Iterable[str]) -> str:
    """The end of an error message: `; the nearest is “Bug Zapper”`, or nothing if no known word is similar."""
    nearest_word = nearest(word, known)
    return f"; the nearest is {quoted(nearest_word)}" if nearest_word else ""
