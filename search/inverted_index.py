"""Opens the compiled search index, and looks up postings, documents and names.

Whoosh's index holds the postings of stems in texts and in our questions, of printed
words, of cards and topics, and of query fields. Each question is a document of its own,
after the documents that can be found. `tables` lists values of each document, such as
its kind, length and factor. Only the API that all forks of Whoosh share is used.

The page has the same postings: `site/search_data.py`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from itertools import chain
from typing import Any, NamedTuple

from msgspec import msgpack
from msgspec.json import decode
from whoosh.filedb.filestore import RamStorage

from rulings.model import entities, knowledge
from rulings.names import catalogue, name_table
from rulings.search import (
    analysis,
    fields,
    index_tables,
    parameters,
    query_words,
    search_documents,
)


class Postings(NamedTuple):
    """The postings of a stem: (document, impact), for texts and questions together, and
    the numbers of its questions.
    """

    impacts: list[tuple[int, float]]
    questions: list[int]
    # The number of entries with the term; a section and its passages count as one
    frequency: int


class Index:
    """An open index. The slot of a document is its position in `documents`."""

    def __init__(
        self,
        files: Mapping[str, bytes],
        names: name_table.NameTable,
    ) -> None:
        """`files`: see `index_writer.index_files`; `names`: of the same
        knowledge base.
        """
        self.names = names
        storage = RamStorage()
        for name, value in files.items():
            if name.startswith("whoosh/"):
                storage.files = msgpack.decode(value)
        # Not a searcher: its imports would be a fifth of all that a question needs
        whoosh_index = storage.open_index(schema=index_tables.schema())
        self._reader = whoosh_index.reader()
        self.tables = decode(files["tables"], type=index_tables.IndexTables)
        self.documents = self.tables.documents
        self.weights = self.tables.weights
        self.analyzer = analysis.Analyzer(self.tables.analyzer)
        self.count = len(self.documents)
        # The entries come first
        self.entry_slots = range(len(self.tables.text_factors))
        self._slots = defaultdict[str, list[int]](list)
        for slot, search_document in enumerate(self.documents):
            self._slots[search_document.id].append(slot)
        entry_ids = {self.documents[slot].id for slot in self.entry_slots}
        self._entry_count = len(entry_ids)
        # The same words are looked up again and again.
        self.postings = cache(self._postings)
        self.with_term = lru_cache(maxsize=8192)(self._with_term)
        self.places = lru_cache(maxsize=1024)(self._places)
        self.documents_about = cache(self._documents_about)
        self.field_terms = cache(self._field_terms)

    def slot_of(
        self,
        id: str,
        kinds: Collection[str] = parameters.DOCUMENT_KINDS,
    ) -> int | None:
        """The slot of the document with this id and one of these kinds, or None. For
        a section, it is the slot of the entire section, not of a passage.
        """
        for slot in self._slots.get(id, ()):
            if self.documents[slot].kind in kinds:
                return slot
        return None

    def slots(
        self,
        ids: Iterable[str],
        kinds: Collection[str] = parameters.DOCUMENT_KINDS,
    ) -> list[int]:
        """The slots of the documents with these ids and kinds: see `slot_of`."""
        slots = [self.slot_of(id, kinds) for id in ids]
        return [slot for slot in slots if slot is not None]

    def slots_of(self, references: Iterable[entities.Reference]) -> list[int]:
        """The slots of the documents of these references."""
        slots = list[int]()
        for reference in references:
            slots += self.slots([reference.id], (reference.kind,))
        return slots

    def entity(
        self,
        kb: knowledge.Knowledge,
        slot: int,
    ) -> search_documents.Findable | None:
        """The entity of a document; None if there is none."""
        search_document = self.documents[slot]
        tables: dict[str, Mapping[str, search_documents.Findable]] = {
            "card": kb.cards_by_id,
            "topic": kb.topics_by_id,
            "authority": kb.authorities_by_id,
        }
        if search_document.kind in tables:
            return tables[search_document.kind].get(search_document.id)
        page = self.tables.pages.get(search_document.key)
        return page or kb.entry(search_document.id)

    def idf(self, frequency: int) -> float:
        """The idf of a term that occurs in this many entries."""
        return index_tables.idf(frequency, self._entry_count, self.weights.idf_power)

    def _postings(self, stem: str) -> Postings:
        """The postings of a stem. An impact is the weighted sum of BM25's saturated
        frequencies in text and questions, plus the weight of a citation with the stem.
        """
        tables = self.tables
        weights = self.weights
        in_text = {  # document → how often the stem is in its text
            match.id(): match.weight()
            for match in self._matches(".terms", stem)
            if match.id() in self.entry_slots
        }
        cited = self._with_term(".cited", stem)
        slots_of_questions = sorted(self._with_term(".questions", stem))
        questions = [slot - self.count for slot in slots_of_questions]
        answering = [tables.question_documents[question] for question in questions]
        question_counts = Counter(chain.from_iterable(answering))
        slots = sorted({*in_text, *question_counts, *cited})
        impacts = list[tuple[int, float]]()
        for slot in slots:
            text = in_text.get(slot, 0.0)
            question_count = question_counts[slot]
            text_factor = tables.text_factors[slot]
            question_factor = tables.question_factors[slot]
            impact = weights.text * text / (text + text_factor)
            of_questions = weights.questions * question_count
            impact += of_questions / (question_count + question_factor)
            if slot in cited:
                impact += weights.cited
            impacts.append((slot, impact))
        entry_ids = {self.documents[slot].id for slot in slots}
        return Postings(impacts, questions, len(entry_ids))

    def _matches(
        self,
        field: str,
        term: str,
    ) -> Iterator[Any]:
        """Whoosh's matcher, moved to each document that has a term in a field."""
        if (field, term) in self._reader:
            matcher = self._reader.postings(field, term)
            while matcher.is_active():
                yield matcher
                matcher.next()

    def _with_term(
        self,
        field: str,
        term: str,
    ) -> frozenset[int]:
        """The documents that have a term in a field. `.terms` includes citations."""
        matches = self._matches(field, term)
        slots = frozenset(match.id() for match in matches)
        if field == ".terms":
            return slots | self.with_term(".cited", term)
        return slots

    @cached_property
    def citation_terms_by_key(self) -> dict[tuple[str, str], set[str]]:
        """Field and term → the terms of `.citation` that contain it."""
        citation_terms = defaultdict[tuple[str, str], set[str]](set)
        for citation_term in self.field_terms(".citation"):
            parts = citation_term.split("|")
            for field, part in zip(index_tables.CITATION_FIELDS, parts, strict=True):
                for term in part.split():
                    citation_terms[field, term].add(citation_term)
        return citation_terms

    def with_printed_word(self, word: str) -> frozenset[int]:
        """The documents that have a word, exactly as typed, in title or text."""
        return self.with_term(".words", word)

    def _documents_about(self, slot: int) -> dict[int, float]:
        """Document → how much (0–1) it is about the card or topic in this slot."""
        matches = self._matches(".about", self.documents[slot].key)
        return {match.id(): match.weight() for match in matches}

    def with_phrase(
        self,
        words: Sequence[str],
        *,
        between: int = 1,
    ) -> set[int]:
        """The slots of the documents that have the words in a row, with at most
        `between` others between two.
        """
        if not words:
            return set()
        slots_by_word = map(self.with_printed_word, {*words})
        slots = frozenset.intersection(*slots_by_word)
        if not slots:
            return set()  # most queries do not need the places of words
        places = [*map(self.places, words)]
        in_a_row = set[int]()
        for slot in slots:
            places_here = (places_of_word[slot] for places_of_word in places)
            if _are_in_a_row(places_here, between):
                in_a_row.add(slot)
        return in_a_row

    def _places(self, word: str) -> dict[int, set[int]]:
        """The places of a printed word in the title and text of each document that has
        it.
        """
        places = dict[int, set[int]]()
        for match in self._matches(".words", word):
            places[match.id()] = {*match.value_as("positions")}
        return places

    @cached_property
    def questions_of(self) -> list[list[int]]:
        """The questions of each document; as the last item, those without an answer."""
        owners = range(self.count + 1)  # the last one has the others
        questions_by_document = [list[int]() for _ in owners]
        for question, slots in enumerate(self.tables.question_documents):
            for slot in slots or [self.count]:
                questions_by_document[slot].append(question)
        return questions_by_document

    def entries_with_question(self, text: str) -> list[int] | None:
        """The slots of the entries that answer a question of ours with the same stems
        as the text. Empty if nothing answers it; None if there is no such question.
        """
        stems = set(self.analyzer.stems(text))
        if not stems:
            return None
        questions = [self.postings(stem).questions for stem in stems]
        questions.sort(key=len)
        of_rarest, *of_others = questions
        sizes = self.tables.question_sizes
        # Few questions have the rarest stem, and almost none of them has the same
        # number of stems.
        same = {question for question in of_rarest if sizes[question] == len(stems)}
        if same:
            same.intersection_update(*of_others)
        if not same:
            return None
        answering = [self.tables.question_documents[question] for question in same]
        return [*chain.from_iterable(answering)]

    def _field_terms(self, field: str) -> list[str]:
        """All terms of a field, sorted."""
        return list(self._reader.field_terms(field))

    @cached_property
    def word_kinds(self) -> dict[str, query_words.WordKind]:
        """Stem of a word → its kind (`KIND_WORDS`)."""
        everyday = map(self.analyzer.stem, query_words.EVERYDAY_WORDS)
        kinds: dict[str, query_words.WordKind] = dict.fromkeys(everyday, "asking")
        for field, kind in query_words.KINDS_BY_FIELD.items():
            terms = " ".join(self.field_terms(field))
            kinds |= dict.fromkeys(self.analyzer.stems(terms), kind)
        for kind, words in query_words.KIND_WORDS.items():
            kinds |= dict.fromkeys(self.analyzer.stems(words), kind)
        return kinds

    def word_kind(self, word: str) -> query_words.WordKind:
        """The kind of a word; `other` if it has none."""
        return self.word_kinds.get(self.analyzer.stem(word), "other")

    @cached_property
    def asked_natures(self) -> dict[str, str]:
        """Stem of a word that asks for a nature → the value of `is:`."""
        aliases = fields.BY_NAME["is"].value_aliases
        natures = dict[str, str]()
        for value in query_words.ASKED_NATURES:
            words = f"{value} {aliases.get(value, '')}"
            natures |= dict.fromkeys(self.analyzer.stems(words), value)
        return natures

    def asked_nature(self, word: str) -> str:
        """The nature that a word asks for; empty if it asks for none."""
        stem = self.analyzer.stem(word)
        return self.asked_natures.get(stem, "")

    @cached_property
    def words_by_frequency(self) -> list[str]:
        """The words of all documents, the most frequent first."""
        frequency = self._reader.doc_frequency
        words = self.field_terms(".words")
        return sorted(words, key=lambda word: -frequency(".words", word))


def _are_in_a_row(
    places: Iterator[set[int]],
    between: int,
) -> bool:
    """Whether words are in a row, with at most `between` others between two. `places`:
    the places of each word, in order.
    """
    # The places where the words so far may end
    ends = next(places)
    for places_of_word in places:
        next_places = set[int]()
        for step in range(1, between + 2):
            next_places |= {end + step for end in ends}
        ends = next_places & places_of_word
        if not ends:
            return False
    return True


def open_index(kb: knowledge.Knowledge) -> Index:
    """The index of a knowledge base: the compiled one or, if there is none, a new one.
    See `Knowledge.computed`.
    """
    files = kb.compiled("search/")
    if not files:
        from rulings.search import index_writer

        files = dict(index_writer.index_files(kb))
    return Index(files, catalogue.names_of(kb))
