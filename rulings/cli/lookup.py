"""A name that is not a card's → what else it means, shown by the command for that; otherwise, a search for its words.

A message on standard error says what was not found and what is shown instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module
from typing import NamedTuple
from urllib.parse import parse_qs

from rulings import api, errors, names
from rulings.cli import grammar, layout, specification
from rulings.model import constants, entities, formatting
from rulings.model import ids as model_ids
from rulings.search import fields

# Typed names → the pages they mean, or errors with the nearest names; ids → entries and titles.

_BEGINNING = 4  # letters that `tourney` shares with `tournament`
_STEP = re.compile(r"(?:run-chart-|step[\s-]*)?0*([0-9]{1,3})", re.IGNORECASE)


def find_page_key(kb: api.KnowledgeBase, typed: str, kind: constants.SubjectKind = "card") -> tuple[str, str | None]:
    """The key of the page (`card:dr-dreff`), and the id if a ruling is meant. Raises `NotFound` or `Ambiguous`."""
    by_id = _by_id(kb, typed, kind)
    if by_id:
        return by_id
    resolved = names.resolve_subject(kb, typed, kind)
    if resolved.outcome == "found":
        return f"{kind}:{resolved.ids[0]}", None
    if resolved.outcome == "ambiguous":
        raise names.ambiguous(f"{kind}s", typed, list(zip(resolved.ids, resolved.titles, strict=True)))
    ids = nearest_ruling_ids(kb, typed)
    if ids:
        raise names.not_found("no ruling", typed, ids)
    more = _other_kind_hint(kb, typed, kind)
    if kind == "topic" and not (resolved.nearest or more):
        more += f"\nthe topics are {', '.join(topic.title for topic in kb.topics)}"
    raise names.not_found(f"no {kind}", typed, resolved.nearest, more)


def note_reading(typed: str, title: str) -> None:
    """Notes how a name was read."""
    layout.print_note(f"“{model_ids.shortened(typed)}” is read as {title}")


def typed_step(typed: str) -> int | None:
    """The number in `13`, `step 13`, `step-13` or the id `run-chart-13`, in any case; None for anything else."""
    match = _STEP.fullmatch(typed.strip())
    return int(match[1]) if match else None


def step_number(steps: Sequence[entities.Step], typed: str) -> int:
    """The number of a typed step (`13`, `step 13`). Raises `UsageError` if there is no such step."""
    number = typed_step(typed)
    for step in steps:
        if step.number == number:
            return number
    raise grammar.UsageError(
        f"there is no step “{model_ids.shortened(typed)}”; the run chart has steps 1 to {len(steps)} "
        "(rulings run shows them)"
    )


def _by_id(kb: api.KnowledgeBase, typed: str, kind: constants.SubjectKind) -> tuple[str, str | None] | None:
    """The page for the id of a ruling, or of a card or topic (`kind`), current or moved; None for anything else."""
    typed = kb.current_id(typed)
    ruling = kb.rulings_by_id.get(typed)
    if ruling is not None:
        return f"{ruling.subject.kind}:{ruling.subject.id}", typed
    return (f"{kind}:{typed}", None) if typed in (kb.cards_by_id if kind == "card" else kb.topics_by_id) else None


def nearest_ruling_ids(kb: api.KnowledgeBase, typed: str) -> list[str]:
    """The ids of rulings nearest to the typed one, if that ends in eight hexadecimal digits like an id."""
    typed = typed.strip().lower()
    if not model_ids.is_ruling_id(typed):
        return []
    return names.similar_words(typed, list(kb.rulings_by_id), 2, cutoff=0.85)


def _other_kind_hint(kb: api.KnowledgeBase, typed: str, kind: constants.SubjectKind) -> str:
    """The line below the message for an unknown card if the name is a topic's, or the other way round; else empty."""
    other_kind: constants.SubjectKind = "topic" if kind == "card" else "card"
    resolved = names.resolve(names.cached_name_tables(kb), typed, other_kind)
    if resolved.outcome != "found":
        return ""
    return f"\nthere is a {other_kind} {resolved.titles[0]}: rulings {other_kind} {resolved.ids[0]}"


def nearest_command(typed: str) -> str:
    """The command that the first word may be a misspelling of; empty if there is none."""
    word = typed.split()[0].lower() if typed.split() else ""
    begun = [name for name in specification.COMMANDS if len(word) > _BEGINNING and name.startswith(word[:_BEGINNING])]
    return next(iter([*names.corrections(word, list(specification.COMMANDS)), *begun]), "")


def document_titles(kb: api.KnowledgeBase) -> dict[str, str]:
    """Document id → title and edition."""
    return {d.id: formatting.title_with_edition(d) for d in kb.documents}


# Ids, addresses of the site and meanings of names → the command that shows the same.


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


