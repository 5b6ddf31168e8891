"""Ids, addresses of the site and meanings of names → the command that shows the same."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import parse_qs

from rulings.api import KnowledgeBase
from rulings.cli.lookup import typed_step
from rulings.model.ids import fold
from rulings.model.printable import shortened
from rulings.names.meanings import cached_meanings
from rulings.search.fields import field_query


class FoundCommand(NamedTuple):
    """What something is, for a note (empty: no note), the command that shows it, and the arguments of that command."""

    description: str
    command: str
    arguments: list[str]


_ADDRESS = re.compile(
    r"(?:https?://[^/\s]+|file://)?(?P<path>[^#?\s]*)(?:\?(?P<query>[^#\s]*))?(?:#(?P<anchor>\S+))?", re.IGNORECASE
)
# The last part of the address of a page → what it is, and the command that shows the same
_COMMANDS_OF_PAGES: dict[str, tuple[str, str, list[str]]] = {
    "cards": ("the list of cards", "list", []),
    "topics": ("the list of topics", "topic", []),
    "documents": ("the list of documents", "document", []),
    "authorities": ("the list of authorities", "who", []),
    "errata": ("the list of errata", "search", ["is:errata"]),
    "reversals": ("the list of reversals", "search", ["is:reversal"]),
    "run-chart": ("the run chart", "run", []),
    "quiz": ("the quiz", "quiz", []),
    "search": ("the search", "search", []),  # without words
    "tournament": ("the tournament planner", "tournament", []),  # which asks for the number of players
}


def command_for_address(kb: KnowledgeBase, name: str) -> FoundCommand | None:
    """The command for an address of the site, or for the id of a step or section, current or moved; else None."""
    address = _ADDRESS.fullmatch(name.strip()) if "/" in name or "#" in name else None
    if address is None:
        return _command_for_part(kb, _current_id(kb, name.strip()))
    new_address = _current_id(kb, address["path"])
    if new_address.startswith("/") and new_address != address["path"].lower():
        return command_for_address(kb, new_address)
    segments = [part for part in address["path"].split("/") if part not in ("", "index.html")]
    page = segments[-1] if segments else ""
    if page == "search":
        query = " ".join(parse_qs(address["query"] or "").get("q", ())).strip()
        if query:
            return FoundCommand(f"a search for “{shortened(query)}”", "search", [query])
    for typed in filter(None, (address["anchor"], address["path"], *reversed(segments))):
        id = _current_id(kb, typed)
        found = _command_for_part(kb, id) or _command_for_page_id(kb, id, "keywords" in segments)
        if found:
            return found
        if typed == page and id in _COMMANDS_OF_PAGES:
            return FoundCommand(*_COMMANDS_OF_PAGES[id])
    return None


def _current_id(kb: KnowledgeBase, typed: str) -> str:
    """The id or address in lower case, without the ending of a JSON file; if it has moved, the new one."""
    return kb.current_id(typed.lower().removesuffix(".json"))


def _command_for_part(kb: KnowledgeBase, id: str) -> FoundCommand | None:
    """The command that shows the step or section with that id."""
    step = None if id.isdecimal() else typed_step(id)  # a number alone is no id
    if step is not None:
        exists = any(view.number == step for view in kb.steps)
        return FoundCommand("a step of the run chart" if exists else "", "run", [str(step)])
    section = kb.sections_by_id.get(id)
    if section is None:
        return None
    title = kb.documents_by_id[section.document].title
    return FoundCommand(f"a section of {title}", "document", [section.document, id])


def _command_for_page_id(kb: KnowledgeBase, id: str, is_keyword: bool) -> FoundCommand | None:
    """The command for the id of a card, ruling, topic, document or authority, or of a keyword if it is known as one."""
    if kb.rulings_by_id.get(id) is not None or id in kb.cards_by_id:
        return FoundCommand("", "card", [id])
    kind, meant_id, title = cached_meanings(kb)["names"].get(fold(id), ("", "", ""))
    is_page = kind in ("topic", "document", "authority") or (kind == "keyword" and is_keyword)
    return command_for_meaning(kind, meant_id, title) if is_page and fold(meant_id) == fold(id) else None


def command_for_meaning(kind: str, id: str, title: str) -> FoundCommand:
    """The command that shows a topic, keyword, card type, authority or document."""
    description = f"the {'card type' if kind == 'type' else kind} {title}"
    if kind in ("keyword", "type"):
        return FoundCommand(description, "search", [field_query(kind, id)])
    return FoundCommand(description, "who" if kind == "authority" else kind, [id])
