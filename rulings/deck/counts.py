"""The cards of a deck → how many there are of each side, type and keyword.

The page does the same in `site/theme/js/deck/counts.js`.
"""

from __future__ import annotations

from collections import Counter

from rulings.deck.views import Count, DeckCard, SideCounts
from rulings.model.constants import SIDES


def counts_by_side(cards: list[DeckCard]) -> list[SideCounts]:
    """One entry for each side with cards in the deck, the Corp first."""
    return [_side_counts(side, own) for side in SIDES if (own := [c for c in cards if c.card.side == side])]


def _side_counts(side: str, cards: list[DeckCard]) -> SideCounts:
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
    return SideCounts(
        side=side,
        cards=sum(deck_card.count for deck_card in cards),
        titles=len(cards),
        types=_sorted_counts(types),
        keywords=_sorted_counts(keywords),
        agendas=len(points),
        agenda_points=sum(points) if points else None,
    )


def _sorted_counts(counter: Counter[str]) -> list[Count]:
    """The most frequent first, then in alphabetical order."""
    return [Count(name, n) for name, n in sorted(counter.items(), key=lambda item: (-item[1], item[0]))]