def command_for_address(kb: api.KnowledgeBase, name: str) -> FoundCommand | None:
    """The command for an address of the site, or for the id of a step or section, current or moved; else None."""
    address = _ADDRESS.fullmatch(name.strip()) if "/" in name or "#" in name else None
    if address is None:
        return _command_for_part(kb, _current_id(kb, name.strip()))
    segments = [part for part in address["path"].split("/") if part not in ("", "index.html")]
    page = segments[-1] if segments else ""
    if page == "search":
        query = " ".join(parse_qs(address["query"] or "").get("q", ())).strip()
        if query:
            return FoundCommand(f"a search for “{model_ids.shortened(query)}”", "search", [query])
    for typed in filter(None, (address["anchor"], address["path"], *reversed(segments))):
        id = _current_id(kb, typed)
        found = _command_for_part(kb, id) or _command_for_page_id(kb, id, "keywords" in segments)
        if found:
            return found
        if typed == page and id in _COMMANDS_OF_PAGES:
            return FoundCommand(*_COMMANDS_OF_PAGES[id])
    return None


def _current_id(kb: api.KnowledgeBase, typed: str) -> str:
    """The id or address in lower case, without the ending of a JSON file; if it has moved, the new one."""
    return kb.current_id(typed.lower().removesuffix(".json"))


def _command_for_part(kb: api.KnowledgeBase, id: str) -> FoundCommand | None:
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


def _command_for_page_id(kb: api.KnowledgeBase, id: str, is_keyword: bool) -> FoundCommand | None:
    """The command for the id of a card, ruling, topic, document or authority, or of a keyword if it is known as one."""
    if kb.rulings_by_id.get(id) is not None or id in kb.cards_by_id:
        return FoundCommand("", "card", [id])
    kind, meant_id, title = names.cached_meanings(kb)["names"].get(model_ids.fold(id), ("", "", ""))
    is_page = kind in ("topic", "document", "authority") or (kind == "keyword" and is_keyword)
    return (
        command_for_meaning(kind, meant_id, title)
        if is_page and model_ids.fold(meant_id) == model_ids.fold(id)
        else None
    )


def command_for_meaning(kind: str, id: str, title: str) -> FoundCommand:
    """The command that shows a topic, keyword, card type, authority or document."""
    description = f"the {'card type' if kind == 'type' else kind} {title}"
    if kind in ("keyword", "type"):
        return FoundCommand(description, "search", [fields.field_query(kind, id)])
    return FoundCommand(description, "who" if kind == "authority" else kind, [id])


# The commands: parsed arguments → printed output and exit status.

_COMMANDS = {  # module → the commands in it; a function is named after its command
    "cards": ("card", "topic", "list"),
    "search": ("search",),
    "decks": ("deck",),
    "quiz": ("quiz",),
    "run": ("run",),
    "documents": ("document", "who", "tournament"),
    "completion": ("completion",),
    "maintenance": ("parse", "check", "export", "site"),
}


def command_function(name: str) -> Callable[[grammar.Arguments], int]:
    """The function of a command: parsed arguments → exit status. Its module is imported now."""
    module = next(module for module, commands in _COMMANDS.items() if name in commands)
    function = "list_cards" if name == "list" else name
    found: Callable[[grammar.Arguments], int] = getattr(import_module(f"rulings.cli.{module}"), function)
    return found


_MAX_NAME_WORDS = 9  # of the first of two cards; no title has more
_MIN_JOINED_LENGTH = 6  # letters of a title typed without its spaces; fewer begin many titles by chance


def means_something_else(kb: api.KnowledgeBase, name: str) -> bool:
    """Whether the name means something else, or consists of common words that merely occur in the title of a card."""
    if names.is_address(name):
        return True
    name_tables, meanings = names.cached_name_tables(kb), names.cached_meanings(kb)
    if names.other_meaning(meanings, name_tables, name):
        return True
    resolved = names.resolve(name_tables, name)
    return bool(resolved.ids) and names.is_only_common_words(
        meanings, name_tables, name, resolved.titles[0] if resolved.outcome == "found" else ""
    )


def note_unlikely_reading(kb: api.KnowledgeBase, name: str, title: str) -> None:
    """Notes which card a name was read as, if by itself it would have meant something else."""
    if means_something_else(kb, name):
        note_reading(name, title)


def note_what_it_is(name: str, description: str) -> None:
    """Notes what an id or address refers to, if not to a card."""
    layout.print_note(f"“{model_ids.shortened(name)}” is {description}")


def show_other_meaning(kb: api.KnowledgeBase, name: str, args: grammar.Arguments, error: errors.NotFound | None) -> int:
    """Shows what the name means, or else a search for its words. Returns the exit status of that command.

    Raises `NotFound` instead of a search if the command `card` or `--with` was typed: whoever types it wants a card.
    `error`: what the search for a card ended with, if there was one.
    """
    meaning = (
        None
        if names.is_address(name)
        else names.other_meaning(names.cached_meanings(kb), names.cached_name_tables(kb), name)
    )
    if meaning:
        kind, id, title = meaning
        return _show_meaning(kind, id, title, name, args)
    found = command_for_address(kb, name)
    if found:
        description, command, arguments = found
        if description:
            note_what_it_is(name, description)
        return _run_command(command, arguments, args)
    if names.is_address(name):
        raise errors.NotFound(f"no command shows the page “{model_ids.shortened(name)}”")
    status = _show_probable_meaning(kb, name, args)
    return _search_for_words(kb, name, args, error) if status is None else status


