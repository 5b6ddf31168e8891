"""`rulings NAME…` → the command that shows what the name means; otherwise, a search for its words.

A message on standard error says what was not found, how the name was read, and what is shown
instead.
"""

from __future__ import annotations

from importlib import import_module

from msgspec.structs import replace

from rulings import api, errors, naming, resolving
from rulings.cli import grammar, layout, output, specification
from rulings.model import ids, page_table, plain_text
from rulings.search import fields

_COMMAND_NAMES = naming.Names()
for _name in specification.COMMANDS:
    _COMMAND_NAMES.add(naming.Thing("command", _name, _name))


def command_function(name: str) -> output.Command:
    """The function of a command: parsed arguments → exit status. Its module is imported now."""
    module, _, function = specification.COMMANDS[name].runs.partition(".")
    found: output.Command = getattr(import_module(f"rulings.cli.{module}"), function)
    return found


def nearest_command(typed: str) -> str:
    """The command that the first word may be a misspelling of; empty if there is none."""
    word = next(iter(typed.split()), "")
    command = _COMMAND_NAMES.resolve(word, "command").only
    return command.id if command and len(word) > 3 else ""


def note_reading(typed: str, resolution: naming.Resolution) -> None:
    """Notes how a misspelt name was read, and what else it may be."""
    if resolution.match_kind == "typo" and resolution.only:
        described = (
            resolution.only.title if resolution.only.kind == "card" else resolution.only.described
        )
        others = plain_text.joined_with("or", [thing.described for thing in resolution.suggestions])
        layout.print_note(
            f"“{plain_text.shortened(typed)}” is read as {described}{f'; it may also be {others}' if others else ''}"
        )


def named_with_note(kb: api.KnowledgeBase, typed: str, *kinds: naming.Kind) -> naming.Thing:
    """The one thing of these kinds that is meant; a note says how it was read. Raises `NotFound` or
    `Ambiguous`.
    """
    thing = resolving.find(kb, typed, *kinds)
    note_reading(typed, resolving.resolve(kb, typed, *kinds))
    return thing


def show(
    kb: api.KnowledgeBase,
    name: str,
    thing: naming.Thing,
    resolution: naming.Resolution,
    args: grammar.Arguments,
) -> output.Outcome:
    """The answer of the command that shows the thing, after a note that says what it is."""
    description = thing.described
    if thing.kind == "section":
        document = kb.documents_by_id[kb.sections_by_id[thing.id].document]
        description = f"a section of {document.title}"
    if resolution.match_kind == "id":
        layout.print_note(f"“{plain_text.shortened(name)}” is {description}")
    elif resolution.match_kind == "typo":
        note_reading(name, resolution)
    else:
        layout.print_note(f"“{plain_text.shortened(name)}” is not a card; it is {description}")
    return show_list(kb, thing, args)


def show_list(
    kb: api.KnowledgeBase, thing: naming.Thing, args: grammar.Arguments
) -> output.Outcome:
    """The answer of the command that shows a thing other than a card or ruling, a list of rulings
    below its name.
    """
    command, *arguments = _command(kb, thing)
    if thing.id.startswith("changes"):
        args = replace(args, options={**args.options, "newest": True})
    kind = {"keyword": "keyword", "type": "card type"}.get(thing.kind, "")
    heading = layout.dotted([thing.title[:1].upper() + thing.title[1:], kind])
    return _run_command(command, arguments, replace(args, heading=heading))


def _command(kb: api.KnowledgeBase, thing: naming.Thing) -> tuple[str, ...]:
    """The command that shows a thing other than a card or ruling, and its arguments."""
    if query := api.query_for(thing):
        return "search", query
    if thing.kind == "page":
        return tuple(next(row.command for row in page_table.PAGES if row.id == thing.id).split())
    if thing.kind == "section":
        return "document", kb.sections_by_id[thing.id].document, thing.id
    return {"step": "run", "authority": "who"}.get(thing.kind, thing.kind), thing.id


_STATUS_WORDS = ("superseded", "disputed", "unofficial")  # which say nothing else


def is_query(name: str) -> bool:
    """Whether words have a field or name a status, as only queries do: `keyword:ai`, `disputed
    rulings`.
    """
    has_field = any(
        word.partition(":")[0].lower() in fields.BY_NAME for word in name.split() if ":" in word
    )
    return has_field or not {*_STATUS_WORDS}.isdisjoint(plain_text.fold(name).split())


def show_results(line: str, args: grammar.Arguments) -> output.Outcome:
    """The results of a search for what was typed as a name or after the name of a command."""
    return _run_command("search", line.split(), args)


# A line whose first word is the name of a command only by chance.

