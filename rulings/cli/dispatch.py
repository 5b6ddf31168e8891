"""The command line → the command, run; every error becomes a message on standard error."""

from __future__ import annotations

from importlib import import_module

from rulings.cli.grammar import Arguments, Command, UsageError, read, show_help
from rulings.cli.render import terminal
from rulings.cli.render.terminal import Screen
from rulings.cli.specification import ALWAYS, CARD, COLOR, COMMANDS, FIRST_EXAMPLES, HELP, UPKEEP
from rulings.errors import NotFound, RulingsError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_WHERE = {  # command → the module of `rulings.cli.commands` with its function, where neither has its name
    "list": ("listing", "list_cards"),
    **{name: ("upkeep", name) for name in ("parse", "check", "index", "export", "site")},
}


def run(words: list[str]) -> int:
    """The exit status of `rulings WORDS…`."""
    terminal.prepare()
    try:
        return _run(words)
    except UsageError as error:
        terminal.print_error(str(error))
        return 2
    except NotFound as error:
        terminal.print_error(str(error))
        return 1
    except RulingsError as error:
        terminal.print_error(str(error))
        return 2


def _run(words: list[str]) -> int:
    if not words:
        terminal.show(front())
        return 0
    if words[0] in ("--version", "-V"):
        from rulings import __version__

        terminal.write(f"rulings {__version__}\n")
        return 0
    command, rest = _command(words)
    if command is None:
        args = read(Command("", "", (), (), options=ALWAYS), rest)
        terminal.show(front(_screen(args)))
        return 0
    args = read(command, rest)
    if rest is not words:
        args.options["explicit"] = True  # the command was named: `rulings card NAME` wants a card
    if args["help"]:
        screen = _screen(args)
        show_help(screen, command)
        terminal.show(screen)
        return 0
    module, function = _WHERE.get(command.name, (command.name, command.name))
    command_function: Callable[[Arguments], int] = getattr(import_module(f"rulings.cli.commands.{module}"), function)
    return command_function(args)


def _command(words: list[str]) -> tuple[Command | None, list[str]]:
    """The command and its words; None for a command line of only options."""
    if words[0] == "help":
        if len(words) == 1:
            return None, []
        if words[1] in COMMANDS:
            return COMMANDS[words[1]], ["--help"]
    index = 0
    while index < len(words) and words[index].startswith("-") and words[index] != "--":
        index += 2 if words[index] == COLOR.name else 1
    if index < len(words) and words[index] in COMMANDS:
        return COMMANDS[words[index]], words[:index] + words[index + 1 :]
    if index >= len(words) and all(
        w in (HELP.name, HELP.short) or w.startswith(COLOR.name) or words[i - 1] == COLOR.name
        for i, w in enumerate(words)
    ):
        return None, words
    return CARD, words


def _screen(args: Arguments) -> Screen:
    return Screen(coloured=terminal.colour(args.text("color") or "auto"))


def front(screen: Screen | None = None) -> Screen:
    """The output of `rulings` alone: three examples and the list of commands."""
    screen = screen or Screen(coloured=terminal.colour())
    screen.text("rulings: the rulings on Netrunner (1996), and who gave them", "title")
    screen.blank()
    for line, meaning in FIRST_EXAMPLES:
        _beside(screen, f"  $ {line}", meaning, 42, "strong", "dim")
    screen.blank()
    for command in COMMANDS.values():
        if command not in UPKEEP:
            _beside(screen, f"  {command.name}", command.summary, 14, "strong")
    _beside(screen, "  and", ", ".join(command.name for command in UPKEEP), 14, "")
    screen.blank()
    screen.text("`rulings NAME…` is short for `rulings card NAME…`. See `rulings COMMAND --help` for examples.", "dim")
    return screen


def _beside(screen: Screen, left: str, right: str, column: int, role: str, behind: str = "") -> None:
    """Two columns if the terminal is wide enough, else the right one below, indented."""
    if screen.width >= 72 and terminal.columns(right) + column <= screen.width:
        screen.row(((left.ljust(column), role), (right, behind)))
    else:
        screen.text(left.strip(), role, "  ", "    ")
        screen.text(right, behind, "      ")


__all__ = ["front", "run"]
