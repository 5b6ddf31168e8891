"""The description of a command → its help."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulings.cli.grammar import Command
    from rulings.cli.render.terminal import Screen


def show_help(screen: Screen, command: Command) -> None:
    """Shows examples, usage, description, fields and options."""
    screen.text(f"rulings {command.name}: {command.summary}", "title")
    screen.blank()
    screen.text("Examples", "strong")
    for line, meaning in command.examples:
        screen.text(line, "", "  $ ", "      ")
        screen.text(meaning, "dim", "      ")
    screen.blank()
    screen.text("Usage", "strong")
    for usage in command.usage:
        screen.text(usage, "", "  ", "      ")
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
            screen.text(meaning, "", f"  {word}".ljust(left), " " * left)
        else:
            screen.text(f"  {word}".rstrip(), "", "", "      ")
            screen.text(meaning, "", " " * 10)
