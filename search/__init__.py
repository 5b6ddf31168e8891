"""A knowledge base (or its folder) and a query → `Results`: the best hits first. Importing it costs nearly nothing."""

from __future__ import annotations

TYPE_CHECKING = False  # as `typing` has it; Whoosh is only imported by what searches
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path
    from typing import Any

    from rulings.model.knowledge import KnowledgeBase
    from rulings.search.results import Hit, Results

__all__ = ["Hit", "Results", "search", "search_folder"]


def search(
    kb: KnowledgeBase,
    query: str,
    limit: int | None = 10,
    *,
    side: str | None = None,
    type: str | None = None,
    game: str | None = None,
    as_of: str | None = None,
    kinds: Iterable[str] | None = None,
    official: bool = False,
    by_date: bool = False,
) -> Results:
    """Returns the best `limit` hits (None: all) for a query in the language of `rulings search`.

    `side`: corp or runner; `type`: a card type; `game`: netrunner or android-netrunner; `as_of`: an ISO date (only what
    had been said by then); `kinds`: any of ruling, section, step, card, topic; `official`: only official rulings;
    `by_date`: newest first. No query is an error: problems are in `Results.notes`.
    """
    from rulings.search.index import index_of
    from rulings.search.request import Options
    from rulings.search.searching import search_index

    options = Options(
        limit, side=side, type=type, game=game, as_of=as_of, kinds=kinds, official=official, by_date=by_date
    )
    return search_index(index_of(kb), query, options)


def search_folder(
    folder: str | Path | None,
    query: str,
    limit: int | None = 10,
    *,
    side: str | None = None,
    type: str | None = None,
    game: str | None = None,
    as_of: str | None = None,
    kinds: Iterable[str] | None = None,
    official: bool = False,
    by_date: bool = False,
    progress: Callable[[int, int], None] | None = None,
    note: Callable[[str], None] | None = None,
) -> Results:
    """The same for the knowledge base in `folder` (None: the shipped one), which is only opened if it has no index yet.

    `progress(done, total)` is called while an index is built, `note(sentence)` if it cannot be saved.
    """
    from rulings.search.index import index_of_folder
    from rulings.search.request import Options
    from rulings.search.searching import search_index

    options = Options(
        limit, side=side, type=type, game=game, as_of=as_of, kinds=kinds, official=official, by_date=by_date
    )
    return search_index(index_of_folder(folder, progress, note), query, options)


def __getattr__(name: str) -> Any:
    if name in ("Hit", "Results"):
        from rulings.search import results

        return getattr(results, name)
    raise AttributeError(f"module 'rulings.search' has no attribute {name!r}")
