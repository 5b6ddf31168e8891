"""The words of a query → its weighted concepts: the cards named in it, and each word with its synonyms.

The page does the same in `site/theme/js/engine/expansion.js`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from math import log

from rapidfuzz.distance import OSA

from rulings.names import max_edits
from rulings.search import constants
from rulings.search.analysis import Analyzer
from rulings.search.card_names import CardMention, recognize
from rulings.search.stored import QueryNameTables, Weights


@dataclass(slots=True)
class Concept:
    """A word of a query and its synonyms. `terms`: stem → closeness (0–1); `weight`: idf × weight of the sentence."""

    word: str
    terms: dict[str, float]
    weight: float


@dataclass(slots=True)
class Expansion:
    """What a query asks for. `unknown`: words that occur nowhere; `corrected`: word → the words it was read as."""

    words: list[str] = field(default_factory=list)
    concepts: list[Concept] = field(default_factory=list)
    mentions: list[CardMention] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    corrected: dict[str, str] = field(default_factory=dict)
    sources: frozenset[str] = frozenset()  # short names of the sources that the query names

    def only_cards(self, card_ids: list[str]) -> Expansion:
        """The same query, asking for these cards instead of its words."""
        mention = CardMention(0, len(self.words), tuple(card_ids), 1.0)
        return replace(self, concepts=[], mentions=[mention], unknown=[], corrected={})


@dataclass(frozen=True)
class Vocabulary:
    """The tables and statistics that expansion needs. `ranked_count`: the number of documents that are found by words.

    `document_frequency(stem)`: how many of them contain the stem; `is_printed(word)`: whether a word is in a title or
    text; `words()`: all words of titles and texts, the most frequent first.
    """

    analyzer: Analyzer
    synonyms: dict[str, list[tuple[str, float]]]
    card_names: QueryNameTables
    sources: dict[str, str]  # stems of a name of a source → its short name
    weights: Weights
    ranked_count: int
    document_frequency: Callable[[str], int]
    is_printed: Callable[[str], bool]
    words: Callable[[], list[str]]

    def idf(self, frequency: int) -> float:
        """The idf of a term with that document frequency."""
        return idf(frequency, self.ranked_count, self.weights.idf_power)

    def is_known(self, word: str) -> bool:
        """Whether a word is not a misspelt name: it is printed, has a synonym, or is in more than a few questions."""
        stem = self.analyzer.stem(word)
        is_asked = self.document_frequency(stem) > constants.FEW_QUESTIONS
        return self.is_printed(word) or stem in self.synonyms or is_asked


def idf(frequency: int, count: int, power: float) -> float:
    """Inverse document frequency as in BM25, log(1 + (N - df + 0.5) / (df + 0.5)), damped by a power."""
    frequency = min(frequency, count)  # cards are about themselves, but are not counted
    return float(log(1 + (count - frequency + 0.5) / (frequency + 0.5)) ** power)


def expand(vocabulary: Vocabulary, text: str, patterns: Iterable[list[str]]) -> Expansion:
    """The expansion of a query. `text`: without operators and fields; `patterns`: words that each pattern matches."""
    words = vocabulary.analyzer.words(text)[: constants.MAX_WORDS]
    stems = [vocabulary.analyzer.stem(word) for word in words]
    expansion = Expansion(words, mentions=recognize(vocabulary.card_names, words, vocabulary.is_known, text))
    joined = f" {' '.join(stems)} "
    expansion.sources = frozenset(short for name, short in vocabulary.sources.items() if f" {name} " in joined)
    _add_concepts(vocabulary, expansion, stems)
    expansion.concepts += [concept for words in patterns if (concept := _pattern_concept(vocabulary, words))]
    return expansion


def _add_concepts(vocabulary: Vocabulary, expansion: Expansion, stems: list[str]) -> None:
    """Adds a concept for each distinct stem, and the words that are corrected or unknown, to the expansion.

    A word in a card's name counts less, or not at all. One that occurs nowhere is corrected, or else unknown.
    """
    words = expansion.words
    confidence_at = {i: m.confidence for m in expansion.mentions for i in range(m.start, m.stop)}
    concepts: dict[str, Concept] = {}
    for i, stem in enumerate(stems):
        share = 1.0 - confidence_at.get(i, 0.0)
        if share < constants.MIN_WORD_SHARE:
            continue
        terms = _with_synonyms(vocabulary, stems, i)
        if not terms and i not in confidence_at:
            terms, meant = _corrections(vocabulary, words, i)
            if terms:
                expansion.corrected[words[i]] = meant
                share *= vocabulary.weights.corrected
            elif len(words[i]) > 1:
                expansion.unknown.append(words[i])
        weight = _idf_of_best(vocabulary, terms) * share if terms else 0.0
        if terms and (stem not in concepts or weight > concepts[stem].weight):
            concepts[stem] = Concept(words[i], terms, weight)
    expansion.concepts = sorted(concepts.values(), key=lambda concept: -concept.weight)


def _idf_of_best(vocabulary: Vocabulary, terms: dict[str, float]) -> float:
    """The idf of the rarest of the terms that match best, times how well they match."""
    best = max(terms.values())
    frequencies = (vocabulary.document_frequency(term) for term, closeness in terms.items() if closeness == best)
    return vocabulary.idf(min(frequencies)) * best


def _pattern_concept(vocabulary: Vocabulary, words: list[str]) -> Concept | None:
    """A concept for any of the words, with the idf of the most frequent one; None if no document has any."""
    stems = dict.fromkeys(map(vocabulary.analyzer.stem, words))
    frequencies = {stem: frequency for stem in stems if (frequency := vocabulary.document_frequency(stem))}
    if not frequencies:
        return None
    return Concept(words[0], dict.fromkeys(frequencies, 1.0), vocabulary.idf(max(frequencies.values())))


def _with_synonyms(vocabulary: Vocabulary, stems: list[str], start: int) -> dict[str, float]:
    """The stem itself, if it occurs in documents, and the synonyms of it and of the phrases that begin with it."""
    terms = {stems[start]: 1.0} if vocabulary.document_frequency(stems[start]) else dict[str, float]()
    for length in range(min(constants.MAX_SYNONYM_WORDS, len(stems) - start), 0, -1):
        for term, weight in _synonyms_of(vocabulary, stems[start : start + length]):
            terms[term] = max(terms.get(term, 0.0), weight)
    return terms


def _synonyms_of(vocabulary: Vocabulary, stems: list[str]) -> Iterator[tuple[str, float]]:
    """The synonyms of a word or phrase; for a synonym that is a phrase (`brain damage`), its less common words."""
    common = constants.COMMON_SHARE * vocabulary.ranked_count
    for other, weight in vocabulary.synonyms.get(" ".join(stems), ()):
        for term in other.split():
            frequency = vocabulary.document_frequency(term)
            if frequency and not (" " in other and (frequency > common or term in stems)):
                yield term, weight * vocabulary.weights.synonym


def _corrections(vocabulary: Vocabulary, words: list[str], i: int) -> tuple[dict[str, float], str]:
    """What an unknown word may stand for, as terms and in words: a part of one word, a typo, two words run together."""
    word = words[i]
    stem = vocabulary.analyzer.stem
    frequency = vocabulary.document_frequency
    if not word.isalpha() or not constants.MIN_TYPO_LENGTH <= len(word) <= constants.MAX_TYPO_LENGTH:
        return {}, ""
    for compound in (word + words[i + 1] if i + 1 < len(words) else "", words[i - 1] + word if i else ""):
        if compound and frequency(stem(compound)):
            return {stem(compound): 1.0}, compound
    printed = intended_word(word, vocabulary.words())
    nearest = stem(printed) if printed else ""
    if printed and frequency(nearest):
        return {**dict(_synonyms_of(vocabulary, [nearest])), nearest: 1.0}, printed
    for cut in range(constants.MIN_SPLIT_LENGTH, len(word) - constants.MIN_SPLIT_LENGTH + 1):
        parts = stem(word[:cut]), stem(word[cut:])
        if all(map(frequency, parts)):
            return dict.fromkeys(parts, 1.0), f"{word[:cut]} {word[cut:]}"
    return {}, ""


def intended_word(word: str, vocabulary: list[str]) -> str | None:
    """The word of `vocabulary` (the commonest first) that `word` misspells, or None.

    Both must begin with the same letter. A word of four letters is corrected only where two of them are swapped: too
    many real words are one edit apart.
    """
    limit = min(max_edits(len(word)), constants.MAX_WORD_EDITS)
    best: tuple[float, str] | None = None
    for known in vocabulary if limit else ():
        if known[0] == word[0]:
            distance = OSA.distance(word, known, score_cutoff=limit)
            if (
                distance <= limit
                and (len(word) >= constants.MIN_EDITED_WORD_LENGTH or sorted(word) == sorted(known))
                and (best is None or distance < best[0])
            ):
                best = distance, known
    return best[1] if best else None
