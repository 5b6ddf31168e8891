"""The words of the command line → the command that they name, which is run. Prints errors on standard error."""

from __future__ import annotations

from rulings.cli import output
from rulings.cli.commands import command_function
from rulings.cli.grammar import Command, UsageError, parse_arguments
from rulings.cli.render import terminal
from rulings.cli.render.help import show_help
from rulings.cli.render.terminal import Screen
from rulings.cli.specification import CARD, COLOR, COMMANDS, COMMON_OPTIONS, FIRST_EXAMPLES, HELP, MAINTENANCE
from rulings.errors import NotFound, RulingsError


def execute(words: list[str]) -> int:
    """Runs `rulings WORDS…`, prints its errors, and returns its exit status."""
    terminal.configure_output()
    try:
        return _execute(words)
    except UsageError as error:
        terminal.print_error(str(error))
        return 2
    except NotFound as error:
        terminal.print_error(str(error))
        return 1
    except RulingsError as error:
        terminal.print_error(str(error))
        return 2


def _execute(words: list[str]) -> int:
    if not words:
        terminal.show(overview())
        return 0
    if words[0] in ("--version", "-V"):
        from rulings import __version__

        terminal.write(f"rulings {__version__}\n")
        return 0
    command, rest, was_typed = _command(words)
    if command is None:
        args = parse_arguments(Command("", "", options=COMMON_OPTIONS), rest)
        terminal.show(overview(output.screen(args)))
        return 0
    args = parse_arguments(command, rest)
    args.command_was_typed = was_typed
    if args["help"]:
        screen = output.screen(args)
        show_help(screen, command)
        terminal.show(screen)
        return 0
    output.format_of(args)  # two formats are an error, whatever else the command may find wrong
    return command_function(command.name)(args)


def _command(words: list[str]) -> tuple[Command | None, list[str], bool]:
    """The command, the words for it, and whether it was typed. None instead of a command if there are only options."""
    if words[0] == "help":
        if len(words) == 1:
            return None, [], False
        if words[1] in COMMANDS:
            return COMMANDS[words[1]], ["--help"], True
    index = 0
    while index < len(words) and words[index].startswith("-") and words[index] != "--":
        index += 2 if words[index] == COLOR.name else 1
    if index < len(words) and words[index] in COMMANDS:
        return COMMANDS[words[index]], words[:index] + words[index + 1 :], True
    if index >= len(words) and all(map(_is_common_option, words, ["", *words])):
        return None, words, False
    return CARD, words, False


def _is_common_option(word: str, previous: str) -> bool:
    """Whether a word is an option of `rulings` alone, `--help` or `--color`, or the value of `--color` before it."""
    return word in (HELP.name, HELP.short) or word.partition("=")[0] == COLOR.name or previous == COLOR.name


def overview(screen: Screen | None = None) -> Screen:
    """The output of `rulings` alone: three examples and the list of commands."""
    screen = screen or Screen(coloured=terminal.use_colour())
    screen.text("rulings: the rulings on Netrunner (1996), and who gave them", "title")
    screen.blank()
    for line, meaning in FIRST_EXAMPLES:
        _two_columns(screen, f"  $ {line}", meaning, 42, "strong", "dim")
    screen.blank()
    for command in COMMANDS.values():
        if command not in MAINTENANCE:
            _two_columns(screen, f"  {command.name}", command.summary, 14, "strong")
    _two_columns(screen, "  and", ", ".join(command.name for command in MAINTENANCE), 14, "")
    screen.blank()
    screen.text("`rulings NAME…` is short for `rulings card NAME…`. See `rulings COMMAND --help` for examples.", "dim")
    return screen


def _two_columns(screen: Screen, left: str, right: str, column: int, left_role: str, right_role: str = "") -> None:
    """Shows two texts side by side if the terminal is wide enough, else the right one below, indented."""
    if screen.width >= 72 and terminal.display_width(right) + column <= screen.width:
        screen.row(((left.ljust(column), left_role), (right, right_role)))
    else:
        screen.text(left.strip(), left_role, "  ", "    ")
        screen.text(right, right_role, "      ")
