"""The data that sheets are made from: names, the pages of cards, steps and sources, as views."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from rulings.deck.construction import construction_sources
from rulings.model.entities import Step
from rulings.model.knowledge import Knowledge
from rulings.model.pages import CardPage, card_page
from rulings.names.resolving import cached_name_tables
from rulings.names.tables import NameTables


@dataclass(frozen=True)
class SheetData:
    """`page(id)` is what `rulings card --json` prints; `sources`: see `construction_sources`."""

    name_tables: NameTables
    page: Callable[[str], CardPage]
    steps: list[Step]
    sources: Mapping[str, list[str]]


def sheet_data_of(kb: Knowledge) -> SheetData:
    """What the sheets of an open knowledge base are made from."""
    return SheetData(
        name_tables=cached_name_tables(kb),
        page=cache(lambda id: card_page(kb, id)),
        steps=list(kb.steps),
        sources=construction_sources(kb),
    )
