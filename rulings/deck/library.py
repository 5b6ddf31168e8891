"""The data that sheets are made from: names, cards, their pages, steps and sources, as views."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rulings.deck.facts import construction_rules
from rulings.model import serializing
from rulings.model.formatting import attribution
from rulings.model.knowledge import Knowledge
from rulings.model.views import CardPageView, CardView, StepView
from rulings.names.resolving import name_tables
from rulings.names.tables import NameTables


@dataclass(frozen=True)
class Library:
    """`page(id)` is what `rulings card --json` prints; `sources`: ids that construction rules cite → title, address."""

    names: NameTables
    cards: Mapping[str, CardView]
    page: Callable[[str], CardPageView]
    steps: list[StepView]
    sources: Mapping[str, tuple[str, str]]


def library_of(kb: Knowledge) -> Library:
    """The library of an open knowledge base."""
    sources = {s.id: (f"{kb.documents_by_id[s.document].title}, {s.title}", s.url) for s in kb.sections}
    cited = [
        kb.rulings_by_id[rule["ruling"]] for rule in construction_rules() if rule.get("ruling") in kb.rulings_by_id
    ]
    return Library(
        names=name_tables(kb),
        cards={card.id: serializing.card_view(card) for card in kb.cards},
        page=lambda id: serializing.card_page_view(kb, kb.cards_by_id[id]),
        steps=[serializing.step_view(step) for step in kb.steps],
        sources=sources | {r.id: (f"{r.subject.title}, {_attribution(r)}", r.url) for r in cited},
    )


def _attribution(ruling: Any) -> str:
    return "; ".join(attribution(serializing.citation_view(c)) for c in ruling.citations)
