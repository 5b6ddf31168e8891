"""Finds what answers a `Request`: the ranked entries, the cards and the like that are offered, or
all that passes.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from msgspec import Struct

from rulings.model import entities, subject_pages, vocabulary
from rulings.search import inverted_index, parameters, ranking, search_request


class RankedResults(Struct):
    """What was found for a request, best first; the count of each kind, if everything that passes
    is listed; signals of confidence.
    """

    request: search_request.Request
    ranked: list[ranking.Candidate]
    counts: dict[str, int]
    # the query's similarity to the questions that nothing answers
    negative_similarity: float = 0.0

    @property
    def best(self) -> ranking.Candidate | None:
        """The best of those that the query does not name."""
        return next(
            (candidate for candidate in self.ranked if candidate.coverage is not None), None
        )


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
        return RankedResults(request, _candidates(numbers, 1.0), {})
    ranked, negative_similarity = ranking.rank(
        index, request.expansion, query.cards, request.allowed, only_names=request.only_names
    )
    if request.only_names and _has_words(request):
        ranked = _of_most_words(ranked)
    best_score = ranked[0].score if ranked else 0.0
    ranked = [candidate for candidate in ranked if candidate.number not in offered]
    names = _candidates(offered, max(1.0, best_score))
    if _is_list(request):
        ranked = _this_game_first(request, ranked, best_score)
        return _all_allowed(request, [*names, *ranked])
    entries = _without_near_identical(request, _matching(request, ranked, best_score))
    lead = _leading(request, entries)
    if lead:
        names = _candidates(offered, entries[lead - 1].score)
    ranked = [*entries[:lead], *names, *entries[lead:]]
    return RankedResults(request, ranked, {}, negative_similarity)


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
    numbers, allowed = (
        dict.fromkeys((*request.query.numbers, *request.offered_numbers)),
        request.allowed,
    )
    return [number for number in numbers if allowed is None or number in allowed]


def _of_most_words(ranked: list[ranking.Candidate]) -> list[ranking.Candidate]:
    highest = max((candidate.coverage or 0.0 for candidate in ranked), default=0.0)
    return [candidate for candidate in ranked if candidate.coverage == highest]


def _matching(
    request: search_request.Request, ranked: list[ranking.Candidate], best_score: float
) -> list[ranking.Candidate]:
    """The documents in order that match well enough or have all words; if the query names
    something, those on this game alone; if it names two cards, all that are on both, first; if it
    is one word, those on this game that print it. Before all stand those that a question of ours
    with the same words asks for.
    """
    index, ids, games = request.index, request.index.tables.ids, request.index.tables.games
    ids_first = on_both(request) if request.offered_numbers else set[str]()
    with_words = [*map(index.printed, request.expansion.words_without_fillers)]
    with_all_words = frozenset.intersection(*with_words) if with_words else frozenset[int]()
    entries_asked = index.entries_asked(request.typed) or []
    kept_ids = ids_first | {ids[number] for number in (*with_all_words, *entries_asked)}
    if len(with_words) == 1:
        ids_first |= {
            ids[number] for number in with_all_words if games[number] == vocabulary.NETRUNNER
        }
    least = parameters.MIN_SHARE_OF_BEST * best_score
    matching = list[ranking.Candidate]()
    for candidate in ranked:
        is_ours = not request.offered_numbers or games[candidate.number] == vocabulary.NETRUNNER
        if (candidate.score >= least and is_ours) or ids[candidate.number] in kept_ids:
            matching.append(candidate)
    candidates = _this_game_first(request, matching, best_score)
    candidates.sort(key=lambda c: (c.number not in entries_asked, ids[c.number] not in ids_first))
    return candidates


def _leading(request: search_request.Request, entries: list[ranking.Candidate]) -> int:
    """The number of entries above the cards that a query only contains: those on both, or the best
    if it is on one.
    """
    index = request.index
    if request.is_whole_name or request.query.numbers or not entries:
        return 0
    ids_on_both, first_number = on_both(request), entries[0].number
    is_on_one = any(first_number in index.about_card(card) for card in request.offered_numbers)
    return sum(index.tables.ids[entry.number] in ids_on_both for entry in entries) or int(is_on_one)


def on_both(request: search_request.Request) -> set[str]:
    """The ids of what is about both cards, if two are named."""
    index, cards = request.index, request.expansion.single_cards
    if len(cards) != 2:
        return set()
    first, second = map(index.about_card, cards)
    return {index.tables.ids[number] for number in first.keys() & second.keys()}


def _this_game_first(
    request: search_request.Request, ranked: list[ranking.Candidate], best_score: float
) -> list[ranking.Candidate]:
    """The documents, of those near the best score the ones on this game first, of near-equal ones
    the official first.

    What is near depends on the words typed.
    """
    is_topic = len(request.expansion.words) <= parameters.MAX_TOPIC_WORDS
    near_score = (parameters.NEAR_SHARE if is_topic else parameters.EQUAL_SHARE) * best_score
    equal_score = parameters.OFFICIAL_SHARE * best_score
    unofficial = request.index.with_term("is", "unofficial")

    def group(candidate: ranking.Candidate) -> int:
        if candidate.score < near_score:
            return 4
        if foreign_game(request, candidate.number):
            return 3
        if candidate.score < equal_score:
            return 2
        return int(candidate.number in unofficial)

    return sorted(ranked, key=group)


def foreign_game(request: search_request.Request, number: int) -> str | None:
    """The other game or the variant that a document is about, unless the query speaks of it or has
    conditions.
    """
    game = request.index.tables.games[number]
    source = request.index.tables.source_names[number]
    if source in request.expansion.sources_named or request.query.conditions:
        return None
    if game != vocabulary.NETRUNNER:
        return vocabulary.GAMES[game]
    return parameters.VARIANTS.get(source)


def _without_near_identical(
    request: search_request.Request, candidates: list[ranking.Candidate]
) -> list[ranking.Candidate]:
    """The documents that are not near-identical to an earlier one."""
    rulings, ids = request.kb.rulings_by_id, request.index.tables.ids
    identical_ids, distinct = set[str](), list[ranking.Candidate]()
    for candidate in candidates:
        id = ids[candidate.number]
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
    tables, keys = index.tables, index.keys
    listed_keys = {keys[candidate.number] for candidate in candidates}
    order = parameters.DOCUMENT_KINDS.index
    numbers_by_key = defaultdict[tuple[str, str], list[int]](list)
    for number in sorted(allowed, key=lambda n: (order(tables.kinds[n]), -tables.priors[n], n)):
        numbers_by_key[keys[number]].append(number)
    for key, numbers in numbers_by_key.items():
        if key not in listed_keys:
            first, passages = numbers[0], [tables.passage_numbers[n] for n in sorted(numbers)]
            # The passages that pass, such as those that are superseded, are shown.
            shown = [] if 0 in passages else [*filter(None, passages)]
            candidates.append(ranking.Candidate(first, tables.priors[first], passages=shown))
    return RankedResults(request, candidates, _counts_of_kinds(index, candidates))


def _counts_of_kinds(
    index: inverted_index.Index, candidates: list[ranking.Candidate]
) -> dict[str, int]:
    """The count of each kind, in which errata and references are no rulings."""
    numbers = {candidate.number for candidate in candidates}
    counts = Counter[str](index.tables.kinds[number] for number in numbers)
    for kind in vocabulary.COUNTED_AS:
        counts[kind] = len(numbers & index.with_term("is", kind))
        counts["ruling"] -= counts[kind]
    kinds = (*parameters.DOCUMENT_KINDS, *vocabulary.COUNTED_AS)
    return {kind: counts[kind] for kind in kinds if counts[kind]}


def joint_rulings(request: search_request.Request, cards: list[int]) -> list[entities.Ruling]:
    """The rulings that concern all cards."""
    ids = request.index.tables.ids
    first, *others = (subject_pages.card_page(request.kb, ids[card]) for card in cards)
    return subject_pages.page_rulings(subject_pages.rulings_on_all(first, others))
