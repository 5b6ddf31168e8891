"""The words of the command line → the command they mean, run; every mistake becomes one sentence on standard error."""

from __future__ import annotations

from importlib import import_module

from rulings import terminal
from rulings.commands.grammar import Command, Typed, UsageError, read, show_help
from rulings.commands.spec import ALWAYS, CARD, COLOR, COMMANDS, FIRST_EXAMPLES, HELP
from rulings.errors import NotFound, RulingsError
from rulings.terminal import Screen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_MODULES = {
    "list": "listing",
    "parse": "upkeep",
    "check": "upkeep",
    "index": "upkeep",
    "export": "upkeep",
    "site": "upkeep",
}


def run(words: list[str]) -> int:
    """The exit status of `rulings WORDS…`."""
    terminal.prepare()
    try:
        return _run(words)
    except UsageError as error:
        terminal.complain(str(error))
        return 2
    except NotFound as error:
        terminal.complain(str(error))
        return 1
    except RulingsError as error:
        terminal.complain(str(error))
        return 2


def _run(words: list[str]) -> int:
    if not words:
        terminal.show(front())
        return 0
    if words[0] in ("--version", "-V"):
        from rulings import __version__

        terminal.put(f"rulings {__version__}\n")
        return 0
    command, rest = _command(words)
    if command is None:
        typed = read(Command("", "", (), (), options=ALWAYS), rest)
        terminal.show(front(_screen(typed)))
        return 0
    typed = read(command, rest)
    if typed["help"]:
        screen = _screen(typed)
        show_help(screen, command)
        terminal.show(screen)
        return 0
    module = import_module(f"rulings.commands.{_MODULES.get(command.name, command.name)}")
    does: Callable[[Typed], int] = getattr(module, command.name.replace("list", "list_cards"))
    return does(typed)


def _command(words: list[str]) -> tuple[Command | None, list[str]]:
    """The command that is meant and its words. None: only options that need no command."""
    if words[0] == "help":
        if len(words) == 1:
            return None, []
        if words[1] in COMMANDS:
            return COMMANDS[words[1]], ["--help"]
    at = 0
    while at < len(words) and words[at].startswith("-") and words[at] != "--":
        at += 2 if words[at] == COLOR.name else 1
    if at < len(words) and words[at] in COMMANDS:
        return COMMANDS[words[at]], words[:at] + words[at + 1 :]
    if at >= len(words) and all(
        w in (HELP.name, HELP.short) or w.startswith(COLOR.name) or words[i - 1] == COLOR.name
        for i, w in enumerate(words)
    ):
        return None, words
    return CARD, words


def _screen(typed: Typed) -> Screen:
    return Screen(coloured=terminal.colour(typed.text("color") or "auto"))


def front(screen: Screen | None = None) -> Screen:
    """`rulings` alone: what it is, three real examples, the commands."""
    screen = screen or Screen(coloured=terminal.colour())
    screen.text("rulings: what was ruled on Netrunner (1996), and who said so", "title")
    screen.blank()
    for line, meaning in FIRST_EXAMPLES:
        _beside(screen, f"  $ {line}", meaning, 42, "strong", "dim")
    screen.blank()
    for command in COMMANDS.values():
        _beside(screen, f"  {command.name}", command.summary, 14, "strong")
    screen.blank()
    screen.text("`rulings NAME…` is `rulings card NAME…`; rulings COMMAND --help begins with examples.", "dim")
    return screen


def _beside(screen: Screen, left: str, right: str, column: int, role: str, behind: str = "") -> None:
    """Two columns where the terminal has room for them, else the right one below and further in."""
    if screen.width >= 72 and terminal.columns(right) + column <= screen.width:
        screen.row(((left.ljust(column), role), (right, behind)))
    else:
        screen.text(left.strip(), role, "  ", "    ")
        screen.text(right, behind, "      ")


__all__ = ["front", "run"]
