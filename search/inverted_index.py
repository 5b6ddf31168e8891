"""Makes the values of the search index from a knowledge base, and opens an `Index` on the compiled
values.

Whoosh's index holds the postings: of stems in texts, in our questions (each question is a document
of its own, after those that can be found), of words as printed, of cards and topics, and of the
fields of queries. `settings` has one number a document: what it is, its length, its prior. Only the
API that all forks of Whoosh share is used.

The page has the same postings: `site/search_data.py`.
"""

from __future__ import annotations

import warnings
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain, product
from math import fsum, log, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct, convert
from msgspec.json import decode, encode
from whoosh import fields as whoosh_fields
from whoosh.analysis import DelimitedAttributeFilter, RegexTokenizer
from whoosh.filedb.filestore import RamStorage
from whoosh.query import Phrase

from rulings import errors, naming
from rulings.model import entities, knowledge, plain_text, vocabulary
from rulings.model.lazy import cached_property
from rulings.search import (
    analysis,
    fields,
    lexicon,
    names_in_query,
    parameters,
    search_documents,
)
from rulings.storage import compiled

if TYPE_CHECKING:
    from rulings.model import rows

# There is no limit: `_MemoryStorage` cannot keep the files in which Whoosh would sort more
# postings.
_SORT_MEMORY_MB = 1 << 20
_WEIGHTS = Path(__file__).with_name("weights.yaml")
_SHOWN_BY_TEXT = ("topic", "keyword", "authority", "page")
_RULEBOOK = Path(__file__).with_name("rulebook.yaml")


class Weights(Struct, frozen=True):
    """The weights of the ranking; `weights.yaml` explains each of them."""

    idf_power: float
    synonym: float
    corrected: float
    named_card: float
    text_k1: float
    text_b: float
    questions_k1: float
    questions_b: float
    second_question: float
    text: float
    questions: float
    similarity: float
    missing: float
    few_questions: float
    phrase: float
    word: float
    other_side: float
    own_words: float
    nature: dict[str, float]
    confidence: dict[str, float]


class OtherGameNames(Struct, frozen=True):
    """What only Android: Netrunner (2012) has, as folded words: titles of cards, and terms."""

    # Folded → as printed. Those with a word that this game lacks count inside a query too.
    titles: dict[str, str]
    whole_titles: dict[str, str]  # those that are only recognized if the whole query is one
    terms: dict[str, str]


class Rulebook(Struct, frozen=True):
    """What no document says (`rulebook.yaml`), as stems."""

    topics: dict[str, str]  # the stems of all that a question on it has → the sentence on it
    beside: list[str]  # stems that a question may have besides


class Settings(Struct, frozen=True):
    """What a search needs besides the postings. Lists have a value for each document, unless they
    say otherwise.
    """

    weights: Weights
    analyzer: analysis.AnalyzerSettings
    synonyms: dict[str, list[tuple[str, float]]]  # stems of a word or phrase → its synonyms
    name_confidences: names_in_query.NameConfidences
    # Words of a name of a topic, keyword, authority or page → numbers of the documents
    numbers_by_name: dict[str, list[int]]
    # Words of a name of a cited person → the name in citations
    authority_names: dict[str, str]
    documents_by_name: dict[str, str]  # stems of a name of a document as printed → its short name
    other_game: OtherGameNames
    rulebook: Rulebook
    roles: lexicon.Lexicon  # the roles of phrases in plain words
    kinds: list[vocabulary.HitKind]
    ids: list[str]
    passage_numbers: list[int | None]
    titles: list[str]
    document_names: list[str]  # the short names of the sources that contain the words
    games: list[str]
    priors: list[float]  # factors of the score by kind of document
    boosts: list[float]  # factors for having few questions
    also_under: list[list[int]]  # numbers of near-identical rulings
    passages_of_opponent: dict[
        str, list[int]
    ]  # stem of a side → the passages that are about the other
    # Row of a table → the first and the last number of players that it is for
    of_players: dict[int, tuple[int, int | None]]
    texts: list[str]  # the words shown of topics, keywords, authorities and pages; "" for others
    keywords: list[list[str]]  # the keywords of cards and of their rulings
    pages: list[search_documents.RouteHit]  # the pages that keywords and pages stand for
    text_lengths: list[int]  # numbers of stems; entries alone
    question_lengths: list[int]  # numbers of stems in all its questions; entries alone
    question_weights: list[float]  # a question → the root of the sum of the idf of its stems
    question_sizes: list[int]  # a question → the number of its distinct stems
    # A question → its entries, or a section and its passages; none if nothing answers it
    question_documents: list[list[int]]


