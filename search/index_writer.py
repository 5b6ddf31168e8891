"""Builds the search index from a knowledge base: its tables, and Whoosh's files.

Whoosh takes a third of the time of a compilation. Its files are named by a fingerprint
of all that it was given, so those in the last compiled file are kept, whatever was
edited, if Whoosh would be given the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import chain, product
from math import fsum, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import whoosh
from msgspec import convert, msgpack
from msgspec.json import encode
from whoosh.filedb.filestore import RamStorage

from rulings.model import entities, knowledge, plain_text, vocabulary
from rulings.names import catalogue, names_in_query
from rulings.search import (
    analysis,
    fields,
    index_tables,
    parameters,
    query_words,
    search_documents,
)
from rulings.storage import compiled, yaml_files

if TYPE_CHECKING:
    from rulings.model import hand_edited

# No limit, because `_MemoryStorage` cannot keep the files in which Whoosh would sort
# more postings
_SORT_MEMORY_MB = 1 << 20
_WEIGHTS = Path(__file__).with_name("weights.yaml")
_RULEBOOK = Path(__file__).with_name("rulebook.yaml")


class _MemoryStorage(RamStorage):
    """Whoosh's storage in memory. `RamStorage` shares a folder for temporary files with
    all other processes.
    """

    def __init__(self) -> None:
        RamStorage.__init__(self)  # it is untyped

    def temp_storage(self, name: str | None = None) -> RamStorage:
        """Another storage of this kind."""
        return _MemoryStorage()


class _AnalysedDocument(NamedTuple):
    """The texts of a document, split into words and stems."""

    search_document: search_documents.SearchDocument
    words: list[str]  # words of title and text
    stems: list[str]  # stems of title, extra words and text
    cited: list[str]  # stems of its citations that are not among `stems`
    questions: dict[str, list[str]]  # each question → its distinct stems, sorted

    @classmethod
    def of(
        cls,
        analyzer: analysis.Analyzer,
        search_document: search_documents.SearchDocument,
    ) -> _AnalysedDocument:
        words = analyzer.words(f"{search_document.title} {search_document.text}")
        stems = [*map(analyzer.stem, words)]
        stems += analyzer.stems(search_document.extra_words)
        cited_stems = {*analyzer.stems(search_document.cited_words)}.difference(stems)
        questions = dict[str, list[str]]()
        for question in search_document.questions:
            if own := sorted(set(analyzer.stems(question))):
                questions[question] = own
        return cls(search_document, words, stems, sorted(cited_stems), questions)

    @property
    def question_stems(self) -> list[str]:
        """The stems of all its questions."""
        return [*chain.from_iterable(self.questions.values())]


class _Question(NamedTuple):
    """One of our questions. A section and the passages that answer it share it. If
    nothing answers it, it has no documents.
    """

    stems: list[str]
    documents: list[int]  # slots of entries

    def weight(self, idfs: Mapping[str, float]) -> float:
        """The square root of the summed idf of its stems; 1 if none occurs."""
        total = fsum(idfs.get(stem, 0.0) for stem in self.stems)
        return round(sqrt(total), 3) or 1.0


def read_weights() -> index_tables.Weights:
    """The weights of the ranking, from `weights.yaml`."""
    # YAML gives decimals as text.
    data = yaml_files.read_yaml(_WEIGHTS)
    return convert(data, index_tables.Weights, strict=False)


def index_files(
    kb: knowledge.Knowledge,
    searched: Sequence[search_documents.SearchDocument] | None = None,
    weights: index_tables.Weights | None = None,
) -> Iterator[tuple[str, bytes]]:
    """The values of the index by name: tables and Whoosh's files. By default, all
    documents are indexed, with the weights of the file.
    """
    weights = weights or read_weights()
    analyzer = analysis.Analyzer.read()
    searched = search_documents.documents(kb) if searched is None else searched
    analysed = [
        _AnalysedDocument.of(analyzer, search_document) for search_document in searched
    ]
    entries = [
        texts
        for texts in analysed
        if texts.search_document.kind in parameters.ENTRY_KINDS
        and not texts.search_document.is_heading
    ]
    unanswered = map(analyzer.stems, kb.edited.unanswered)
    negative = [sorted(set(stems)) for stems in unanswered]
    questions = _questions(entries, negative)
    tables = _tables(kb, analyzer, weights, analysed, entries, questions)
    yield "tables", encode(tables)
    rows = [_indexed(analyzer, texts) for texts in analysed]
    rows += [{".questions": stems} for stems, _ in questions]
    schema = index_tables.schema()
    code = Path(__file__).read_bytes() + Path(index_tables.__file__).read_bytes()
    digest = sha256(code + encode([whoosh.__version__, schema.names(), rows]))
    name = f"whoosh/{digest.hexdigest()}"
    value = compiled.values_left().get(f"search/{name}")
    if not value:
        storage: RamStorage = _MemoryStorage()
        writer = storage.create_index(schema).writer(limitmb=_SORT_MEMORY_MB)
        for row in rows:
            writer.add_document(**row)
        writer.commit()
        value = msgpack.encode(storage.files)
    yield name, value


def _questions(
    entries: Sequence[_AnalysedDocument],
    negative: Iterable[list[str]],
) -> list[_Question]:
    """All questions. Similar questions of an entry are side by side, because they
    compress best that way.
    """
    questions_by_entry: dict[tuple[str, str], _Question] = {}
    for slot, texts in enumerate(entries):
        for question in sorted(texts.questions, key=texts.questions.__getitem__):
            stems = texts.questions[question]
            key = (texts.search_document.id, question)
            of_entry = questions_by_entry.setdefault(key, _Question(stems, []))
            of_entry.documents.append(slot)
    questions = [*questions_by_entry.values()]
    questions += [_Question(stems, []) for stems in negative]
    return questions


def _tables(
    kb: knowledge.Knowledge,
    analyzer: analysis.Analyzer,
    weights: index_tables.Weights,
    analysed: Sequence[_AnalysedDocument],
    entries: Sequence[_AnalysedDocument],
    questions: Sequence[_Question],
) -> index_tables.IndexTables:
    documents = list[index_tables.IndexedDocument]()
    pages = dict[str, search_documents.NamedPage]()
    slots_by_name = defaultdict[str, list[int]](list)
    passages_of_opponent = defaultdict[str, list[int]](list)
    side_names = fields.BY_NAME["side"].choices
    sides = {*map(analyzer.stem, side_names)}
    for slot, texts in enumerate(analysed):
        search_document = texts.search_document
        documents.append(
            index_tables.IndexedDocument(
                kind=search_document.kind,
                id=search_document.id,
                title=search_document.title,
                source_name=search_document.source_name,
                game=search_document.game,
                kind_factor=search_document.kind_factor(weights.nature),
                few_questions_factor=search_document.few_questions_factor(
                    weights.few_questions
                ),
                passage_number=search_document.passage_number,
            )
        )
        if isinstance(search_document.entity, search_documents.NamedPage):
            pages[documents[-1].key] = search_document.entity
        names_of_document = map(analyzer.normalized, search_document.names)
        for name in dict.fromkeys(names_of_document):
            slots_by_name[name].append(slot)
        # A passage below `Runner Turn:` is about the Runner, the opponent of the Corp
        named_sides = sides.intersection(analyzer.stems(search_document.lead_in))
        if named_sides:
            for side in sorted(sides - named_sides):
                passages_of_opponent[side].append(slot)
    entry_count = len({texts.search_document.id for texts in entries})
    idfs = _idfs(entries, entry_count, weights.idf_power)
    lengths = [len(texts.stems) for texts in entries]
    question_lengths = [len(texts.question_stems) for texts in entries]
    names = [*slots_by_name, *catalogue.names_of(kb).all_spellings]
    return index_tables.IndexTables(
        weights=weights,
        analyzer=analyzer.word_forms,
        synonyms=analyzer.synonyms(kb.edited.synonyms),
        name_confidences=_name_confidences(kb, analyzer),
        slots_by_name=slots_by_name,
        sources_by_name=_sources_by_name(kb, analyzer),
        other_game=_other_game(kb.edited.other_game, analyzer, analysed, names),
        rulebook=_rulebook(analyzer),
        documents=documents,
        passages_of_opponent=passages_of_opponent,
        pages=pages,
        text_factors=_length_factors(
            lengths, entry_count, weights.text_k1, weights.text_b
        ),
        question_factors=_length_factors(
            question_lengths, entry_count, weights.questions_k1, weights.questions_b
        ),
        question_weights=[question.weight(idfs) for question in questions],
        question_sizes=[len(question.stems) for question in questions],
        question_documents=[question.documents for question in questions],
    )


def _length_factors(
    lengths: Sequence[int],
    entry_count: int,
    k1: float,
    b: float,
) -> list[float]:
    """BM25's k1 times the normalized length of each entry."""
    average = max(1.0, sum(lengths) / (entry_count or 1))
    return [k1 * (1 - b + b * length / average) for length in lengths]


