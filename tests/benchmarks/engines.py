"""Search engines to compare: ours, and others with their usual settings over the same documents, as far as they are installed.

Every engine indexes the title, the text and the questions of each document.
"""

from __future__ import annotations

import re
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec import structs

from rulings import Ruling
from rulings.api import KnowledgeBase
from rulings.names import index_of
from rulings.search.documents import SearchDocument
from rulings.search.index import Index, Weights, index_values
from rulings.search.results import Results

Search = Callable[[str], list[SearchDocument]]
MAX_HITS = 10


def our_search(
    kb: KnowledgeBase, docs: list[SearchDocument] | None = None, weights: Weights | None = None
) -> Callable[[str], Results]:
    """Our search over an index in memory, of these documents (None: all) and with these weights (None: the usual ones)."""
    separate = structs.replace(kb)
    separate.derived.update(kb.derived, search_index=Index(dict(index_values(kb, docs, weights)), index_of(kb)))
    return lambda query: separate.search(query, MAX_HITS)


def search_function(kb: KnowledgeBase, docs: list[SearchDocument], weights: Weights | None = None) -> Search:
    """Our search, as a function from a query to documents."""
    return returning_documents(our_search(kb, docs, weights), docs)


def returning_documents(results_of: Callable[[str], Results], docs: Sequence[SearchDocument]) -> Search:
    """Turns a function from a query to results into one from a query to the documents of the hits."""
    by_kind_and_id: dict[tuple[str, str], SearchDocument]
    by_kind_and_id = {(document.kind, document.id): document for document in reversed(docs)}  # the whole one wins
    return lambda query: [
        by_kind_and_id["ruling" if isinstance(hit.entity, Ruling) else hit.kind, hit.id]
        for hit in results_of(query).hits
    ]


def searched_by(engine: str, docs: list[SearchDocument]) -> list[SearchDocument]:
    """The documents that an engine indexes: ours also the statements of sections, which it shows; the others do not."""
    return [document for document in docs if engine == "rulings" or document.statement is None]


def words(query: str) -> list[str]:
    """The words of a query, without signs that would mean something in the query language of an engine."""
    return re.findall(r"\w+", query.lower())


@contextmanager
def rulings_engine(kb: KnowledgeBase, docs: list[SearchDocument]) -> Iterator[Search]:
    """This project's search."""
    yield search_function(kb, docs)


@contextmanager
def whoosh_engine(kb: KnowledgeBase, docs: list[SearchDocument]) -> Iterator[Search]:
    """Whoosh on disk: its stemming analyzer, all words optional, BM25F."""
    from whoosh import fields, index, qparser
    from whoosh.analysis import StemmingAnalyzer

    with tempfile.TemporaryDirectory() as folder:
        text = fields.TEXT(analyzer=StemmingAnalyzer())
        created = index.create_in(folder, fields.Schema(number=fields.STORED, title=text, text=text, questions=text))
        writer = created.writer(limitmb=512)
        for number, document in enumerate(docs):
            writer.add_document(
                number=number, title=document.title, text=document.text, questions="\n".join(document.questions)
            )
        writer.commit()
        parser = qparser.MultifieldParser(["title", "text", "questions"], created.schema, group=qparser.OrGroup)
        with created.searcher() as searcher:
            yield lambda query: [
                docs[hit["number"]] for hit in searcher.search(parser.parse(" ".join(words(query))), limit=MAX_HITS)
            ]


@contextmanager
def fts5_engine(kb: KnowledgeBase, docs: list[SearchDocument]) -> Iterator[Search]:
    """SQLite FTS5: porter stemming, all words optional, bm25."""
    database = sqlite3.connect(":memory:")
    database.execute(
        "create virtual table documents using fts5(title, text, questions, tokenize='porter unicode61 remove_diacritics 2')"
    )
    rows = ((n + 1, document.title, document.text, "\n".join(document.questions)) for n, document in enumerate(docs))
    database.executemany("insert into documents(rowid, title, text, questions) values (?, ?, ?, ?)", rows)
    database.execute("insert into documents(documents) values ('optimize')")
    statement = f"select rowid from documents where documents match ? order by bm25(documents) limit {MAX_HITS}"
    yield lambda query: [
        docs[n - 1] for (n,) in database.execute(statement, (" OR ".join(f'"{w}"' for w in words(query)) or '""',))
    ]
    database.close()


@contextmanager
def tantivy_engine(kb: KnowledgeBase, docs: list[SearchDocument]) -> Iterator[Search]:
    """tantivy: English stemming, all words optional."""
    import tantivy

    builder = tantivy.SchemaBuilder()
    for name in ("title", "text", "questions"):
        builder.add_text_field(name, tokenizer_name="en_stem")
    builder.add_integer_field("number", stored=True)
    index = tantivy.Index(builder.build())
    writer = index.writer()
    for number, document in enumerate(docs):
        writer.add_document(
            tantivy.Document(
                number=number, title=document.title, text=document.text, questions="\n".join(document.questions)
            )
        )
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    searcher = index.searcher()

    def search(query: str) -> list[SearchDocument]:
        parsed = index.parse_query(" ".join(words(query)), ["title", "text", "questions"])
        return [docs[searcher.doc(address)["number"][0]] for _, address in searcher.search(parsed, MAX_HITS).hits]

    yield search


@contextmanager
def lunr_engine(kb: KnowledgeBase, docs: list[SearchDocument]) -> Iterator[Search]:
    """lunr.py, with its defaults."""
    from lunr import lunr

    documents = [
        {"number": str(n), "title": document.title, "text": document.text, "questions": "\n".join(document.questions)}
        for n, document in enumerate(docs)
    ]
    index = lunr(ref="number", fields=("title", "text", "questions"), documents=documents)
    yield lambda query: [docs[int(hit["ref"])] for hit in index.search(" ".join(words(query)))[:MAX_HITS]]


ENGINES: dict[str, Any] = {
    "rulings": rulings_engine,
    "plain Whoosh": whoosh_engine,
    "SQLite FTS5": fts5_engine,
    "tantivy": tantivy_engine,
    "lunr": lunr_engine,
}