class Postings(NamedTuple):
    """Where a stem occurs: (document, impact) for texts and questions together, and the numbers of
    the questions.
    """

    entries: list[tuple[int, float]]
    questions: list[int]
    frequency: int  # the number of entries with the term; a section and its passages are one


# Merged postings of several stems: each document with its highest impact, and the questions after
# each weight
Merged = tuple[Iterable[tuple[int, float]], list[tuple[float, Iterable[int]]]]


def schema() -> whoosh_fields.Schema:
    """The fields of queries, and those of the index itself, which begin with a dot, as no field of
    a query can.

    All are already analysed: a list of tokens or, in `.about`, a line for each with its weight
    after a tab.
    """
    tokens = RegexTokenizer(r"[^\n]+") | DelimitedAttributeFilter(
        "\t", "boost", default=1.0, type=float
    )
    lines, words = (whoosh_fields.TEXT(analyzer=tokens, phrase=phrase) for phrase in (False, True))
    names = (
        ".terms",
        ".questions",
        ".about",
        ".date",
        ".printed",
        ".citation",
        "card",
        "topic",
        *fields.VALUE_FIELDS,
    )
    own: dict[str, Any] = {**dict.fromkeys(names, lines), ".words": words}
    return whoosh_fields.Schema(**own)


# Building


class _MemoryStorage(RamStorage):
    """Whoosh's storage in memory. `RamStorage` shares a folder for temporary files with all other
    processes.
    """

    def __init__(self) -> None:
        RamStorage.__init__(self)  # this storage has no types

    def temp_storage(self, name: str | None = None) -> RamStorage:
        """Another storage of this kind."""
        return _MemoryStorage()


class _Analysed(NamedTuple):
    """The texts of a document, split."""

    document: search_documents.SearchDocument
    words: list[str]  # words of title and text
    stems: list[str]  # stems of title, extra words and text
    cited: list[str]  # stems of the words of citations, which are not counted
    questions: dict[str, list[str]]  # each question → its distinct stems, sorted

    @classmethod
    def of(
        cls, analyzer: analysis.Analyzer, document: search_documents.SearchDocument
    ) -> _Analysed:
        words = analyzer.words(f"{document.title} {document.text}")
        stems = [*map(analyzer.stem, words), *analyzer.stems(document.extra_words)]
        cited_stems = sorted(set(analyzer.stems(document.cited_words)).difference(stems))
        questions = dict[str, list[str]]()
        for question in document.questions:
            if own := sorted(set(analyzer.stems(question))):
                questions[question] = own
        return cls(document, words, stems, cited_stems, questions)


class _Question(NamedTuple):
    """One question. A section and the passages that answer it share it; one that nothing answers
    has none.
    """

    stems: list[str]
    documents: list[int]  # numbers of entries

    def weight(self, idfs: Mapping[str, float]) -> float:
        """The root of the sum of the idf of its stems; 1 if none of them stands anywhere."""
        return round(sqrt(fsum(idfs.get(stem, 0.0) for stem in self.stems)), 3) or 1.0


def read_weights() -> Weights:
    """The weights of the ranking, from `weights.yaml`."""
    # A search in a compiled index does not need this import.
    from rulings.storage import yaml_files

    # YAML gives decimals as text.
    return convert(yaml_files.read_yaml(_WEIGHTS), Weights, strict=False)


def index_files(
    kb: knowledge.Knowledge,
    searched: Sequence[search_documents.SearchDocument] | None = None,
    weights: Weights | None = None,
) -> Iterator[tuple[str, bytes]]:
    """The values of the index by name: settings and Whoosh's files. None: all documents, the
    weights of the file.
    """
    weights = weights or read_weights()
    analyzer = analysis.Analyzer.read()
    searched = search_documents.documents(kb) if searched is None else searched
    analysed = [_Analysed.of(analyzer, document) for document in searched]
    entries = [texts for texts in analysed if texts.document.kind in parameters.ENTRY_KINDS]
    questions = _questions(
        entries, [sorted(set(analyzer.stems(question))) for question in kb.negative_questions]
    )
    storage: RamStorage = _MemoryStorage()
    writer = storage.create_index(schema()).writer(limitmb=_SORT_MEMORY_MB)
    for texts in analysed:
        writer.add_document(**_indexed(analyzer, texts))
    for stems, _ in questions:
        writer.add_document(**{".questions": stems})
    writer.commit()
    yield "settings", encode(_settings(kb, analyzer, weights, analysed, entries, questions))
    for name, value in storage.files.items():
        yield f"whoosh/{name}", bytes(value)


