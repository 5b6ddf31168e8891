"""A knowledge base → an open search index: the compiled one or, if that is missing or damaged, one made in memory.

Only the API that all forks of Whoosh share is used.

The page has an index of its own, built in `site/theme/js/engine/index.js`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from msgspec.json import decode
from whoosh.collectors import FilterCollector, TopCollector
from whoosh.filedb.filestore import RamStorage
from whoosh.query import And, Or, Phrase, Query, Term
from whoosh.scoring import WeightingModel, WeightScorer

from rulings.model.knowledge import Knowledge
from rulings.names import Names, index_of
from rulings.search.analysis import Analyzer
from rulings.search.constants import ENTRY_KINDS, MAX_CANDIDATES
from rulings.search.expansion import Vocabulary
from rulings.search.schema import schema
from rulings.search.stored import QuestionStems, RankingData, Settings, StoredDocument
from rulings.storage.compiled import DamagedError

_MAX_DECODED = 5_000  # documents that an open index keeps decoded


class _ImpactWeighting(WeightingModel):
    """Scores a posting by its stored weight times the query's boost: BM25 without lengths; boosts are idfs."""

    def scorer(self, searcher: Any, fieldname: str, text: Any, qf: int = 1) -> Any:
        return WeightScorer.for_(searcher, fieldname, text)


class Index:
    """An open index. `searcher`: Whoosh's; `vocabulary`: for query expansion; `average_lengths`: for re-ranking.

    `stored_document` and `ranking_data`: number of a document → its data for a hit, and for the re-ranker.
    """

    def __init__(self, values: Mapping[str, bytes], names: Names) -> None:
        """`values`: see `indexing.index_values`; `names`: of the same knowledge base."""
        self._values, self.names = values, names
        storage = RamStorage()
        for name, value in self._values.items():
            if name.startswith("whoosh/"):
                storage.files[name.removeprefix("whoosh/")] = value
        self.searcher = storage.open_index(schema=schema()).searcher(weighting=_ImpactWeighting())
        self.settings = decode(self._values["settings"], type=Settings)
        self.weights = self.settings.weights
        self.analyzer = Analyzer.from_settings(self.settings.analyzer)
        self.average_lengths = self.settings.average_lengths
        self._stored_fields = lru_cache(MAX_CANDIDATES)(self.searcher.stored_fields)
        self.stored_document: Callable[[int], StoredDocument] = lru_cache(_MAX_DECODED)(
            lambda number: decode(self._field(number, ".stored"), type=StoredDocument)
        )
        self.ranking_data: Callable[[int], RankingData] = lru_cache(_MAX_DECODED)(
            lambda number: decode(self._field(number, ".ranking"), type=RankingData)
        )
        self._lexicons: dict[str, list[str]] = {}
        reader = self.searcher.reader()
        self.vocabulary = Vocabulary(
            analyzer=self.analyzer,
            synonyms=self.settings.synonyms,
            card_names=self.settings.card_names,
            sources=self.settings.sources,
            weights=self.weights,
            ranked_count=self.settings.ranked_count,
            document_frequency=lambda term: self.settings.frequencies.get(term, 0),
            is_printed=lambda word: bool(reader.doc_frequency(".words", word)),
            words=lambda: self.words_by_frequency,
        )

    def _field(self, number: int, name: str) -> str:
        return str(self._stored_fields(number)[name])

    def keywords(self, number: int) -> list[str]:
        """The keywords of the card that is the document with that number."""
        return self._field(number, ".keywords").splitlines()

    def lexicon(self, field: str) -> list[str]:
        """All terms of a field, sorted."""
        if field not in self._lexicons:
            self._lexicons[field] = list(self.searcher.reader().field_terms(field))
        return self._lexicons[field]

    @cached_property
    def words_by_frequency(self) -> list[str]:
        """The words of all documents, the most frequent first."""
        reader = self.searcher.reader()
        return sorted(self.lexicon(".words"), key=lambda word: -reader.doc_frequency(".words", word))

    @cached_property
    def unanswered(self) -> QuestionStems:
        """The questions that nothing answers."""
        return decode(self._values["unanswered"], type=QuestionStems)

    def retrieve(self, wanted: Query, candidate_filter: set[int] | None) -> list[int]:
        """The numbers of the best `MAX_CANDIDATES` documents, of those in `candidate_filter` (None: of all).

        Whoosh's block skipping is off, because it loses documents: it compares scores with and without boosts.
        """
        collector = TopCollector(MAX_CANDIDATES, usequality=False, replace=0)
        filtered = collector if candidate_filter is None else FilterCollector(collector, candidate_filter)
        self.searcher.search_with_collector(wanted, filtered)
        return [number for _, number in collector.results().top_n]

    @cached_property
    def entries(self) -> set[int]:
        """The numbers of the entries."""
        return set(self.searcher.docs_for_query(Or([Term("kind", kind) for kind in ENTRY_KINDS])))

    def entries_with(self, words: Sequence[str], candidate_filter: set[int] | None) -> set[int]:
        """The numbers of the entries, of those in `candidate_filter` (None: all), that have every one of the words."""
        if not words:
            return set()
        having = self.entries.intersection(self.searcher.docs_for_query(And([Term(".words", word) for word in words])))
        return having if candidate_filter is None else having & candidate_filter

    def with_phrase(self, words: Sequence[str]) -> set[int]:
        """The numbers of the documents that have the words (two at least) in a row."""
        return set(self.searcher.docs_for_query(Phrase(".words", list(words)))) if len(words) > 1 else set()

    def number_of(self, id: str) -> int | None:
        """The number of the document with that id, or None."""
        number: int | None = self.searcher.document_number(**{".id": id})
        return number


def open_index(kb: Knowledge) -> Index:
    """The index of a knowledge base, which keeps it."""
    index: Index | None = kb.derived.get("search_index")
    if index is None:
        index = kb.derived["search_index"] = Index(_compiled_values(kb) or _new_values(kb), index_of(kb))
    return index


def _compiled_values(kb: Knowledge) -> dict[str, bytes]:
    """The values that were compiled with the knowledge base; empty if there are none or one is damaged."""
    compiled: Mapping[str, bytes] = kb.derived.get("compiled") or {}
    try:
        return {name.removeprefix("search/"): compiled[name] for name in compiled if name.startswith("search/")}
    except DamagedError:
        return {}


def _new_values(kb: Knowledge) -> dict[str, bytes]:
    from rulings.search.indexing import index_values  # a search with a compiled index needs none of this

    return dict(index_values(kb))
