"""A knowledge base → the values of the index's cache: Whoosh's files, the settings and the names."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import fsum
from pathlib import Path
from statistics import fmean
from tempfile import SpooledTemporaryFile
from typing import Any

from whoosh.filedb.filestore import RamStorage
from whoosh.filedb.structfile import StructFile

from rulings.model.knowledge import Knowledge
from rulings.names import resolving
from rulings.names.tables import EntityTables
from rulings.search import entity_linking, synonyms
from rulings.search.analysis import Analyzer
from rulings.search.constants import ANSWERS, FOUND_BY_FIELD
from rulings.search.documents import SearchDocument, documents
from rulings.search.expansion import Vocabulary
from rulings.search.fields import FIELDS
from rulings.search.index import Progress
from rulings.search.schema import schema
from rulings.search.stored import Settings, StoredDocument, StoredRanking, Weights

POSTINGS = 36  # megabytes of them, as Whoosh counts, that are sorted in memory
WEIGHTS = Path(__file__).with_name("weights.yaml")

_NO_NAMES: EntityTables = {"ids": [], "titles": [], "names": {}, "printed": {}, "printed_numbers": {}}


class _Storage(RamStorage):  # type: ignore[misc]
    """Whoosh's storage in memory, but with temporary files that no other process shares."""

    def temp_storage(self, name: str | None = None) -> RamStorage:
        return SortingStorage()


class SortingStorage(RamStorage):  # type: ignore[misc]
    """Sorts more postings than `POSTINGS`: runs are written to real files, because `RamStorage` loses them."""

    def create_file(self, name: str, **kwargs: Any) -> Any:
        """A new file, a real one for a run."""
        if not name.endswith(".run"):
            return super().create_file(name, **kwargs)
        self.files[name] = _Run(max_size=1)
        return StructFile(self.files[name], name=name)

    def open_file(self, name: str, **kwargs: Any) -> Any:
        """The file with that name."""
        if not name.endswith(".run"):
            return super().open_file(name, **kwargs)
        self.files[name].seek(0)
        return StructFile(self.files[name], name=name)


class _Run(SpooledTemporaryFile[bytes]):
    """An unnamed temporary file, deleted when the process ends. It stays open for reading."""

    def close(self) -> None:
        self.flush()


def read_weights(path: Path = WEIGHTS) -> Weights:
    """The weights of the ranking, from `weights.yaml`."""
    from rulings.storage.yaml_reader import read_yaml

    weights: Weights = _numbers(read_yaml(path))
    return weights


def _numbers(value: Any) -> Any:
    return {key: _numbers(item) for key, item in value.items()} if isinstance(value, dict) else float(value)


def build(kb: Knowledge, progress: Progress | None = None) -> Iterator[tuple[str, bytes]]:
    """The values of the index's cache."""
    return build_of(kb, documents(kb), read_weights(), progress)


def build_of(
    kb: Knowledge, documents: Sequence[SearchDocument], weights: Weights, progress: Progress | None = None
) -> Iterator[tuple[str, bytes]]:
    """The values of an index of these documents only, ranked with these weights, as the benchmarks need it."""
    analyzer = Analyzer.read()
    ranked = {document.id: Analysed.of(analyzer, document) for document in documents if document.kind in ANSWERS}
    frequency = Counter(term for analysed in ranked.values() for term in analysed.terms())
    named = synonyms.read(kb.folder)
    vocabulary = Vocabulary(analyzer, {}, _NO_NAMES, {}, weights, len(ranked), lambda term: frequency[term], bool, list)
    storage = _Storage()
    writer = storage.create_index(schema()).writer(limitmb=POSTINGS)
    for number, document in enumerate(documents):
        values = _facts(analyzer, document)
        ranking: StoredRanking = {
            "about": document.about,
            "prior": _prior(document, weights),
            "kind": document.kind,
            "source": document.source_name,
        }
        analysed = ranked.get(document.id) if document.kind in ANSWERS else None
        if analysed:
            ranking["text"], ranking["questions"] = analysed.for_ranking(vocabulary)
            impacts = analysed.impacts(weights["text_k1"])
            values["terms"] = "\n".join(f"{term}\t{weight:.3f}" for term, weight in impacts.items())
        writer.add_document(
            stored=json.dumps(_shown(document), ensure_ascii=False),
            ranking=json.dumps(ranking, ensure_ascii=False),
            id=document.id,
            words="\n".join(analysed.words if analysed else analyzer.words(f"{document.title} {document.text}")),
            about="\n".join(f"{key}\t{weight}" for key, weight in document.about.items()),
            since=document.since,
            **{name: value for name, value in values.items() if value},
        )
        if progress and not number % 32:
            progress(number, len(documents))
    writer.commit()
    mentioned = [
        (
            {key.removeprefix("card/") for key in document.about if key.startswith("card/")},
            ranked[document.id].with_questions,
        )
        for document in documents
        if document.kind == "ruling"
    ]
    settings: Settings = {
        "weights": weights,
        "analyzer": analyzer.to_json(),
        "synonyms": synonyms.by_stems(named, analyzer),
        "entities": entity_linking.build(kb, analyzer, mentioned),
        "sources": {
            " ".join(analyzer.stems(str(name))): short
            for short, names in named.get("documents", {}).items()
            for name in names
        },
        "ranked": len(ranked),
        "lengths": (
            fmean(len(analysed.text) for analysed in ranked.values()) if ranked else 1.0,
            max(1.0, fmean(sum(map(len, analysed.questions)) for analysed in ranked.values())) if ranked else 1.0,
        ),
    }
    yield "settings", json.dumps(settings, ensure_ascii=False).encode()
    yield "names", json.dumps(resolving.name_tables(kb), ensure_ascii=False).encode()
    for name in storage.list():
        yield f"whoosh/{name}", bytes(storage.files[name])
    if progress:
        progress(len(documents), len(documents))


