"""Two searches to compare: ours, and SQLite's FTS5 with its usual settings over the same documents.

Both index the title, the text and the questions of each document.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager

import quality
from msgspec.structs import replace

from rulings import Ruling
from rulings.api import KnowledgeBase
from rulings.naming import names_of
from rulings.search.indexing import index_files
from rulings.search.inverted_index import Index, open_index
from rulings.search.results import Results
from rulings.search.search_documents import SearchDocument

Search = Callable[[str], list[SearchDocument]]
MAX_HITS = 10


def our_search(
    kb: KnowledgeBase, docs: list[SearchDocument] | None = None
) -> Callable[[str], Results]:
    """Our search over an index in memory, of these documents (None: all)."""
    separate = kb.replaced()
    separate.store(open_index, Index(dict(index_files(kb, docs)), names_of(kb)))
    return lambda query: separate.search(query, MAX_HITS)


def returning_documents(
    results_of: Callable[[str], Results], docs: Sequence[SearchDocument]
) -> Search:
    """Turns a function from a query to results into one from a query to the documents of the
    hits.
    """
    by_kind_and_id: dict[tuple[str, str], SearchDocument]
    # The whole one wins
    by_kind_and_id = {(document.kind, document.id): document for document in reversed(docs)}
    return lambda query: [
        by_kind_and_id["ruling" if isinstance(hit.entity, Ruling) else hit.kind, hit.id]
        for hit in results_of(query).hits
    ]


def left_out_score(
    kb: KnowledgeBase, docs: Sequence[SearchDocument], kept: int | None
) -> quality.Score:
    """The score on held-out queries that only a fifth of the rulings answers, which keep so many
    questions (None: all).
    """
    sets = quality.sets()
    items = [
        item
        for name in ("players 1, test", "players 2, test", "players 3, test")
        for item in sets[name]
    ]
    ranks = list[float]()
    for some in quality.fifths(kb):
        fewer = [replace(d, questions=d.questions[:kept]) if d.id in some else d for d in docs]
        search = returning_documents(our_search(kb, fewer), fewer)
        ranks += [
            quality.rank(kb, item, search) for item in items if some.issuperset(item["answers"])
        ]
    return quality.score(ranks)


@contextmanager
def fts5_search(documents: list[SearchDocument]) -> Iterator[Search]:
    """SQLite FTS5: porter stemming, all words optional, bm25; without the passages of sections,
    which only ours shows.
    """
    docs = [document for document in documents if document.passage_number is None]
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute(
            "create virtual table documents using fts5(title, text, questions, tokenize='porter unicode61 remove_diacritics 2')"
        )
        rows = (
            (n + 1, document.title, document.text, "\n".join(document.questions))
            for n, document in enumerate(docs)
        )
        database.executemany(
            "insert into documents(rowid, title, text, questions) values (?, ?, ?, ?)", rows
        )
        database.execute("insert into documents(documents) values ('optimize')")
        passage = f"select rowid from documents where documents match ? order by bm25(documents) limit {MAX_HITS}"

        def search(query: str) -> list[SearchDocument]:
            words = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", query.lower())) or '""'
            return [docs[number - 1] for (number,) in database.execute(passage, (words,))]

        yield search
