"""Finds the documents for a `Request`: ranked entries and offered cards or topics, or a
list of all that meet the conditions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from rulings.model import entities, subject_pages, vocabulary
from rulings.model.base import grouped
from rulings.search import inverted_index, parameters, ranking, search_request


class RankedResults(Struct):
    """The documents found for a request, best first, with signals of confidence. If
    they are a list of all that meet the conditions, `counts` has the number of each
    kind.
    """

    request: search_request.Request
    scored_documents: list[ranking.ScoredDocument]
    # the query's similarity to the questions that nothing answers
    negative_similarity: float = 0.0
    counts: dict[str, int] = {}

    @property
    def best(self) -> ranking.ScoredDocument | None:
        """The first scored document that was ranked by words."""
        for scored_document in self.scored_documents:
            if scored_document.coverage is not None:
                return scored_document
        return None


def find(request: search_request.Request) -> RankedResults:
    """The results in order: the entries that come before the named cards (`_leading`
    counts them), the documents that the query names, then the other entries.

    Conditions alone (fields, phrases, wildcards, `OR`) list everything that meets them.
    """
    index = request.index
    query = request.query
    offered = _offered(request)
    if any(slot in index.entry_slots for slot in query.pasted_slots):
        # Words beside the id of an entry are not conditions
        slots = [slot for slot in offered if slot in query.pasted_slots]
        return RankedResults(request, _with_score(slots, 1.0))
    ranked, negative_similarity = ranking.rank(
        index,
        request.expansion,
        query.cards,
        request.allowed,
        only_names_match=request.only_names_match,
    )
    if request.only_names_match and _has_words(request):
        ranked = _of_most_words(ranked)
    best_score = ranked[0].score if ranked else 0.0
    ranked = [
        scored_document
        for scored_document in ranked
        if scored_document.slot not in offered
    ]
    named_documents = _with_score(offered, max(1.0, best_score))
    tiers = Tiers(request, best_score)
    if _is_list(request):
        ranked.sort(key=tiers.remoteness)
        return _all_allowed(request, [*named_documents, *ranked])
    good_enough = filter(tiers.keeps, ranked)
    entries = sorted(good_enough, key=tiers.tier)
    entries = _without_near_identical(request, entries)
    lead = _leading(request, entries)
    if lead:
        named_documents = _with_score(offered, entries[lead - 1].score)
    scored_documents = [*entries[:lead], *named_documents, *entries[lead:]]
    if request.allowed is None:
        _insert_unruled_cards(request, scored_documents)
    return RankedResults(request, scored_documents, negative_similarity)


def _insert_unruled_cards(
    request: search_request.Request, scored_documents: list[ranking.ScoredDocument]
) -> None:
    """Inserts the named cards without rulings after the first result, the entry that
    answers: `how does Asp work`.
    """
    listed_slots = {scored_document.slot for scored_document in scored_documents}
    cards = [
        card for card in cards_without_rulings(request) if card not in listed_slots
    ]
    scored_documents[1:1] = _with_score(
        cards, scored_documents[0].score if scored_documents else 1.0
    )


def _has_words(request: search_request.Request) -> bool:
    """Whether the query has words or names of cards by which documents rank."""
    return bool(request.expansion.term_groups or request.expansion.card_names)


def _is_list(request: search_request.Request) -> bool:
    """Whether the results are a list of everything that meets the conditions."""
    ranks = request.query.has_optional_words and _has_words(request)
    is_unranked = request.only_names_match or not ranks
    return is_unranked and bool(request.query.conditions)


def _with_score(
    slots: Iterable[int],
    score: float,
) -> list[ranking.ScoredDocument]:
    return [ranking.ScoredDocument(slot, score) for slot in slots]


def _offered(request: search_request.Request) -> list[int]:
    """The documents that the query names by id, then those offered first, if the
    conditions allow them.
    """
    pasted_slots = request.query.pasted_slots
    slots = dict.fromkeys([*pasted_slots, *request.offered_slots])
    allowed = request.allowed
    if allowed is None:
        return [*slots]
    return [slot for slot in slots if slot in allowed]


def _of_most_words(
    ranked: list[ranking.ScoredDocument],
) -> list[ranking.ScoredDocument]:
    coverages = [scored_document.coverage or 0.0 for scored_document in ranked]
    highest = max(coverages, default=0.0)
    return [
        scored_document
        for scored_document in ranked
        if scored_document.coverage == highest
    ]


def _ids(
    index: inverted_index.Index,
    slots: Iterable[int],
) -> set[str]:
    return {index.documents[slot].id for slot in slots}


class Tiers:
    """Decides which ranked entries answer a request, and their order: by `tier`, then
    by score. These are the parts of a tier:

    | part | comes first |
    | --- | --- |
    | asked | an entry that answers a question of ours with the words of the query |
    | on the names | an entry on both named cards, or with the nature asked for beside a
    name; an entry that prints the only word |
    | remoteness | an entry on this game, if near the best score; an official entry, if
    nearly equal to it |
    """

    def __init__(
        self,
        request: search_request.Request,
        best_score: float,
    ) -> None:
        index = request.index
        words = request.expansion.words_without_fillers
        self.request = request
        self.best_score = best_score
        self._documents = index.documents
        self._asked = index.entries_with_question(request.typed) or []
        self._unofficial = index.with_term("is", "unofficial")
        all_words = frozenset[int]()
        if words:
            all_words = frozenset.intersection(*map(index.with_printed_word, words))
        self._ids_first = on_both(request) if request.offered_slots else set[str]()
        for slots in search_request.with_asked_nature(request).values():
            for card in request.expansion.sure_cards:
                on_card = index.with_term("card", self._documents[card].id)
                self._ids_first |= _ids(index, slots & on_card)
        answering = (*all_words, *self._asked)
        self._kept_ids = self._ids_first | _ids(index, answering)
        if len(words) == 1:
            self._ids_first |= _ids(index, filter(self._is_of_this_game, all_words))

    def _is_of_this_game(self, slot: int) -> bool:
        """Whether a document is about this game."""
        return self._documents[slot].game == vocabulary.NETRUNNER

    def keeps(self, scored_document: ranking.ScoredDocument) -> bool:
        """Whether an entry matches well enough and, if the query names something, is on
        this game. Entries that are asked for, on both named cards, or have all words
        are always kept.
        """
        if self._documents[scored_document.slot].id in self._kept_ids:
            return True
        is_near = (
            scored_document.score >= parameters.MIN_SHARE_OF_BEST * self.best_score
        )
        if not self.request.offered_slots:
            return is_near
        return is_near and self._is_of_this_game(scored_document.slot)

    def tier(self, scored_document: ranking.ScoredDocument) -> tuple[bool, bool, int]:
        """The tier of a scored document; the lowest tier comes first."""
        is_first = self._documents[scored_document.slot].id in self._ids_first
        return (
            scored_document.slot not in self._asked,
            not is_first,
            self.remoteness(scored_document),
        )

    def remoteness(self, scored_document: ranking.ScoredDocument) -> int:
        """How far a scored document is from the best score, from 0 to 4.

        The values: nearly equal and official, nearly equal, near, near but on another
        game or a variant, not near. The threshold for near depends on the number of
        words.
        """
        is_topic = len(self.request.expansion.words) <= parameters.MAX_TOPIC_WORDS
        near_share = parameters.NEAR_SHARE if is_topic else parameters.EQUAL_SHARE
        if scored_document.score < near_share * self.best_score:
            return 4
        if foreign_game(self.request, scored_document.slot):
            return 3
        if scored_document.score < parameters.OFFICIAL_SHARE * self.best_score:
            return 2
        return int(scored_document.slot in self._unofficial)


def _leading(
    request: search_request.Request,
    entries: list[ranking.ScoredDocument],
) -> int:
    """The number of entries above the cards that a query only contains.

    These are all entries on both cards, or the best entry if it is on one and on this
    game.
    """
    index = request.index
    if request.is_whole_name or request.query.pasted_slots or not entries:
        return 0
    ids_on_both = on_both(request)
    best = entries[0].slot
    is_of_this_game = not foreign_game(request, best)
    documents_about = map(index.documents_about, request.offered_slots)
    is_on_one = is_of_this_game and any(
        best in documents for documents in documents_about
    )
    entry_ids = [index.documents[entry.slot].id for entry in entries]
    lead = sum(id in ids_on_both for id in entry_ids)
    return lead or int(is_on_one)


def on_both(request: search_request.Request) -> set[str]:
    """The ids of the documents about both cards, if the query names two."""
    index = request.index
    cards = request.expansion.unambiguous_cards
    if len(cards) != 2:
        return set()
    first, second = map(index.documents_about, cards)
    return _ids(index, first.keys() & second.keys())


def foreign_game(
    request: search_request.Request,
    slot: int,
) -> str | None:
    """The other game or the variant that a document is about, unless the query names it
    or has conditions.
    """
    search_document = request.index.documents[slot]
    is_named = search_document.source_name in request.expansion.sources_named
    if is_named or request.query.conditions:
        return None
    if search_document.game != vocabulary.NETRUNNER:
        return vocabulary.GAMES[search_document.game]
    return parameters.VARIANTS.get(search_document.source_name)


def cards_without_rulings(request: search_request.Request) -> list[int]:
    """The cards that the query surely names, and that no other document is about."""
    cards = [
        card
        for card in request.expansion.sure_cards
        if len(request.index.documents_about(card)) == 1
    ]
    return cards[: parameters.MAX_UNRULED_CARDS]


def _without_near_identical(
    request: search_request.Request,
    scored_documents: list[ranking.ScoredDocument],
) -> list[ranking.ScoredDocument]:
    """The documents that are not near-identical to an earlier one."""
    rulings = request.kb.rulings_by_id
    identical_ids = set[str]()
    distinct = list[ranking.ScoredDocument]()
    for scored_document in scored_documents:
        id = request.index.documents[scored_document.slot].id
        if id not in identical_ids:
            distinct.append(scored_document)
            if id in rulings:
                identical_ids.update(rulings[id].near_identical_ids)
    return distinct


def _all_allowed(
    request: search_request.Request,
    ranked: list[ranking.ScoredDocument],
) -> RankedResults:
    """The ranked documents, then all others that the conditions allow, by kind, with
    the count of each kind.
    """
    index = request.index
    scored_documents = list(ranked)
    allowed = request.allowed or set[int]()
    # Cards and the like are listed only if they have the words, so they are all ranked
    if request.only_names_match and _has_words(request):
        allowed = set()
    documents = index.documents
    listed_keys = {
        documents[scored_document.slot].key for scored_document in scored_documents
    }

    def rank(slot: int) -> tuple[int, float, int]:
        search_document = documents[slot]
        kind_rank = parameters.DOCUMENT_KINDS.index(search_document.kind)
        return kind_rank, -search_document.prior, slot

    in_order = sorted(allowed, key=rank)
    slots_by_key = grouped((documents[slot].key, slot) for slot in in_order)
    for key, slots in slots_by_key.items():
        if key in listed_keys:
            continue
        prior = documents[slots[0]].prior
        passages = [documents[slot].passage_number for slot in sorted(slots)]
        # Shows the passages that meet the conditions, such as superseded ones
        shown_passages = [] if 0 in passages else [*filter(None, passages)]
        scored_document = ranking.ScoredDocument(
            slots[0], prior, passages=shown_passages
        )
        scored_documents.append(scored_document)
    counts = _counts_of_kinds(index, scored_documents)
    return RankedResults(request, scored_documents, counts=counts)


def _counts_of_kinds(
    index: inverted_index.Index,
    scored_documents: list[ranking.ScoredDocument],
) -> dict[str, int]:
    """The count of each kind."""
    slots = [scored_document.slot for scored_document in scored_documents]
    counts = Counter[str](index.documents[slot].kind for slot in slots)
    kinds = parameters.DOCUMENT_KINDS
    return {kind: counts[kind] for kind in kinds if counts[kind]}


def joint_rulings(
    request: search_request.Request,
    cards: list[int],
) -> list[entities.Ruling]:
    """The rulings that concern all these cards."""
    ids = [request.index.documents[card].id for card in cards]
    return subject_pages.joint_rulings(request.kb, ids)
