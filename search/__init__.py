"""Full-text search: a knowledge base and a query → `Results`, the best hits first.

- Building the index: `documents` lists all that can be found (`passages` divides sections), `analysis` splits its text
  into stems, and `index` writes and opens the index.
- Reading a query: `query` reads the query language, whose `fields` are one table, `names_in_query` finds cards.
- Answering it: `ranking` is the loop over the postings, `searching` what stands around it, and `results` the answer.
  `constants` and `weights.yaml` contain the numbers that are tuned or shared with the page.

Importing this package imports none of them, because Whoosh takes long to import.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulings.model import knowledge
    from rulings.search.results import Hit, Results

__all__ = ["Hit", "Options", "Results", "search"]


@dataclass(frozen=True, slots=True)
class Options:
    """The conditions that a result must meet (None: no condition), and how many there are, in which order."""

    limit: int | None = 10  # None: all
    side: str | None = None
    type: str | None = None
    game: str | None = None
    as_of: str | None = None  # a day, `1996-06-30`: only what was first said by then
    official: bool = False
    by_date: bool = False  # the newest first

    def __post_init__(self) -> None:
        if self.limit is not None and self.limit < 0:
            raise ValueError(f"limit must be 0 or more, or None for all, not {self.limit}")

    @property
    def has_conditions(self) -> bool:
        """Whether a result must meet any condition."""
        return replace(self, limit=None, by_date=False) != Options(limit=None)


def search(kb: knowledge.Knowledge, query: str, options: Options = Options()) -> Results:
    """Returns the best hits for a query in the language of `rulings search`: ten, unless `options` say otherwise.

    Every text is a valid query: problems are reported in `Results.notes`.
    """
    from rulings.search import searching

    return searching.search(kb, query, options)


def __getattr__(name: str) -> Any:
    if name in ("Hit", "Results"):
        from rulings.search import results

        return getattr(results, name)
    raise AttributeError(f"module 'rulings.search' has no attribute {name!r}")
