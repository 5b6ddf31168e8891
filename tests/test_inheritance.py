"""Tests of the rulings that a card inherits from another card or from a topic."""

from __future__ import annotations

from rulings.api import KnowledgeBase
from rulings.model import serializing


def inherited_ids(kb: KnowledgeBase, id: str, source: str) -> set[str]:
    return {r.id for i, rulings in kb.inherited(id) if i.source.id == source for r in rulings}


def test_the_erratum_of_cloak_is_not_inherited(kb: KnowledgeBase) -> None:
    for id in ("invisibility", "raven-microcyb-owl", "sunburst-cranial-interface", "vewy-vewy-quiet"):
        assert "cloak-3827eb84" not in inherited_ids(kb, id, "cloak")
        assert inherited_ids(kb, id, "cloak") == {r.id for r in kb.rulings_for("cloak")} - {"cloak-3827eb84"}


def test_inheritance_for_costs_takes_only_rulings_on_costs(kb: KnowledgeBase) -> None:
    for id in ("aujourdoui", "ronin-around"):
        assert inherited_ids(kb, id, "n-e-t-o") == {"n-e-t-o-6a7a2154"}


def test_sleepy_ice_inherits_the_ruling_on_sleepy_ice(kb: KnowledgeBase) -> None:
    sleepy = {c.id for c in kb.cards if "Sleepy" in c.keywords}
    assert sleepy == {"baskerville", "bolter-swarm", "deadeye", "imperial-guard"}
    for id in sleepy:
        assert inherited_ids(kb, id, "dr-dreff") == {"dr-dreff-0a4dff2a"}
        view = next(
            g for g in serializing.card_page_view(kb, kb.cards_by_id[id])["inherited"] if g["from"]["id"] == "dr-dreff"
        )
        assert (view["why"], view["because"]) == (
            "named",
            "It is about Sleepy ice, and these are the four pieces with that keyword.",
        )


def test_cards_inherit_rulings_on_their_keywords(kb: KnowledgeBase) -> None:
    sources = {
        "Virus": "boardwalk",
        "Noisy": "hammer",
        "Stealth": "cloak",
        "Daemon": "afreet",
        "Base Link": "access-through-alpha",
        "Deflector": "vortex",
    }
    for keyword, source in sources.items():
        side = kb.cards_by_id[source].side
        others = [
            c
            for c in kb.cards
            if keyword in c.keywords
            and c.side == side
            and c.id != source
            and (keyword != "Virus" or c.type == "Program")
        ]
        assert others, keyword
        without = [c.title for c in others if not any(i.source.id == source for i in c.inherits)]
        assert without == [], keyword


def test_inheritance_by_keyword_names_the_keyword(kb: KnowledgeBase) -> None:
    by_keyword = {c.title: i for c in kb.cards for i in c.inherits if i.why == "keyword"}
    assert by_keyword
    for title, inheritance in by_keyword.items():
        (card,) = [card for card in kb.cards if card.title == title]
        assert inheritance.on in card.keywords
        see_source = [r.id for r in kb.rulings_for(card.id) if r.kind == "see" and inheritance.source in r.see]
        assert see_source == [], title
