"""Full-text search: a knowledge base and a query → hits, notes and confidence
(`Results`).

DEVELOPMENT.md follows one query through these modules. Read them in this order:

- building the index: `search_documents` lists the documents, `passages` divides
  sections, `analysis` stems words, `index_writer` makes the index, `index_tables` has
  its values other than postings, `inverted_index` opens it
- reading a query: `query_language`, with `fields` and `query_patterns`; `terms` looks
  up the terms of its clauses, `filters` finds the documents that meet them
- answering it, in the order of `pipeline`: `search_request` (what the query asks for),
  `query_names`, `ranking`, `retrieval` (which entries, in which order), `snippets`, `answerability`,
  `messages`, `sentences`, `results`
- values to tune or to share with the page: numbers in `parameters` and `weights.yaml`,
  words in `query_words`

Importing this package does not import these modules, because Whoosh takes long to
import. The first search imports them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulings.model import knowledge
    from rulings.search.results import Results


def search(
    kb: knowledge.Knowledge,
    query: str,
    limit: int | None = 10,
) -> Results:
    """Returns the best hits for a query in the language of `rulings search`.

    Every text is a valid query: problems are reported in `Results.notes`. `limit`: None
    for all. Raises `ValueError` for a negative limit.
    """
    from rulings.search import pipeline

    if limit is not None and limit < 0:
        raise ValueError(f"limit must be 0 or more, or None for all, not {limit}")
    with pipeline.INDEX_LOCK:  # threads may search at once; one waits for the other
        return pipeline.run(kb, query, limit)
