"""One deck, or two that meet → the sheet of rulings that apply to them.

A ruling concerns the card it is filed under, the cards it names and the cards that inherit it. Two cards that merely
inherit the same ruling are not a pair: it must be filed under one of them or name one.

The page does the same in `site/theme/js/deck-sheet.js`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Required, TypedDict

from msgspec.structs import replace

from rulings import names as names_module
from rulings.deck import reading
from rulings.model import constants, entities, formatting, knowledge, status
from rulings.storage import yaml_files

# The data that sheets are made from: names, the pages of cards, steps and sources, as views.


@dataclass(frozen=True)
class SheetData:
    """`page(id)` is what `rulings card --json` prints; `sources`: see `construction_sources`."""

    names: names_module.Names
    page: Callable[[str], knowledge.CardPage]
    steps: list[entities.Step]
    sources: Mapping[str, list[str]]


def sheet_data_of(kb: knowledge.Knowledge) -> SheetData:
    """What the sheets of an open knowledge base are made from."""
    return SheetData(
        names=names_module.index_of(kb),
        page=cache(lambda id: knowledge.card_page(kb, id)),
        steps=list(kb.steps),
        sources=construction_sources(kb),
    )


# The cards of a deck and their counts → what the documents say about deck construction.

_FILE = Path(__file__).with_name("construction.yaml")


class ConstructionRule(TypedDict, total=False):
    """A rule of deck construction from one of the documents: a row of `construction.yaml`.

    A rule has either `ruling` or `section`, and at most one of `minimum`, `points` and `cards`.
    """

    says: Required[str]
    side: str  # whose deck it is about; both if left out
    minimum: int  # the cards that a deck of that side must have
    points: int  # the agenda points that a Corp deck must have
    cards: list[str]  # ids; the rule concerns a deck that has one of these cards
    ruling: str  # the id of the ruling that says it
    section: str  # the id of the section that says it


@cache
def construction_rules() -> tuple[ConstructionRule, ...]:
    """The rules in `construction.yaml`."""
    rules: list[ConstructionRule] = yaml_files.read_yaml(_FILE)
    return tuple(rules)


def construction_sources(kb: knowledge.Knowledge) -> dict[str, list[str]]:
    """The rulings and sections that state these rules: id → title, address. One that `kb` lacks is left out."""
    sources: dict[str, list[str]] = {}
    for rule in construction_rules():
        entry = kb.entry(rule.get("ruling") or rule["section"])
        if entry:
            title = kb.entry_title(entry.id)
            if isinstance(entry, entities.Ruling):
                people = "; ".join(formatting.attribution(citation) for citation in entry.citations)
                title = f"{title}, {people}"
            sources[entry.id] = [title, entry.url]
    return sources


def check_construction(
    cards: list[reading.DeckCard], sides: list[reading.SideCounts], sources: Mapping[str, list[str]]
) -> list[reading.Construction]:
    """The rules of deck construction that concern this deck, and whether it meets them.

    `sources`: see `construction_sources`.
    """
    views: list[reading.Construction] = []
    for rule in construction_rules():
        result = _check(rule, cards, sides)
        if result is None:
            continue
        holds, deck_has = result
        id = rule.get("ruling") or rule["section"]
        title, url = sources.get(id, [id, ""])
        views.append(
            reading.Construction(
                says=rule["says"],
                side=rule.get("side"),
                holds=holds,
                deck_has=deck_has,
                ruling=rule.get("ruling"),
                section=rule.get("section"),
                source=title,
                url=url,
            )
        )
    return views


def _check(
    rule: ConstructionRule, cards: list[reading.DeckCard], sides: list[reading.SideCounts]
) -> tuple[bool | None, str | None] | None:
    """`holds` and `deck_has` of a `Construction`; None if the rule does not concern the deck."""
    own_side = next((s for s in sides if s.side == rule.get("side")), None)
    if "side" in rule and own_side is None:
        return None
    if "minimum" in rule and own_side:
        return _check_minimum(rule["minimum"], own_side)
    if "points" in rule:
        return _check_points(rule["points"], sides)
    if "cards" in rule:
        return _named_cards(rule["cards"], cards)
    return None, None


def _check_minimum(minimum: int, own_side: reading.SideCounts) -> tuple[bool, str]:
    return own_side.cards >= minimum, formatting.count(own_side.cards, "card")


def _check_points(minimum: int, sides: list[reading.SideCounts]) -> tuple[bool, str] | None:
    """None if the deck has no agendas."""
    points = next((s.agenda_points for s in sides if s.agenda_points is not None), None)
    return (points >= minimum, formatting.count(points, "agenda point")) if points is not None else None


def _named_cards(ids: list[str], cards: list[reading.DeckCard]) -> tuple[None, str] | None:
    """Which of these cards the deck has; None if it has none. No rule forbids them, so it is neither met nor broken."""
    named = [deck_card for deck_card in cards if deck_card.card.id in ids]
    return (None, ", ".join(f"{entry.count} {entry.card.title}" for entry in named)) if named else None


# The cards of a deck → how many there are of each side, type and keyword.


def counts_by_side(cards: list[reading.DeckCard]) -> list[reading.SideCounts]:
    """One entry for each side with cards in the deck, the Corp first."""
    return [_side_counts(side, own) for side in constants.SIDES if (own := [c for c in cards if c.card.side == side])]


def _side_counts(side: str, cards: list[reading.DeckCard]) -> reading.SideCounts:
    """The counts of the cards of one side. Every copy counts, except in `titles`, the number of different cards."""
    types: Counter[str] = Counter()
    keywords: Counter[str] = Counter()
    points: list[int] = []
    for deck_card in cards:
        types[deck_card.card.type] += deck_card.count
        for keyword in deck_card.card.keywords:
            keywords[keyword] += deck_card.count
        if deck_card.card.type == "Agenda":
            points += [deck_card.card.agenda_points or 0] * deck_card.count
    return reading.SideCounts(
        side=side,
        cards=sum(deck_card.count for deck_card in cards),
        titles=len(cards),
        types=_sorted_counts(types),
        keywords=_sorted_counts(keywords),
        agendas=len(points),
        agenda_points=sum(points) if points else None,
    )


def _sorted_counts(counter: Counter[str]) -> list[reading.Count]:
    """The most frequent first, then in alphabetical order."""
    return [reading.Count(name, n) for name, n in sorted(counter.items(), key=lambda item: (-item[1], item[0]))]


def resolve_deck(deck: reading.DeckList, sheet_data: SheetData, ask: reading.Ask | None = None) -> reading.Deck:
    """The deck with its cards looked up, in the order of side, type and title."""
    matched = reading.match(deck, sheet_data.names, ask)
    cards = [reading.DeckCard(sheet_data.page(id).card, n) for id, n in matched.counts.items()]
    cards.sort(key=lambda deck_card: (deck_card.card.side, deck_card.card.type, deck_card.card.title.lower()))
    sides = counts_by_side(cards)
    construction = check_construction(cards, sides, sheet_data.sources)
    return reading.Deck(deck.file, deck.form, deck.title, cards, sides, construction, matched.unread, matched.read_as)


def make_sheet(
    deck: reading.Deck,
    against: reading.Deck | None,
    sheet_data: SheetData,
    filter_page: Callable[[knowledge.CardPage], knowledge.CardPage] = lambda page: page,
    sort: Callable[[list[entities.Ruling]], list[entities.Ruling]] = list,
) -> reading.Sheet:
    """The sheet. `filter_page` leaves only the requested rulings of a page, and `sort` orders those on pairs."""
    whole_pages = {id: sheet_data.page(id) for id in _card_ids(deck)}
    pages = {id: filter_page(page) for id, page in whole_pages.items()}
    their_pages = {id: filter_page(sheet_data.page(id)) for id in _card_ids(against)} if against else {}
    inheriting = status.inheritors({**their_pages, **pages}.values())
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
    return reading.Sheet(
        deck=deck,
        against=against,
        meeting=meeting,
        together=together,
        cards=cards_with_rulings,
        unruled=[entities.Reference("card", c.id, c.title) for c in excluded if not c.rulings],
        excluded=[card for card in excluded if card.rulings],
        steps=_steps(rulings_on(meeting, together, cards_with_rulings), sheet_data),
    )


def rulings_on(
    meeting: Iterable[reading.Pair], together: Iterable[reading.Pair], cards: Iterable[reading.SheetCard]
) -> list[entities.Ruling]:
    """Every ruling on a sheet with these parts, once: those on pairs, then the cards' own, then inherited ones."""
    cards = list(cards)
    on_pairs = (pair.ruling for pair in (*meeting, *together))
    own = (ruling for card in cards for ruling in card.rulings)
    inherited = (ruling for card in cards for group in card.inherited for ruling in group.rulings)
    return status.without_repeats([*on_pairs, *own, *inherited])


