"""Full-text search: a knowledge base and a query → `Results`, the best hits first.

- Building the index: `documents` lists all (`statements` divides sections), `analysis` splits its text into
  stems, `indexing` writes the index (its parts are in `schema` and `stored`), and `index` opens it.
- Reading a query: `request` combines `query_parser` (the query language, the `fields` of which `query_parts` looks up),
  `expansion` (with `synonyms`) and `card_names` (the cards named in the query); `options` are the other conditions.
- Answering it: `searching` retrieves candidates, `reranking` orders them, `explanation` says how the query was read,
  and `results` holds the answer. `constants` and `weights.yaml` contain the numbers that are tuned or shared with
  the page.

Importing this package imports only `options`, because Whoosh takes long to import.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from msgspec import structs

from rulings.search.options import Options

if TYPE_CHECKING:
    from rulings.model.knowledge import Knowledge
    from rulings.search.results import Hit, Results

__all__ = ["Hit", "Options", "Results", "search"]


def search(kb: Knowledge, query: str, options: Options = Options()) -> Results:  # noqa: B008 - it is immutable
    """Returns the best hits for a query in the language of `rulings search`: ten, unless `options` say otherwise.

    Every text is a valid query: problems are reported in `Results.notes`.
    """
    from rulings.search.index import open_index
    from rulings.search.searching import search_index

    results = search_index(open_index(kb), query, options)
    return replace(results, hits=tuple(structs.replace(hit, entity=kb.entity(hit.kind, hit.id)) for hit in results))


def __getattr__(name: str) -> Any:
    if name in ("Hit", "Results"):
        from rulings.search import results

        return getattr(results, name)
    raise AttributeError(f"module 'rulings.search' has no attribute {name!r}")
