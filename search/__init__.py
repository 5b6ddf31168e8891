"""Full-text search: a knowledge base and a query → `Results`, the best hits first.

- Building the index: `documents` lists all (`statements` divides sections), `analysis` splits its text into
  stems, `indexing` writes the index (its parts are in `schema` and `stored`), and `index` opens it.
- Reading a query: `request` combines `query_parser` (the query language, the `fields` of which `query_parts` looks up),
  `expansion` (with `synonyms`) and `card_names` (the cards named in the query).
- Answering it: `searching` retrieves candidates, `reranking` orders them, `explanation` says how the query was read,
  and `results` holds the answer. `constants` and `weights.yaml` contain the numbers that are tuned or shared with
  the page.

Importing this package imports none of these modules, because Whoosh takes long to import.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulings.model.knowledge import Knowledge
    from rulings.search.request import Options
    from rulings.search.results import Hit, Results

__all__ = ["Hit", "Options", "Results", "search"]

_MODULES = {"Hit": "results", "Options": "request", "Results": "results"}


def search(
    kb: Knowledge,
    query: str,
    options: Options | None = None,
) -> Results:
    """Returns the best hits for a query in the language of `rulings search`: ten, unless `options` say otherwise.

    Every text is a valid query: problems are reported in `Results.notes`.
    """
    from rulings.search.index import open_index
    from rulings.search.request import Options
    from rulings.search.searching import search_index

    return search_index(open_index(kb), query, options or Options())


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        from importlib import import_module

        return getattr(import_module(f"rulings.search.{_MODULES[name]}"), name)
    raise AttributeError(f"module 'rulings.search' has no attribute {name!r}")
