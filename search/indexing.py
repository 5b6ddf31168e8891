"""A knowledge base → the values that make up the compiled index: Whoosh's files and the settings.

The page builds its index in `site/theme/js/engine/index.js`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, starmap
from math import fsum, prod
from pathlib import Path

from msgspec import convert
from msgspec.json import encode
from whoosh.filedb.filestore import RamStorage

from rulings.model.formatting import name_and_date
from rulings.model.knowledge import Knowledge
from rulings.names import authority_names
from rulings.search import card_names, constants, synonyms
from rulings.search.analysis import Analyzer
from rulings.search.documents import SearchDocument, documents
from rulings.search.expansion import idf
from rulings.search.fields import FIELDS
from rulings.search.schema import schema
from rulings.search.stored import (
    AverageLengths,
    NearIdentical,
    QuestionStems,
    RankingData,
    Settings,
    StoredDocument,
    Weights,
)
from rulings.storage.yaml_files import read_yaml

_SORT_MEMORY_MB = 1 << 20  # no limit: `_MemoryStorage` cannot keep the files in which Whoosh would sort more postings
_WEIGHTS = Path(__file__).with_name("weights.yaml")


class _MemoryStorage(RamStorage):
    """Whoosh's storage in memory. `RamStorage` shares a folder for temporary files with all other processes."""

    def __init__(self) -> None:
        RamStorage.__init__(self)  # which has no types

    def temp_storage(self, name: str | None = None) -> RamStorage:
        """Another storage of this kind."""
        return _MemoryStorage()


def read_weights() -> Weights:
    """The weights of the ranking, from `weights.yaml`."""
    return convert(read_yaml(_WEIGHTS), Weights, strict=False)  # decimals are read as text


def index_values(kb: Knowledge) -> Iterator[tuple[str, bytes]]:
    """The values of the index, by name."""
    return values_for_documents(kb, documents(kb), read_weights())


def values_for_documents(
    kb: Knowledge, searched: Sequence[SearchDocument], weights: Weights
) -> Iterator[tuple[str, bytes]]:
    """The values of an index of these documents, ranked with these weights: settings and Whoosh's files."""
    analyzer = Analyzer.read()
    entries = [document for document in searched if document.kind in constants.ENTRY_KINDS]
    analysed = [AnalysedTexts.of(analyzer, document) for document in entries]  # the entries come first
    terms_of = dict[str, set[str]]()
    for texts in analysed:
        terms_of.setdefault(texts.document.id, set()).update(texts.terms())
    frequencies = Counter(chain.from_iterable(terms_of.values()))
    idfs = {term: idf(frequency, len(terms_of), weights.idf_power) for term, frequency in frequencies.items()}
    storage = _MemoryStorage()
    _write_documents(storage, analyzer, searched, analysed, weights, idfs)
    yield "settings", encode(_settings(kb, analyzer, weights, analysed, frequencies))
    unanswered = [sorted(idfs.keys() & analyzer.stems(question)) for question in kb.unanswered]
    yield "unanswered", encode(_questions(unanswered, idfs))
    for name, value in storage.files.items():
        yield f"whoosh/{name}", bytes(value)


def _write_documents(
    storage: RamStorage,
    analyzer: Analyzer,
    searched: Sequence[SearchDocument],
    analysed: Sequence[AnalysedTexts],
    weights: Weights,
    idfs: Mapping[str, float],
) -> None:
    """Writes Whoosh's index of the documents to `storage`. `analysed`: the texts of the entries; `idfs`: by stem."""
    writer = storage.create_index(schema()).writer(limitmb=_SORT_MEMORY_MB)
    for number, document in enumerate(searched):
        texts = analysed[number] if number < len(analysed) else None
        stems, question_stems = (texts.text_stems, texts.question_stems) if texts else ([], [])
        ranking_data = RankingData(
            kind=document.kind,
            source=document.source,
            prior=_prior(document, weights),
            about=document.about,
            term_counts=dict(Counter(stems)),
            questions=_questions(question_stems, idfs),
            text_length=len(stems),
            questions_length=sum(map(len, question_stems)),
            dates=document.dates,
        )
        stored = {
            ".stored": encode(_stored_document(document)).decode(),
            ".ranking": encode(ranking_data).decode(),
            ".keywords": "\n".join(document.field_values.get("keyword", ())),
        }
        writer.add_document(**stored, **_indexed(analyzer, document, texts, weights.text_k1))
    writer.commit()


def _settings(
    kb: Knowledge, analyzer: Analyzer, weights: Weights, analysed: Sequence[AnalysedTexts], frequencies: dict[str, int]
) -> Settings:
    sources = ((str(name), short) for short, names in kb.synonyms.sources.items() for name in names)
    cited = {name for texts in analysed for name in texts.document.field_values.get("by", ())}
    people = [authority for authority in kb.authorities if authority.kind == "person" and authority.name in cited]
    rulings = [texts for texts in analysed if texts.document.kind == "ruling"]
    words_by_cards = [({*_ids(ruling.document.about, "card")}, ruling.words_with_questions) for ruling in rulings]
    return Settings(
        weights=weights,
        analyzer=analyzer.settings(),
        synonyms=synonyms.by_stems(kb.synonyms, analyzer),
        card_names=card_names.query_name_tables(kb, analyzer, words_by_cards),
        sources={" ".join(analyzer.stems(name)): short for name, short in sources},
        authority_names={" ".join(analyzer.words(name)): person.name for name, person in authority_names(people)},
        ranked_count=len({texts.document.id for texts in analysed}),
        frequencies=frequencies,
        average_lengths=_average_lengths(analysed),
    )


