"""The words of the command line → the command that they name, which is run. Prints errors on standard error."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from rulings.cli import output
from rulings.cli.asking import ask_which
from rulings.cli.batch import for_each_line
from rulings.cli.commands import command_function
from rulings.cli.grammar import (
    Arguments,
    OutputFormat,
    UsageError,
    command_position,
    parse_arguments,
    require_no_arguments,
)
from rulings.cli.lookup import nearest_command
from rulings.cli.render import terminal
from rulings.cli.render.help import show_help, show_overview
from rulings.cli.specification import ANY_NAME, CARD, COLOR, COMMANDS, COMMON_OPTIONS, HELP, OPTIONS_WITH_VALUE, Command
from rulings.errors import Ambiguous, NotFound, RulingsError
from rulings.model.printable import shortened


def execute(words: list[str]) -> int:
    """Runs `rulings WORDS…`, prints its errors, and returns its exit status."""
    terminal.configure_output()
    try:
        return _execute(words)
    except (UsageError, RulingsError) as error:
        terminal.print_error(str(error))
        return 1 if isinstance(error, NotFound) else 2


def _execute(words: list[str]) -> int:
    if words[:1] in (["--version"], ["-V"], ["-v"]):
        from rulings import __version__

        require_no_arguments(Arguments(positional=words[1:]), words[0])
        terminal.write(f"rulings {__version__}\n")
        return 0
    command, rest, was_typed = _command(words)
    untyped = Command("", "", options=COMMON_OPTIONS) if command is None else ANY_NAME
    args = parse_arguments(command if command and was_typed else untyped, rest)
    args.command_was_typed = was_typed
    if command is None or args["help"]:
        screen = output.new_screen(args)
        if command is None:
            show_overview(screen)
        else:
            show_help(screen, command)
        terminal.print_paged(str(screen))
        return 0
    args.output_format = _output_format(args)
    function = command_function(command.name)
    answer = partial(_answer, function)
    return for_each_line(args, answer) if command.reads_lines and args.positional == ["-"] else answer(args)


def _answer(function: Callable[[Arguments], int], args: Arguments) -> int:
    """Runs a command. Where a name is ambiguous, asks on a terminal, and with `--json` prints what it may mean."""
    try:
        return function(args)
    except Ambiguous as error:
        if args.output_format == "json":
            choices = [{"id": id, "title": title} for id, title in error.choices]
            output.print_json({"ambiguous": error.typed, "candidates": choices})
        elif output.is_interactive(args) and error.typed == " ".join(args.positional):
            chosen = ask_which(str(error).partition("\n")[0], [title for _, title in error.choices])
            if chosen is not None:
                return function(replace(args, positional=[error.choices[chosen][0]]))
        raise


def _command(words: list[str]) -> tuple[Command | None, list[str], bool]:
    """The command, the words for it, and whether it was typed. None instead of a command if there are only options."""
    if words[:1] == ["help"]:
        if len(words) > 2:
            raise UsageError(f"`rulings help` takes one command, but got “{shortened(words[2])}” too")
        if words[1:] in ([], ["help"]):
            return None, [], False
        if words[1] in COMMANDS:
            return COMMANDS[words[1]], ["--help"], True
        nearest = nearest_command(words[1])
        hint = f"did you mean `rulings {nearest}`?" if nearest else "rulings help lists them"
        raise UsageError(f"no command “{shortened(words[1])}”; {hint}")
    index = command_position(words, OPTIONS_WITH_VALUE)
    if index < len(words) and words[index] in COMMANDS:
        return COMMANDS[words[index]], words[:index] + words[index + 1 :], True
    if index >= len(words) and all(map(_is_common_option, words, ["", *words])):
        return None, words, False
    return CARD, words, False


def _output_format(args: Arguments) -> OutputFormat:
    """The format that an option requests, else `screen`. Raises `UsageError` if there are several such options."""
    formats: tuple[OutputFormat, ...] = ("json", "plain", "cite")
    chosen = [name for name in formats if args[name]]
    if len(chosen) > 1:
        raise UsageError(f"--{chosen[0]} and --{chosen[1]} cannot be combined")
    return chosen[0] if chosen else "screen"


def _is_common_option(word: str, previous: str) -> bool:
    """Whether a word is an option of `rulings` alone, `--help` or `--color`, or the value of `--color` before it."""
    return word in (HELP.name, HELP.short) or word.partition("=")[0] == COLOR.name or previous == COLOR.name
