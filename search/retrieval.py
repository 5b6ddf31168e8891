"""Finds what answers a `Request`: the ranked entries, the cards and the like that are offered, or
all that passes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from rulings.model import entities, subject_pages, vocabulary
from rulings.model.base import grouped
from rulings.search import inverted_index, parameters, ranking, search_request


class RankedResults(Struct):
    """What was found for a request, best first; the count of each kind, if everything that passes
    is listed; signals of confidence.
    """

    request: search_request.Request
    candidates: list[ranking.Candidate]
    # the query's similarity to the questions that nothing answers
    negative_similarity: float = 0.0
    counts: dict[str, int] = {}

    @property
    def best(self) -> ranking.Candidate | None:
        """The best of those that the query does not name."""
        ranked = (candidate for candidate in self.candidates if candidate.coverage is not None)
        return next(ranked, None)


def find(request: search_request.Request) -> RankedResults:
    """The documents found, the best entries first; those that the query names stand above them, if
    it is only a name.

    A query that consists of conditions (fields, phrases, patterns, `OR`) finds everything that
    meets them.
    """
    index, query, offered = request.index, request.query, _offered(request)
    if any(number in index.entry_numbers for number in query.numbers):
        # No word beside the id of an entry is a condition
        numbers = [number for number in offered if number in query.numbers]
        return RankedResults(request, _candidates(numbers, 1.0))
    ranked, negative_similarity = ranking.rank(
        index, request.expansion, query.cards, request.allowed, only_names=request.only_names
    )
    if request.only_names and _has_words(request):
        ranked = _of_most_words(ranked)
    best_score = ranked[0].score if ranked else 0.0
    ranked = [candidate for candidate in ranked if candidate.number not in offered]
    names = _candidates(offered, max(1.0, best_score))
    tiers = Tiers(request, best_score)
    if _is_list(request):
        ranked.sort(key=tiers.nearness)
        return _all_allowed(request, [*names, *ranked])
    entries = sorted(filter(tiers.keeps, ranked), key=tiers.tier)
    entries = _without_near_identical(request, entries)
    lead = _leading(request, entries)
    if lead:
        names = _candidates(offered, entries[lead - 1].score)
    candidates = [*entries[:lead], *names, *entries[lead:]]
    return RankedResults(request, candidates, negative_similarity)


def _has_words(request: search_request.Request) -> bool:
    """Whether words or names of cards tell one document from another."""
    return bool(request.expansion.term_groups or request.expansion.card_names)


def _is_list(request: search_request.Request) -> bool:
    """Whether everything is found that meets the conditions."""
    ranks = request.query.has_optional_words and _has_words(request)
    return bool(request.query.conditions) and (request.only_names or not ranks)


def _candidates(numbers: Iterable[int], score: float) -> list[ranking.Candidate]:
    return [ranking.Candidate(number, score) for number in numbers]


def _offered(request: search_request.Request) -> list[int]:
    """What its ids ask for and what is offered first, as far as the conditions allow it."""
    numbers = dict.fromkeys((*request.query.numbers, *request.offered_numbers))
    allowed = request.allowed
    return [number for number in numbers if allowed is None or number in allowed]


def _of_most_words(ranked: list[ranking.Candidate]) -> list[ranking.Candidate]:
    highest = max((candidate.coverage or 0.0 for candidate in ranked), default=0.0)
    return [candidate for candidate in ranked if candidate.coverage == highest]


def _ids(index: inverted_index.Index, numbers: Iterable[int]) -> set[str]:
    return {index.documents[number].id for number in numbers}


class Tiers:
    """Which ranked entries answer a request, and what goes before their scores in the order: the
    parts of their `tier`, one after the other.

    | part | first |
    | --- | --- |
    | asked | what a question of ours asks for that has the words of the query |
    | on what is named | what is on both cards, if two are named, or has the status that is asked
    for beside a name; what prints the only word |
    | nearness | of what is near the best score, this game; of what is nearly equal, the official |
    """

    def __init__(self, request: search_request.Request, best_score: float) -> None:
        index, words = request.index, request.expansion.words_without_fillers
        self.request, self.best_score = request, best_score
        self._documents = index.documents
        self._asked = index.entries_with_question(request.typed) or []
        self._unofficial = index.with_term("is", "unofficial")
        with_words = [*map(index.printed, words)]
        all_words = frozenset.intersection(*with_words) if with_words else frozenset[int]()
        self._ids_first = on_both(request) if request.offered_numbers else set[str]()
        for having in search_request.with_asked_status(request).values():
            for card in request.expansion.sure_cards:
                on_card = index.with_term("card", self._documents[card].id)
                self._ids_first |= _ids(index, having & on_card)
        self._kept_ids = self._ids_first | _ids(index, (*all_words, *self._asked))
        if len(words) == 1:
            self._ids_first |= _ids(index, filter(self._is_ours, all_words))

    def _is_ours(self, number: int) -> bool:
        """Whether a document is about this game."""
        return self._documents[number].game == vocabulary.NETRUNNER

    def keeps(self, candidate: ranking.Candidate) -> bool:
        """Whether an entry matches well enough, and is on this game if the query names something; or
        is asked for, on both named cards, or has all words.
        """
        if self._documents[candidate.number].id in self._kept_ids:
            return True
        is_near = candidate.score >= parameters.MIN_SHARE_OF_BEST * self.best_score
        return is_near and (not self.request.offered_numbers or self._is_ours(candidate.number))

    def tier(self, candidate: ranking.Candidate) -> tuple[bool, bool, int]:
        """The tier of a candidate, of which the lowest comes first."""
        is_first = self._documents[candidate.number].id in self._ids_first
        return candidate.number not in self._asked, not is_first, self.nearness(candidate)

    def nearness(self, candidate: ranking.Candidate) -> int:
        """0 to 4: nearly equal to the best and official, nearly equal, near, near but on another
        game, and not near. What is near depends on the number of words.
        """
        is_topic = len(self.request.expansion.words) <= parameters.MAX_TOPIC_WORDS
        near_share = parameters.NEAR_SHARE if is_topic else parameters.EQUAL_SHARE
        if candidate.score < near_share * self.best_score:
            return 4
        if foreign_game(self.request, candidate.number):
            return 3
        if candidate.score < parameters.OFFICIAL_SHARE * self.best_score:
            return 2
        return int(candidate.number in self._unofficial)


def _leading(request: search_request.Request, entries: list[ranking.Candidate]) -> int:
    """The number of entries above the cards that a query only contains: those on both, or the best
    if it is on one.
    """
    index = request.index
    if request.is_whole_name or request.query.numbers or not entries:
        return 0
    ids_on_both, best = on_both(request), entries[0].number
    is_on_one = any(best in index.about(card) for card in request.offered_numbers)
    lead = sum(index.documents[entry.number].id in ids_on_both for entry in entries)
    return lead or int(is_on_one)


def on_both(request: search_request.Request) -> set[str]:
    """The ids of what is about both cards, if two are named."""
    index, cards = request.index, request.expansion.single_cards
    if len(cards) != 2:
        return set()
    first, second = map(index.about, cards)
    return _ids(index, first.keys() & second.keys())


def foreign_game(request: search_request.Request, number: int) -> str | None:
    """The other game or the variant that a document is about, unless the query speaks of it or has
    conditions.
    """
    document = request.index.documents[number]
    if document.source_name in request.expansion.sources_named or request.query.conditions:
        return None
    if document.game != vocabulary.NETRUNNER:
        return vocabulary.GAMES[document.game]
    return parameters.VARIANTS.get(document.source_name)


def _without_near_identical(
    request: search_request.Request, candidates: list[ranking.Candidate]
) -> list[ranking.Candidate]:
    """The documents that are not near-identical to an earlier one."""
    rulings = request.kb.rulings_by_id
    identical_ids, distinct = set[str](), list[ranking.Candidate]()
    for candidate in candidates:
        id = request.index.documents[candidate.number].id
        if id not in identical_ids:
            distinct.append(candidate)
            if id in rulings:
                identical_ids.update(rulings[id].near_identical)
    return distinct


def _all_allowed(request: search_request.Request, ranked: list[ranking.Candidate]) -> RankedResults:
    """The ranked documents, then all others that pass, by kind; and the count of each kind."""
    index, candidates = request.index, list(ranked)
    # Cards and the like have every word that any of them has
    is_all = request.only_names and _has_words(request)
    allowed = set[int]() if is_all else request.allowed or set()
    documents = index.documents
    listed_keys = {documents[candidate.number].key for candidate in candidates}

    def rank(number: int) -> tuple[int, float, int]:
        document = documents[number]
        return parameters.DOCUMENT_KINDS.index(document.kind), -document.prior, number

    for key, numbers in grouped((documents[n].key, n) for n in sorted(allowed, key=rank)).items():
        if key not in listed_keys:
            first, passages = numbers[0], [documents[n].passage_number for n in sorted(numbers)]
            # The passages that pass, such as those that are superseded, are shown.
            shown = [] if 0 in passages else [*filter(None, passages)]
            candidates.append(ranking.Candidate(first, documents[first].prior, passages=shown))
    counts = _counts_of_kinds(index, candidates)
    return RankedResults(request, candidates, counts=counts)


def _counts_of_kinds(
    index: inverted_index.Index, candidates: list[ranking.Candidate]
) -> dict[str, int]:
    """The count of each kind, in which errata and references are no rulings."""
    numbers = {candidate.number for candidate in candidates}
    counts = Counter[str](index.documents[number].kind for number in numbers)
    for kind in vocabulary.COUNTED_AS:
        counts[kind] = len(numbers & index.with_term("is", kind))
        counts["ruling"] -= counts[kind]
    kinds = (*parameters.DOCUMENT_KINDS, *vocabulary.COUNTED_AS)
    return {kind: counts[kind] for kind in kinds if counts[kind]}


def joint_rulings(request: search_request.Request, cards: list[int]) -> list[entities.Ruling]:
    """The rulings that concern all cards."""
    ids = [request.index.documents[card].id for card in cards]
    return subject_pages.joint_rulings(request.kb, ids)
