"""Makes the sheet of rulings that apply to one deck, or to two that meet.

A ruling concerns the card it is filed under, the cards it names and the cards that
inherit it. Two cards that merely inherit the same ruling are not a pair: it must be
filed under one of them or name one.

The page does the same in `site/theme/js/deck-sheet.js`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, groupby, product
from operator import attrgetter

from msgspec.structs import replace

from rulings.deck import decklist
from rulings.model import entities, knowledge, subject_pages
from rulings.names import catalogue

# The sheet: `rulings deck --json` prints it


class Pair(entities.Entity):
    """A ruling on several cards of the deck (`cards`) or, if two decks meet, on cards
    of both (`others`: the cards of the other deck).
    """

    ruling: entities.Ruling
    cards: Sequence[entities.Reference]
    others: Sequence[entities.Reference]


class SheetCard(entities.Entity):
    """A card with its copies, its own rulings (errata first) and those it inherits."""

    card: entities.Card
    count: int
    rulings: Sequence[entities.Ruling]
    inherited: Sequence[entities.Inherited]


class Sheet(entities.Entity):
    """The rulings on a deck: `together` has those on two of its cards, `meeting` those
    on one of its cards and one of the deck `against`.

    `same_side`: the side of both decks if it is the same, so they cannot meet; null if
    they can, or if there is only one deck. `deck`, `cards`: the deck, and its cards
    with their rulings. `unruled`: the cards that nobody ever ruled on.
    """

    deck: decklist.Deck
    against: decklist.Deck | None
    same_side: str | None
    meeting: Sequence[Pair]
    together: Sequence[Pair]
    cards: Sequence[SheetCard]
    unruled: Sequence[entities.Reference]


# Making the sheet


def resolve_deck(
    kb: knowledge.Knowledge,
    deck: decklist.TypedDeck,
) -> decklist.Deck:
    """The deck with its cards looked up, in the order of side, type and title."""
    names = catalogue.names_of(kb)
    counts, unread, read_as = decklist.match(deck, names)
    deck_cards = [
        decklist.DeckCard(kb.cards_by_id[id], count) for id, count in counts.items()
    ]
    deck_cards.sort(key=_sort_key)
    by_side = groupby(deck_cards, attrgetter("card.side"))
    sides = [_side(side, cards) for side, cards in by_side]
    return decklist.Deck(
        file=deck.file,
        title=deck.title,
        cards=deck_cards,
        sides=sides,
        unread=unread,
        read_as=read_as,
    )


def _sort_key(deck_card: decklist.DeckCard) -> tuple[str, str, str]:
    card = deck_card.card
    return card.side, card.type, card.title.lower()


def _side(
    side: str,
    deck_cards: Iterable[decklist.DeckCard],
) -> decklist.DeckSide:
    number = 0
    points = 0
    for deck_card in deck_cards:
        points_of_card = deck_card.card.agenda_points or 0
        number += deck_card.count
        points += deck_card.count * points_of_card
    return decklist.DeckSide(side, number, points or None)


def make_sheet(
    kb: knowledge.Knowledge,
    deck: decklist.Deck,
    against: decklist.Deck | None = None,
    sort: subject_pages.Choose = list,
) -> Sheet:
    """The sheet, with the rulings in the order that `sort` gives them."""

    def page_of(card: entities.Card) -> subject_pages.CardPage:
        page = subject_pages.card_page(kb, card.id)
        return subject_pages.with_rulings(page, sort)

    def pages_of(a_deck: decklist.Deck) -> dict[str, subject_pages.CardPage]:
        cards = [deck_card.card for deck_card in a_deck.cards]
        return {card.id: page_of(card) for card in cards}

    pages = pages_of(deck)
    their_pages = pages_of(against) if against else {}
    all_pages = {**pages, **their_pages}.values()
    heirs_by_ruling = subject_pages.find_heirs(all_pages)
    # Every ruling on the pages, even if filed elsewhere: it may name two of the cards.
    rulings_there = chain.from_iterable(map(subject_pages.page_rulings, all_pages))
    by_title = subject_pages.without_repeats(rulings_there)
    by_title.sort(key=_errata_first)
    everything = [*sort(by_title)]
    cards: list[SheetCard] = []
    unruled: list[entities.Reference] = []
    for deck_card in deck.cards:
        own = pages[deck_card.card.id]
        if own.rulings or own.inherited:
            sheet_card = SheetCard(
                own.card, deck_card.count, [*own.rulings], own.inherited
            )
            cards.append(sheet_card)
        else:
            unruled.append(own.card.reference)
    return Sheet(
        deck=deck,
        against=against,
        same_side=_same_side(deck, against) if against else None,
        meeting=_pairs(everything, pages, their_pages, heirs_by_ruling),
        together=_pairs(everything, pages, pages, heirs_by_ruling),
        cards=cards,
        unruled=unruled,
    )


def _errata_first(ruling: entities.Ruling) -> tuple[bool, str]:
    return not ruling.erratum, ruling.subject.title.lower()


def _same_side(deck: decklist.Deck, against: decklist.Deck) -> str | None:
    """The side of both decks if each has only cards of one and the same side."""
    sides = [deck_side.side for deck_side in deck.sides]
    their_sides = [deck_side.side for deck_side in against.sides]
    if len(sides) == 1 and sides == their_sides:
        return sides[0]
    return None


def _pairs(
    rulings: Sequence[entities.Ruling],
    pages: Mapping[str, subject_pages.CardPage],
    other_pages: Mapping[str, subject_pages.CardPage],
    heirs_by_ruling: Mapping[str, subject_pages.Heirs],
) -> list[Pair]:
    """Rulings that connect a card of `pages` with one of `other_pages`. For one deck
    both are the same, and `others` stays empty.
    """
    pairs: list[Pair] = []
    ids = set(pages)
    other_ids = set(other_pages)
    for ruling in rulings:
        heirs = heirs_by_ruling[ruling.id]
        ours, theirs = _connected(ruling, ids, other_ids, heirs)
        if not ours:
            continue
        cards = _references(ours, pages)
        is_same_deck = pages is other_pages
        other_cards = () if is_same_deck else _references(theirs, other_pages)
        pairs.append(Pair(ruling, cards, other_cards))
    return pairs


def only_rulings(sheet: Sheet, ids: Collection[str]) -> Sheet:
    """The sheet with only the rulings that have these ids."""

    def choose(rulings: Iterable[entities.Ruling]) -> list[entities.Ruling]:
        return [ruling for ruling in rulings if ruling.id in ids]

    def chosen_pairs(pairs: Iterable[Pair]) -> list[Pair]:
        return [pair for pair in pairs if pair.ruling.id in ids]

    cards: list[SheetCard] = []
    for card in sheet.cards:
        rulings = choose(card.rulings)
        groups = subject_pages.chosen_groups(card.inherited, choose)
        if rulings or groups:
            cards.append(replace(card, rulings=rulings, inherited=groups))
    return replace(
        sheet,
        meeting=chosen_pairs(sheet.meeting),
        together=chosen_pairs(sheet.together),
        cards=cards,
    )


def shown_in_full(sheet: Sheet) -> list[entities.Ruling]:
    """The rulings that a terminal shows in full: those on pairs, then the
    cards' own.
    """
    pairs = (*sheet.meeting, *sheet.together)
    rulings = [pair.ruling for pair in pairs]
    for card in sheet.cards:
        rulings += card.rulings
    return rulings


def _connected(
    ruling: entities.Ruling,
    ours: set[str],
    theirs: set[str],
    heirs: subject_pages.Heirs,
) -> tuple[set[str], set[str]]:
    """The cards of `ours` and the cards of `theirs` that the ruling connects with each
    other. No card is connected with itself.
    """
    cards = (
        subject_pages.subject_and_named_cards(ruling)
        | heirs.keys()
        | subject_pages.tied_subjects(ruling)
    )
    our_cards: set[str] = set()
    their_cards: set[str] = set()
    for our_card, their_card in product(ours & cards, theirs & cards):
        if our_card == their_card:
            continue
        if subject_pages.connects(ruling, our_card, their_card, heirs):
            our_cards.add(our_card)
            their_cards.add(their_card)
    return our_cards, their_cards


def _references(
    ids: Iterable[str], pages: Mapping[str, subject_pages.CardPage]
) -> list[entities.Reference]:
    references = [pages[id].card.reference for id in ids]
    return sorted(references, key=lambda reference: reference.title.lower())
