"""Documents → one search function for each engine that is installed: ours, and others in their usual settings over the same documents.

Every engine gets each document's title and text, and where asked the editorial questions as a third field.
"""

from __future__ import annotations

import re
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from rulings.api import KnowledgeBase
from rulings.search.documents import SearchDocument, documents
from rulings.search.index import Index
from rulings.search.indexing import build_from, read_weights
from rulings.search.request import Options
from rulings.search.results import Results
from rulings.search.searching import search_index
from rulings.search.stored import Weights
from rulings.storage.cache import Cache

Search = Callable[[str], list[SearchDocument]]
TOP = 10


def ours(kb: KnowledgeBase, found: list[SearchDocument] | None = None, weights: Weights | None = None) -> Index:
    """This project's index in memory, over some documents (None: all) and with some weights (None: the usual ones)."""

    def cache() -> Cache:
        return Cache("", values=dict(build_from(kb, documents(kb) if found is None else found, weights or read_weights())))

    return Index(cache(), cache)


def searching(index: Index, found: Sequence[SearchDocument], limit: int = TOP) -> Search:
    """Our search as a function from a query to documents."""
    options = Options(limit)
    return as_documents(lambda query: search_index(index, query, options), found)


def as_documents(results_of: Callable[[str], Results], found: Sequence[SearchDocument]) -> Search:
    """A function from a query to our results, as one to the documents of their hits."""
    place = {(document.kind, document.id): document for document in found}
    return lambda query: [place[hit.kind, hit.id] for hit in results_of(query).hits]


def words(query: str) -> list[str]:
    """The words of a query for engines whose query language is not meant: letters and digits."""
    return re.findall(r"\w+", query.lower())


@contextmanager
def rulings_engine(kb: KnowledgeBase, found: list[SearchDocument]) -> Iterator[Search]:
    """This project's search."""
    yield searching(ours(kb, found), found)


@contextmanager
def whoosh_engine(kb: KnowledgeBase, found: list[SearchDocument]) -> Iterator[Search]:
    """Plain Whoosh on disk: its stemming analyser, all words optional, BM25F."""
    from whoosh import fields, index, qparser
    from whoosh.analysis import StemmingAnalyzer

    with tempfile.TemporaryDirectory() as folder:
        text = fields.TEXT(analyzer=StemmingAnalyzer())
        made = index.create_in(folder, fields.Schema(number=fields.STORED, title=text, text=text, questions=text))
        writer = made.writer(limitmb=512)
        for number, document in enumerate(found):
            writer.add_document(number=number, title=document.title, text=document.text, questions="\n".join(document.questions))
        writer.commit()
        parser = qparser.MultifieldParser(["title", "text", "questions"], made.schema, group=qparser.OrGroup)
        with made.searcher() as searcher:
            yield lambda query: [found[hit["number"]] for hit in searcher.search(parser.parse(" ".join(words(query))), limit=TOP)]


@contextmanager
def fts5_engine(kb: KnowledgeBase, found: list[SearchDocument]) -> Iterator[Search]:
    """SQLite FTS5: porter stemming, all words optional, bm25."""
    base = sqlite3.connect(":memory:")
    base.execute("create virtual table documents using fts5(title, text, questions, tokenize='porter unicode61 remove_diacritics 2')")
    rows = ((n + 1, document.title, document.text, "\n".join(document.questions)) for n, document in enumerate(found))
    base.executemany("insert into documents(rowid, title, text, questions) values (?, ?, ?, ?)", rows)
    base.execute("insert into documents(documents) values ('optimize')")
    ask = f"select rowid from documents where documents match ? order by bm25(documents) limit {TOP}"
    yield lambda query: [found[n - 1] for (n,) in base.execute(ask, (" OR ".join(f'"{w}"' for w in words(query)) or '""',))]
    base.close()


@contextmanager
def tantivy_engine(kb: KnowledgeBase, found: list[SearchDocument]) -> Iterator[Search]:
    """tantivy: English stemming, all words optional."""
    import tantivy

    builder = tantivy.SchemaBuilder()
    for name in ("title", "text", "questions"):
        builder.add_text_field(name, tokenizer_name="en_stem")
    builder.add_integer_field("number", stored=True)
    made = tantivy.Index(builder.build())
    writer = made.writer()
    for number, document in enumerate(found):
        writer.add_document(
            tantivy.Document(number=number, title=document.title, text=document.text, questions="\n".join(document.questions))
        )
    writer.commit()
    writer.wait_merging_threads()
    made.reload()
    searcher = made.searcher()

    def search(query: str) -> list[SearchDocument]:
        parsed = made.parse_query(" ".join(words(query)), ["title", "text", "questions"])
        return [found[searcher.doc(place)["number"][0]] for _, place in searcher.search(parsed, TOP).hits]

    yield search


@contextmanager
def lunr_engine(kb: KnowledgeBase, found: list[SearchDocument]) -> Iterator[Search]:
    """lunr.py: as it comes."""
    from lunr import lunr

    documents = [{"number": str(n), "title": e.title, "text": e.text, "questions": "\n".join(e.questions)} for n, e in enumerate(found)]
    made = lunr(ref="number", fields=("title", "text", "questions"), documents=documents)
    yield lambda query: [found[int(hit["ref"])] for hit in made.search(" ".join(words(query)))[:TOP]]


ENGINES: dict[str, Any] = {
    "rulings": rulings_engine,
    "plain Whoosh": whoosh_engine,
    "SQLite FTS5": fts5_engine,
    "tantivy": tantivy_engine,
    "lunr": lunr_engine,
}
