"""The descriptions of the commands → help, the manual page `rulings.1`, and Markdown for a page of the site."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulings.cli import layout, specification
from rulings.model import constants

# The descriptions of the commands → the help of one, or the overview of all.


def show_overview(screen: layout.Screen) -> None:
    """Shows what `rulings` alone prints: three examples and the list of commands."""
    screen.text(f"rulings: the rulings on {constants.THIS_GAME}, and who gave them", "title")
    screen.blank()
    for line, meaning in specification.FIRST_EXAMPLES:
        _show_two_columns(screen, (f"  $ {line}", "strong"), (meaning, "dim"), column=42)
    screen.blank()
    for command in specification.COMMANDS.values():
        if command not in specification.MAINTENANCE:
            _show_two_columns(screen, (f"  {command.name}", "strong"), (command.summary, ""), column=14)
    screen.blank()
    screen.text("For maintainers: " + ", ".join(command.name for command in specification.MAINTENANCE), "dim")
    screen.blank()
    screen.text(
        "`rulings NAME…` is short for `rulings card NAME…`. See `rulings COMMAND --help` for examples; "
        "`rulings --version` prints the version.",
        "dim",
    )


def _show_two_columns(screen: layout.Screen, left: layout.Cell, right: layout.Cell, column: int) -> None:
    """Shows two texts side by side if the terminal is wide enough, else the right one below, indented.

    `column`: where the right one begins.
    """
    words, role = left
    if screen.width >= 72 and layout.display_width(right[0]) + column <= screen.width:
        screen.row(((words.ljust(column), role), right))
    else:
        screen.text(words.strip(), role, prefix="  ", indent="    ")
        screen.text(*right, indent="      ")


def show_help(screen: layout.Screen, command: specification.Command) -> None:
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
    shown = command.shown_options
    filters = [option for option in shown if option in specification.FILTERS]
    usual = [option for option in shown if not (option.for_maintainers or option in filters)]
    _show_table(screen, "Options", [(option.usage, option.help) for option in usual])
    if filters:
        screen.blank()
        screen.text("Filters", "strong")
        described = (f"{f'{option.name} {option.metavar}'.rstrip()}: {option.help}" for option in filters)
        screen.text(f"{'. '.join(described)}.", indent="  ")
    _show_table(screen, "For maintainers", [(option.usage, option.help) for option in shown if option.for_maintainers])


def _show_table(screen: layout.Screen, heading: str, rows: Sequence[tuple[str, str]]) -> None:
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


# The manual page.

_ENVIRONMENT = (
    ("NO_COLOR", "disables colour if set and not empty, unless --color=always is given"),
    (
        "RULINGS_PAGER, PAGER",
        "the pager for output longer than the terminal, with its arguments (default: `less`); empty or `cat`: no pager",
    ),
    ("COLUMNS", "the width of the output, 20 to 100"),
    (
        "RULINGS_SITE",
        "the address or the folder of a built site, for `--open` and for links on ids in terminals that show them",
    ),
    ("RULINGS_CARD_TEXTS", "a file or folder with the texts of cards, like `--card-texts`"),
    ("RULINGS_STATE", "where the answers to `rulings quiz` are kept, instead of the user's state folder"),
    ("FORCE_HYPERLINK", "0: no links in the terminal; 1: links, whatever the terminal"),
    ("BROWSER", "the browser that `--open` starts"),
)
_STATUS = (
    ("0", "something was found"),
    ("1", "nothing was found, or `rulings parse --check` found changes"),
    ("2", "usage error, unreadable input, or errors in the knowledge base"),
)
_ABOUT = (
    f"The rulings on {constants.THIS_GAME}: every card with its errata and rulings, who gave them and when; the "
    "general topics; the run chart; the documents; and a search over all of them."
)


def manual() -> str:
    """The whole page in roff."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    from rulings import __version__

    yield '.\\" Made by `rulings completion man` from the same descriptions as the help: change those.'
    yield f'.TH RULINGS 1 "" "rulings {__version__}" "User Commands"'
    yield ".SH NAME"
    yield f"rulings \\- the rulings on {constants.THIS_GAME}, and who gave them"
    yield ".SH SYNOPSIS"
    for command in specification.COMMANDS.values():
        for usage in command.usage:
            yield from (_escaped(usage), ".br")
    yield from (_escaped("rulings --version"), ".br")
    yield ".SH DESCRIPTION"
    yield _escaped(_ABOUT)
    yield ".SH EXAMPLES"
    yield from _examples(specification.FIRST_EXAMPLES)
    yield ".SH COMMANDS"
    for command in specification.COMMANDS.values():
        yield from _command(command)
    yield ".SH EXIT STATUS"
    yield from _table(_STATUS)
    yield ".SH ENVIRONMENT"
    yield from _table(_ENVIRONMENT)


def _command(command: specification.Command) -> Iterator[str]:
    yield f".SS {command.name}"
    yield _escaped(command.summary[:1].upper() + command.summary[1:] + ".")
    for paragraph in command.description:
        yield from (".PP", _escaped(paragraph))
    yield from _examples(command.examples)
    for field, meaning in command.fields:
        yield from (".TP", f".B {_escaped(field)}", _escaped(meaning))
    for option in command.shown_options:
        yield from (".TP", f".B {_escaped(option.usage.strip())}", _escaped(option.help))


def _examples(examples: tuple[tuple[str, str], ...]) -> Iterator[str]:
    for line, meaning in examples:
        yield from (".PP", ".RS", ".nf", f"$ {_escaped(line)}", ".fi", ".RS 4", _escaped(meaning), ".RE", ".RE")


def _table(rows: tuple[tuple[str, str], ...]) -> Iterator[str]:
    for name, meaning in rows:
        yield from (".TP", f".B {_escaped(name)}", _escaped(meaning))


_ROFF = {
    "\\": "\\e",
    "-": "\\-",
    "'": "\\(aq",
    "“": "\\(lq",
    "”": "\\(rq",
    "…": "...",
    "→": "\\(->",
    "`": "\\(ga",
    "×": "\\(mu",
}


def _escaped(text: str) -> str:
    return "".join(_ROFF.get(c, c) for c in text).replace("\n", " ").lstrip(".")


# The part of the page “On the command line” that lists the commands.


def commands() -> str:
    """Each command under a heading with its name: what it does, examples, fields of its queries, and options."""
    parts: list[str] = []
    for command in specification.COMMANDS.values():
        examples = "\n".join(f"# {meaning}\n$ {line}" for line, meaning in command.examples)
        parts += [f"## {command.name}", f"{command.summary[:1].upper()}{command.summary[1:]}."]
        parts += [f"```console\n{examples}\n```", *map(_escaped_markdown, command.description)]
        if command.fields:
            parts.append(_table_in_markdown("field", command.fields))
        if command.options:
            parts.append(_table_in_markdown("option", [(o.usage.strip(), o.help) for o in command.shown_options]))
    return "\n\n".join(parts) + "\n"


def _table_in_markdown(heading: str, rows: Sequence[tuple[str, str]]) -> str:
    cells = [f"| `{word}` | {_escaped_markdown(meaning)} |" for word, meaning in rows]
    return "\n".join([f"| {heading} | |", "| --- | --- |", *cells])


def _escaped_markdown(text: str) -> str:
    """The text with the signs of Markdown as they are, except that words between backquotes remain code."""
    parts = text.split("`")
    for index in range(0, len(parts), 2):
        parts[index] = "".join(f"\\{sign}" if sign in r"\*_<>[]|#" else sign for sign in parts[index])
    return "`".join(parts)
