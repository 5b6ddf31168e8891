"""A name that is not a card's → what else it means, shown by the command for that; otherwise, a search for its words.

A message on standard error says what was not found and what is shown instead.
"""

from __future__ import annotations

from dataclasses import replace

from rulings.api import KnowledgeBase
from rulings.cli.addresses import command_for_address, command_for_meaning
from rulings.cli.commands import command_function
from rulings.cli.grammar import Arguments, reject_other_options
from rulings.cli.lookup import nearest_command, note_reading
from rulings.cli.render import terminal
from rulings.cli.specification import COMMANDS
from rulings.errors import NotFound
from rulings.model.entities import AnyEntry
from rulings.model.ids import fold
from rulings.model.printable import shortened
from rulings.names.finding import misspelt_authority
from rulings.names.meanings import cached_meanings, is_address, is_only_common_words, other_meaning
from rulings.names.nearest import not_found
from rulings.names.resolving import cached_name_tables, resolve

_MAX_NAME_WORDS = 9  # of the first of two cards; no title has more
_MIN_JOINED_LENGTH = 6  # letters of a title typed without its spaces; fewer begin many titles by chance


def means_something_else(kb: KnowledgeBase, name: str) -> bool:
    """Whether the name means something else, or consists of common words that merely occur in the title of a card."""
    if is_address(name):
        return True
    name_tables, meanings = cached_name_tables(kb), cached_meanings(kb)
    if other_meaning(meanings, name_tables, name):
        return True
    resolved = resolve(name_tables, name)
    return bool(resolved.ids) and is_only_common_words(
        meanings, name_tables, name, resolved.titles[0] if resolved.outcome == "found" else ""
    )


def note_unlikely_reading(kb: KnowledgeBase, name: str, title: str) -> None:
    """Notes which card a name was read as, if by itself it would have meant something else."""
    if means_something_else(kb, name):
        note_reading(name, title)


def note_what_it_is(name: str, description: str) -> None:
    """Notes what an id or address refers to, if not to a card."""
    terminal.print_note(f"“{shortened(name)}” is {description}")


def show_other_meaning(kb: KnowledgeBase, name: str, args: Arguments, error: NotFound | None) -> int:
    """Shows what the name means, or else a search for its words. Returns the exit status of that command.

    Raises `NotFound` instead of a search if the command `card` or `--with` was typed: whoever types it wants a card.
    `error`: what the search for a card ended with, if there was one.
    """
    meaning = None if is_address(name) else other_meaning(cached_meanings(kb), cached_name_tables(kb), name)
    if meaning:
        kind, id, title = meaning
        return _show_meaning(kind, id, title, name, args)
    found = command_for_address(kb, name)
    if found:
        description, command, arguments = found
        if description:
            note_what_it_is(name, description)
        return _run_command(command, arguments, args)
    if is_address(name):
        raise NotFound(f"no command shows the page “{shortened(name)}”")
    status = _show_probable_meaning(kb, name, args)
    return _search_for_words(kb, name, args, error) if status is None else status


def _show_probable_meaning(kb: KnowledgeBase, name: str, args: Arguments) -> int | None:
    """Shows the two cards, the card typed without spaces, the topic or the misspelt authority; None if it is none."""
    pair = None if args["with"] is not None else two_cards(kb, name)
    if pair:
        terminal.print_note(f"no card “{shortened(name)}”; these rulings concern both cards")
        first, second = pair
        return _run_command("card", [first], replace(args, options={**args.options, "with": second}))
    joined_name = _card_without_spaces(kb, name)
    if joined_name:
        note_reading(name, joined_name[1])
        return _run_command("card", [joined_name[0]], args)
    topic = resolve(cached_name_tables(kb), name, "topic", allow_typos=False)
    if topic.outcome == "found":
        return _show_meaning("topic", topic.ids[0], topic.titles[0], name, args)
    authority = None if fold(name) in cached_meanings(kb)["common"] else misspelt_authority(kb, name)
    if authority and not args.command_was_typed and args["with"] is None:
        return _show_meaning("authority", *authority, name, args)
    return None


def _search_for_words(kb: KnowledgeBase, name: str, args: Arguments, error: NotFound | None) -> int:
    """Searches for the words. Raises `error`, or an error with the nearest names, if a card was asked for."""
    if error is None:
        resolved = resolve(cached_name_tables(kb), name)
        error = not_found("no card", name, (resolved.titles or resolved.nearest)[:3])
    if args.command_was_typed or args["with"] is not None:
        raise error
    hint = f" (nearest: {', '.join(error.nearest)})" if error.nearest else ""
    command = nearest_command(name)
    if command and not _is_printed(kb, name.split()[0]):
        line = shortened(" ".join([command, *name.split()[1:]]))
        raise NotFound(f"no card or command “{shortened(name)}”; did you mean `rulings {line}`?", error.nearest)
    or_command = f" (or the command: rulings {command})" if command else ""
    terminal.print_note(f"no card “{shortened(name)}”{hint}; searching for its words{or_command}")
    return _run_command("search", name.split(), args)


def _is_printed(kb: KnowledgeBase, word: str) -> bool:
    """Whether a document contains the word, so that it may be searched for."""
    wanted = f" {fold(word)} "
    entries: tuple[AnyEntry, ...] = (*kb.rulings, *kb.sections, *kb.steps)
    return any(wanted in f" {fold(entry.text)} " for entry in entries)


def _card_without_spaces(kb: KnowledgeBase, name: str) -> tuple[str, str] | None:
    """Id and title of the only card whose title begins with the name, ignoring spaces; else None."""
    typed = fold(name).replace(" ", "")
    matches = [(card.id, card.title) for card in kb.cards if card.id.replace("-", "").startswith(typed)]
    return matches[0] if len(typed) >= _MIN_JOINED_LENGTH and len(matches) == 1 else None


def _show_meaning(kind: str, id: str, title: str, name: str, args: Arguments) -> int:
    """Shows what the name means instead of a card, and returns the exit status."""
    description, command, arguments = command_for_meaning(kind, id, title)
    terminal.print_note(f"no card “{shortened(name)}”; this is {description}")
    return _run_command(command, arguments, args)


def _run_command(command: str, arguments: list[str], args: Arguments) -> int:
    """Runs a command with the options that were typed. Raises `UsageError` for one that the command does not have."""
    reject_other_options(COMMANDS[command], args)
    return command_function(command)(replace(args, positional=arguments))


def two_cards(kb: KnowledgeBase, name: str) -> tuple[str, str] | None:
    """The ids of two cards that the words name one after the other.

    None if no division of the words names two cards, or if several do.
    """
    words = fold(name).split()
    name_tables, meanings = cached_name_tables(kb), cached_meanings(kb)
    pairs: set[tuple[str, str]] = set()
    for split in range(1, min(len(words), _MAX_NAME_WORDS + 1)):
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