def only_rulings(sheet: reading.Sheet, ids: Collection[str], sheet_data: SheetData) -> reading.Sheet:
    """The sheet with only these of its rulings, and with the steps that they apply to."""

    def chosen(rulings: Sequence[entities.Ruling]) -> list[entities.Ruling]:
        return [ruling for ruling in rulings if ruling.id in ids]

    meeting, together = ([pair for pair in pairs if chosen([pair.ruling])] for pairs in (sheet.meeting, sheet.together))
    cards: list[reading.SheetCard] = []
    for card in sheet.cards:
        inherited = [replace(group, rulings=rulings) for group in card.inherited if (rulings := chosen(group.rulings))]
        if inherited or chosen(card.rulings):
            cards.append(replace(card, rulings=chosen(card.rulings), inherited=inherited))
    steps = _steps(rulings_on(meeting, together, cards), sheet_data)
    return replace(sheet, meeting=meeting, together=together, cards=cards, steps=steps)


def shown_in_full(sheet: reading.Sheet, full: bool) -> list[entities.Ruling]:
    """The rulings that a terminal shows in full, each once; without `full` it only lists inherited ones."""
    cards = [replace(card, inherited=card.inherited if full else []) for card in sheet.cards]
    return rulings_on(sheet.meeting, sheet.together, cards)


