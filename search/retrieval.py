"""Finds the documents for a `Request`, and decides their order.

The values of `sort:` count first, then the parts of a `Rank`, one after the other:

- `leads`: on both cards that the query contains; or the best one, if it is on one
- `direct`: given by an id, an address or a name in the query; the first one first
- `asked`: answers a question of ours that has the words of the query
- `on_names`: on both named cards, or has the nature asked for; prints the only word
- `has_words`: in a list, those that have none of the words come last
- `kind`: among these, the kinds have the order of `DOCUMENT_KINDS`
- `nearness`: nearly equal to the best score and official; near it and on this game
- `score`. Documents that are equal in all this have the order of their slots

The page does the same in `site/theme/js/engine/retrieval.js`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from math import inf
from typing import NamedTuple

from msgspec import Struct

from rulings.model import entities, subject_pages, vocabulary
from rulings.model.base import grouped
from rulings.search import inverted_index, parameters, ranking, search_request, terms


class Rank(NamedTuple):
    """The place of a document among the results; the highest comes first."""

    leads: bool
    direct: int  # 0: not a direct hit; otherwise the higher, the earlier it is given
    asked: bool
    on_names: bool
    has_words: bool
    kind: int  # 0 for a document with words
    nearness: int
    score: float


ScoredDocuments = list[ranking.ScoredDocument]


class RankedResults(Struct):
    """The documents found for a request, best first, with signals of confidence."""

    request: search_request.Request
    scored_documents: ScoredDocuments
    # the document with the highest rank of those that were found by words
    best: ranking.ScoredDocument | None = None
    is_list: bool = False  # whether they are all that meet the conditions
    # the query's similarity to the questions that nothing answers
    negative_similarity: float = 0.0


class DirectHits(NamedTuple):
    """The slots of documents that are results even if no word finds them."""

    pasted: Sequence[int] = ()  # by an id or address in the query
    named: Sequence[int] = ()  # by a name, if the query is little more
    # Cards without rulings among other words: `how does Asp work`
    unruled: Sequence[int] = ()

    @property
    def slots(self) -> list[int]:
        """Each slot once, in order."""
        return [*dict.fromkeys([*self.pasted, *self.named, *self.unruled])]


def ranked_results(request: search_request.Request) -> RankedResults:
    """The results in order.

    Conditions alone (fields, phrases, wildcards, `OR`) list everything that meets them.
    """
    direct = _direct_hits(request)
    matches, negative_similarity = _matches(request)
    ranks = _ranks(request, direct, matches)
    is_list = ranks.is_list
    matches = ranks.in_order(filter(ranks.keeps, matches))
    if not is_list:
        matches = _without_near_identical(request, matches)
    leading = _leading(request, direct, matches)
    direct_score = leading[-1].score if leading else max(1.0, ranks.best_score)
    documents = [*_with_score(direct.slots, direct_score), *matches]
    if is_list and not _needs_words(request):
        documents += _without_words(request, documents)
    documents = ranks.in_order(documents, {document.slot for document in leading})
    documents = _each_section_once(request, documents)
    if request.query.orders:
        documents.sort(key=_by_orders(request, is_list=is_list))
    best = matches[0] if matches else None
    return RankedResults(request, documents, best, is_list, negative_similarity)


def _direct_hits(request: search_request.Request) -> DirectHits:
    """The direct hits that meet the conditions. Cards without rulings are none if there
    are conditions.
    """
    pasted = request.query.pasted_slots
    allowed = request.allowed
    direct = DirectHits(pasted)
    if not _has_entry_id(request):
        unruled = cards_without_rulings(request)
        direct = DirectHits(pasted, request.named_slots, unruled)
    if allowed is None:
        return direct
    return DirectHits(*([n for n in slots if n in allowed] for slots in direct[:2]))


def _has_entry_id(request: search_request.Request) -> bool:
    """Whether the query has the id of an entry. Words beside it are not searched for."""
    return any(slot in request.index.entry_slots for slot in request.query.pasted_slots)


def _matches(
    request: search_request.Request,
) -> tuple[ScoredDocuments, float]:
    """The documents that words find, best score first, and the query's similarity to
    the questions that nothing answers.
    """
    if _has_entry_id(request):
        return [], 0.0
    matches, negative_similarity = ranking.score_documents(
        request.index,
        request.expansion,
        request.query.cards,
        request.allowed,
        only_names_match=request.only_names_match,
    )
    if _needs_words(request):
        matches = _of_most_words(matches)
    return matches, negative_similarity


def _has_words(request: search_request.Request) -> bool:
    """Whether the query has words or names of cards by which documents rank."""
    return bool(request.expansion.term_groups or request.expansion.card_mentions)


def _needs_words(request: search_request.Request) -> bool:
    """Whether documents without words are left out: cards and the like are listed only
    if they have the words.
    """
    return request.only_names_match and _has_words(request)


def _is_list(request: search_request.Request) -> bool:
    """Whether the results are a list of everything that meets the conditions."""
    ranks = request.query.has_optional_words and _has_words(request)
    is_unranked = request.only_names_match or not ranks
    has_conditions = bool(request.query.conditions) and not _has_entry_id(request)
    return is_unranked and has_conditions


def _with_score(
    slots: Iterable[int],
    score: float,
) -> ScoredDocuments:
    return [ranking.ScoredDocument(slot, score) for slot in slots]


def _of_most_words(
    scored: ScoredDocuments,
) -> ScoredDocuments:
    highest = max((document.coverage or 0.0 for document in scored), default=0.0)
    return [document for document in scored if document.coverage == highest]


def _ids(
    index: inverted_index.Index,
    slots: Iterable[int],
) -> set[str]:
    return {index.documents[slot].id for slot in slots}


class Ranks(Struct, frozen=True):
    """Decides which documents found by words answer a request, and the rank of each."""

    request: search_request.Request
    is_list: bool
    best_score: float
    direct_places: dict[int, int]  # slot → its place among direct hits, from the last
    asked_slots: Collection[int]
    ids_on_names: set[str]
    kept_ids: set[str]  # of entries that are results whatever their scores
    unofficial_slots: Collection[int]

    def keeps(self, scored_document: ranking.ScoredDocument) -> bool:
        """Whether an entry matches well enough and, if the query names something, is on
        this game. Entries that are asked for, on both named cards, or have all words
        are always kept, and so is everything in a list. A direct hit is not, because it
        is among the results in any case.
        """
        slot = scored_document.slot
        if slot in self.direct_places:
            return False
        if self.is_list or self.request.index.documents[slot].id in self.kept_ids:
            return True
        is_near = (
            scored_document.score >= parameters.MIN_SHARE_OF_BEST * self.best_score
        )
        is_of_this_game = _is_of_this_game(self.request.index, slot)
        return is_near and (not self.request.named_slots or is_of_this_game)

    def in_order(
        self,
        scored_documents: Iterable[ranking.ScoredDocument],
        leading_slots: Collection[int] = (),
    ) -> ScoredDocuments:
        """The scored documents, the highest rank first. Equal ones keep their order."""
        return sorted(
            scored_documents,
            key=lambda document: self.rank(document, leading_slots),
            reverse=True,
        )

    def rank(
        self,
        scored_document: ranking.ScoredDocument,
        leading_slots: Collection[int] = (),
    ) -> Rank:
        """The rank of a scored document, if those with `leading_slots` lead."""
        slot = scored_document.slot
        search_document = self.request.index.documents[slot]
        has_words = scored_document.coverage is not None
        kinds = parameters.DOCUMENT_KINDS
        return Rank(
            leads=slot in leading_slots,
            direct=self.direct_places.get(slot, 0),
            asked=slot in self.asked_slots,
            on_names=search_document.id in self.ids_on_names,
            has_words=has_words,
            kind=0 if has_words else len(kinds) - kinds.index(search_document.kind),
            nearness=self.nearness(scored_document) if has_words else 0,
            score=scored_document.score,
        )

    def nearness(self, scored_document: ranking.ScoredDocument) -> int:
        """How near a scored document is to the best score, from 5 to 1.

        The values: nearly equal and official, nearly equal, near, near but on another
        game or a variant, not near. The threshold for near depends on the number of
        words.
        """
        slot = scored_document.slot
        is_topic = len(self.request.expansion.words) <= parameters.MAX_TOPIC_WORDS
        near_share = parameters.NEAR_SHARE if is_topic else parameters.EQUAL_SHARE
        if scored_document.score < near_share * self.best_score:
            return 1
        if other_rules(self.request, slot):
            return 2
        if scored_document.score < parameters.OFFICIAL_SHARE * self.best_score:
            return 3
        return 4 if slot in self.unofficial_slots else 5


def _ranks(
    request: search_request.Request,
    direct: DirectHits,
    matches: ScoredDocuments,
) -> Ranks:
    """The ranks of the documents that were found by words."""
    index = request.index
    words = request.expansion.words_without_fillers
    asked_slots = index.entries_with_question(request.typed) or []
    with_all_words = frozenset[int]()
    if words:
        with_all_words = frozenset.intersection(*map(index.with_printed_word, words))
    ids_on_both = on_both(request) if request.named_slots else set[str]()
    ids_on_names = ids_on_both | _ids_with_asked_nature(request)
    kept_ids = ids_on_names | _ids(index, (*with_all_words, *asked_slots))
    is_list = _is_list(request)
    if len(words) == 1 and not is_list:
        of_this_game = [
            slot for slot in with_all_words if _is_of_this_game(index, slot)
        ]
        ids_on_names = ids_on_names | _ids(index, of_this_game)
    best_score = matches[0].score if matches else 0.0
    return Ranks(
        request,
        is_list=is_list,
        best_score=best_score,
        direct_places={slot: n for n, slot in enumerate(reversed(direct.slots), 1)},
        asked_slots=asked_slots,
        ids_on_names=ids_on_names,
        kept_ids=kept_ids,
        unofficial_slots=index.with_term("is", "unofficial"),
    )


def _ids_with_asked_nature(request: search_request.Request) -> set[str]:
    """The ids of the entries on a named card that have a nature the query asks for."""
    index = request.index
    ids = set[str]()
    for slots in search_request.entries_by_asked_nature(request).values():
        for card in request.expansion.sure_cards:
            on_card = index.with_term("card", index.documents[card].id)
            ids |= _ids(index, slots & on_card)
    return ids


def _is_of_this_game(index: inverted_index.Index, slot: int) -> bool:
    return index.documents[slot].game == vocabulary.NETRUNNER


def _leading(
    request: search_request.Request,
    direct: DirectHits,
    matches: ScoredDocuments,
) -> ScoredDocuments:
    """The entries above the cards that a query only contains: all on both cards, and
    the best one, if it is on one of them and on this game, or if they have no rulings.
    """
    is_only_named = request.is_whole_name or request.query.pasted_slots
    if is_only_named or not (direct.slots and matches):
        return []
    if not request.named_slots:
        return matches[:1]
    index = request.index
    best = matches[0].slot
    ids = on_both(request)
    is_on_one = any(best in index.documents_about(card) for card in request.named_slots)
    if is_on_one and not other_rules(request, best):
        ids.add(index.documents[best].id)
    return [entry for entry in matches if index.documents[entry.slot].id in ids]


def _each_section_once(
    request: search_request.Request,
    scored_documents: ScoredDocuments,
) -> ScoredDocuments:
    """The documents without later ones of the same section: the query may name it, and
    words may find one of its passages.
    """
    by_key = dict[str, ranking.ScoredDocument]()
    for scored_document in scored_documents:
        key = request.index.documents[scored_document.slot].key
        by_key.setdefault(key, scored_document)
    return [*by_key.values()]


def on_both(request: search_request.Request) -> set[str]:
    """The ids of the documents about both cards, if the query names two."""
    index = request.index
    cards = request.expansion.unambiguous_cards
    if len(cards) != 2:
        return set()
    first, second = map(index.documents_about, cards)
    return _ids(index, first.keys() & second.keys())


def other_rules(
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
    scored_documents: ScoredDocuments,
) -> ScoredDocuments:
    """The documents that are not near-identical to an earlier one."""
    rulings = request.kb.rulings_by_id
    identical_ids = set[str]()
    distinct = ScoredDocuments()
    for scored_document in scored_documents:
        id = request.index.documents[scored_document.slot].id
        if id not in identical_ids:
            distinct.append(scored_document)
            if id in rulings:
                identical_ids.update(rulings[id].near_identical_ids)
    return distinct


def _without_words(
    request: search_request.Request,
    listed: ScoredDocuments,
) -> ScoredDocuments:
    """The documents that meet the conditions and are not yet listed, because they have
    none of the words. Each section once, with the passages that meet the conditions.
    """
    documents = request.index.documents
    listed_keys = {documents[document.slot].key for document in listed}
    allowed = sorted(request.allowed or ())
    slots_by_key = grouped((documents[slot].key, slot) for slot in allowed)
    other_documents = ScoredDocuments()
    for key, slots in slots_by_key.items():
        if key in listed_keys:
            continue
        best = max(slots, key=lambda slot: documents[slot].kind_factor)
        passages = [documents[slot].passage_number for slot in slots]
        # Shows the passages that meet the conditions, such as superseded ones
        shown_passages = [] if 0 in passages else [*filter(None, passages)]
        kind_factor = documents[best].kind_factor
        other_documents.append(
            ranking.ScoredDocument(best, kind_factor, passages=shown_passages)
        )
    return other_documents


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
