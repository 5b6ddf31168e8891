"""Finds the command that shows what a name means (`rulings NAME…`); if nothing has the name, it
searches for the words.

A message on standard error says what was not found, how the name was read, and what is shown
instead.
"""

from __future__ import annotations

from importlib import import_module

from msgspec.structs import replace

from rulings import api, errors
from rulings.cli import grammar, layout, output, specification
from rulings.model import ids, knowledge, page_table, plain_text
from rulings.names import addresses, name_table, resolver
from rulings.search import fields

_COMMAND_NAMES = name_table.Names()
for _name in specification.COMMANDS:
    _COMMAND_NAMES.add(name_table.Thing("command", _name, _name))


def command_function(name: str) -> output.CommandFunction:
    """The function of a command, which returns an exit status or an answer. Its module is imported
    now.
    """
    module, _, function = specification.COMMANDS[name].runs.partition(".")
    command: output.CommandFunction = getattr(import_module(f"rulings.cli.{module}"), function)
    return command


def note_reading(typed_name: str, resolution: name_table.Resolution) -> None:
    """Notes how a name was read that is misspelt, or may be something else."""
    is_doubtful = resolution.match_kind == "typo" or resolution.suggestions
    if is_doubtful and resolution.only:
        described = (
            resolution.only.title if resolution.only.kind == "card" else resolution.only.described
        )
        other_things = plain_text.joined_with(
            "or", [thing.described for thing in resolution.suggestions]
        )
        ending = f"; it may also be {other_things}" if other_things else ""
        layout.print_note(f"{plain_text.quoted(typed_name)} is read as {described}{ending}")


def note_words_beside(
    kb: knowledge.Knowledge, typed_name: str, resolution: name_table.Resolution
) -> None:
    """Notes that words stand beside the id or address that decides; in `changes 1997-03` none
    does.
    """
    references = [*addresses.references(typed_name)]
    if not any(resolver.read_reference(kb, reference) for reference in references):
        return
    words = plain_text.fold(addresses.without_references(typed_name))
    if resolution.match_kind in ("id", "typo") and (words or len(references) > 1):
        layout.print_note(addresses.WORDS_BESIDE)


def named_with_note(
    kb: knowledge.Knowledge, typed_name: str, *kinds: name_table.Kind
) -> name_table.Thing:
    """The one thing of these kinds that is meant; a note says how it was read. Raises `NotFound` or
    `Ambiguous`.
    """
    thing = resolver.find(kb, typed_name, *kinds)
    note_reading(typed_name, resolver.resolve(kb, typed_name, *kinds))
    return thing


def show_thing(
    typed_name: str,
    thing: name_table.Thing,
    resolution: name_table.Resolution,
    args: grammar.Arguments,
) -> output.Outcome:
    """The answer of the command that shows the thing, after a note that says what it is."""
    description = thing.described
    if thing.kind == "section":
        section = args.kb.sections_by_id[thing.id]
        document = args.kb.documents_by_id[section.document]
        description = f"a section of {document.title}"
    if resolution.match_kind == "id":
        layout.print_note(f"{plain_text.quoted(typed_name)} is {description}")
    elif resolution.match_kind == "typo":
        note_reading(typed_name, resolution)
    else:
        layout.print_note(f"{plain_text.quoted(typed_name)} is not a card; it is {description}")
    return show_list(thing, args)


def show_list(thing: name_table.Thing, args: grammar.Arguments) -> output.Outcome:
    """The answer of the command that shows a thing other than a card or ruling, a list of rulings
    below its name.
    """
    command, *arguments = _command(args.kb, thing)
    grammar.reject_other_options(row_of(args.kb, thing, args.typed), args)
    if thing.id.startswith("changes"):
        args = replace(args, options={**args.options, "newest": True})
    kind = {"keyword": "keyword", "type": "card type"}.get(thing.kind, "")
    heading = layout.dotted([thing.title[:1].upper() + thing.title[1:], kind])
    return command_function(command)(replace(args, positional=arguments, heading=heading))


def row_of(
    kb: knowledge.Knowledge, thing: name_table.Thing, typed_name: str
) -> specification.Command:
    """The row with the options that act on what shows a thing other than a card or ruling."""
    command, *arguments = _command(kb, thing)
    is_list = thing.kind == "page" and thing.id.partition(" ")[0] in name_table.LISTS
    if is_list or command == "search":
        return specification.list_row(thing.id, typed_name)
    return specification.row_for(specification.COMMANDS[command], " ".join(arguments))


def _command(kb: knowledge.Knowledge, thing: name_table.Thing) -> tuple[str, ...]:
    """The command that shows a thing other than a card or ruling, and its arguments."""
    if query := api.query_for(thing):
        return "search", query
    if thing.kind == "page":
        return tuple(next(row.command for row in page_table.PAGES if row.id == thing.id).split())
    if thing.kind == "section":
        return "document", kb.sections_by_id[thing.id].document, thing.id
    commands = {"step": "run", "authority": "who", "note": "why"}
    return commands.get(thing.kind, thing.kind), thing.id


def is_query(typed_name: str) -> bool:
    """Whether words have a field, as only queries do: `keyword:ai`; or *unofficial*, which is near
    the name of an authority.
    """
    names = (word.partition(":")[0].lower() for word in typed_name.split() if ":" in word)
    is_unofficial = "unofficial" in plain_text.fold(typed_name).split()
    return is_unofficial or not fields.BY_NAME.keys().isdisjoint(names)


def show_results(line: str, args: grammar.Arguments) -> output.Outcome:
    """The results of a search for what was typed as a name or after the name of a command."""
    return _run_command("search", line.split(), args)


# A line whose first word is the name of a command only by chance