def _name_confidences(
    kb: knowledge.Knowledge,
    analyzer: analysis.Analyzer,
) -> index_tables.NameConfidences:
    """Confidences of names that are also game terms, other names or ordinary words."""
    by_name = dict.fromkeys(query_words.ORDINARY_NICKNAMES, 0.0)
    printed = dict[str, str]()
    for row in kb.edited.names.false_friends:
        name = analyzer.normalized(row.words)
        if row.exact_case:
            if " " in name:
                by_name[name] = names_in_query.EVERYDAY_PHRASE_CONFIDENCE
            continue
        by_name[name] = 0.0
        if row.unless:
            printed[row.unless] = name
    return index_tables.NameConfidences(by_name, printed)


def _sources_by_name(
    kb: knowledge.Knowledge,
    analyzer: analysis.Analyzer,
) -> dict[str, str]:
    """Stems of each name of a source → its short name."""
    return {
        " ".join(analyzer.stems(str(term))): short
        for short, terms in kb.edited.synonyms.sources.items()
        for term in terms
    }


def _idfs(
    entries: Sequence[_AnalysedDocument],
    entry_count: int,
    power: float,
) -> dict[str, float]:
    """The inverse document frequency of each stem of texts, citations and questions."""
    stems_by_id = defaultdict[str, set[str]](set)
    for texts in entries:
        stems = stems_by_id[texts.search_document.id]
        stems.update(texts.stems, texts.cited, texts.question_stems)
    counts = Counter(chain.from_iterable(stems_by_id.values()))
    return {
        stem: index_tables.idf(count, entry_count, power)
        for stem, count in counts.items()
    }