# Commands whose error is told even for a question: a card, file or folder may be meant, or an
# option.
_TOLD = (
    specification.CARD,
    specification.DECK,
    specification.QUIZ,
    *(c for c in specification.COMMANDS.values() if c.for_maintainers),
)


def question(
    command: specification.Command, args: grammar.Arguments, error: Exception
) -> output.Outcome:
    """The results for the whole line, if a search finds the words after the command, which it
    cannot read itself.

    Otherwise raises the error; where a file or a card may be meant, with how to search for the
    words. Programs want the error, and so does what resembles the name of a card or of what the
    command shows.
    """
    typed = args.typed
    words = [word for word in typed.split() if word.strip(".,;:!?()\"'").isalpha()]
    is_read = args.command_was_typed and args.output_format == "screen"
    is_near = isinstance(error, errors.NotFound) and error.nearest
    if not is_read or is_near or not words or resolving.is_step(typed):
        raise error
    kb = api.open()
    is_its_own = command.for_maintainers and (
        isinstance(error, errors.RulingsError) or words[0] in " ".join(command.usage).split()
    )
    if is_its_own or not kb.search(typed, 1):
        raise error
    line = f"{command.name} {typed}"
    if command in _TOLD or not {f"--{name}" for name in args.options} <= {
        *specification.SEARCH.options_by_name
    }:
        reason = str(error).partition("\n")[0]
        raise type(error)(
            f"{reason}; to search for the words: rulings search {plain_text.shortened(line, 400)}"
        )
    is_document = (
        command is specification.DOCUMENT
        and resolving.resolve(kb, typed.split()[0], "document").things
    )
    named = resolving.resolve(kb, typed)
    if is_document or (
        named.only
        and named.only.kind in ("card", "page")
        and (named.is_exact or named.match_kind == "typo")
    ):
        raise error
    layout.print_note(
        f"`rulings {command.name}` takes no such words; they are searched for as a question"
    )
    return show_results(line, args)


_MAX_NAME_WORDS = 2  # more words, which no name resembles, are a question


def show_nothing_found(
    kb: api.KnowledgeBase, name: str, near: tuple[naming.Thing, ...], args: grammar.Arguments
) -> output.Outcome:
    """The rulings on both cards if the words name two, or else a search for its words.

    Raises `NotFound` instead of a search if the command `card` or `--with` was typed: whoever types
    it wants a card.
    """
    is_link = resolving.is_address(name) and near
    if is_link or ids.is_ruling_id(name.lower()) or (near and near[0].kind == "ruling"):
        grammar.reject_other_options(specification.CARD, args)
        raise resolving.no_ruling(name, near)
    if resolving.is_address(name):
        raise errors.NotFound(f"no command shows the page “{plain_text.shortened(name)}”")
    if resolving.is_step(name):
        resolving.find_step(kb, name)
    titles = [thing.title for thing in near]
    pair = None if args["with"] is not None else resolving.two_cards(kb, name)
    if pair:
        layout.print_note(f"“{plain_text.shortened(name)}” names two cards")
        first, second = pair
        return _run_command(
            "card", [first], replace(args, options={**args.options, "with": second})
        )
    if args.command_was_typed or args["with"] is not None:
        raise resolving.not_found("no card", name, titles)
    first = plain_text.fold(name.split()[0])
    command = "" if first in naming.LISTS else nearest_command(name)
    word = f" {first} "  # it may be searched for where a ruling contains it
    if command and not any(word in f" {plain_text.fold(ruling.text)} " for ruling in kb.rulings):
        line = plain_text.shortened(" ".join([command, *name.split()[1:]]))
        raise errors.NotFound(
            f"no card or command “{plain_text.shortened(name)}”; did you mean `rulings {line}`?",
            tuple(titles),
        )
    answer = show_results(name, args)
    assert isinstance(answer, output.Answer)
    # What the search has read itself, a whole title or one that its notes name
    read = plain_text.fold(" ".join([name, *answer.data["notes"]]))
    is_read = any(plain_text.fold(title) in read for title in titles)
    hint = f" (nearest: {', '.join(titles)})" if titles and not is_read else ""
    is_short = len(name.split()) <= _MAX_NAME_WORDS
    # A person, a time, a number
    is_other = answer.data["notes"] or plain_text.fold(name).replace(" ", "").isdigit()
    if hint or (is_short and not is_other):
        these = "" if answer.nothing else "; these are rulings with its words"
        layout.print_note(f"no card is called “{plain_text.shortened(name)}”{hint}{these}")
    return answer


def _run_command(command: str, arguments: list[str], args: grammar.Arguments) -> output.Outcome:
    """The answer of a command with the typed options. Raises `UsageError` for one that the command
    does not have.
    """
    grammar.reject_other_options(specification.COMMANDS[command], args)
    return command_function(command)(replace(args, positional=arguments))