def _show_probable_meaning(kb: api.KnowledgeBase, name: str, args: grammar.Arguments) -> int | None:
    """Shows the two cards, the card typed without spaces, the topic or the misspelt authority; None if it is none."""
    pair = None if args["with"] is not None else two_cards(kb, name)
    if pair:
        layout.print_note(f"no card “{model_ids.shortened(name)}”; these rulings concern both cards")
        first, second = pair
        return _run_command("card", [first], replace(args, options={**args.options, "with": second}))
    joined_name = _card_without_spaces(kb, name)
    if joined_name:
        note_reading(name, joined_name[1])
        return _run_command("card", [joined_name[0]], args)
    topic = names.resolve(names.cached_name_tables(kb), name, "topic", allow_typos=False)
    if topic.outcome == "found":
        return _show_meaning("topic", topic.ids[0], topic.titles[0], name, args)
    authority = (
        None if model_ids.fold(name) in names.cached_meanings(kb)["common"] else names.misspelt_authority(kb, name)
    )
    if authority and not args.command_was_typed and args["with"] is None:
        return _show_meaning("authority", *authority, name, args)
    return None


def _search_for_words(kb: api.KnowledgeBase, name: str, args: grammar.Arguments, error: errors.NotFound | None) -> int:
    """Searches for the words. Raises `error`, or an error with the nearest names, if a card was asked for."""
    if error is None:
        resolved = names.resolve(names.cached_name_tables(kb), name)
        error = names.not_found("no card", name, (resolved.titles or resolved.nearest)[:3])
    if args.command_was_typed or args["with"] is not None:
        raise error
    hint = f" (nearest: {', '.join(error.nearest)})" if error.nearest else ""
    command = nearest_command(name)
    if command and not _is_printed(kb, name.split()[0]):
        line = model_ids.shortened(" ".join([command, *name.split()[1:]]))
        raise errors.NotFound(
            f"no card or command “{model_ids.shortened(name)}”; did you mean `rulings {line}`?", error.nearest
        )
    or_command = f" (or the command: rulings {command})" if command else ""
    layout.print_note(f"no card “{model_ids.shortened(name)}”{hint}; searching for its words{or_command}")
    return _run_command("search", name.split(), args)


def _is_printed(kb: api.KnowledgeBase, word: str) -> bool:
    """Whether a document contains the word, so that it may be searched for."""
    wanted = f" {model_ids.fold(word)} "
    entries: tuple[entities.AnyEntry, ...] = (*kb.rulings, *kb.sections, *kb.steps)
    return any(wanted in f" {model_ids.fold(entry.text)} " for entry in entries)


def _card_without_spaces(kb: api.KnowledgeBase, name: str) -> tuple[str, str] | None:
    """Id and title of the only card whose title begins with the name, ignoring spaces; else None."""
    typed = model_ids.fold(name).replace(" ", "")
    matches = [(card.id, card.title) for card in kb.cards if card.id.replace("-", "").startswith(typed)]
    return matches[0] if len(typed) >= _MIN_JOINED_LENGTH and len(matches) == 1 else None


def _show_meaning(kind: str, id: str, title: str, name: str, args: grammar.Arguments) -> int:
    """Shows what the name means instead of a card, and returns the exit status."""
    description, command, arguments = command_for_meaning(kind, id, title)
    layout.print_note(f"no card “{model_ids.shortened(name)}”; this is {description}")
    return _run_command(command, arguments, args)


def _run_command(command: str, arguments: list[str], args: grammar.Arguments) -> int:
    """Runs a command with the options that were typed. Raises `UsageError` for one that the command does not have."""
    grammar.reject_other_options(specification.COMMANDS[command], args)
    return command_function(command)(replace(args, positional=arguments))


def two_cards(kb: api.KnowledgeBase, name: str) -> tuple[str, str] | None:
    """The ids of two cards that the words name one after the other.

    None if no division of the words names two cards, or if several do.
    """
    words = model_ids.fold(name).split()
    name_tables, meanings = names.cached_name_tables(kb), names.cached_meanings(kb)
    pairs: set[tuple[str, str]] = set()
    for split in range(1, min(len(words), _MAX_NAME_WORDS + 1)):
        ids = []
        is_joined = words[split] in ("and", "with", "vs", "against") and split + 1 < len(words)
        rest = words[split + 1 :] if is_joined else words[split:]
        for part in (" ".join(words[:split]), " ".join(rest)):
            card = names.resolve(name_tables, part, allow_typos=False)
            if card.outcome != "found" or names.is_only_common_words(meanings, name_tables, part, card.titles[0]):
                break
            ids.append(card.ids[0])
        if len(ids) == 2 and ids[0] != ids[1]:
            pairs.add((ids[0], ids[1]))
    return pairs.pop() if len(pairs) == 1 else None
