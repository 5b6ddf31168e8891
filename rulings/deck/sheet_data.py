"""The data that sheets are made from: names, cards, their pages, steps and sources, as views."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rulings.deck.construction import construction_rules
from rulings.model import serializing
from rulings.model.citing import attribution
from rulings.model.knowledge import Knowledge
from rulings.model.views import CardPageView, CardView, RulingView, SectionView, StepView
from rulings.names.resolving import cached_name_tables
from rulings.names.tables import NameTables


@dataclass(frozen=True)
class SheetData:
    """`page(id)` is what `rulings card --json` prints; `sources`: ids that construction rules cite → title, address."""

    name_tables: NameTables
    cards: Mapping[str, CardView]
    page: Callable[[str], CardPageView]
    steps: list[StepView]
    sources: Mapping[str, tuple[str, str]]


def sheet_data_of(kb: Knowledge) -> SheetData:
    """What the sheets of an open knowledge base are made from."""
    return SheetData(
        name_tables=cached_name_tables(kb),
        cards={card.id: serializing.card_view(card) for card in kb.cards},
        page=lambda id: serializing.card_page_view(kb, kb.cards_by_id[id]),
        steps=[serializing.step_view(step) for step in kb.steps],
        sources=construction_sources(
            {document.id: document.title for document in kb.documents},
            section_of=lambda id: serializing.section_view(kb.sections_by_id[id]) if id in kb.sections_by_id else None,
            ruling_of=lambda id: serializing.ruling_view(kb.rulings_by_id[id]) if id in kb.rulings_by_id else None,
        ),
    )


def construction_sources(
    document_titles: Mapping[str, str],
    section_of: Callable[[str], SectionView | None],
    ruling_of: Callable[[str], RulingView | None],
) -> dict[str, tuple[str, str]]:
    """The rulings and sections that construction rules cite: id → title, address. One that is missing is left out."""
    sources: dict[str, tuple[str, str]] = {}
    for rule in construction_rules():
        ruling = ruling_of(rule["ruling"]) if "ruling" in rule else None
        section = section_of(rule["section"]) if "section" in rule else None
        if ruling:
            people = "; ".join(attribution(citation) for citation in ruling["citations"])
            sources[ruling["id"]] = f"{ruling['subject']['title']}, {people}", ruling["url"]
        if section:
            sources[section["id"]] = f"{document_titles[section['document']]}, {section['title']}", section["url"]
    return sources
