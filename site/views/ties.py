"""The rulings → the pairs of cards that they tie together, and for each card the cards related to it."""

from __future__ import annotations

from collections import defaultdict

from rulings.model.views import CardView, RulingView
from rulings.site.views.data import SiteData

RELATED = 8  # number of related cards beside a card

Pair = tuple[str, str]  # ids of two cards, in alphabetical order


def ties(data: SiteData) -> dict[Pair, list[RulingView]]:
    """Each pair of cards that a ruling ties together → those rulings, in the order of the source.

    A ruling under a card ties it to each card that it names; a ruling under a topic ties all cards it names.
    """
    by_pair = defaultdict[Pair, list[RulingView]](list)
    for ruling in data.rulings:
        named = list(dict.fromkeys(mention["id"] for mention in ruling["mentions"]))
        subject = ruling["subject"]
        firsts = [subject["id"]] if subject["kind"] == "card" else named
        pairs = {(min(a, b), max(a, b)) for a in firsts for b in named if a != b}
        for pair in sorted(pairs):
            by_pair[pair].append(ruling)
    return dict(by_pair)


def related(data: SiteData) -> dict[str, list[tuple[CardView, int]]]:
    """Card id → the cards with which it shares the most rulings, each with the number of rulings."""
    numbers = defaultdict[str, dict[str, int]](dict)
    for (first, second), rulings in ties(data).items():
        numbers[first][second] = numbers[second][first] = len(rulings)
    return {
        id: [
            (data.cards_by_id[other], number)
            for other, number in sorted(others.items(), key=lambda item: (-item[1], item[0]))
            if other in data.cards_by_id
        ][:RELATED]
        for id, others in numbers.items()
    }
