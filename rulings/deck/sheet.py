"""One deck, or two that meet → the sheet of rulings that apply to them.

A ruling concerns the card it is filed under, the cards it names and the cards that inherit it. Two cards that merely
inherit the same ruling are not a pair: it must be filed under one of them or name one.

The page does the same in `site/theme/js/deck/sheet.js`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from rulings.deck.construction import check_construction
from rulings.deck.counts import counts_by_side
from rulings.deck.deck_list import DeckList
from rulings.deck.matching import Ask, match
from rulings.deck.sheet_data import SheetData
from rulings.deck.views import (
    Deck,
    DeckCard,
    ExcludedCard,
    Pair,
    Sheet,
    SheetCard,
    SheetStep,
)
from rulings.model.constants import InheritanceBasis
from rulings.model.entities import Card, Reference, Ruling
from rulings.model.pages import CardPage
from rulings.model.selecting import (
    connects,
    inheritors,
    page_rulings,
    subject_and_named_cards,
    without_repeats,
    without_see_entries,
)


def resolve_deck(deck: DeckList, sheet_data: SheetData, ask: Ask | None = None) -> Deck:
    """The deck with its cards looked up, in the order of side, type and title."""
    matched = match(deck, sheet_data.name_tables, ask)
    cards = [DeckCard(sheet_data.page(id).card, n) for id, n in matched.counts.items()]
    cards.sort(key=lambda deck_card: (deck_card.card.side, deck_card.card.type, deck_card.card.title.lower()))
    sides = counts_by_side(cards)
    construction = check_construction(cards, sides, sheet_data.sources)
    return Deck(deck.file, deck.form, deck.title, cards, sides, construction, matched.unread, matched.read_as)


def make_sheet(
    deck: Deck,
    against: Deck | None,
    sheet_data: SheetData,
    filter_page: Callable[[CardPage], CardPage] = lambda page: page,
    sort: Callable[[list[Ruling]], list[Ruling]] = list,
) -> Sheet:
    """The sheet. `filter_page` leaves only the requested rulings of a page, and `sort` orders those on pairs."""
    whole_pages = {id: sheet_data.page(id) for id in _card_ids(deck)}
    pages = {id: filter_page(page) for id, page in whole_pages.items()}
    their_pages = {id: filter_page(sheet_data.page(id)) for id in _card_ids(against)} if against else {}
    inheriting = inheritors({**their_pages, **pages}.values())
    own_ids, their_ids = set(pages), set(their_pages)
    together = []
    for ruling in sort(_sorted_rulings(pages)):
        ours, _ = _connected(ruling, own_ids, own_ids, inheriting[ruling.id])
        if ours:
            together.append(_pair_view(ruling, ours, set(), sheet_data))
    meeting = []
    for ruling in sort(_sorted_rulings({**pages, **their_pages})):
        ours, theirs = _connected(ruling, own_ids, their_ids, inheriting[ruling.id])
        if ours:
            meeting.append(_pair_view(ruling, ours, theirs, sheet_data))
    cards = [_sheet_card_view(deck_card, pages[deck_card.card.id]) for deck_card in deck.cards]
    cards_with_rulings = [card for card in cards if card.rulings or card.inherited]
    excluded = [_excluded_card_view(whole_pages[card.card.id]) for card in cards if card not in cards_with_rulings]
    return Sheet(
        deck=deck,
        against=against,
        meeting=meeting,
        together=together,
        cards=cards_with_rulings,
        unruled=[Reference("card", c.id, c.title) for c in excluded if not c.rulings],
        excluded=[card for card in excluded if card.rulings],
        steps=_steps(rulings_on(meeting, together, cards_with_rulings), sheet_data),
    )


def rulings_on(meeting: Iterable[Pair], together: Iterable[Pair], cards: Iterable[SheetCard]) -> list[Ruling]:
    """Every ruling on a sheet with these parts, once: those on pairs, then the cards' own, then inherited ones."""
    cards = list(cards)
    on_pairs = (pair.ruling for pair in (*meeting, *together))
    own = (ruling for card in cards for ruling in card.rulings)
    inherited = (ruling for card in cards for group in card.inherited for ruling in group.rulings)
    return without_repeats([*on_pairs, *own, *inherited])


