"""A knowledge base (or its folder) and a query → `Results`: the best hits first. Importing it costs nearly nothing."""

from __future__ import annotations

TYPE_CHECKING = False  # as `typing` has it; Whoosh is only imported by what searches
if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Any

    from rulings.model.knowledge import Knowledge
    from rulings.search.request import Options
    from rulings.search.results import Hit, Results

__all__ = ["Hit", "Options", "Results", "search"]

_HOMES = {"Hit": "results", "Options": "request", "Results": "results"}


def search(
    knowledge: Knowledge | str | Path | None,
    query: str,
    options: Options | None = None,
    *,
    progress: Callable[[int, int], None] | None = None,
    note: Callable[[str], None] | None = None,
) -> Results:
    """Returns the best hits for a query in the language of `rulings search`; ten, if `options` do not say otherwise.

    `knowledge`: an open knowledge base, or the folder of one (None: the shipped one), which is only opened if it has no
    index yet. `progress(done, total)` is called while an index is built, `note(sentence)` if it cannot be saved.
    Every text is a valid query: problems are in `Results.notes`.
    """
    from rulings.search.index import open_index
    from rulings.search.request import Options
    from rulings.search.searching import search_index

    return search_index(open_index(knowledge, progress, note), query, options or Options())


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(f"rulings.search.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'rulings.search' has no attribute {name!r}")
