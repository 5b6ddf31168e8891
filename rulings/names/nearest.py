"""An unknown word and the known words → the most similar of these, only to suggest them in messages.

Which function to use:
- for a name that a user typed and nothing has, with the nearest ones known: `not_found`
- in a message about an id, a title or a key that somebody wrote: `unknown_name`, `nearest_hint`, `nearest` or
  `similar_words`, which count the characters that two words share in the same order, and so also find words that
  differ by more than a typing error
- for a command or an option, where only a typing error is worth a hint: `edit_distance.corrections`
- to understand a misspelt name or word as the intended one: by its number of edits, `edit_distance.intended_positions`
  (a name by itself), `intended_name` (among the words of a query) or `intended_word` (any other word of a query)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulings.errors import NotFound, quoted
from rulings.model.formatting import joined_with_or
from rulings.model.printable import shortened


def similar_words(word: str, known: Iterable[str], limit: int, cutoff: float = 0.5) -> list[str]:
    """Up to `limit` known words that are similar to `word`, the most similar first. `cutoff`: 0 to 1."""
    from rapidfuzz.fuzz import ratio  # here, because a look-up of a name that is found does not need it
    from rapidfuzz.process import extract

    return [found for found, _, _ in extract(word, list(known), scorer=ratio, limit=limit, score_cutoff=100 * cutoff)]


def nearest(word: str, known: Iterable[str], cutoff: float = 0.5) -> str | None:
    """The known word most similar to `word`, or None if none is similar enough (`cutoff`: 0 to 1)."""
    return next(iter(similar_words(word, known, 1, cutoff)), None)


def nearest_hint(word: str, known: Iterable[str], cutoff: float = 0.5) -> str:
    """The end of an error message: `; the nearest is “Bug Zapper”`, or nothing if `nearest` finds no known word."""
    nearest_word = nearest(word, known, cutoff)
    return f"; the nearest is {quoted(nearest_word)}" if nearest_word else ""


def not_found(what: str, typed: str, nearest_names: Sequence[str], more: str = "") -> NotFound:
    """The error for a typed name that nothing has: `no card “glacir”; did you mean Glacier?`.

    `what`: such as `no card`; `more`: what follows the suggested names.
    """
    hint = f"; did you mean {joined_with_or(list(nearest_names))}?" if nearest_names else ""
    return NotFound(f"{what} “{shortened(typed)}”{hint}{more}", tuple(nearest_names))


def unknown_name(kind: str, name: str, known: Iterable[str]) -> str:
    """An error message: no `kind` (`card`, `section`) is called `name`; with the nearest of the known names."""
    return f"no {kind} is called {quoted(name)}{nearest_hint(name, known)}"
