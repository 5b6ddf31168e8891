"""Finds the documents for a `Request`, and decides their order.

The values of `sort:` count first, then the parts of a `Rank`, one after the other:

- `leads`: on both cards that the query contains; or the best one, if it is on one
- `named`: named by the query, with an id, an address or a name; the first one first
- `asked`: answers a question of ours that has the words of the query
- `on_names`: on both named cards, or has the nature asked for; prints the only word
- `nearness`: nearly equal to the best score and official; near it and on this game;
  in a list, those that have none of the words come last, by their kind
- `score`. Documents that are equal in all this have the order of their slots

The page does the same in `site/theme/js/engine/retrieval.js`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from math import inf
from typing import NamedTuple

from msgspec import Struct

from rulings.model import entities, subject_pages, vocabulary
from rulings.model.base import grouped
from rulings.search import inverted_index, parameters, ranking, search_request, terms


class Rank(NamedTuple):
    """The place of a document among the results; the highest comes first."""

    leads: bool
    named: int  # 0: not named; otherwise the higher, the earlier it is named
    asked: bool
    on_names: bool
    nearness: int
    score: float


class RankedResults(Struct):
    """The documents found for a request, best first, with signals of confidence."""

    request: search_request.Request
    scored_documents: list[ranking.ScoredDocument]
    # the document with the highest rank of those that were found by words
    best: ranking.ScoredDocument | None = None
    is_list: bool = False  # whether they are all that meet the conditions
    # the query's similarity to the questions that nothing answers
    negative_similarity: float = 0.0


def find(request: search_request.Request) -> RankedResults:
    """The results in order.

    Conditions alone (fields, phrases, wildcards, `OR`) list everything that meets them.
    """
    index = request.index
    query = request.query
    named_slots = _named_slots(request)
    if any(slot in index.entry_slots for slot in query.pasted_slots):
        # Words beside the id of an entry are not searched for
        slots = [slot for slot in named_slots if slot in query.pasted_slots]
        return RankedResults(request, _with_score(slots, 1.0))
    matches, negative_similarity = ranking.score_documents(
        index,
        request.expansion,
        query.cards,
        request.allowed,
        only_names_match=request.only_names_match,
    )
    # Cards and the like are listed only if they have the words
    needs_words = request.only_names_match and _has_words(request)
    if needs_words:
        matches = _of_most_words(matches)
    ranks = Ranks(request, named_slots, matches[0].score if matches else 0.0)
    matches = ranks.in_order(filter(ranks.keeps, matches))
    if not ranks.is_list:
        matches = _without_near_identical(request, matches)
    ranks.leading = _leading(request, named_slots, matches)
    named_score = max(1.0, ranks.best_score)
    if ranks.leading:
        named_score = ranks.leading[-1].score
    documents = [*_with_score(named_slots, named_score), *matches]
    if ranks.is_list and not needs_words:
        documents += _without_words(request, documents)
    documents = ranks.in_order(documents)
    if query.orders:
        documents.sort(key=_by_orders(request, is_list=ranks.is_list))
    best = matches[0] if matches else None
    return RankedResults(request, documents, best, ranks.is_list, negative_similarity)


def _named_slots(request: search_request.Request) -> list[int]:
    """The documents that the query names by id, then by name, if the conditions allow
    them; last, the cards without rulings among other words: `how does Asp work`.
    """
    slots = [*request.query.pasted_slots, *request.named_slots]
    if request.allowed is None:
        return [*dict.fromkeys([*slots, *cards_without_rulings(request)])]
    return [slot for slot in dict.fromkeys(slots) if slot in request.allowed]


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


def _of_most_words(
    found: list[ranking.ScoredDocument],
) -> list[ranking.ScoredDocument]:
    highest = max((document.coverage or 0.0 for document in found), default=0.0)
    return [document for document in found if document.coverage == highest]


def _ids(
    index: inverted_index.Index,
    slots: Iterable[int],
) -> set[str]:
    return {index.documents[slot].id for slot in slots}


class Ranks:
    """Decides which documents found by words answer a request, and the rank of each."""

    def __init__(
        self,
        request: search_request.Request,
        named_slots: list[int],
        best_score: float,
    ) -> None:
        index = request.index
        words = request.expansion.words_without_fillers
        self.request = request
        self.best_score = best_score
        self.is_list = _is_list(request)
        self.leading = list[ranking.ScoredDocument]()  # until these are known
        last_first = reversed(named_slots)
        self._named = {slot: place for place, slot in enumerate(last_first, 1)}
        self._documents = index.documents
        self._asked = index.entries_with_question(request.typed) or []
        self._unofficial = index.with_term("is", "unofficial")
        all_words = frozenset[int]()
        if words:
            all_words = frozenset.intersection(*map(index.with_printed_word, words))
        self._ids_on_names = on_both(request) if request.named_slots else set[str]()
        for slots in search_request.with_asked_nature(request).values():
            for card in request.expansion.sure_cards:
                on_card = index.with_term("card", self._documents[card].id)
                self._ids_on_names |= _ids(index, slots & on_card)
        answering = (*all_words, *self._asked)
        self._kept_ids = self._ids_on_names | _ids(index, answering)
        if len(words) == 1 and not self.is_list:
            self._ids_on_names |= _ids(index, filter(self._is_of_this_game, all_words))

    def _is_of_this_game(self, slot: int) -> bool:
        """Whether a document is about this game."""
        return self._documents[slot].game == vocabulary.NETRUNNER

    def keeps(self, scored_document: ranking.ScoredDocument) -> bool:
        """Whether an entry matches well enough and, if the query names something, is on
        this game. Entries that are asked for, on both named cards, or have all words
        are always kept, and so is everything in a list. What the query names is not,
        because it is among the results in any case.
        """
        slot = scored_document.slot
        if slot in self._named:
            return False
        if self.is_list or self._documents[slot].id in self._kept_ids:
            return True
        is_near = (
            scored_document.score >= parameters.MIN_SHARE_OF_BEST * self.best_score
        )
        return is_near and (not self.request.named_slots or self._is_of_this_game(slot))

    def in_order(
        self, scored_documents: Iterable[ranking.ScoredDocument]
    ) -> list[ranking.ScoredDocument]:
        """The scored documents, the highest rank first. Equal ones keep their order."""
        return sorted(scored_documents, key=self.rank, reverse=True)

    def rank(self, scored_document: ranking.ScoredDocument) -> Rank:
        """The rank of a scored document."""
        slot = scored_document.slot
        return Rank(
            leads=scored_document in self.leading,
            named=self._named.get(slot, 0),
            asked=slot in self._asked,
            on_names=self._documents[slot].id in self._ids_on_names,
            nearness=self.nearness(scored_document),
            score=scored_document.score,
        )

    def nearness(self, scored_document: ranking.ScoredDocument) -> int:
        """How near a scored document is to the best score, from 5 to 1.

        The values: nearly equal and official, nearly equal, near, near but on another
        game or a variant, not near. The threshold for near depends on the number of
        words. A document that has none of the words has 0 or less, by its kind.
        """
        slot = scored_document.slot
        if scored_document.coverage is None:
            return -parameters.DOCUMENT_KINDS.index(self._documents[slot].kind)
        is_topic = len(self.request.expansion.words) <= parameters.MAX_TOPIC_WORDS
        near_share = parameters.NEAR_SHARE if is_topic else parameters.EQUAL_SHARE
        if scored_document.score < near_share * self.best_score:
            return 1
        if foreign_game(self.request, slot):
            return 2
        if scored_document.score < parameters.OFFICIAL_SHARE * self.best_score:
            return 3
        return 4 if slot in self._unofficial else 5


def _leading(
    request: search_request.Request,
    named_slots: list[int],
    matches: list[ranking.ScoredDocument],
) -> list[ranking.ScoredDocument]:
    """The entries above the cards that a query only contains: all on both cards, and
    the best one, if it is on one of them and on this game, or if they have no rulings.
    """
    is_only_named = request.is_whole_name or request.query.pasted_slots
    if is_only_named or not (named_slots and matches):
        return []
    index = request.index
    best = matches[0].slot
    if not request.named_slots:
        return matches[:1]
    ids = on_both(request)
    is_on_one = any(best in index.documents_about(card) for card in request.named_slots)
    if is_on_one and not foreign_game(request, best):
        ids.add(index.documents[best].id)
    return [entry for entry in matches if index.documents[entry.slot].id in ids]


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


def _without_words(
    request: search_request.Request,
    listed: list[ranking.ScoredDocument],
) -> list[ranking.ScoredDocument]:
    """The documents that meet the conditions and are not yet listed, because they have
    none of the words. Each section once, with the passages that meet the conditions.
    """
    documents = request.index.documents
    listed_keys = {documents[document.slot].key for document in listed}
    allowed = sorted(request.allowed or ())
    slots_by_key = grouped((documents[slot].key, slot) for slot in allowed)
    others = list[ranking.ScoredDocument]()
    for key, slots in slots_by_key.items():
        if key in listed_keys:
            continue
        best = max(slots, key=lambda slot: documents[slot].prior)
        passages = [documents[slot].passage_number for slot in slots]
        # Shows the passages that meet the conditions, such as superseded ones
        shown = [] if 0 in passages else [*filter(None, passages)]
        prior = documents[best].prior
        others.append(ranking.ScoredDocument(best, prior, passages=shown))
    return others


def _by_orders(
    request: search_request.Request, *, is_list: bool
) -> Callable[[ranking.ScoredDocument], tuple[float, ...]]:
    """A function from a scored document to its values for the orders of the query, of
    which the first counts most. Documents without a value come last. Of equal ones,
    cards come before their rulings; otherwise they stay in ranked order or, in a list,
    in order of slot.
    """
    cards = request.index.with_term("kind", "card")
    columns = [_values(request.index, order) for order in request.query.orders]

    def key(scored_document: ranking.ScoredDocument) -> tuple[float, ...]:
        slot = scored_document.slot
        values = [column.get(slot, inf) for column in columns]
        return (*values, slot not in cards, slot if is_list else 0)

    return key


def _values(index: inverted_index.Index, order: terms.Order) -> dict[int, int]:
    """Slot of a document → the value to sort it by; negative if the order descends. A
    ruling has its latest date, and the numbers of its card.
    """
    field = ".date" if order.field == "date" else order.field
    sign = -1 if order.is_descending else 1
    values = dict[int, int]()
    for term in sorted(index.field_terms(field)):
        value = term.replace("-", "")
        if value.isdigit():
            values |= dict.fromkeys(index.with_term(field, term), sign * int(value))
    return values


def counts_of_kinds(ranked_results: RankedResults) -> dict[str, int]:
    """The count of each kind, if the results are a list; otherwise empty."""
    if not ranked_results.is_list:
        return {}
    documents = ranked_results.request.index.documents
    slots = [document.slot for document in ranked_results.scored_documents]
    counts = Counter(documents[slot].kind for slot in slots)
    return {kind: counts[kind] for kind in parameters.DOCUMENT_KINDS if counts[kind]}


def joint_rulings(
    request: search_request.Request,
    cards: list[int],
) -> list[entities.Ruling]:
    """The rulings that concern all these cards."""
    ids = [request.index.documents[card].id for card in cards]
    return subject_pages.joint_rulings(request.kb, ids)
