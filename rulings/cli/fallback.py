"""A name that is not a card's → what else it means, shown by the command for that; otherwise, a search for its words.

A message on standard error says what was not found and what is shown instead.
"""

from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import parse_qs

from rulings.cli.commands import command_function
from rulings.cli.grammar import Arguments, reject_other_options
from rulings.cli.lookup import misspelt_authority, nearest_command, note_reading, typed_step
from rulings.cli.render import terminal
from rulings.cli.specification import COMMANDS
from rulings.cli.view_store import ViewStore
from rulings.errors import NotFound
from rulings.model.ids import fold
from rulings.model.printable import shortened
from rulings.names.meanings import is_address, is_only_common_words, other_meaning
from rulings.names.nearest import not_found
from rulings.names.resolving import resolve
from rulings.search.fields import field_query

# What something is, for a note (empty: no note), the command that shows it, and the arguments of that command
_FoundCommand = tuple[str, str, list[str]]
_MIN_JOINED_LENGTH = 6  # letters of a title typed without its spaces; fewer begin many titles by chance


def means_something_else(store: ViewStore, name: str) -> bool:
    """Whether the name means something else, or consists of common words that merely occur in the title of a card."""
    if is_address(name):
        return True
    name_tables, meanings = store.name_tables, store.meanings
    if other_meaning(meanings, name_tables, name):
        return True
    resolved = resolve(name_tables, name)
    return bool(resolved.ids) and is_only_common_words(
        meanings, name_tables, name, resolved.titles[0] if resolved.outcome == "found" else ""
    )


def note_unlikely_reading(store: ViewStore, name: str, title: str) -> None:
    """Notes which card a name was read as, if by itself it would have meant something else."""
    if means_something_else(store, name):
        note_reading(name, title)


def note_what_it_is(name: str, description: str) -> None:
    """Notes what an id or address refers to, if not to a card."""
    terminal.print_note(f"“{shortened(name)}” is {description}")


def show_other_meaning(store: ViewStore, name: str, args: Arguments, error: NotFound | None) -> int:
    """Shows what the name means, or else a search for its words. Returns the exit status of that command.

    Raises `NotFound` instead of a search if the command `card` or `--with` was typed: whoever types it wants a card.
    `error`: what the search for a card ended with, if there was one.
    """
    meaning = None if is_address(name) else other_meaning(store.meanings, store.name_tables, name)
    if meaning:
        kind, id, title = meaning
        return _show_meaning(kind, id, title, name, args)
    found = _command_for(store, name)
    if found:
        description, command, arguments = found
        if description:
            note_what_it_is(name, description)
        return _run_command(command, arguments, args)
    if is_address(name):
        raise NotFound(f"no command shows the page “{shortened(name)}”")
    status = _show_probable_meaning(store, name, args)
    return _search_for_words(store, name, args, error) if status is None else status


def _show_probable_meaning(store: ViewStore, name: str, args: Arguments) -> int | None:
    """Shows the two cards, the card typed without spaces, the topic or the misspelt authority; None if it is none."""
    pair = None if args["with"] is not None else two_cards(store, name)
    if pair:
        terminal.print_note(f"no card “{shortened(name)}”; these rulings concern both cards")
        first, second = pair
        return _run_command("card", [first], replace(args, options={**args.options, "with": second}))
    joined_name = _card_without_spaces(store, name)
    if joined_name:
        note_reading(name, joined_name[1])
        return _run_command("card", [joined_name[0]], args)
    topic = resolve(store.name_tables, name, "topic", allow_typos=False)
    if topic.outcome == "found":
        return _show_meaning("topic", topic.ids[0], topic.titles[0], name, args)
    authority = None if fold(name) in store.meanings["common"] else misspelt_authority(store, name)
    if authority and not args.command_was_typed and args["with"] is None:
        return _show_meaning("authority", *authority, name, args)
    return None


def _search_for_words(store: ViewStore, name: str, args: Arguments, error: NotFound | None) -> int:
    """Searches for the words. Raises `error`, or an error with the nearest names, if a card was asked for."""
    if error is None:
        resolved = resolve(store.name_tables, name)
        error = not_found("no card", name, (resolved.titles or resolved.nearest)[:3])
    if args.command_was_typed or args["with"] is not None:
        raise error
    hint = f" (nearest: {', '.join(error.nearest)})" if error.nearest else ""
    command = nearest_command(name)
    or_command = f" (or the command: rulings {command})" if command else ""
    terminal.print_note(f"no card “{shortened(name)}”{hint}; searching for its words{or_command}")
    return _run_command("search", name.split(), args)


def _card_without_spaces(store: ViewStore, name: str) -> tuple[str, str] | None:
    """Id and title of the only card whose title begins with the name, ignoring spaces; else None."""
    typed = fold(name).replace(" ", "")
    matches = [(card["id"], card["title"]) for card in store.cards if card["id"].replace("-", "").startswith(typed)]
    return matches[0] if len(typed) >= _MIN_JOINED_LENGTH and len(matches) == 1 else None


