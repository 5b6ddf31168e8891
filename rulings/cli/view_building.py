"""A `Knowledge` → the named values of the cache `views`, as `rulings.cli.view_store` reads them."""

from __future__ import annotations

from collections.abc import Iterator

from rulings.cli.render.card import show_card
from rulings.cli.render.ruling import record
from rulings.cli.render.screen import RecordedScreen
from rulings.cli.render.text import tab_separated
from rulings.cli.specification import COMMANDS
from rulings.deck.construction import construction_sources
from rulings.model import serializing
from rulings.model.ids import fold
from rulings.model.knowledge import Knowledge
from rulings.model.selecting import page_rulings
from rulings.names import meanings, resolving
from rulings.names.tables import Meanings, NameTables
from rulings.storage.json_text import to_json


def make_views(kb: Knowledge) -> Iterator[tuple[str, bytes]]:
    """Every ruling, the page of every card and topic, and the lists that the other commands show."""
    for ruling in kb.rulings:
        yield f"ruling:{ruling.id}", to_json(serializing.ruling_view(ruling)).encode()
    for card in kb.cards:
        page = serializing.card_page_view(kb, card)
        yield f"card:{card.id}", to_json(page).encode()
        screen = RecordedScreen()
        show_card(screen, page)
        yield f"screen:{card.id}", to_json(screen.calls, indent=None).encode()
        yield f"plain:{card.id}", tab_separated(map(record, page_rulings(page))).encode()
    for topic in kb.topics:
        yield f"topic:{topic.id}", to_json(serializing.topic_page_view(kb, topic)).encode()
    name_tables = resolving.tabulate_names(kb)
    other_meanings = meanings.build_meanings(kb)
    lists = {
        "name-tables": name_tables,
        "meanings": other_meanings,
        "ruling-ids": [r.id for r in kb.rulings],
        "moved": dict(kb.moved),
        "cards": [serializing.card_with_counts_view(kb, card) for card in kb.cards],
        "topics": [serializing.topic_with_counts_view(kb, t) for t in kb.topics],
        "steps": [serializing.step_view(s) for s in kb.steps],
        "authorities": [serializing.authority_view(a) for a in kb.authorities],
        "documents": [serializing.document_view(d) for d in kb.documents],
        "sections": [serializing.section_view(s) for s in kb.sections],
        "tournament": kb.tournament,
        "construction-sources": construction_sources(kb),
    }
    for key, value in lists.items():
        yield key, to_json(value, indent=None).encode()
    yield "commands", "\n".join([*COMMANDS, "help"]).encode()
    for typed, id in _common_names(name_tables, other_meanings, kb).items():
        yield f"name:{typed}", id.encode()


def _common_names(name_tables: NameTables, other_meanings: Meanings, kb: Knowledge) -> dict[str, str]:
    """The titles, ids and aliases of cards, and their first words → card id, for those that mean only that card."""
    typed = {name.lower() for card in kb.cards for name in (card.title, card.id, *card.aliases)}
    typed |= {name.split()[0] for name in typed if name.split()} | {fold(name) for name in typed}
    ids = {name: meanings.card_meant(other_meanings, name_tables, name) for name in sorted(typed) if name.isprintable()}
    return {name: id for name, id in ids.items() if id}