def _card_ids(deck: reading.Deck | None) -> list[str]:
    return [deck_card.card.id for deck_card in deck.cards] if deck else []


def _sorted_rulings(pages: dict[str, knowledge.CardPage]) -> list[entities.Ruling]:
    """Every ruling on the pages, once each, errata first; also those elsewhere, which may name two of the cards."""
    by_id = {
        ruling.id: ruling for page in pages.values() for ruling in status.without_see_entries(status.page_rulings(page))
    }
    return sorted(by_id.values(), key=lambda r: (r.kind != "errata", r.subject.title.lower()))


def _connected(
    ruling: entities.Ruling, ours: set[str], theirs: set[str], inheriting: Mapping[str, constants.InheritanceBasis]
) -> tuple[set[str], set[str]]:
    """The cards of each set that the ruling connects with a card of the other set, never a card with itself."""
    cards = status.subject_and_named_cards(ruling) | inheriting.keys()
    pairs = {
        (a, b) for a in ours & cards for b in theirs & cards if a != b and status.connects(ruling, a, b, inheriting)
    }
    return {a for a, _ in pairs}, {b for _, b in pairs}


def _pair_view(ruling: entities.Ruling, ours: set[str], theirs: set[str], sheet_data: SheetData) -> reading.Pair:
    def references(ids: set[str]) -> list[entities.Reference]:
        return sorted(
            (_reference(sheet_data.page(id).card) for id in ids), key=lambda reference: reference.title.lower()
        )

    return reading.Pair(ruling, references(ours), references(theirs))


def _reference(card: entities.Card) -> entities.Reference:
    return entities.Reference("card", card.id, card.title)


def _sheet_card_view(deck_card: reading.DeckCard, page: knowledge.CardPage) -> reading.SheetCard:
    return reading.SheetCard(deck_card.card, deck_card.count, status.without_see_entries(page.rulings), page.inherited)


def _excluded_card_view(whole_page: knowledge.CardPage) -> reading.ExcludedCard:
    card = whole_page.card
    rulings = status.page_rulings(replace(whole_page, mentioned_in=()))
    return reading.ExcludedCard("card", card.id, card.title, len(status.without_see_entries(rulings)))


def _steps(rulings: Iterable[entities.Ruling], sheet_data: SheetData) -> list[reading.SheetStep]:
    """The steps of a run to which the rulings apply, in order."""
    rulings_by_step: dict[int, list[entities.Ruling]] = {}
    for ruling in rulings:
        for number in ruling.steps:
            rulings_by_step.setdefault(number, []).append(ruling)
    return [
        reading.SheetStep(
            step.number,
            step.text,
            [r.id for r in rulings_by_step[step.number]],
            sorted({r.subject.title for r in rulings_by_step[step.number]}, key=str.lower),
            step.url,
        )
        for step in sheet_data.steps
        if step.number in rulings_by_step
    ]
