"""One deck, or two that meet → the sheet of rulings that bear on them.

A ruling concerns the card it is filed under, the cards it names and the cards that inherit it. For a pair, that both
cards inherit the ruling is not enough: it must be filed under one of them or name one.

The page does the same in `site/theme/js/deck-sheet.js`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulings.deck.facts import construction, facts
from rulings.deck.library import Library
from rulings.deck.matching import Ask, match
from rulings.deck.reading import DeckList
from rulings.deck.views import DeckCardView, DeckView, SheetCardView, SheetStepView, SheetView, TogetherView
from rulings.model.views import CardPageView, CardView, ReferenceView, RulingView


def read_in(deck: DeckList, library: Library, ask: Ask | None = None) -> DeckView:
    """The deck with its cards looked up, in the order of side, type and title."""
    matched = match(deck, library.names, ask)
    cards: list[DeckCardView] = [{"card": library.cards[id], "count": n} for id, n in matched.counts.items()]
    cards.sort(
        key=lambda deck_card: (deck_card["card"]["side"], deck_card["card"]["type"], deck_card["card"]["title"].lower())
    )
    counted = facts(cards)
    return {
        "source": deck.source,
        "form": deck.form,  # type: ignore[typeddict-item]  # one of the three that `reading` gives
        "title": deck.title,
        "cards": cards,
        "facts": counted,
        "construction": construction(cards, counted, library.sources),
        "unread": matched.unread,
        "read_as": matched.read_as,
    }


def make_sheet(
    deck: DeckView,
    against: DeckView | None,
    library: Library,
    limit: Callable[[CardPageView], CardPageView] = lambda page: page,
) -> SheetView:
    """The sheet. `limit` reduces the rulings of a page to the requested ones."""
    pages = {id: limit(library.page(id)) for id in _ids(deck)}
    theirs = {id: limit(library.page(id)) for id in _ids(against)} if against else {}
    concerned = _Concerned({**theirs, **pages})
    own_ids, their_ids = set(pages), set(theirs)
    together = [
        _together(ruling, named, set(), library)
        for ruling in concerned.rulings(pages)
        if len(named := concerned.pairs(ruling, own_ids, own_ids)) > 1
    ]
    meeting = []
    for ruling in concerned.rulings({**pages, **theirs}):
        here, there = concerned.between(ruling, own_ids, their_ids)
        if here and there:
            meeting.append(_together(ruling, here, there, library))
    cards = [_card(deck_card, pages[deck_card["card"]["id"]]) for deck_card in deck["cards"]]
    ruled = [card for card in cards if card["rulings"] or card["inherited"]]
    shown = {r["id"]: r for pair in (*meeting, *together) for r in (pair["ruling"],)}
    shown |= {r["id"]: r for card in ruled for r in card["rulings"]}
    return {
        "deck": deck,
        "against": against,
        "meeting": meeting,
        "together": together,
        "cards": ruled,
        "unruled": [_reference(card["card"]) for card in cards if card not in ruled],
        "steps": _steps(shown.values(), library),
    }


def _ids(deck: DeckView | None) -> list[str]:
    return [deck_card["card"]["id"] for deck_card in deck["cards"]] if deck else []


class _Concerned:
    """The cards that a ruling names, and those that only inherit it."""

    def __init__(self, pages: dict[str, CardPageView]) -> None:
        self._inheriting: dict[str, set[str]] = {}
        for id, page in pages.items():
            for group in page["inherited"]:
                for ruling in group["rulings"]:
                    self._inheriting.setdefault(ruling["id"], set()).add(id)

    @staticmethod
    def rulings(pages: dict[str, CardPageView]) -> list[RulingView]:
        """Every ruling on the pages, once each, errata first."""
        by_id: dict[str, RulingView] = {}
        for page in pages.values():
            inherited = [r for group in page["inherited"] for r in group["rulings"]]
            for ruling in (*page["rulings"], *inherited, *page["mentioned_in"]):
                if ruling["kind"] != "see":
                    by_id.setdefault(ruling["id"], ruling)
        return sorted(by_id.values(), key=lambda r: (r["kind"] != "errata", r["subject"]["title"].lower()))

    @staticmethod
    def named(ruling: RulingView) -> set[str]:
        """The cards that it is filed under or names."""
        subject = ruling["subject"]
        return {m["id"] for m in ruling["mentions"]} | ({subject["id"]} if subject["kind"] == "card" else set())

    def between(self, ruling: RulingView, ours: set[str], theirs: set[str]) -> tuple[set[str], set[str]]:
        """The cards of each set that the ruling ties together. A card in both sets meets others, not itself."""
        named, inheriting = self.named(ruling), self._inheriting.get(ruling["id"], set())
        # An heir takes the place of the ruling's subject: it meets the other named cards, not that subject.
        other_named = named - {ruling["subject"]["id"]}
        pairs = {
            (a, b)
            for a in ours & (named | inheriting)
            for b in theirs & (named | inheriting)
            if a != b
            and ({a, b} <= named or (a in inheriting and b in other_named) or (b in inheriting and a in other_named))
        }
        return {a for a, _ in pairs}, {b for _, b in pairs}

    def pairs(self, ruling: RulingView, ours: set[str], theirs: set[str]) -> set[str]:
        """The cards of one deck that the ruling ties together."""
        here, there = self.between(ruling, ours, theirs)
        return here | there


def _together(ruling: RulingView, here: set[str], there: set[str], library: Library) -> TogetherView:
    def references(ids: set[str]) -> list[ReferenceView]:
        return sorted((_reference(library.cards[id]) for id in ids), key=lambda reference: reference["title"].lower())

    return {"ruling": ruling, "cards": references(here), "others": references(there)}


def _reference(card: CardView) -> ReferenceView:
    return {"kind": "card", "id": card["id"], "title": card["title"]}


def _card(deck_card: DeckCardView, page: CardPageView) -> SheetCardView:
    return {
        "card": deck_card["card"],
        "count": deck_card["count"],
        "rulings": [r for r in page["rulings"] if r["kind"] != "see"],
        "inherited": page["inherited"],
    }


def _steps(rulings: Iterable[RulingView], library: Library) -> list[SheetStepView]:
    """The steps of a run on which the rulings bear, in order."""
    bearing: dict[int, list[RulingView]] = {}
    for ruling in rulings:
        for number in ruling["steps"]:
            bearing.setdefault(number, []).append(ruling)
    return [
        {
            "number": step["number"],
            "text": step["text"],
            "rulings": [r["id"] for r in bearing[step["number"]]],
            "cards": sorted({r["subject"]["title"] for r in bearing[step["number"]]}, key=str.lower),
            "url": step["url"],
        }
        for step in library.steps
        if step["number"] in bearing
    ]
