"""Runs a command, the command that shows what a typed name means, or a search for the
words. Notes on standard error say how a name was read.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from msgspec.structs import replace

from rulings import api, errors
from rulings.cli import grammar, layout, output, specification
from rulings.model import (
    entities,
    knowledge,
    page_table,
    plain_text,
    subject_pages,
    vocabulary,
)
from rulings.names import addresses, name_table, resolver
from rulings.search import fields


def command_function(name: str) -> output.CommandFunction:
    """The function of a command, imported from its module."""
    module, _, function_name = specification.COMMANDS[name].function.partition(".")
    function: output.CommandFunction = getattr(
        import_module(f"rulings.cli.{module}"), function_name
    )
    return function


def note_reading(typed_name: str, resolution: name_table.Resolution) -> None:
    """Notes how a name was read if it is misspelt, ends within a word, or may be
    something else.
    """
    reference = resolution.only
    if reference is None:
        return
    is_doubtful = resolution.match_kind == "typo" or resolution.suggestions
    whole_words = f"{plain_text.fold(typed_name)} "
    is_part = (
        resolution.match_kind == "beginning"
        and whole_words not in f"{plain_text.fold(reference.title)} "
    )
    if is_doubtful or is_part:
        described = reference.title if reference.kind == "card" else reference.described
        suggestions = [other.described for other in resolution.suggestions]
        ending = ""
        if suggestions:
            ending = f"; it may also be {plain_text.joined_with('or', suggestions)}"
        quote = plain_text.quoted(typed_name)
        layout.print_note(f"{quote} was read as {described}{ending}")


def note_common_words(typed_name: str, resolution: name_table.Resolution) -> None:
    """Notes which card common words were read as. Without `--with`, these words would
    be searched for.
    """
    if resolution.only and resolution.match_kind in ("words", "beginning"):
        quote = plain_text.quoted(typed_name)
        layout.print_note(f"{quote} was read as {resolution.only.title}")


def named_with_note(
    kb: knowledge.Knowledge,
    typed_name: str,
    *kinds: vocabulary.ReferenceKind,
) -> entities.Reference:
    """The one reference of these kinds that a name means; a note says how it was read.
    Raises `NotFound` or `Ambiguous`.
    """
    reference = resolver.only_reference(kb, typed_name, *kinds)
    note_reading(typed_name, resolver.resolve(kb, typed_name, *kinds))
    return reference


def run_command_for(
    reference: entities.Reference, args: grammar.Arguments
) -> output.Outcome:
    """The answer of the command for a reference other than a card or ruling. Rulings
    are listed below the name of the reference.
    """
    command, *arguments = _command(args.kb, reference)
    if (reference.kind, reference.id) == ("page", "changes"):
        args = replace(args, options={**args.options, "newest": True})
    kind = ""
    if reference.kind in ("keyword", "type", *vocabulary.LISTED_FACTS):
        kind = "card type" if reference.kind == "type" else reference.kind
    title = reference.title[:1].upper() + reference.title[1:]
    topics = subject_pages.applicable_topics(args.kb, reference.title) if kind else ()
    heading = layout.dotted([title, kind, general_rulings(topics)])
    run = command_function(command)
    answer = run(replace(args, positional=arguments, heading=heading))
    is_list = reference.kind == "page" and "/" not in reference.id
    if is_list and isinstance(answer, output.Answer) and answer.empty_message:
        # The message of the search contains fields that nobody typed
        return replace(
            answer, empty_message=f"this list is empty: {reference.described}"
        )
    return answer


def general_rulings(topics: Sequence[entities.ApplicableTopic]) -> str:
    """The ids of the topics that apply, after the command that shows one, which is not
    broken over two lines. Empty if there are none.
    """
    names = ", ".join(row.topic for row in topics)
    return f"general rulings (rulings\xa0topic\xa0NAME): {names}" if names else ""


def _command(
    kb: knowledge.Knowledge,
    reference: entities.Reference,
) -> tuple[str, ...]:
    """The command for a reference other than a card or ruling, and its arguments."""
    if query := api.query_for(reference):
        return "search", query
    if reference.kind == "page":
        page = next(row for row in page_table.PAGES if row.id == reference.id)
        return tuple(page.command.split())
    if reference.kind == "section":
        return "document", kb.sections_by_id[reference.id].document, reference.id
    commands = {"step": "run", "authority": "who", "note": "why"}
    return commands.get(reference.kind, reference.kind), reference.id


def results_for(line: str, args: grammar.Arguments) -> output.Answer:
    """The results of a search for words that were typed as a name or after a
    command.
    """
    from rulings.cli import search  # a look-up does not need it

    return search.search(replace(args, positional=line.split()))


def search_hint(line: str) -> str:
    """A line for an error: the search for the typed words."""
    return f"\nto search for the words: rulings search {plain_text.shortened(line)}"


def has_field(word: str) -> bool:
    """Whether a word begins with a field, which only queries have: `keyword:ai`."""
    name, colon, _ = word.partition(":")
    return bool(colon) and name.lower() in fields.BY_NAME


# A line whose first word happens to be the name of a command


def run_or_search(
    command: specification.Command, args: grammar.Arguments
) -> output.Outcome:
    """The outcome of a command, or the results for the entire line if it is a
    question.
    """
    try:
        return command_function(command.name)(args)
    except grammar.UsageError as error:
        # `rulings check strength of an icebreaker` is a question, `check a b` may be
        looks_up = "-n" in command.options_by_name
        if not looks_up and len(args.positional) > 1:
            hint = search_hint(f"{command.name} {args.typed}")
            raise grammar.UsageError(f"{error}{hint}") from None
        raise
    except errors.Ambiguous:
        raise
    except errors.NotFound as error:
        _reject_shared_digits(args)
        return _question(command, args, error)


def _reject_shared_digits(args: grammar.Arguments) -> None:
    """Raises `Ambiguous` for the eight digits of several rulings, also if the command
    reads names of another kind.
    """
    resolution = resolver.resolve(args.kb, args.typed)
    if resolution.match_kind == "id" and len(resolution.references) > 1:
        raise resolver.ambiguous(resolution, args.typed)


def _question(
    command: specification.Command,
    args: grammar.Arguments,
    error: errors.NotFound,
) -> output.Outcome:
    """The results for a line whose first word happens to be a command:
    `who goes first`. For a number, an id, or words that resemble a name, raises the
    error. For a single word, a command that no question begins with, or a format for
    programs, raises it with the search to use.
    """
    if not args.command_was_typed:
        raise error
    is_number = resolver.is_step(args.kb, args.typed) or args.typed.isdigit()
    is_id = any(addresses.pasted_links(args.typed))
    resembles_name = error.nearest or error.query
    line = f"{command.name} {args.typed}"
    if plain_text.fold(line) in map(plain_text.fold, error.nearest):  # `card effects`
        error.args = (f"{error}{search_hint(line)}",)
    if is_number or is_id or resembles_name:
        raise error
    if not command.may_begin_question:
        line = args.typed
    is_one_word = " " not in args.typed
    if not command.may_begin_question or is_one_word or args.output_format != "screen":
        # *run* and *why* may belong to a question; these words only ask for a list
        hint = args.typed if command.name in ("list", "topic", "who") else line
        raise errors.NotFound(f"{error}{search_hint(hint)}")
    layout.print_note(
        f"`rulings {command.name}` cannot read these words, so they were searched for"
    )
    return results_for(line, args)
