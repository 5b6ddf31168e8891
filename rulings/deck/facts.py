"""The cards of a deck → its counts, and what the documents say about deck construction.

The page does the same in `site/theme/js/deck/facts.js`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rulings.deck.views import ConstructionRule, ConstructionView, CountView, DeckCardView, SideFactsView
from rulings.model.constants import SIDES
from rulings.model.formatting import count
from rulings.storage.yaml_reader import read_yaml

_FILE = Path(__file__).with_name("construction.yaml")


@cache
def construction_rules() -> tuple[ConstructionRule, ...]:
    """The rules in `construction.yaml`."""
    rules: list[ConstructionRule] = read_yaml(_FILE)
    return tuple(rules)


def deck_facts(cards: list[DeckCardView]) -> list[SideFactsView]:
    """One entry for each side with cards in the deck, the Corp first."""
    return [_side_facts(side, own) for side in SIDES if (own := [c for c in cards if c["card"]["side"] == side])]


def _side_facts(side: str, cards: list[DeckCardView]) -> SideFactsView:
    """The counts of the cards of one side. Every copy counts, except in `titles`, the number of different cards."""
    types: Counter[str] = Counter()
    keywords: Counter[str] = Counter()
    points: list[int] = []
    for deck_card in cards:
        types[deck_card["card"]["type"]] += deck_card["count"]
        for keyword in deck_card["card"]["keywords"]:
            keywords[keyword] += deck_card["count"]
        if deck_card["card"]["type"] == "Agenda":
            points += [deck_card["card"]["agenda_points"] or 0] * deck_card["count"]
    return {
        "side": side,
        "cards": sum(deck_card["count"] for deck_card in cards),
        "titles": len(cards),
        "types": _sorted_counts(types),
        "keywords": _sorted_counts(keywords),
        "agendas": len(points),
        "agenda_points": sum(points) if points else None,
    }


def _sorted_counts(counter: Counter[str]) -> list[CountView]:
    """The most frequent first, then in alphabetical order."""
    return [{"name": name, "cards": n} for name, n in sorted(counter.items(), key=lambda item: (-item[1], item[0]))]


def check_construction(
    cards: list[DeckCardView], facts: list[SideFactsView], sources: Mapping[str, tuple[str, str]]
) -> list[ConstructionView]:
    """The rules of deck construction that concern this deck, and whether it meets them.

    `sources`: id of the ruling or section with a rule → title and address of the source.
    """
    views: list[ConstructionView] = []
    for rule in construction_rules():
        result = _check(rule, cards, facts)
        if result is None:
            continue
        holds, deck_has = result
        id = rule.get("ruling") or rule["section"]
        title, url = sources.get(id, (id, ""))
        views.append(
            {
                "says": rule["says"],
                "side": rule.get("side"),
                "holds": holds,
                "deck_has": deck_has,
                "ruling": rule.get("ruling"),
                "section": rule.get("section"),
                "source": title,
                "url": url,
            }
        )
    return views


def _check(
    rule: ConstructionRule, cards: list[DeckCardView], facts: list[SideFactsView]
) -> tuple[bool | None, str | None] | None:
    """`holds` and `deck_has` of a `ConstructionView`; None if the rule does not concern the deck."""
    side_facts = next((f for f in facts if f["side"] == rule.get("side")), None)
    if "side" in rule and side_facts is None:
        return None
    if "minimum" in rule and side_facts:
        return _check_minimum(rule["minimum"], side_facts)
    if "points" in rule:
        return _check_points(rule["points"], facts)
    if "cards" in rule:
        return _named_cards(rule["cards"], cards)
    return None, None


def _check_minimum(minimum: int, side_facts: SideFactsView) -> tuple[bool, str]:
    return side_facts["cards"] >= minimum, count(side_facts["cards"], "card")


def _check_points(minimum: int, facts: list[SideFactsView]) -> tuple[bool, str] | None:
    """None if the deck has no agendas."""
    points = next((f["agenda_points"] for f in facts if f["agenda_points"] is not None), None)
    return (points >= minimum, count(points, "agenda point")) if points is not None else None


def _named_cards(ids: list[str], cards: list[DeckCardView]) -> tuple[None, str] | None:
    """Which of these cards the deck has; None if it has none. No rule forbids them, so it is neither met nor broken."""
    named = [deck_card for deck_card in cards if deck_card["card"]["id"] in ids]
    return (None, ", ".join(f"{entry['count']} {entry['card']['title']}" for entry in named)) if named else None
