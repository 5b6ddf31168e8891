"""Makes the sheet of rulings that apply to one deck, or to two that meet.

A ruling concerns the card it is filed under, the cards it names and the cards that inherit it. Two
cards that merely inherit the same ruling are not a pair: it must be filed under one of them or name
one.

The page does the same in `site/theme/js/deck-sheet.js`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import chain, groupby

from msgspec.structs import replace

from rulings import name_index
from rulings.deck import decklist
from rulings.model import entities, knowledge, selecting, vocabulary

Sort = Callable[[list[entities.Ruling]], list[entities.Ruling]]


def resolve_deck(kb: knowledge.Knowledge, deck: decklist.DeckList) -> decklist.Deck:
    """The deck with its cards looked up, in the order of side, type and title."""
    matched = decklist.match(deck, name_index.names_of(kb))
    cards = [decklist.DeckCard(kb.cards_by_id[id], count) for id, count in matched.counts.items()]
    cards.sort(key=lambda entry: (entry.card.side, entry.card.type, entry.card.title.lower()))
    sides = [_side(side, [*entries]) for side, entries in groupby(cards, lambda e: e.card.side)]
    return decklist.Deck(deck.file, deck.title, cards, sides, matched.unread, matched.read_as)


def _side(side: str, cards: Sequence[decklist.DeckCard]) -> decklist.DeckSide:
    points = sum(entry.count * (entry.card.agenda_points or 0) for entry in cards)
    return decklist.DeckSide(side, sum(entry.count for entry in cards), points or None)


def make_sheet(
    kb: knowledge.Knowledge,
    deck: decklist.Deck,
    against: decklist.Deck | None = None,
    sort: Sort = list,
) -> decklist.Sheet:
    """The sheet, with the rulings in the order that `sort` gives them."""

    def page(card: entities.Card) -> knowledge.CardPage:
        return selecting.with_rulings(
            knowledge.card_page(kb, card.id), lambda rulings: sort([*rulings])
        )

    pages = {entry.card.id: page(entry.card) for entry in deck.cards}
    their_pages = {entry.card.id: page(entry.card) for entry in against.cards} if against else {}
    inheriting = selecting.inheritors({**their_pages, **pages}.values())
    # all rulings on the pages, also those elsewhere, which may name two of the cards; errata first
    rulings_there = chain.from_iterable(
        map(selecting.page_rulings, {**pages, **their_pages}.values())
    )
    everything = selecting.without_repeats(selecting.without_see_entries(rulings_there))
    everything.sort(key=lambda ruling: (ruling.kind != "errata", ruling.subject.title.lower()))
    everything = sort(everything)
    cards: list[decklist.SheetCard] = []
    unruled: list[entities.Reference] = []
    for entry in deck.cards:
        own = pages[entry.card.id]
        rulings = selecting.without_see_entries(own.rulings)
        if rulings or own.inherited:
            cards.append(decklist.SheetCard(own.card, entry.count, rulings, own.inherited))
        else:
            unruled.append(own.card.reference)
    sides = {row.side for row in deck.sides}
    their_sides = {row.side for row in against.sides} if against else set()
    return decklist.Sheet(
        deck=deck,
        against=against,
        same_side=sides.pop() if len(sides) == 1 and sides == their_sides else None,
        meeting=_pairs(everything, pages, their_pages, inheriting),
        together=_pairs(everything, pages, pages, inheriting),
        cards=cards,
        unruled=unruled,
    )


Inheriting = Mapping[str, Mapping[str, vocabulary.InheritanceBasis]]


def _pairs(
    rulings: Sequence[entities.Ruling],
    pages: Mapping[str, knowledge.CardPage],
    other_pages: Mapping[str, knowledge.CardPage],
    inheriting: Inheriting,
) -> list[decklist.Pair]:
    """The rulings that connect cards of the one with cards of the other, which may be the same; then
    only the one are named.
    """
    pairs: list[decklist.Pair] = []
    ids, other_ids = set(pages), set(other_pages)
    for ruling in rulings:
        ours, theirs = _connected(ruling, ids, other_ids, inheriting[ruling.id])
        others = () if pages is other_pages else _references(theirs, other_pages)
        if ours:
            pairs.append(decklist.Pair(ruling, _references(ours, pages), others))
    return pairs


def rulings_on(
    meeting: Iterable[decklist.Pair],
    together: Iterable[decklist.Pair],
    cards: Sequence[decklist.SheetCard],
) -> list[entities.Ruling]:
    """Every ruling on a sheet with these parts, once: those on pairs, then the cards' own, then
    inherited ones.
    """
    found = [pair.ruling for pair in (*meeting, *together)]
    for card in cards:
        found += card.rulings
    for card in cards:
        found += knowledge.inherited_rulings(card.inherited)
    return selecting.without_repeats(found)


def only_rulings(sheet: decklist.Sheet, ids: Collection[str]) -> decklist.Sheet:
    """The sheet with only these of its rulings."""

    def chosen(rulings: Sequence[entities.Ruling]) -> tuple[entities.Ruling, ...]:
        return tuple(ruling for ruling in rulings if ruling.id in ids)

    meeting, together = (
        [pair for pair in pairs if chosen([pair.ruling])]
        for pairs in (sheet.meeting, sheet.together)
    )
    cards: list[decklist.SheetCard] = []
    for card in sheet.cards:
        inherited = [
            replace(group, rulings=rulings)
            for group in card.inherited
            if (rulings := chosen(group.rulings))
        ]
        if inherited or chosen(card.rulings):
            cards.append(replace(card, rulings=chosen(card.rulings), inherited=inherited))
    return replace(sheet, meeting=meeting, together=together, cards=cards)


def shown_in_full(sheet: decklist.Sheet, full: bool) -> list[entities.Ruling]:
    """The rulings that a terminal shows in full, each once; without `full` it only lists inherited
    ones.
    """
    cards = [replace(card, inherited=card.inherited if full else []) for card in sheet.cards]
    return rulings_on(sheet.meeting, sheet.together, cards)


def _connected(
    ruling: entities.Ruling,
    ours: set[str],
    theirs: set[str],
    inheriting: Mapping[str, vocabulary.InheritanceBasis],
) -> tuple[set[str], set[str]]:
    """The cards of each set that the ruling connects with a card of the other set, never a card
    with itself.
    """
    cards = (
        selecting.subject_and_named_cards(ruling)
        | inheriting.keys()
        | selecting.tied_subjects(ruling)
    )
    pairs = {
        (a, b)
        for a in ours & cards
        for b in theirs & cards
        if a != b and selecting.connects(ruling, a, b, inheriting)
    }
    return {a for a, _ in pairs}, {b for _, b in pairs}


def _references(
    ids: Iterable[str], pages: Mapping[str, knowledge.CardPage]
) -> list[entities.Reference]:
    return sorted(
        (pages[id].card.reference for id in ids), key=lambda reference: reference.title.lower()
    )
