"""The rulings → the pairs of cards that share rulings, and the related cards of each card."""

from __future__ import annotations

from collections import defaultdict

from rulings.model.entities import Card, Ruling
from rulings.model.selecting import subject_and_named_cards, without_see_entries
from rulings.site.content.data import SiteData

MAX_RELATED = 8  # related cards shown with a card

Pair = tuple[str, str]  # ids of two cards, in alphabetical order


def rulings_by_pair(data: SiteData) -> dict[Pair, list[Ruling]]:
    """Pair of cards → the rulings that they share, in the order of the source, without `see` entries.

    Two cards share a ruling on one of them that names the other, and one on a topic that names both.
    """
    by_pair = defaultdict[Pair, list[Ruling]](list)
    for ruling in without_see_entries(data.rulings):
        cards = subject_and_named_cards(ruling)
        subject = ruling.subject
        firsts = {subject.id} if subject.kind == "card" else cards
        pairs = {(min(a, b), max(a, b)) for a in firsts for b in cards if a != b}
        for pair in sorted(pairs):
            by_pair[pair].append(ruling)
    return dict(by_pair)


def related_cards(data: SiteData) -> dict[str, list[tuple[Card, int]]]:
    """Card id → the cards with which it shares the most rulings, each with the number of rulings."""
    numbers = defaultdict[str, dict[str, int]](dict)
    for (first, second), rulings in rulings_by_pair(data).items():
        numbers[first][second] = numbers[second][first] = len(rulings)
    return {
        id: [
            (data.cards_by_id[other], number)
            for other, number in sorted(others.items(), key=lambda item: (-item[1], item[0]))
            if other in data.cards_by_id
        ][:MAX_RELATED]
        for id, others in numbers.items()
    }
