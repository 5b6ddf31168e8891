"""Scores documents: makes weighted term groups from the words of a query, and reads
their postings.

A term group is a word with its synonyms. The score of a document is

    (words + w × similarity) × (1 - missing × (1 - coverage))
    × kind factor × few-questions factor × query factor

plus a bonus if the words are in a row. `weights.yaml` explains w, `missing` and the
bonus:

- `words`: BM25 of title, extra words and text, and of our questions, as a share of the
  weight of all groups. Each question counts once for each term. It includes how much
  the document is about the named cards
- `similarity`: to the most similar of our questions, and a share of the similarity to
  the next one. It is the weight of the common groups, divided by the geometric mean of
  the weights of query and question
- `coverage`: the share of the weight of all groups that the document has
- the kind factor is low for entries that rule little, the few-questions factor high for
  entries with few questions, and the query factor from `_query_factors`

The page does the same in `site/theme/js/engine/ranking.js`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from operator import attrgetter, truediv
from typing import NamedTuple

from msgspec import Struct

from rulings.model import vocabulary
from rulings.names import edit_distance, name_matching, name_table, names_in_query
from rulings.search import inverted_index, parameters, query_names, query_words


class TermGroup(Struct, frozen=True):
    """A word of a query and its synonyms. `stems`: stem → synonym weight (0–1);
    `weight`: the idf, times the share of the word.
    """

    stems: dict[str, float]
    weight: float

    @property
    def highlighted(self) -> list[str]:
        """The stems that mean nearly the same as the word, and are highlighted."""
        least = parameters.HIGHLIGHTED_SYNONYM_WEIGHT
        weights = self.stems
        return [stem for stem in weights if weights[stem] >= least]


class Expansion(Struct, frozen=True):
    """The words of a query, with synonyms, corrections and the names of cards among
    them. For `does the ice from Dr. Dreff count as rezed` it has:

        words                       does the ice from dr dreff count as rezed
        searched_words              does the ice from dr dreff count as rezed
        words_without_fillers       does ice from dr dreff count as rezed
        telling_words               ice dr dreff count rezed
        words_beside_names          does the ice from count as rezed
        telling_words_beside_names  ice count rezed
        possible_cards              dr-dreff
        unambiguous_cards           dr-dreff
        sure_cards                  dr-dreff

    `unknown`: words that occur nowhere; `corrected`: word → the word it was read as.
    """

    words: list[str] = []
    term_groups: list[TermGroup] = []
    card_mentions: list[query_names.CardMention] = []
    unknown: list[str] = []
    corrected: dict[str, str] = {}
    # Short names of the sources that the query names
    sources_named: frozenset[str] = frozenset()
    # Positions of the fillers and joiners that are not searched for here
    skipped_places: frozenset[int] = frozenset()

    @property
    def searched_words(self) -> list[str]:
        """The words without those at skipped places."""
        return self._words_except(self.skipped_places)

    @property
    def words_without_fillers(self) -> list[str]:
        """The searched words that are not in `FILLERS`."""
        return [word for word in self.searched_words if word not in query_words.FILLERS]

    @property
    def telling_words(self) -> list[str]:
        """The searched words without everyday words, or all if there are no others."""
        telling = [
            word
            for word in self.searched_words
            if word not in query_words.EVERYDAY_WORDS
        ]
        return telling or self.searched_words

    @property
    def telling_words_beside_names(self) -> list[str]:
        """The telling words that are not in names of cards."""
        beside_names = self.words_beside_names
        return [word for word in self.telling_words if word in beside_names]

    @property
    def words_beside_names(self) -> list[str]:
        """The words that are neither in names of cards nor at skipped places."""
        return self._words_except(self.skipped_places | self.places_of_names)

    def _words_except(self, places: frozenset[int]) -> list[str]:
        """The words that are not at these places."""
        return [word for i, word in enumerate(self.words) if i not in places]

    @property
    def places_of_names(self) -> frozenset[int]:
        """The positions of the words in names of cards."""
        places = [mention.places for mention in self.card_mentions]
        return frozenset[int]().union(*places)

    @property
    def has_few_words_beside_names(self) -> bool:
        """Whether few words are outside names, as people type on a phone."""
        beside_names = len(self.words) - len(self.places_of_names)
        return beside_names <= parameters.FEW_WORDS

    @property
    def possible_cards(self) -> set[int]:
        """All cards that its names may mean."""
        cards = [mention.cards for mention in self.card_mentions]
        return set[int]().union(*cards)

    @property
    def sure_cards(self) -> list[int]:
        """The cards that the query surely names, each once."""
        return self._single_cards(names_in_query.LEAST_SURE)

    @property
    def unambiguous_cards(self) -> list[int]:
        """The cards of names that mean only one, each once."""
        return self._single_cards(0.0)

    def _single_cards(self, least_confidence: float) -> list[int]:
        """The cards of names that mean only one with at least this confidence, each
        once.
        """
        cards = dict[int, None]()
        for mention in self.card_mentions:
            is_sure = mention.confidence >= least_confidence
            if is_sure and len(mention.cards) == 1:
                cards[mention.cards[0]] = None
        return list(cards)


class ScoredDocument(Struct):
    """A document with its score; for a section, also the passages to show, best first.

    `coverage`: the share of the query's weight that it has. None for a document that is
    only named, or only meets conditions.
    """

    slot: int
    score: float
    coverage: float | None = None
    passages: list[int] = []


def expand(
    index: inverted_index.Index,
    names: query_names.QueryNames,
    wildcards: Iterable[list[str]],
) -> Expansion:
    """The expansion of a query. `names`: its words with the names in them; `wildcards`:
    words that each wildcard matches.

    A word in a card's name counts less. A word that occurs nowhere is corrected or, if
    that fails, unknown.
    """
    analyzer = index.analyzer
    words = names.words
    stems = [*map(analyzer.stem, words)]
    confidence_at = dict[int, float]()
    for mention in names.card_mentions:
        confidence_at |= dict.fromkeys(mention.places, mention.confidence)
    skipped_places = _skipped_places(words, confidence_at)
    term_groups = dict[str, TermGroup]()
    unknown = list[str]()
    corrected = dict[str, str]()
    for i, stem in enumerate(stems):
        share = 1.0 - confidence_at.get(i, 0.0)
        if i in skipped_places:
            continue
        terms = _with_synonyms(index, stems[i:])
        if not terms and i not in confidence_at:
            if intended := _find_intended(index, words[i]):
                corrected[words[i]] = intended
                terms = _with_synonyms(index, [analyzer.stem(intended)])
            elif len(words[i]) > 1 and index.word_kind(words[i]) != "asking":
                unknown.append(words[i])
        if not terms:
            continue
        weight = _idf_of_best(index, terms) * share
        if stem not in term_groups or weight > term_groups[stem].weight:
            term_groups[stem] = TermGroup(terms, weight)
    groups = [*term_groups.values(), *_wildcard_groups(index, wildcards)]
    groups.sort(key=lambda group: -group.weight)
    phrase = f" {' '.join(stems)} "
    short_names = index.tables.sources_by_name
    sources_named = frozenset(
        short_names[name] for name in short_names if f" {name} " in phrase
    )
    return Expansion(
        words,
        groups,
        names.card_mentions,
        unknown,
        corrected,
        sources_named,
        skipped_places,
    )


def _wildcard_groups(
    index: inverted_index.Index,
    wildcards: Iterable[list[str]],
) -> Iterator[TermGroup]:
    """A group for each wildcard that matches a word of entries."""
    for words in wildcards:
        frequency = {
            stem: index.postings(stem).frequency
            for stem in map(index.analyzer.stem, words)
        }
        if stems := [*filter(frequency.get, frequency)]:
            weight = index.idf(max(frequency.values()))
            yield TermGroup(dict.fromkeys(stems, 1.0), weight)


def _skipped_places(
    words: list[str],
    names: Container[int],
) -> frozenset[int]:
    """The positions of words such as `vs` between two names and, in a short query, of
    words such as `the`.

    Beside a single telling word, *what* and *is* ask for its definition, and are not
    skipped.
    """
    everyday = query_words.EVERYDAY_WORDS
    telling_count = sum(
        i in names or word not in everyday for i, word in enumerate(words)
    )
    fillers = {*query_words.FILLERS}
    skipped_places = set[int]()
    if telling_count < 2:
        fillers = {*query_words.ARTICLES}
    is_short = telling_count and len(words) <= parameters.SHORT_QUERY_WORDS
    for i, word in enumerate(words):
        joins = word in name_table.JOINERS and i - 1 in names and i + 1 in names
        is_filler = is_short and word in fillers and i not in names
        if joins or is_filler:
            skipped_places.add(i)
    return frozenset(skipped_places)


def _with_synonyms(
    index: inverted_index.Index,
    stems: list[str],
) -> dict[str, float]:
    """The first stem, if entries have it, and the synonyms of it and of phrases that
    begin with it. Each has its synonym weight.
    """
    terms = dict[str, float]()
    if index.postings(stems[0]).frequency:
        terms[stems[0]] = 1.0
    synonyms = index.tables.synonyms
    longest = min(parameters.MAX_SYNONYM_WORDS, len(stems))
    for length in range(longest, 0, -1):
        phrase = " ".join(stems[:length])
        for term, synonym_weight in synonyms.get(phrase, ()):
            if index.postings(term).frequency:
                weight = synonym_weight * index.weights.synonym
                terms[term] = max(terms.get(term, 0.0), weight)
    return terms


def _idf_of_best(
    index: inverted_index.Index,
    terms: dict[str, float],
) -> float:
    """The idf of the rarest of the terms that match best, times how well they match."""
    best = max(terms.values())
    closest = [term for term in terms if terms[term] == best]
    frequencies = [index.postings(term).frequency for term in closest]
    return index.idf(min(frequencies)) * best


def _find_intended(
    index: inverted_index.Index,
    word: str,
) -> str | None:
    """The word printed in entries that an unknown word misspells, or None."""
    is_short = len(word) < name_matching.MIN_TYPO_LENGTH
    if is_short or not word.isalpha():
        return None
    intended = edit_distance.intended_word(word, index.words_by_frequency)
    if not intended:
        return None
    slots = index.with_printed_word(intended)
    is_in_entries = any(slot in index.entry_slots for slot in slots)
    return intended if is_in_entries else None


class _Sums(NamedTuple):
    """The sums over the postings of a query. Lists have a value for each document."""

    weighted_impacts: list[float]  # the weights of its groups, each times its impact
    matched_weights: list[float]  # the weights of its groups
    total: float  # the weight of all groups
    # A question's similarity to the query before it is divided by `query_norm`
    similar: list[float]
    query_norm: float
    query_factors: dict[int, float]  # slot of a document → factor of its score


def score_documents(
    index: inverted_index.Index,
    expansion: Expansion,
    cards: Iterable[int],
    allowed: set[int] | None,
    *,
    only_names_match: bool = False,
) -> tuple[list[ScoredDocument], float]:
    """The documents that have any term group, the highest score first, and the
    similarity of the query to questions that nothing answers.

    `cards`: the cards named in fields; `allowed`: the documents that meet the
    conditions of the query (None: all); `only_names_match`: whether these are only
    cards, topics and pages.
    """
    sums = _sums(index, expansion, cards, only_names_match=only_names_match)
    searched_slots = index.entry_slots
    if only_names_match:
        searched_slots = range(len(index.entry_slots), index.count)
    matched_weights = sums.matched_weights
    slots = [slot for slot in searched_slots if matched_weights[slot]]
    if allowed is not None:
        slots = [slot for slot in slots if slot in allowed]
    scored = _by_entry(index, _scores(index, expansion, sums, slots))
    # This similarity does not count if the best document is about a card named beside
    # few words
    if scored and expansion.has_few_words_beside_names:
        for card in expansion.sure_cards:
            if scored[0].slot in index.documents_about(card):
                return scored, 0.0
    return scored, _similarity(index, sums, index.count)


def _sums(
    index: inverted_index.Index,
    expansion: Expansion,
    cards: Iterable[int],
    *,
    only_names_match: bool,
) -> _Sums:
    weighted_impacts = [0.0] * index.count
    matched_weights = [0.0] * index.count
    shared = [0.0] * len(index.tables.question_weights)
    for group in expansion.term_groups:
        weight = group.weight
        impacts, closest = _impacts_of(index, group, only_names_match=only_names_match)
        for slot, impact in impacts:
            weighted_impacts[slot] += weight * impact
            matched_weights[slot] += weight
        for synonym_weight, questions in closest:
            share = weight * synonym_weight
            for question in questions:
                shared[question] += share
    group_weight = total = sum(group.weight for group in expansion.term_groups)
    for weight, about in _cards_with_weights(index, expansion, cards):
        total += weight
        for slot, how_much in about.items():
            weighted_impacts[slot] += weight * how_much
            matched_weights[slot] += weight * how_much
    similar = [*map(truediv, shared, index.tables.question_weights)]
    query_norm = max(group_weight, 0.001) ** 0.5  # never 0, because it divides
    query_factors = _query_factors(index, expansion)
    return _Sums(
        weighted_impacts,
        matched_weights,
        total or 1.0,
        similar,
        query_norm,
        query_factors,
    )


def _query_factors(
    index: inverted_index.Index,
    expansion: Expansion,
) -> dict[int, float]:
    """Slot of a document → factor of its score.

    Passages about the other side weigh less. If few words are beside the name of one
    card, documents about it weigh more, the more of the words their text or citations
    have.
    """
    weights = index.weights
    passages_of_opponent = index.tables.passages_of_opponent
    factors = dict[int, float]()
    cards = expansion.sure_cards
    own = dict[int, float]()
    if len(cards) == 1 and expansion.has_few_words_beside_names:
        own = dict.fromkeys(index.documents_about(cards[0]), 0.0)
    for group in expansion.term_groups:
        with_word = set[int]()
        for stem in group.highlighted:
            passages = passages_of_opponent.get(stem, ())
            factors |= dict.fromkeys(passages, weights.other_side)
            if own:
                with_word |= index.with_term(".terms", stem)
        for slot in with_word & own.keys():
            own[slot] += group.weight
    total = sum(group.weight for group in expansion.term_groups) or 1.0
    for slot, weight in own.items():
        gain = 1 + weights.own_words * weight / total
        factors[slot] = factors.get(slot, 1.0) * gain
    return factors


def _similarity(
    index: inverted_index.Index,
    sums: _Sums,
    slot: int,
) -> float:
    """The similarity of the query to the most similar question of a document and, with
    less weight, to the next one. With `index.count` as slot, it is about the
    questions that nothing answers.
    """
    questions = index.questions_of[slot]
    similarities = [sums.similar[question] for question in questions]
    # Zeros, because a document may have fewer than two questions
    *_, second, first = sorted([0.0, 0.0, *similarities])
    return (first + index.weights.second_question * second) / sums.query_norm


def _scores(
    index: inverted_index.Index,
    expansion: Expansion,
    sums: _Sums,
    slots: Iterable[int],
) -> list[ScoredDocument]:
    """These documents with their scores and coverage. For the query in README.md:

    does ice from Dr. Dreff count as rezzed → dr-dreff-601afce4, 1.81
    weights    rez 1.24, count 1.17, ice 1.02, as .82, from .8, do .39, dr .08,
               dreff .08, and 6.31 for the card: 11.91 in all
    words      (1.24 × impact 1.79 + 1.17 × .79 + … + 6.31 × 1) / 11.91 = 1.15
    similarity to its question: .72; coverage 1, so nothing is missing
    score      (1.15 + .72) × kind factor .97 = 1.81
    """
    weights = index.weights
    asked_of = expansion.sources_named & parameters.VARIANTS.keys()
    in_a_row, bonus = _in_a_row(index, expansion)
    scored = list[ScoredDocument]()
    for slot in slots:
        search_document = index.documents[slot]
        similarity = _similarity(index, sums, slot)
        of_words = sums.weighted_impacts[slot] / sums.total
        matched_share = sums.matched_weights[slot] / sums.total
        coverage = min(1.0, matched_share)
        factor = sums.query_factors.get(slot, 1.0)
        score = of_words + weights.similarity * similarity
        score *= 1 - weights.missing * (1 - coverage)
        score *= (
            search_document.kind_factor * search_document.few_questions_factor * factor
        )
        # A variant that the query names does not weigh less
        if search_document.source_name in asked_of:
            score /= weights.nature.get("variant", 1.0)
        if slot in in_a_row:
            score += bonus
        scored.append(ScoredDocument(slot, score, coverage))
    return scored


def _in_a_row(
    index: inverted_index.Index,
    expansion: Expansion,
) -> tuple[set[int], float]:
    """The documents with the query's words in a row, and the bonus for their scores."""
    words = expansion.searched_words
    weights = index.weights
    slots = index.with_phrase(words)
    if len(words) == 1:
        documents = index.documents
        of_this_game = {n for n in slots if documents[n].game == vocabulary.NETRUNNER}
        return of_this_game, weights.word
    if words != expansion.words:
        slots |= index.with_phrase(expansion.words)
    return slots, weights.phrase * len(words)


