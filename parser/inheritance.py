"""The `see` entries and the cards' keywords → which card stands on which other subject's rulings, and why.

A keyword's guidance is learnt from the entries themselves: "For notes on Virus programs, see Boardwalk" makes Boardwalk
speak for every program with the keyword Virus, also for those that have no such entry.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulings.model import Card, Inheritance, Reference
from rulings.parser.see import keyword_of

if TYPE_CHECKING:
    from rulings.parser.parse import ParsedRuling


def inherit(cards: Iterable[Card], rulings: Iterable[ParsedRuling]) -> dict[str, tuple[Inheritance, ...]]:
    """By card id, in order: first what its own entries say, then what its keywords bring."""
    by_id = {card.id: card for card in cards}
    keywords = {keyword for card in by_id.values() for keyword in card.keywords}
    found = defaultdict[str, dict[tuple[str, str], Inheritance]](dict)
    guidance = dict[tuple[str, str | None, str, str], Reference]()
    for ruling in rulings:
        subject = ruling.subject
        if ruling.wording.kind != "see" or subject is None:
            continue
        for target in ruling.see:
            if subject.kind == "card":
                key = target.kind, target.id
                found[subject.id].setdefault(key, Inheritance(target, "see", ruling.wording.text))
            spoken_of = keyword_of(ruling.wording.text, keywords)
            if spoken_of and target.kind == "card":
                guidance[(*spoken_of, by_id[target.id].side, target.id)] = target
    for (keyword, kind, side, _), target in sorted(guidance.items(), key=str):
        for card in by_id.values():
            key = target.kind, target.id
            fits = keyword in card.keywords and card.side == side and kind in (None, card.type)
            if fits and card.id != target.id:
                found[card.id].setdefault(key, Inheritance(target, "keyword", keyword))
    return {card_id: tuple(of_card.values()) for card_id, of_card in found.items()}