def _questions(entries: Sequence[_Analysed], negative: Iterable[list[str]]) -> list[_Question]:
    """All questions. Similar ones of an entry stand side by side, because they compress best so."""
    questions_by_entry: dict[tuple[str, str], _Question] = {}
    for number, texts in enumerate(entries):
        for question, stems in sorted(texts.questions.items(), key=lambda item: item[1]):
            questions_by_entry.setdefault(
                (texts.document.id, question), _Question(stems, [])
            ).documents.append(number)
    return [*questions_by_entry.values(), *(_Question(stems, []) for stems in negative)]


def _settings(
    kb: knowledge.Knowledge,
    analyzer: analysis.Analyzer,
    weights: Weights,
    analysed: Sequence[_Analysed],
    entries: Sequence[_Analysed],
    questions: Sequence[_Question],
) -> Settings:
    documents = [texts.document for texts in analysed]

    def column(name: str) -> list[Any]:
        return [getattr(document, name) for document in documents]

    idfs = _idfs(entries, weights.idf_power)
    passages_of_opponent, of_players = _of_passages(documents)
    numbers_by_name, people = _names(analyzer, documents)
    name_confidences = names_in_query.name_confidences(kb, analyzer, documents)
    card_forms = naming.names_of(kb).forms("card")
    return Settings(
        weights=weights,
        analyzer=analyzer.settings,
        synonyms=analyzer.synonyms(kb.synonyms),
        name_confidences=name_confidences,
        numbers_by_name=numbers_by_name,
        authority_names=people,
        documents_by_name=_documents_by_name(kb, analyzer),
        other_game=_other_game(kb.other_game, analyzer, analysed, [*numbers_by_name, *card_forms]),
        rulebook=_rulebook(analyzer),
        roles=lexicon.read(kb, people, card_forms, analyzer.settings.contractions),
        kinds=column("kind"),
        ids=column("id"),
        passage_numbers=column("passage_number"),
        titles=column("title"),
        document_names=column("printed_in"),
        games=column("game"),
        priors=[document.prior(weights.nature) for document in documents],
        boosts=[document.boost(weights.few_questions) for document in documents],
        also_under=_also_under(documents),
        passages_of_opponent=passages_of_opponent,
        of_players=of_players,
        texts=[document.text if document.kind in _SHOWN_BY_TEXT else "" for document in documents],
        keywords=[document.field_values.get("keyword", []) for document in documents],
        pages=[
            entity for entity in column("entity") if isinstance(entity, search_documents.RouteHit)
        ],
        text_lengths=[len(texts.stems) for texts in entries],
        question_lengths=[sum(map(len, texts.questions.values())) for texts in entries],
        question_weights=[question.weight(idfs) for question in questions],
        question_sizes=[len(question.stems) for question in questions],
        question_documents=[question.documents for question in questions],
    )


def _names(
    analyzer: analysis.Analyzer, documents: Sequence[search_documents.SearchDocument]
) -> tuple[dict[str, list[int]], dict[str, str]]:
    """The numbers of the documents with each name, and the name in citations of each person."""
    names, people = defaultdict[str, list[int]](list), dict[str, str]()
    for number, document in enumerate(documents):
        for name in dict.fromkeys(map(analyzer.folded, document.names)):
            names[name].append(number)
            if document.kind == "authority":
                people[name] = document.title
    return names, people


def _documents_by_name(kb: knowledge.Knowledge, analyzer: analysis.Analyzer) -> dict[str, str]:
    """The short names of the sources by the stems of each of their names."""
    documents = dict[str, str]()
    for short, terms in kb.synonyms.sources.items():
        for term in terms:
            documents[" ".join(analyzer.stems(str(term)))] = short
    return documents


