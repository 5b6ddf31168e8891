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
    _show_examples(screen, specification.FIRST_EXAMPLES)
    commands = specification.COMMANDS.values()
    summaries = {c.name: c.summary for c in commands if not c.for_maintainers}
    _show_table(screen, "Commands", summaries)
    if full:
        for heading, rows in _FOR_ALL.items():
            _show_table(screen, heading, rows)
    names_for_maintainers = ", ".join(c.name for c in commands if c.for_maintainers)
    screen.blank()
    further = "One command: `rulings help COMMAND`"
    if not full:
        further = "More: `rulings help`. One command: `rulings help COMMAND`"
    screen.text(f"{further}. For maintainers: {names_for_maintainers}", "dim")


def show_help(screen: layout.Screen, command: specification.Command) -> None:
    """Shows the summary, examples, usage, description, fields and options of a
    command.
    """
    screen.text(f"rulings {command.name}: {command.summary}", "title")
    _show_examples(screen, command.examples)
    screen.heading("Usage")
    for usage in command.usage:
        screen.text(usage, prefix="  ", indent="      ")
    for paragraph in command.description:
        screen.blank()
        screen.text(paragraph)
    _show_table(screen, "Fields", command.fields)
    options = {option.usage: option.help for option in command.options}
    _show_table(screen, "Options", options)


def _show_examples(screen: layout.Screen, examples: Mapping[str, str]) -> None:
    rows = {f"$ {line}": explanation for line, explanation in examples.items()}
    _show_table(screen, "Examples", rows)


def _show_table(
    screen: layout.Screen,
    heading: str,
    rows: Mapping[str, str],
) -> None:
    """Shows words with their meanings in two columns if they fit; otherwise each
    meaning is below its word.
    """
    if not rows:
        return
    screen.heading(heading)
    # A longer word has a line of its own, so it does not narrow the second column
    widest = min(max(map(len, rows)), 40)
    width = widest + 4
    for word, meaning in rows.items():
        if screen.width >= 60 and len(word) <= widest:
            screen.text(meaning, prefix=f"  {word}".ljust(width))
        else:
            screen.text(word, prefix="  ", indent="      ")
            screen.text(meaning, indent=" " * 10)


# The page “On the command line”

_WIDTH = 80  # columns


def commands() -> str:
    """The help of all commands, and the notes that apply to all, in Markdown."""
    sections = []
    for name, command in specification.COMMANDS.items():
        screen = layout.Screen(_WIDTH)
        show_help(screen, command)
        sections.append(_section(name, screen))
    screen = layout.Screen(_WIDTH)
    for heading, rows in _FOR_ALL.items():
        _show_table(screen, heading, rows)
    sections.append(_section("All commands", screen))
    return "\n".join(sections)


def _section(title: str, screen: layout.Screen) -> str:
    return f"## {title}\n\n```text\n{screen}```\n"