@dataclass(frozen=True, slots=True)
class Analysed:
    """Terms of a document found by its words. `words`: of title and text; `with_questions`: of text and questions.

    `text`: the stems of title, keys and text; `questions`: the distinct stems of each question, sorted.
    """

    words: list[str]
    with_questions: list[str]
    text: list[str]
    questions: list[list[str]]

    @classmethod
    def of(cls, analyzer: Analyzer, document: SearchDocument) -> Analysed:
        """Analyses the document's texts."""
        title, text, keys = map(analyzer.words, (document.title, document.text, document.keys))
        questions = [analyzer.words(question) for question in document.questions]
        stems = [sorted(set(map(analyzer.stem, question))) for question in questions]
        return cls(
            [*title, *text],
            [*text, *chain.from_iterable(questions)],
            [analyzer.stem(word) for word in (*title, *keys, *text)],
            [question for question in stems if question],
        )

    def terms(self) -> set[str]:
        """All its stems."""
        return {*self.text, *chain.from_iterable(self.questions)}

    def for_ranking(self, vocabulary: Vocabulary) -> tuple[str, list[tuple[str, float]]]:
        """`text` and `questions` of `StoredRanking`."""
        idf = {term: vocabulary.idf(vocabulary.frequency(term)) for question in self.questions for term in question}
        weights = [round(fsum(idf[term] for term in question), 3) for question in self.questions]
        return " ".join(self.text), list(zip(map(" ".join, self.questions), weights, strict=True))

    def impacts(self, k1: float) -> dict[str, float]:
        """Stem → impact (0–1): its saturated term frequency as in BM25; precise enough for retrieving candidates."""
        amounts = dict[str, float](Counter(self.text))
        for question in self.questions:
            for term in question:
                amounts[term] = amounts.get(term, 0.0) + 0.5
        return {term: amount / (amount + k1) for term, amount in amounts.items()}


def _facts(analyzer: Analyzer, document: SearchDocument) -> dict[str, str]:
    """Field → its terms, one a line; if the field is `by_word`, also the words of its values."""
    near = [key for key, weight in document.about.items() if weight > FOUND_BY_FIELD]
    terms = {field: [analyzer.slug(value) for value in values] for field, values in document.facts.items()}
    for field in FIELDS:
        if field.by_word and field.name in terms:
            words = {word for value in document.facts[field.name] for word in analyzer.words(value)}
            terms[field.name] = sorted(words.union(terms[field.name]))
    return {
        **{field: "\n".join(dict.fromkeys(values)) for field, values in terms.items()},
        "card": "\n".join(key.removeprefix("card/") for key in near if key.startswith("card/")),
        "topic": "\n".join(key.removeprefix("topic/") for key in near if key.startswith("topic/")),
        "date": "\n".join(document.dates),
        "game": document.game,
        "kind": document.kind,
    }


def _prior(document: SearchDocument, weights: Weights) -> float:
    """The prior of a document: the product of the weights of what it is (a pointer, superseded, without words …)."""
    prior = 1.0
    for nature in (*document.facts.get("is", ()), document.status, *(() if document.has_words else ("empty",))):
        prior *= weights["nature"].get(nature, 1.0)
    return prior


def _shown(document: SearchDocument) -> StoredDocument:
    return {
        "kind": document.kind,
        "id": document.id,
        "title": document.title,
        "document": document.source,
        "game": document.game,
        "text": document.text,
        "url": document.url,
        "question": document.questions[0] if document.questions else "",
        "who": document.who,
        "date": document.dates[-1] if document.dates else None,
        "status": document.status,
        "superseded_by": [*document.superseded_by],
        "duplicates": [*document.duplicates],
        "natures": document.facts.get("is", []),
        "keywords": document.facts.get("keyword", []),
    }
