"""Full-text search: a knowledge base and a query → `Results`, the best hits first.

- Building the index: `search_documents` lists all that can be found (`passages` divides sections),
  `analysis` splits its text into stems, and `inverted_index` writes and opens the index.
- Reading a query into one tree (`query`): `syntax` reads what is typed in the query language, whose
  `fields` are one table, `plain_words` what is listed in plain words (`phrases` makes nodes of
  phrases, by the `lexicon`), and `query_language` puts both together; `terms` looks up which terms
  of the index its leaves mean, `matching` what meets it. `names_in_query` finds cards.
- Answering it (`searching`): `understanding` is what was understood, `ranking` the loop over the
  postings, `finding` the final order and what is left out; `answerability` decides whether the
  words shown answer, `messages` makes the sentences told beside them, `showing` what is shown, and
  `results` the answer. `parameters` and `weights.yaml` contain the numbers that are tuned or shared
  with the page.

Importing this package imports none of them, because Whoosh takes long to import; a fork does.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulings.model import knowledge
    from rulings.search.results import Hit, Results

__all__ = ["Hit", "Results", "search"]


def search(
    kb: knowledge.Knowledge, query: str, limit: int | None = 10, *, newest: bool = False
) -> Results:
    """Returns the best hits for a query in the language of `rulings search`, or with `newest`, the
    newest first.

    Only what meets the conditions of the knowledge base is found, as it stands there. Every text is
    a valid query: problems are reported in `Results.notes`. `limit`: None for all. Raises
    `ValueError` for a negative limit.
    """
    from rulings.search import searching

    if limit is not None and limit < 0:
        raise ValueError(f"limit must be 0 or more, or None for all, not {limit}")
    return searching.search(kb, query, limit, newest=newest)


def preload() -> None:
    """Imports all that a search needs, before the process is forked. In a child that is forked while
    another thread imports, nobody ever ends that import.
    """
    for name in (
        *("rapidfuzz.distance", "rapidfuzz.fuzz", "rapidfuzz.process", "whoosh.codec.whoosh3"),
        *("whoosh.searching", "encodings.latin_1", "rulings.search.searching"),
    ):
        import_module(name)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=preload)


def __getattr__(name: str) -> Any:
    if name in ("Hit", "Results"):
        from rulings.search import results

        return getattr(results, name)
    raise AttributeError(f"module 'rulings.search' has no attribute {name!r}")
