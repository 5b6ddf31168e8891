"""The descriptions of the commands → the part of the page "On the command line" that lists them, as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulings.cli import specification

PAGE = "command-line.md"  # in site/pages; it ends where the list of commands is added


def commands() -> str:
    """Each command under a heading with its name: what it does, examples, fields of its queries, and options."""
    return "\n\n".join(part for command in specification.COMMANDS.values() for part in _command(command)) + "\n"


def _command(command: specification.Command) -> Iterator[str]:
    yield f"## {command.name}"
    yield f"{command.summary[:1].upper()}{command.summary[1:]}."
    yield "```console\n" + "\n".join(f"# {meaning}\n$ {line}" for line, meaning in command.examples) + "\n```"
    yield from map(_escaped, command.description)
    if command.fields:
        yield _table("field", command.fields)
    if command.options:
        yield _table("option", [(option.usage.strip(), option.help) for option in command.options if not option.hidden])


def _table(heading: str, rows: Sequence[tuple[str, str]]) -> str:
    cells = [f"| `{word}` | {_escaped(meaning)} |" for word, meaning in rows]
    return "\n".join([f"| {heading} | |", "| --- | --- |", *cells])


def _escaped(text: str) -> str:
    """The text with the signs of Markdown as they are, except that words between backquotes remain code."""
    parts = text.split("`")
    for index in range(0, len(parts), 2):
        parts[index] = "".join(f"\\{sign}" if sign in r"\*_<>[]|#" else sign for sign in parts[index])
    return "`".join(parts)
