"""The descriptions of the commands → the help of one, or the overview of all."""

from __future__ import annotations

from collections.abc import Sequence

from rulings.cli.render.screen import Cell, Screen
from rulings.cli.render.text import display_width
from rulings.cli.specification import COMMANDS, FIRST_EXAMPLES, MAINTENANCE, Command


def show_overview(screen: Screen) -> None:
    """Shows what `rulings` alone prints: three examples and the list of commands."""
    screen.text("rulings: the rulings on Netrunner (1996), and who gave them", "title")
    screen.blank()
    for line, meaning in FIRST_EXAMPLES:
        _show_two_columns(screen, (f"  $ {line}", "strong"), (meaning, "dim"), column=42)
    screen.blank()
    for command in COMMANDS.values():
        if command not in MAINTENANCE:
            _show_two_columns(screen, (f"  {command.name}", "strong"), (command.summary, ""), column=14)
    _show_two_columns(screen, ("  and", ""), (", ".join(command.name for command in MAINTENANCE), ""), column=14)
    screen.blank()
    screen.text(
        "`rulings NAME…` is short for `rulings card NAME…`. See `rulings COMMAND --help` for examples; "
        "`rulings --version` prints the version.",
        "dim",
    )


def _show_two_columns(screen: Screen, left: Cell, right: Cell, column: int) -> None:
    """Shows two texts side by side if the terminal is wide enough, else the right one below, indented.

    `column`: where the right one begins.
    """
    words, role = left
    if screen.width >= 72 and display_width(right[0]) + column <= screen.width:
        screen.row(((words.ljust(column), role), right))
    else:
        screen.text(words.strip(), role, prefix="  ", indent="    ")
        screen.text(*right, indent="      ")


def show_help(screen: Screen, command: Command) -> None:
    """Shows examples, usage, description, fields and options."""
    screen.text(f"rulings {command.name}: {command.summary}", "title")
    screen.blank()
    screen.text("Examples", "strong")
    for line, meaning in command.examples:
        screen.text(line, prefix="  $ ", indent="      ")
        screen.text(meaning, "dim", indent="      ")
    screen.blank()
    screen.text("Usage", "strong")
    for usage in command.usage:
        screen.text(usage, prefix="  ", indent="      ")
    for paragraph in command.description:
        screen.blank()
        screen.text(paragraph)
    _show_table(screen, "Fields", command.fields)
    _show_table(screen, "Options", [(option.usage, option.help) for option in command.options])


def _show_table(screen: Screen, heading: str, rows: Sequence[tuple[str, str]]) -> None:
    """Shows words with their meanings in two columns if they fit, else each meaning below its word."""
    if not rows:
        return
    screen.blank()
    screen.text(heading, "strong")
    left = min(max(len(word) for word, _ in rows), 24) + 4
    for word, meaning in rows:
        if screen.width >= 60 and len(word) + 4 <= left:
            screen.text(meaning, prefix=f"  {word}".ljust(left))
        else:
            screen.text(word, prefix="", indent="      ")
            screen.text(meaning, indent=" " * 10)