_Impact = tuple[int, float]  # slot of a document, impact
_StemQuestions = tuple[float, Iterable[int]]  # synonym weight of a stem, its questions


def _impacts_of(
    index: inverted_index.Index,
    group: TermGroup,
    *,
    only_names_match: bool,
) -> tuple[Iterable[_Impact], list[_StemQuestions]]:
    """The impact of the group in each document, and the questions with its stems.

    The impact is the highest one of its stems, each times its synonym weight; if only
    names match, it is the synonym weight alone. There is one list of questions for each
    stem, closest stem first; a question is only in the list of its closest stem.
    """
    if [*group.stems.values()] == [1.0] and not only_names_match:  # the usual case
        postings = index.postings(*group.stems)
        return postings.impacts, [(1.0, postings.questions)]
    impacts = dict[int, float]()
    closer_questions = set[int]()
    closest = list[_StemQuestions]()
    closest_first = sorted(group.stems, key=group.stems.__getitem__, reverse=True)
    for stem in closest_first:
        synonym_weight = group.stems[stem]
        slot_impacts, questions, _ = index.postings(stem)
        if only_names_match:
            slots = index.with_term(".terms", stem)
            slot_impacts = [(slot, 1.0) for slot in slots]
        for slot, impact in slot_impacts:
            weighted_impact = synonym_weight * impact
            if weighted_impact > impacts.get(slot, 0.0):
                impacts[slot] = weighted_impact
        closest.append((synonym_weight, {*questions} - closer_questions))
        closer_questions.update(questions)
    return impacts.items(), closest


