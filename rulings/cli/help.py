"""The descriptions of the commands → help, and Markdown for a page of the site."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rulings.cli import layout, specification
from rulings.model import vocabulary

# The descriptions of the commands → the help of one, or the overview of all.


def show_overview(screen: layout.Screen) -> None:
    """Shows what `rulings` alone prints: three examples and the list of commands."""
    screen.text(f"rulings: the rulings on {vocabulary.THIS_GAME}, and who gave them", "title")
    _show_table(
        screen,
        "Examples",
        {f"$ {line}": meaning for line, meaning in specification.FIRST_EXAMPLES.items()},
    )
    listed = specification.COMMANDS.values()
    _show_table(screen, "Commands", {c.name: c.summary for c in listed if not c.for_maintainers})
    screen.blank()
    screen.text(
        "`rulings NAME…` is short for `rulings card NAME…`. See `rulings COMMAND --help` for examples; "
        "`rulings --version` prints the version. For maintainers: "
        + ", ".join(c.name for c in listed if c.for_maintainers),
        "dim",
    )


def show_help(screen: layout.Screen, command: specification.Command) -> None:
    """Shows examples, usage, description, fields and options."""
    screen.text(f"rulings {command.name}: {command.summary}", "title")
    screen.blank()
    screen.text("Examples", "strong")
    for line, meaning in command.examples.items():
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
    shown = command.shown_options
    filters = [option for option in shown if option in specification.FILTERS]
    usual = {option.usage: option.help for option in shown if option not in filters}
    _show_table(screen, "Options", usual)
    if filters:
        screen.blank()
        screen.text("Filters", "strong")
        described = (
            f"{f'{option.name} {option.metavar}'.rstrip()}: {option.help}" for option in filters
        )
        screen.text(f"{'. '.join(described)}.", indent="  ")


def _show_table(screen: layout.Screen, heading: str, rows: Mapping[str, str]) -> None:
    """Shows words with their meanings in two columns if they fit, else each meaning below its
    word.
    """
    if not rows:
        return
    screen.blank()
    screen.text(heading, "strong")
    left = min(max(map(len, rows)), 40) + 4
    for word, meaning in rows.items():
        if screen.width >= 60 and len(word) + 4 <= left:
            screen.text(meaning, prefix=f"  {word}".ljust(left))
        else:
            screen.text(word, prefix="", indent="      ")
            screen.text(meaning, indent=" " * 10)


# The part of the page “On the command line” that lists the commands.


def commands() -> str:
    """Each command under a heading with its name: what it does, examples, fields of its queries,
    and options.
    """
    parts: list[str] = []
    for command in specification.COMMANDS.values():
        examples = "\n".join(f"# {meaning}\n$ {line}" for line, meaning in command.examples.items())
        parts += [f"## {command.name}", f"{command.summary[:1].upper()}{command.summary[1:]}."]
        parts += [f"```console\n{examples}\n```", *map(_escaped_markdown, command.description)]
        if command.fields:
            parts.append(_table_in_markdown("field", command.fields))
        if command.options:
            parts.append(
                _table_in_markdown(
                    "option", {o.usage.strip(): o.help for o in command.shown_options}
                )
            )
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
