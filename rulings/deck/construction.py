"""The cards of a deck and their counts → what the documents say about deck construction.

The page does the same in `site/theme/js/deck/construction.js`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Required, TypedDict

from rulings.deck.views import Construction, DeckCard, SideCounts
from rulings.model.citing import attribution
from rulings.model.entities import Ruling
from rulings.model.formatting import count
from rulings.model.knowledge import Knowledge
from rulings.storage.yaml_reader import read_yaml

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
    rules: list[ConstructionRule] = read_yaml(_FILE)
    return tuple(rules)


def construction_sources(kb: Knowledge) -> dict[str, list[str]]:
    """The rulings and sections that state these rules: id → title, address. One that `kb` lacks is left out."""
    sources: dict[str, list[str]] = {}
    for rule in construction_rules():
        entry = kb.entry(rule.get("ruling") or rule["section"])
        if entry:
            title = kb.entry_title(entry.id)
            if isinstance(entry, Ruling):
                people = "; ".join(attribution(citation) for citation in entry.citations)
                title = f"{title}, {people}"
            sources[entry.id] = [title, entry.url]
    return sources


def check_construction(
    cards: list[DeckCard], sides: list[SideCounts], sources: Mapping[str, list[str]]
) -> list[Construction]:
    """The rules of deck construction that concern this deck, and whether it meets them.

    `sources`: see `construction_sources`.
    """
    views: list[Construction] = []
    for rule in construction_rules():
        result = _check(rule, cards, sides)
        if result is None:
            continue
        holds, deck_has = result
        id = rule.get("ruling") or rule["section"]
        title, url = sources.get(id, [id, ""])
        views.append(
            Construction(
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
    rule: ConstructionRule, cards: list[DeckCard], sides: list[SideCounts]
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


def _check_minimum(minimum: int, own_side: SideCounts) -> tuple[bool, str]:
    return own_side.cards >= minimum, count(own_side.cards, "card")


def _check_points(minimum: int, sides: list[SideCounts]) -> tuple[bool, str] | None:
    """None if the deck has no agendas."""
    points = next((s.agenda_points for s in sides if s.agenda_points is not None), None)
    return (points >= minimum, count(points, "agenda point")) if points is not None else None


def _named_cards(ids: list[str], cards: list[DeckCard]) -> tuple[None, str] | None:
    """Which of these cards the deck has; None if it has none. No rule forbids them, so it is neither met nor broken."""
    named = [deck_card for deck_card in cards if deck_card.card.id in ids]
    return (None, ", ".join(f"{entry.count} {entry.card.title}" for entry in named)) if named else None