def outcome(command: specification.Command, args: grammar.Arguments) -> output.Outcome:
    """What a command returns or, if its name begins a question, the results for the whole line."""
    try:
        outcome = command_function(command.name)(args)
    except errors.NotFound as error:
        return _question(command, args, error)
    if args.command_was_typed:
        grammar.reject_other_options(specification.row_for(command, args.typed), args)
    return outcome


def _question(
    command: specification.Command, args: grammar.Arguments, error: errors.NotFound
) -> output.Outcome:
    """The results for the whole line, if it is a question for people to read, of which the command
    cannot read several words that resemble no name: `who goes first`. Otherwise raises the error,
    which names the search.
    """
    is_number = resolver.is_step(args.typed) or args.typed.isdigit()
    is_told = error.nearest or "rulings search " in f"{error}"
    if not args.command_was_typed or is_number or is_told or any(addresses.references(args.typed)):
        raise error
    words = grammar.as_query(specification.SEARCH, args.words)
    line = f"{command.name} {words}" if command.may_ask else words
    if not command.may_ask or args.output_format != "screen" or " " not in args.typed:
        hint = f"to search for the words: rulings search {plain_text.shortened(line)}"
        raise errors.NotFound(f"{error}\n{hint}")
    layout.print_note(f"`rulings {command.name}` takes no such words; they are searched for")
    return show_results(line, args)


_MAX_MISTYPED_WORDS = 2  # more words that resemble no name are a question


def show_nothing_found(
    typed_name: str,
    near_things: tuple[name_table.Thing, ...],
    args: grammar.Arguments,
) -> output.Outcome:
    """The rulings on all if the words name several cards, or cards and a ruling, or else a search
    for its words.

    Raises `NotFound` instead of a search if the command `card` or `--with` was typed: whoever types
    it wants a card.
    """
    _reject_what_is_gone(typed_name, near_things, args)
    titles = [thing.title for thing in near_things]
    things = () if args["with"] else resolver.several_cards(args.kb, typed_name)
    if things:
        described = plain_text.joined_with("and", [thing.described for thing in things])
        layout.print_note(f"{plain_text.quoted(typed_name)} names {described}")
        first, *others = (thing.id for thing in things)
        options = {**args.options, "with": others}
        return _run_command("card", [first], replace(args, options=options))
    if args.command_was_typed or args["with"]:
        raise resolver.not_found("no card", typed_name, titles)
    line = _intended_line(args.kb, typed_name)
    if line:
        quote, intended_line = plain_text.quoted(typed_name), plain_text.shortened(line)
        message = f"no card or command {quote}; did you mean `rulings {intended_line}`?"
        is_question = " " in typed_name and " --" not in line and args.output_format == "screen"
        if not is_question:
            raise errors.NotFound(message, tuple(titles))
        layout.print_note(message)
    answer = show_results(typed_name, args)
    assert isinstance(answer, output.Answer)
    if not line:
        _note_results(typed_name, titles, answer)
    return answer


def _reject_what_is_gone(
    typed_name: str, near_things: tuple[name_table.Thing, ...], args: grammar.Arguments
) -> None:
    """Raises `NotFound` for an id, address or step that does not exist."""
    is_link = resolver.is_address(typed_name) and near_things
    is_id = ids.is_ruling_id(typed_name.lower()) or {t.kind for t in near_things} == {"ruling"}
    if " " not in typed_name and (is_link or is_id):  # two ids are searched for
        grammar.reject_other_options(specification.CARD, args)
        raise resolver.no_ruling(typed_name, near_things)
    if resolver.is_address(typed_name):
        raise errors.NotFound(f"no command shows the page {plain_text.quoted(typed_name)}")
    if resolver.is_step(typed_name):
        resolver.find_step(args.kb, typed_name)


def _intended_line(kb: knowledge.Knowledge, typed_name: str) -> str:
    """The words after `rulings` that may be meant: a misspelt command, unless its word stands in a
    ruling, or a format as an option (`cite dreff`); empty if there are none.
    """
    first, *other_words = typed_name.split()
    ending, format = " ".join(other_words), first.lower()
    if format in specification.OUTPUT_FORMATS and resolver.resolve(kb, ending).is_exact:
        return f"{ending} --{format}"
    command = _COMMAND_NAMES.resolve(first, "command").only
    if command is None or len(first) < 4:
        return ""
    word = f" {plain_text.fold(first)} "  # the user may search for it if a ruling contains it
    is_searched = any(word in f" {plain_text.fold(ruling.text)} " for ruling in kb.rulings)
    return "" if is_searched else " ".join([command.id, *other_words])


def _note_results(typed_name: str, titles: list[str], answer: output.Answer) -> None:
    """Notes that no card has the name, and which titles are near, unless the search has read them
    itself, or the words are a question, a person, a time or a number.
    """
    query_and_notes = plain_text.fold(" ".join([typed_name, *answer.data["notes"]]))
    are_told = any(plain_text.fold(title) in query_and_notes for title in titles)
    hint = f" (nearest: {', '.join(titles)})" if titles and not are_told else ""
    is_short = len(typed_name.split()) <= _MAX_MISTYPED_WORDS
    is_other = answer.data["notes"] or plain_text.fold(typed_name).replace(" ", "").isdigit()
    if hint or (is_short and not is_other):
        layout.print_note(f"no card is called {plain_text.quoted(typed_name)}{hint}")


def _run_command(command: str, arguments: list[str], args: grammar.Arguments) -> output.Outcome:
    """The answer of a command with the typed options. Raises `UsageError` for one that the command
    does not have.
    """
    grammar.reject_other_options(specification.COMMANDS[command], args)
    return command_function(command)(replace(args, positional=arguments))