@dataclass(frozen=True, slots=True)
class AnalysedTexts:
    """The texts of an entry, split into words and stems."""

    document: SearchDocument
    words: list[str]  # of title and text
    words_with_questions: list[str]  # of text and questions
    text_stems: list[str]  # of title, extra words and text
    question_stems: list[list[str]]  # the distinct ones of each question, sorted

    @classmethod
    def of(cls, analyzer: Analyzer, document: SearchDocument) -> AnalysedTexts:
        """The split texts of an entry."""
        title, text, extra = map(analyzer.words, (document.title, document.text, document.extra_words))
        questions = [analyzer.words(question) for question in document.questions]
        stems = [sorted(set(map(analyzer.stem, question))) for question in questions]
        return cls(
            document,
            [*title, *text],
            [*text, *chain.from_iterable(questions)],
            [analyzer.stem(word) for word in (*title, *extra, *text)],
            [question for question in stems if question],
        )

    def terms(self) -> set[str]:
        """All its stems."""
        return {*self.text_stems, *chain.from_iterable(self.question_stems)}

    def impacts(self, k1: float) -> dict[str, float]:
        """Stem → impact (0–1): the saturated term frequency of BM25, which is enough to retrieve candidates."""
        frequencies = dict[str, float](Counter(self.text_stems))
        for question in self.question_stems:
            for term in question:
                frequencies[term] = frequencies.get(term, 0.0) + constants.QUESTION_FREQUENCY
        return {term: frequency / (frequency + k1) for term, frequency in frequencies.items()}


def _questions(questions: Sequence[list[str]], idfs: Mapping[str, float]) -> QuestionStems:
    """The questions with these stems."""
    postings: dict[str, list[int]] = {}
    for number, stems in enumerate(questions):
        for stem in stems:
            postings.setdefault(stem, []).append(number)
    return QuestionStems(postings, [round(fsum(idfs[s] for s in stems), 3) for stems in questions])


def _average_lengths(analysed: Collection[AnalysedTexts]) -> AverageLengths:
    """The average lengths of all entries, each with its statements; 1 if there are no words."""
    entries = len({texts.document.id for texts in analysed}) or 1
    text_length = sum(len(texts.text_stems) for texts in analysed)
    questions_length = sum(len(stems) for texts in analysed for stems in texts.question_stems)
    return AverageLengths(text=max(1.0, text_length / entries), questions=max(1.0, questions_length / entries))


def _ids(keys: Iterable[str], kind: str) -> list[str]:
    """The ids in the keys of one kind (`card/<id>`, `topic/<id>`)."""
    return [key.removeprefix(f"{kind}/") for key in keys if key.startswith(f"{kind}/")]


def _indexed(analyzer: Analyzer, document: SearchDocument, analysed: AnalysedTexts | None, k1: float) -> dict[str, str]:
    """Indexed field → its text, mostly one term per line. `analysed`: None for cards and topics; `k1`: of BM25."""
    near = [key for key, weight in document.about.items() if weight > constants.FOUND_BY_FIELD]
    terms = {name: [analyzer.field_term(value) for value in values] for name, values in document.field_values.items()}
    for field in FIELDS:
        if field.by_word and field.name in terms:
            words = {word for value in document.field_values[field.name] for word in analyzer.words(value)}
            terms[field.name] = sorted(words.union(terms[field.name]))
    impacts = analysed.impacts(k1) if analysed else {}
    fields = {
        **{name: "\n".join(dict.fromkeys(values)) for name, values in terms.items()},
        ".terms": "\n".join(f"{term}\t{impact:.3f}" for term, impact in impacts.items()),
        ".words": "\n".join(analysed.words if analysed else analyzer.words(f"{document.title} {document.text}")),
        ".about": "\n".join(f"{key}\t{weight}" for key, weight in document.about.items()),
        "card": "\n".join(_ids(near, "card")),
        "topic": "\n".join(_ids(near, "topic")),
        ".date": "\n".join(document.dates),
        ".citation": "\n".join(dict.fromkeys(starmap(partial(_citation, analyzer), document.citations))),
        "in": analyzer.field_term(document.source),
        "game": document.game,
        "kind": document.kind,
        ".id": document.id,
    }
    return {name: value for name, value in fields.items() if value} | {".first_said": document.first_said}


def _citation(analyzer: Analyzer, names: Iterable[str], date: str, is_official: bool) -> str:
    """A citation as one term: names, date and whether it is official: `tom wylie tom-wylie|1996-05-28|official`."""
    terms = dict.fromkeys(term for name in names for term in (*analyzer.words(name), analyzer.field_term(name)))
    return f"{' '.join(terms)}|{date}|{'official' if is_official else 'unofficial'}"


def _prior(document: SearchDocument, weights: Weights) -> float:
    """The prior of a document: the product of the weights of its natures (superseded, `see`, empty, on a card)."""
    natures = [*document.field_values.get("is", ()), *(["empty"] if document.is_empty else [])]
    natures += ["on_card"] if document.kind == "ruling" and "side" in document.field_values else []
    return prod(weights.nature.get(nature, 1.0) for nature in natures)


def _stored_document(document: SearchDocument) -> StoredDocument:
    date = document.dates[-1] if document.dates else None
    return StoredDocument(
        kind=document.kind,
        id=document.id,
        title=document.title,
        document=document.source_id,
        game=document.game,
        text=document.whole_text or document.text,
        passage=document.text,
        status=document.status,
        superseded_by=document.superseded_by,
        url=document.url,
        question=document.questions[0] if document.questions else None,
        who=name_and_date(document.authority, date) or None,
        date=date,
        natures=tuple(n for n in document.field_values.get("is", ()) if n in constants.SHOWN_NATURES),
        also_under=tuple(NearIdentical(id, title) for id, title in document.also_under),
    )