def _show_meaning(kind: str, id: str, title: str, name: str, args: Arguments) -> int:
    """Shows what the name means instead of a card, and returns the exit status."""
    description, command, arguments = _command_for_meaning(kind, id, title)
    terminal.print_note(f"no card “{shortened(name)}”; this is {description}")
    return _run_command(command, arguments, args)


def _command_for_meaning(kind: str, id: str, title: str) -> _FoundCommand:
    """The command that shows a topic, keyword, card type, authority or document."""
    description = f"the {'card type' if kind == 'type' else kind} {title}"
    if kind in ("keyword", "type"):
        return description, "search", [field_query(kind, id)]
    return description, "who" if kind == "authority" else kind, [id]


def _run_command(command: str, arguments: list[str], args: Arguments) -> int:
    """Runs a command with the options that were typed. Raises `UsageError` for one that the command does not have."""
    reject_other_options(COMMANDS[command], args)
    return command_function(command)(replace(args, positional=arguments))


_ADDRESS = re.compile(
    r"(?:https?://[^/\s]+|file://)?(?P<path>[^#?\s]*)(?:\?(?P<query>[^#\s]*))?(?:#(?P<anchor>\S+))?", re.IGNORECASE
)
_COMMANDS_OF_PAGES = {  # last part of the address of a page → what it is, and the command that shows the same
    "cards": ("the list of cards", "list", list[str]()),
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


def _command_for(store: ViewStore, name: str) -> _FoundCommand | None:
    """The command for an address of the site, or for the id of a step or section, current or moved; else None."""
    address = _ADDRESS.fullmatch(name.strip()) if "/" in name or "#" in name else None
    if address is None:
        return _command_for_part(store, _current_id(store, name.strip()))
    segments = [part for part in address["path"].split("/") if part not in ("", "index.html")]
    page = segments[-1] if segments else ""
    if page == "search":
        query = " ".join(parse_qs(address["query"] or "").get("q", ())).strip()
        if query:
            return f"a search for “{shortened(query)}”", "search", [query]
    for typed in filter(None, (address["anchor"], address["path"], *reversed(segments))):
        id = _current_id(store, typed)
        found = _command_for_part(store, id) or _command_for_page_id(store, id, "keywords" in segments)
        if found:
            return found
        if typed == page and id in _COMMANDS_OF_PAGES:
            return _COMMANDS_OF_PAGES[id]
    return None


def _current_id(store: ViewStore, typed: str) -> str:
    """The id or address in lower case, without the ending of a JSON file; if it has moved, the new one."""
    id = typed.lower().removesuffix(".json")
    return store.moved.get(id, id)


def _command_for_part(store: ViewStore, id: str) -> _FoundCommand | None:
    """The command that shows the step or section with that id."""
    step = None if id.isdecimal() else typed_step(id)  # a number alone is no id
    if step is not None:
        exists = any(view["number"] == step for view in store.steps)
        return "a step of the run chart" if exists else "", "run", [str(step)]
    document_id = next((section["document"] for section in store.sections if section["id"] == id), None)
    if document_id is None:
        return None
    title = next(document["title"] for document in store.documents if document["id"] == document_id)
    return f"a section of {title}", "document", [document_id, id]


def _command_for_page_id(store: ViewStore, id: str, is_keyword: bool) -> _FoundCommand | None:
    """The command for the id of a card, ruling, topic, document or authority, or of a keyword if it is known as one."""
    if store.ruling(id) is not None or f"card:{id}" in store:
        return "", "card", [id]
    kind, meant_id, title = store.meanings["names"].get(fold(id), ("", "", ""))
    is_page = kind in ("topic", "document", "authority") or (kind == "keyword" and is_keyword)
    return _command_for_meaning(kind, meant_id, title) if is_page and fold(meant_id) == fold(id) else None


def two_cards(store: ViewStore, name: str) -> tuple[str, str] | None:
    """The ids of two cards that the words name one after the other.

    None if no division of the words names two cards, or if several do.
    """
    words = fold(name).split()
    name_tables, meanings = store.name_tables, store.meanings
    pairs: set[tuple[str, str]] = set()
    for split in range(1, min(len(words), 10)):
        ids = []
        is_joined = words[split] in ("and", "with", "vs", "against") and split + 1 < len(words)
        rest = words[split + 1 :] if is_joined else words[split:]
        for part in (" ".join(words[:split]), " ".join(rest)):
            card = resolve(name_tables, part, allow_typos=False)
            if card.outcome != "found" or is_only_common_words(meanings, name_tables, part, card.titles[0]):
                break
            ids.append(card.ids[0])
        if len(ids) == 2 and ids[0] != ids[1]:
            pairs.add((ids[0], ids[1]))
    return pairs.pop() if len(pairs) == 1 else None
