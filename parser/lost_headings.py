"""The blocks of the rulings document and all cards → the titles that a lost heading may have had.

These have one word, come between the neighbouring headings in alphabetical order, and have no heading elsewhere.
"""

from __future__ import annotations

from operator import itemgetter

from rulings.model.entities import Card
from rulings.model.ids import alphabetical
from rulings.parser.rulings_document import RulingsDocument


def find_possible_titles(document: RulingsDocument, cards: dict[str, Card]) -> dict[int, tuple[str, ...]]:
    """Position of each block whose heading is lost → the titles it may have had. `cards`: by folded title.

    A block above a topic is left out: its heading was a topic's, and there is no list of topics.
    """
    headed_ids = {block.card.id for block in document.blocks if block.card}
    possible = [card for card in cards.values() if len(card.title.split()) == 1 and card.id not in headed_ids]
    in_order = sorted(((alphabetical(card.title), card) for card in possible), key=itemgetter(0))
    below: Card | None = None
    topic_follows = False
    cards_below: dict[int, Card | None] = {}
    for position in range(len(document.blocks) - 1, -1, -1):
        block = document.blocks[position]
        if block.heading is None and not topic_follows:
            cards_below[position] = below
        topic_follows |= block.heading is not None and block.card is None
        below = block.card or below
    above: Card | None = None
    possible_titles: dict[int, tuple[str, ...]] = {}
    for position, block in enumerate(document.blocks):
        above = block.card or above
        if position in cards_below:
            possible_titles[position] = _titles_between(above, cards_below[position], in_order)
    return possible_titles


def _titles_between(above: Card | None, below: Card | None, cards: list[tuple[str, Card]]) -> tuple[str, ...]:
    """The titles of `cards` (alphabetical key, card) that come between two headings, and are on the side of one."""
    titles: list[str] = []
    for side in dict.fromkeys(card.side for card in (above, below) if card):
        low = alphabetical(above.title) if above and above.side == side else ""
        high = alphabetical(below.title) if below and below.side == side else "~"
        titles += [card.title for key, card in cards if low < key < high and card.side == side]
    return tuple(titles)