def _idfs(entries: Sequence[_Analysed], power: float) -> dict[str, float]:
    """The inverse document frequency of each stem of texts, citations and questions."""
    entries_with = defaultdict[str, set[str]](set)
    for texts in entries:
        for stem in chain(texts.stems, texts.cited, *texts.questions.values()):
            entries_with[stem].add(texts.document.id)
    total = len({texts.document.id for texts in entries})
    return {stem: idf(len(ids), total, power) for stem, ids in entries_with.items()}


def _of_passages(
    documents: Sequence[search_documents.SearchDocument],
) -> tuple[dict[str, list[int]], dict[int, tuple[int, int | None]]]:
    """The passages about the opponent of each side (by its stem), and the players of rows of
    tables.
    """
    passages_of_opponent, of_players = defaultdict[str, list[int]](list), {}
    for number, document in enumerate(documents):
        for side in document.other_sides:
            passages_of_opponent[side].append(number)
        if document.players:
            of_players[number] = document.players
    return passages_of_opponent, of_players


def _also_under(documents: Sequence[search_documents.SearchDocument]) -> list[list[int]]:
    """The numbers of the rulings that are nearly identical to each document."""
    numbers, identical_numbers = dict[str, int](), list[list[int]]()
    for number, document in enumerate(documents):
        numbers.setdefault(document.id, number)
    for document in documents:
        ids = document.entity.also_under if isinstance(document.entity, entities.Ruling) else ()
        identical_numbers.append([numbers[id] for id in ids if id in numbers])
    return identical_numbers


def _other_game(
    data: rows.OtherGame,
    analyzer: analysis.Analyzer,
    analysed: Sequence[_Analysed],
    names: Iterable[str],
) -> OtherGameNames:
    """What only the other game has, not the texts and `names` of this one; without titles of one
    word.
    """
    document_words, our_texts = set[str](), [*names]
    for texts in analysed:
        document_words.update(texts.words)
        if texts.document.game == vocabulary.NETRUNNER:
            our_texts.append(" ".join(texts.words))
    ours = f" {' | '.join(our_texts)} "

    def only_theirs(rows: Iterable[str]) -> Iterator[tuple[str, str]]:
        for row in rows:
            name = analyzer.folded(row)
            if name and f" {name} " not in ours:
                yield name, row

    titles, whole_titles = dict[str, str](), dict[str, str]()
    for name, title in only_theirs(data.titles):
        if " " in plain_text.fold(title).removeprefix("the "):
            if document_words.issuperset(name.split()):
                whole_titles[name] = title
            else:
                titles[name] = title
    return OtherGameNames(titles, whole_titles, terms=dict(only_theirs(data.terms)))


def _rulebook(analyzer: analysis.Analyzer) -> Rulebook:
    """The data of `rulebook.yaml`, with a row for each choice of words."""
    from rulings.storage import yaml_files  # see `read_weights`

    data = yaml_files.read_yaml(_RULEBOOK)
    usual_sentence = "only the printed rulebook says {}, and it is not among the documents"
    topics = dict[str, str]()
    for row in data["topics"]:
        sentence = str(row.get("says") or usual_sentence.format(row["topic"]))
        for groups in row["asks"]:
            for words in product(*(str(group).split("/") for group in groups)):
                topics[" ".join(sorted(set(map(analyzer.stem, words))))] = sentence
    return Rulebook(topics, [*map(analyzer.stem, data["beside"])])


def _indexed(analyzer: analysis.Analyzer, texts: _Analysed) -> dict[str, Any]:
    """The tokens of each indexed field."""
    document = texts.document
    near: dict[str, list[str]] = {"card": [], "topic": []}
    for key, weight in document.about.items():
        kind, _, id = key.partition("/")
        if weight > parameters.FOUND_BY_FIELD:
            near[kind].append(id)
    tokens: dict[str, Any] = {
        ".terms": [*texts.stems, *texts.cited],
        ".words": texts.words,
        ".date": list(document.dates),
        ".printed": sorted({c.printed for c in document.citations if c.printed}),
        ".citation": list(dict.fromkeys(map(partial(_citation, analyzer), document.citations))),
        **near,
        "in": [analyzer.field_term(document.printed_in)] if document.printed_in else [],
        "game": [document.game],
        "kind": [document.kind],
        ".about": "\n".join(f"{key}\t{weight}" for key, weight in document.about.items()),
    }
    for name, values in document.field_values.items():
        terms = [*map(analyzer.field_term, values)]
        if fields.BY_NAME[name].by_word:
            terms = sorted({*terms, *analyzer.words(" ".join(values))})
        tokens[name] = list(dict.fromkeys(terms))
    return {name: terms for name, terms in tokens.items() if terms}


