"""Writes the help of commands, and Markdown for a page of the site."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rulings.cli import layout, specification
from rulings.model import vocabulary

_TITLE = f"rulings: the rulings on {vocabulary.THIS_GAME}, and who gave them"
# Notes that are true of all commands
_FOR_ALL = {
    "Environment": specification.ENVIRONMENT,
    "Exit status": specification.EXIT_STATUSES,
}

# The overview of all commands, and the help of one


def show_overview(screen: layout.Screen, full: bool) -> None:
    """Shows what `rulings` alone prints, three examples and the list of commands; `full`: also what
    is the same for all of them.
    """
    screen.text(_TITLE, "title")
    examples = specification.FIRST_EXAMPLES.items()
    _show_table(screen, "Examples", {f"$ {line}": explanation for line, explanation in examples})
    commands = specification.COMMANDS.values()
    _show_table(screen, "Commands", {c.name: c.summary for c in commands if not c.for_maintainers})
    for heading, rows in _FOR_ALL.items() if full else ():
        _show_table(screen, heading, rows)
    names_for_maintainers = ", ".join(c.name for c in commands if c.for_maintainers)
    screen.blank()
    further = "`rulings help COMMAND` says most"
    if not full:
        further = "`rulings help` says more, `rulings help COMMAND` most"
    screen.text(f"{further}. Also: {names_for_maintainers}", "dim")


def show_help(screen: layout.Screen, command: specification.Command) -> None:
    """Shows examples, usage, description, fields and options."""
    screen.text(f"rulings {command.name}: {command.summary}", "title")
    examples = command.examples.items()
    _show_table(screen, "Examples", {f"$ {line}": explanation for line, explanation in examples})
    screen.heading("Usage")
    for usage in command.usage:
        screen.text(usage, prefix="  ", indent="      ")
    for paragraph in command.description:
        screen.blank()
        screen.text(paragraph)
    for heading, rows in _tables(command).items():
        _show_table(screen, heading, rows)


def _tables(command: specification.Command) -> dict[str, dict[str, str]]:
    """The fields and options of a command, each with what it means."""
    options = {option.usage: option.help for option in command.options}
    return {"Fields": command.fields, "Options": options}


def _show_table(screen: layout.Screen, heading: str, rows: Mapping[str, str]) -> None:
    """Shows words with their meanings in two columns if they fit, else each meaning below its
    word.
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


# The list of commands on the page “On the command line”


def commands() -> str:
    """Each command under a heading with its name: what it does, examples, fields of its queries,
    and options.
    """
    parts: list[str] = []
    for command in specification.COMMANDS.values():
        examples = "\n".join(f"# {meaning}\n$ {line}" for line, meaning in command.examples.items())
        summary = command.summary
        parts += [f"## {command.name}", f"{summary[:1].upper()}{summary[1:]}."]
        parts += [f"```console\n{examples}\n```", *map(_escaped_markdown, command.description)]
        if command.fields:
            parts.append(_table_in_markdown("field", command.fields))
        if command.options:
            options = {o.usage.strip(): o.help for o in command.options}
            parts.append(_table_in_markdown("option", options))
    for heading, rows in _FOR_ALL.items():
        parts += [f"## {heading}", _table_in_markdown(heading.lower(), rows)]
    return "\n\n".join(parts) + "\n"


def _table_in_markdown(heading: str, rows: Mapping[str, str]) -> str:
    cells = [f"| `{word}` | {_escaped_markdown(meaning)} |" for word, meaning in rows.items()]
    return "\n".join([f"| {heading} | meaning |", "| --- | --- |", *cells])


def _escaped_markdown(text: str) -> str:
    """The text with the signs of Markdown as they are, except that words between backquotes remain
    code.
    """
    parts = text.split("`")
    parts[::2] = [re.sub(r"[\\*_<>\[\]|#]", r"\\\g<0>", part) for part in parts[::2]]
    return "`".join(parts)