def _cards_with_weights(
    index: inverted_index.Index,
    expansion: Expansion,
    cards: Iterable[int],
) -> Iterator[tuple[float, dict[int, float]]]:
    """The weight of each card named in the query or in its fields, and the documents
    about it.
    """
    weights = index.weights
    in_text = expansion.possible_cards
    mentions = [*expansion.card_mentions]
    for card in cards:
        if card not in in_text:
            mentions.append(query_names.CardMention(range(0), (card,), 1.0))
    for mention in mentions:
        about = [*map(index.documents_about, mention.cards)]
        shares = dict[int, float]()
        for documents in about:
            for slot, share in documents.items():
                shares[slot] = max(share, shares.get(slot, 0.0))
        frequency = max(map(len, about))
        # The idf of a name is not damped, because a name says more than a word
        undamped = index.idf(frequency) ** (1 / weights.idf_power)
        yield weights.named_card * mention.confidence * undamped, shares


def _by_entry(
    index: inverted_index.Index,
    scored: list[ScoredDocument],
) -> list[ScoredDocument]:
    """Each entry once, best first. A section has its own score or the score of its best
    passage, whichever is better.
    """
    best_by_key = dict[str, ScoredDocument]()
    # Sorting keeps the order of slots among equal scores
    best_first = sorted(scored, key=attrgetter("score"), reverse=True)
    for scored_document in best_first:
        search_document = index.documents[scored_document.slot]
        best = best_by_key.setdefault(search_document.key, scored_document)
        if search_document.passage_number is not None:
            best_document = index.documents[best.slot]
            as_ordinary = best.score / (
                best_document.kind_factor * best_document.few_questions_factor
            )
            least = parameters.JOINED_SHARE * as_ordinary * search_document.kind_factor
            if not best.passages or scored_document.score >= least:
                best.passages.append(search_document.passage_number)
    return list(best_by_key.values())