def only_rulings(sheet: Sheet, ids: Collection[str], sheet_data: SheetData) -> Sheet:
    """The sheet with only these of its rulings, and with the steps that they apply to."""

    def chosen(rulings: Sequence[Ruling]) -> list[Ruling]:
        return [ruling for ruling in rulings if ruling.id in ids]

    meeting, together = ([pair for pair in pairs if chosen([pair.ruling])] for pairs in (sheet.meeting, sheet.together))
    cards: list[SheetCard] = []
    for card in sheet.cards:
        inherited = [replace(group, rulings=rulings) for group in card.inherited if (rulings := chosen(group.rulings))]
        if inherited or chosen(card.rulings):
            cards.append(replace(card, rulings=chosen(card.rulings), inherited=inherited))
    steps = _steps(rulings_on(meeting, together, cards), sheet_data)
    return replace(sheet, meeting=meeting, together=together, cards=cards, steps=steps)


def shown_in_full(sheet: Sheet, full: bool) -> list[Ruling]:
    """The rulings that a terminal shows in full, each once; without `full` it only lists inherited ones."""
    cards = [replace(card, inherited=card.inherited if full else []) for card in sheet.cards]
    return rulings_on(sheet.meeting, sheet.together, cards)


def _card_ids(deck: Deck | None) -> list[str]:
    return [deck_card.card.id for deck_card in deck.cards] if deck else []


def _sorted_rulings(pages: dict[str, CardPage]) -> list[Ruling]:
    """Every ruling on the pages, once each, errata first; also those elsewhere, which may name two of the cards."""
    by_id = {ruling.id: ruling for page in pages.values() for ruling in without_see_entries(page_rulings(page))}
    return sorted(by_id.values(), key=lambda r: (r.kind != "errata", r.subject.title.lower()))


def _connected(
    ruling: Ruling, ours: set[str], theirs: set[str], inheriting: Mapping[str, InheritanceBasis]
) -> tuple[set[str], set[str]]:
    """The cards of each set that the ruling connects with a card of the other set, never a card with itself."""
    cards = subject_and_named_cards(ruling) | inheriting.keys()
    pairs = {(a, b) for a in ours & cards for b in theirs & cards if a != b and connects(ruling, a, b, inheriting)}
    return {a for a, _ in pairs}, {b for _, b in pairs}


def _pair_view(ruling: Ruling, ours: set[str], theirs: set[str], sheet_data: SheetData) -> Pair:
    def references(ids: set[str]) -> list[Reference]:
        return sorted(
            (_reference(sheet_data.page(id).card) for id in ids), key=lambda reference: reference.title.lower()
        )

    return Pair(ruling, references(ours), references(theirs))


def _reference(card: Card) -> Reference:
    return Reference("card", card.id, card.title)


def _sheet_card_view(deck_card: DeckCard, page: CardPage) -> SheetCard:
    return SheetCard(deck_card.card, deck_card.count, without_see_entries(page.rulings), page.inherited)


def _excluded_card_view(whole_page: CardPage) -> ExcludedCard:
    card = whole_page.card
    rulings = page_rulings(replace(whole_page, mentioned_in=()))
    return ExcludedCard("card", card.id, card.title, len(without_see_entries(rulings)))


def _steps(rulings: Iterable[Ruling], sheet_data: SheetData) -> list[SheetStep]:
    """The steps of a run to which the rulings apply, in order."""
    rulings_by_step: dict[int, list[Ruling]] = {}
    for ruling in rulings:
        for number in ruling.steps:
            rulings_by_step.setdefault(number, []).append(ruling)
    return [
        SheetStep(
            step.number,
            step.text,
            [r.id for r in rulings_by_step[step.number]],
            sorted({r.subject.title for r in rulings_by_step[step.number]}, key=str.lower),
            step.url,
        )
        for step in sheet_data.steps
        if step.number in rulings_by_step
    ]