# A citation is one term of the index, which joins the terms of these fields in this order.
CITATION_FIELDS = ("by", "via", "venue", ".date", "is", ".printed")


def _citation(analyzer: analysis.Analyzer, citation: search_documents.CitationTerms) -> str:
    """A citation as one term, with who said it, who passed it on, and the venue as terms of fields:
    `tom wylie tom-wylie|||1997-03-11|official|1996-03-11`.
    """

    def terms(names: Iterable[str]) -> str:
        terms_of_names = dict[str, None]()
        for name in names:
            terms_of_names |= dict.fromkeys((*analyzer.words(name), analyzer.field_term(name)))
        return " ".join(terms_of_names)

    status = "official" if citation.is_official else "unofficial"
    parts = (
        terms(citation.names),
        terms(citation.via),
        terms(citation.venue),
        citation.date,
        status,
    )
    return "|".join((*parts, citation.printed))


def idf(frequency: int, count: int, power: float) -> float:
    """Inverse document frequency as in BM25, log(1 + (N - df + 0.5) / (df + 0.5)), damped by a
    power.
    """
    frequency = min(frequency, count)  # cards are about themselves, but are not counted
    return float(log(1 + (count - frequency + 0.5) / (frequency + 0.5)) ** power)


# Reading


class Index:
    """An open index. The number of a document is its position in the lists of `settings`, and
    Whoosh's.
    """

    def __init__(self, files: Mapping[str, bytes], names: naming.Names) -> None:
        """`files`: see `index_files`; `names`: of the same knowledge base."""
        self.names = names
        storage = RamStorage()
        for name, value in files.items():
            if name.startswith("whoosh/"):
                storage.files[name.removeprefix("whoosh/")] = value
        self.searcher = storage.open_index(schema=schema()).searcher()
        self._reader = self.searcher.reader()
        self.settings = decode(files["settings"], type=Settings)
        self.weights = self.settings.weights
        self.analyzer = analysis.Analyzer(self.settings.analyzer)
        self.count = len(self.settings.ids)
        self.entries = range(len(self.settings.text_lengths))  # the entries come first
        self._numbers = defaultdict[str, list[int]](list)
        for number, id in enumerate(self.settings.ids):
            self._numbers[id].append(number)
        self._entry_count = len(set(self.settings.ids[: len(self.entries)]))
        self._postings: dict[str, Postings] = {}
        self._with_term: dict[tuple[str, str], frozenset[int]] = {}
        self._about: dict[str, dict[int, float]] = {}
        # The same words are looked up again and again; these take 15 MB.
        self.merged = lru_cache(maxsize=1024)(self._merged)
        self._field_terms: dict[str, list[str]] = {}

    def number_of(self, id: str, kinds: Collection[str] = parameters.DOCUMENT_KINDS) -> int | None:
        """The number of the (whole) document with that id, of one of these kinds, or None."""
        return next((n for n in self._numbers.get(id, ()) if self.settings.kinds[n] in kinds), None)

    def numbers_of(self, things: Iterable[naming.Thing]) -> list[int]:
        """The numbers of what names mean."""
        numbers = map(self.number_of, (thing.id for thing in things))
        return [number for number in numbers if number is not None]

    def entity(self, kb: knowledge.Knowledge, number: int) -> search_documents.Findable | None:
        """The entity of a document, as it is in a knowledge base; None if it does not meet its
        conditions.
        """
        kind, id = self.settings.kinds[number], self.settings.ids[number]
        if kind in ("keyword", "page"):
            return next(page for page in self.settings.pages if (page.kind, page.id) == (kind, id))
        if kind == "authority":
            return next(authority for authority in kb.authorities if authority.id == id)
        return kb.entity(kind, id)

    def idf(self, frequency: int) -> float:
        """The idf of a term that so many entries have."""
        return idf(frequency, self._entry_count, self.weights.idf_power)

    @cached_property
    def _factors(self) -> tuple[list[float], list[float]]:
        """BM25's k1 times the normalized length of each entry: of its text, and of its questions."""
        weights = self.weights

        def factors(lengths: list[int], k1: float, b: float) -> list[float]:
            average = max(1.0, sum(lengths) / (self._entry_count or 1))
            return [k1 * (1 - b + b * length / average) for length in lengths]

        return (
            factors(self.settings.text_lengths, weights.text_k1, weights.text_b),
            factors(self.settings.question_lengths, weights.questions_k1, weights.questions_b),
        )

    def postings(self, stem: str) -> Postings:
        """The postings of a stem. An impact is the weighted sum of BM25's saturated frequencies in
        text and questions.
        """
        postings = self._postings.get(stem)
        if postings is not None:
            return postings
        settings, weights = self.settings, self.weights
        text_factors, question_factors = self._factors
        in_text = {n: weight for n, weight in self._weights_of(".terms", stem) if n in self.entries}
        questions = [number - self.count for number in self._numbers_of(".questions", stem)]
        question_counts = Counter(
            chain.from_iterable(settings.question_documents[question] for question in questions)
        )
        numbers = sorted({*in_text, *question_counts})
        entries = list[tuple[int, float]]()
        for number in numbers:
            text, question_count = in_text.get(number, 0.0), question_counts[number]
            impact = weights.text * text / (text + text_factors[number])
            impact += (
                weights.questions * question_count / (question_count + question_factors[number])
            )
            entries.append((number, impact))
        frequency = len({settings.ids[number] for number in numbers})
        postings = self._postings[stem] = Postings(entries, questions, frequency)
        return postings

    def _merged(self, terms: tuple[tuple[str, float], ...]) -> Merged:
        """The postings of stems with their weights, the closest first: each document with the
        highest impact; the questions of each, but for those that have a closer one, after its weight.
        """
        if len(terms) == 1 and terms[0][1] == 1:  # the usual case
            postings = self.postings(terms[0][0])
            return postings.entries, [(1.0, postings.questions)]
        impacts, closer_questions = dict[int, float](), set[int]()
        closest = list[tuple[float, Iterable[int]]]()
        for stem, synonym_weight in terms:
            entries, questions, _ = self.postings(stem)
            for number, impact in entries:
                if synonym_weight * impact > impacts.get(number, 0.0):
                    impacts[number] = synonym_weight * impact
            further = {*questions} - closer_questions
            closest.append((synonym_weight, further))
            closer_questions |= further
        return impacts.items(), closest

    def _weights_of(self, field: str, term: str) -> Iterator[tuple[int, float]]:
        """The numbers of the documents that have a term in a field, and its weight in each: mostly
        its frequency.
        """
        if (field, term) in self._reader:
            matcher = self._reader.postings(field, term)
            while matcher.is_active():
                yield matcher.id(), matcher.weight()
                matcher.next()

    def _numbers_of(self, field: str, term: str) -> Iterable[int]:
        """The numbers of the documents that have a term in a field."""
        return self._reader.postings(field, term).all_ids() if (field, term) in self._reader else ()

    def with_term(self, field: str, term: str) -> frozenset[int]:
        """The same, kept."""
        numbers = self._with_term.get((field, term))
        if numbers is None:
            numbers = frozenset(self._numbers_of(field, term))
            if numbers:  # an empty posting would only fill the memory
                self._with_term[field, term] = numbers
        return numbers

    def citations_with(self, field: str, term: str) -> set[str]:
        """The citations, terms of the index, that have a term of a field."""
        return self._citations_by_term.get((field, term), set())

    @cached_property
    def _citations_by_term(self) -> dict[tuple[str, str], set[str]]:
        citations = defaultdict[tuple[str, str], set[str]](set)
        for citation in self.field_terms(".citation"):
            for field, terms in zip(CITATION_FIELDS, citation.split("|"), strict=True):
                for term in terms.split():
                    citations[field, term].add(citation)
        return citations

    def printed(self, word: str) -> frozenset[int]:
        """The numbers of the documents that have a word, as typed, in title or text."""
        return self.with_term(".words", word)

    def about(self, key: str) -> dict[int, float]:
        """The documents about a card or topic (`card/<id>`), and how much (0–1)."""
        if key not in self._about:
            self._about[key] = dict(self._weights_of(".about", key))
        return self._about[key]

    def about_card(self, number: int) -> dict[int, float]:
        """The documents about the card with that number, and how much."""
        return self.about(f"card/{self.settings.ids[number]}")

    def with_phrase(self, words: Sequence[str], *, between: int = 1) -> set[int]:
        """The numbers of the documents that have the words in a row, with at most so many between
        two.
        """
        having = [*map(self.printed, words)]
        if not having or not frozenset.intersection(*sorted(having, key=len)):
            return set()  # most queries need no places of words
        phrase = Phrase(".words", list(words), slop=between + 1)
        return {number for number in self.searcher.docs_for_query(phrase) if number < self.count}

    @cached_property
    def questions_of(self) -> list[list[int]]:
        """The numbers of the questions of each document, and last of those that none answers."""
        questions_by_document: list[list[int]] = [[] for _ in range(self.count + 1)]
        for question, numbers in enumerate(self.settings.question_documents):
            for number in numbers or [self.count]:
                questions_by_document[number].append(question)
        return questions_by_document

    def entries_asked(self, text: str) -> list[int] | None:
        """The numbers of the entries that a question of ours with the same stems asks for; none if
        it is one that nothing answers. None if no question has them.
        """
        stems = set(self.analyzer.stems(text))
        if not stems:
            return None
        questions = sorted((self.postings(stem).questions for stem in stems), key=len)
        sizes = self.settings.question_sizes
        # Few questions have the rarest stem, and almost none of these has as many stems.
        same = {question for question in questions[0] if sizes[question] == len(stems)}
        if same:
            same.intersection_update(*questions[1:])
        if not same:
            return None
        return [*chain.from_iterable(self.settings.question_documents[q] for q in same)]

    @cached_property
    def keys(self) -> list[tuple[str, str]]:
        """Kind and id of each document, which a section shares with its passages."""
        return [*zip(self.settings.kinds, self.settings.ids, strict=True)]

    def field_terms(self, field: str) -> list[str]:
        """All terms of a field, sorted."""
        if field not in self._field_terms:
            self._field_terms[field] = list(self._reader.field_terms(field))
        return self._field_terms[field]

    @cached_property
    def years(self) -> set[str]:
        """All years from that before the first ruling, in which none is, to that of the last."""
        dates = self.field_terms(".date")
        first, last = (int(date[:4]) for date in (dates[0], dates[-1])) if dates else (0, -1)
        return {str(year) for year in range(first - 1, last + 1)}

    @cached_property
    def ids_by_digits(self) -> dict[str, list[str]]:
        """The ids of rulings by the eight digits at their end."""
        ids_by_digits = defaultdict[str, list[str]](list)
        for id, kind in zip(self.settings.ids, self.settings.kinds, strict=True):
            if kind == "ruling":
                ids_by_digits[id.rpartition("-")[2]].append(id)
        return ids_by_digits

    def ids_with_digits(self, digits: str) -> list[str]:
        """The ids that end with eight digits, or the only one with seven of these in a row."""
        if len(digits) == 8:
            return self.ids_by_digits.get(digits, [])
        ids = [id for end, ids in self.ids_by_digits.items() if digits in end for id in ids]
        return ids if len(ids) == 1 else []

    @cached_property
    def words_with_roles(self) -> list[str]:
        """The words of plain queries that have a role and may be misspelt."""
        least = naming.MIN_TYPO_NAME_LENGTH
        words = filter(str.isalpha, sorted(self.settings.roles))
        return [word for word in words if len(word) >= least]

    @cached_property
    def words_by_frequency(self) -> list[str]:
        """The words of all documents, the most frequent first."""
        frequency = self._reader.doc_frequency
        return sorted(self.field_terms(".words"), key=lambda word: -frequency(".words", word))


def open_index(kb: knowledge.Knowledge) -> Index:
    """The index of a whole knowledge base: the compiled one or, if that is damaged, a new one. See
    `Knowledge.memoize`.
    """
    try:
        files = {
            name.removeprefix("search/"): kb.compiled[name]
            for name in kb.compiled
            if name.startswith("search/")
        }
    except compiled.DamagedError as error:
        cure = "making the index of the search anew, which takes long; `rulings parse` repairs it"
        warnings.warn(f"{error}; {cure}", errors.RulingsWarning, stacklevel=2)
        files = {}
    return Index(files or dict(index_files(kb)), naming.names_of(kb))
