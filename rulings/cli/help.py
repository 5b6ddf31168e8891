"""Writes the help of commands, for the terminal and for a page of the site."""

from __future__ import annotations

from collections.abc import Mapping

from rulings.cli import layout, specification
from rulings.model import vocabulary

_TITLE = f"rulings: the rulings on {vocabulary.THIS_GAME}, and who gave them"
# Notes that apply to all commands
_FOR_ALL = {
    "Environment": specification.ENVIRONMENT,
    "Exit status": specification.EXIT_STATUSES,
}

# The overview of all commands, and the help of one command


def show_overview(screen: layout.Screen, full: bool) -> None:
    """Shows the output of plain `rulings`: examples and the list of commands. `full`:
    also the notes that apply to all commands.
    """
    screen.text(_TITLE, "title")
    examples = specification.FIRST_EXAMPLES.items()
    _show_table(
        screen, "Examples", {f"$ {line}": explanation for line, explanation in examples}
    )
    commands = specification.COMMANDS.values()
    _show_table(
        screen,
        "Commands",
        {c.name: c.summary for c in commands if not c.for_maintainers},
    )
    for heading, rows in _FOR_ALL.items() if full else ():
        _show_table(screen, heading, rows)
    names_for_maintainers = ", ".join(c.name for c in commands if c.for_maintainers)
    screen.blank()
    further = "One command: `rulings help COMMAND`"
    if not full:
        further = "More: `rulings help`. One command: `rulings help COMMAND`"
    screen.text(f"{further}. For maintainers: {names_for_maintainers}", "dim")


def show_help(screen: layout.Screen, command: specification.Command) -> None:
    """Shows the summary, examples, usage, description, fields and options
    of a command.
    """
    screen.text(f"rulings {command.name}: {command.summary}", "title")
    examples = command.examples.items()
    _show_table(
        screen, "Examples", {f"$ {line}": explanation for line, explanation in examples}
    )
    screen.heading("Usage")
    for usage in command.usage:
        screen.text(usage, prefix="  ", indent="      ")
    for paragraph in command.description:
        screen.blank()
        screen.text(paragraph)
    _show_table(screen, "Fields", command.fields)
    _show_table(
        screen, "Options", {option.usage: option.help for option in command.options}
    )


def _show_table(screen: layout.Screen, heading: str, rows: Mapping[str, str]) -> None:
    """Shows words with their meanings in two columns if they fit; otherwise each
    meaning is below its word.
    """
    if not rows:
        return
    screen.heading(heading)
    width = min(max(map(len, rows)), 40) + 4
    for word, meaning in rows.items():
        if screen.width >= 60 and len(word) + 4 <= width:
            screen.text(meaning, prefix=f"  {word}".ljust(width))
        else:
            screen.text(word, prefix="  ", indent="      ")
            screen.text(meaning, indent=" " * 10)


# The page “On the command line”

_WIDTH = 80  # columns


def commands() -> str:
    """The help of all commands, and the notes that apply to all, in Markdown."""
    screens = {
        command.name: layout.Screen(_WIDTH)
        for command in specification.COMMANDS.values()
    }
    for name, screen in screens.items():
        show_help(screen, specification.COMMANDS[name])
    screens["All commands"] = layout.Screen(_WIDTH)
    for heading, rows in _FOR_ALL.items():
        _show_table(screens["All commands"], heading, rows)
    return "\n".join(
        f"## {name}\n\n```text\n{screen}```\n" for name, screen in screens.items()
    )