def _other_game(
    data: hand_edited.OtherGame,
    analyzer: analysis.Analyzer,
    analysed: Sequence[_AnalysedDocument],
    names: Iterable[str],
) -> index_tables.OtherGameNames:
    """The titles and terms of the other game that are not in the texts and `names` of
    this one. Titles of one word are left out, and titles of which all words occur here.
    """
    document_words = set[str]()
    our_texts = [*names]
    for texts in analysed:
        document_words.update(texts.words)
        if texts.search_document.game == vocabulary.NETRUNNER:
            our_texts.append(" ".join(texts.words))
    joined_texts = f" {' | '.join(our_texts)} "
    our_words = {*joined_texts.split()}

    def only_theirs(rows: Iterable[str]) -> Iterator[tuple[str, str]]:
        for row in rows:
            name = analyzer.normalized(row)
            is_of_this_game = (
                our_words.issuperset(name.split()) and f" {name} " in joined_texts
            )
            if name and not is_of_this_game:
                yield name, row

    titles = dict[str, str]()
    for name, title in only_theirs(data.titles):
        has_words = " " in plain_text.fold(title).removeprefix("the ")
        if has_words and not document_words.issuperset(name.split()):
            titles[name] = title
    terms = dict(only_theirs(data.terms))
    return index_tables.OtherGameNames(titles, terms)


def _rulebook(analyzer: analysis.Analyzer) -> index_tables.Rulebook:
    """The data of `rulebook.yaml`, with a row for each choice of words."""
    data = yaml_files.read_yaml(_RULEBOOK)
    usual_sentence = (
        "only the printed rulebook says {}, and it is not among the documents"
    )
    topics = dict[str, str]()
    for row in data["topics"]:
        says = row.get("says") or usual_sentence.format(row["topic"])
        sentence = str(says)
        for groups in row["asks"]:
            choices = [str(group).split("/") for group in groups]
            for words in product(*choices):
                stems = sorted(set(map(analyzer.stem, words)))
                topics[" ".join(stems)] = sentence
    optional_stems = [*map(analyzer.stem, data["optional"])]
    return index_tables.Rulebook(topics, optional_stems)


def _indexed(
    analyzer: analysis.Analyzer,
    texts: _AnalysedDocument,
) -> dict[str, Any]:
    """The tokens of each indexed field."""
    search_document = texts.search_document
    ids_by_kind: dict[str, list[str]] = {"card": [], "topic": []}
    # The same order in each process, or Whoosh's files could not be kept
    about = sorted(search_document.about.items())
    for key, weight in about:
        kind, _, id = key.partition("/")
        if weight > parameters.FOUND_BY_FIELD:
            ids_by_kind[kind].append(id)
    citations = [
        citation_terms(analyzer, citation, names)
        for citation, names in search_document.citations
    ]
    source_names = filter(None, [search_document.source_name])
    distinct_citations = dict.fromkeys(chain.from_iterable(citations))
    tokens: dict[str, Any] = {
        ".terms": texts.stems,
        ".cited": texts.cited,
        ".words": texts.words,
        ".date": list(search_document.dates),
        ".citation": [*distinct_citations],
        **ids_by_kind,
        "in": [*map(analyzer.field_term, source_names)],
        "game": [search_document.game],
        "kind": [search_document.kind],
        ".about": "\n".join(f"{key}\t{weight}" for key, weight in about),
    }
    for name, values in search_document.field_values.items():
        terms = [*map(analyzer.field_term, dict.fromkeys(values))]
        if fields.BY_NAME[name].by_word:
            words = analyzer.words(" ".join(values))
            terms = sorted({*terms, *words})
        tokens[name] = list(dict.fromkeys(terms))
    return {name: terms for name, terms in tokens.items() if terms}


def citation_terms(
    analyzer: analysis.Analyzer,
    citation: entities.Citation,
    names: Iterable[str],
) -> Iterator[str]:
    """A citation as terms of `.citation`, one for each of its days. Each joins the
    terms of `CITATION_FIELDS`: `tom wylie tom-wylie|||1997-03-11|official`. `names`:
    all names of the authority.
    """

    def terms(*names: str | None) -> str:
        words = list[str]()
        for name in filter(None, names):
            words += [*analyzer.words(name), analyzer.field_term(name)]
        return " ".join(dict.fromkeys(words))

    who = terms(*names)
    via = terms(citation.via)
    venue = terms(citation.venue)
    status = "official" if citation.official else "unofficial"
    for day in citation.days or ("",):
        yield "|".join((who, via, venue, day, status))
