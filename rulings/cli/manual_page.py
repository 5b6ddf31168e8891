"""The descriptions of the commands → the manual page `rulings.1`."""

from __future__ import annotations

from collections.abc import Iterator

from rulings.cli.specification import COMMANDS, FIRST_EXAMPLES, Command

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
    "The rulings on Netrunner (1996): every card with its errata and rulings, who gave them and when; the general "
    "topics; the run chart; the documents; and a search over all of them."
)


def manual() -> str:
    """The whole page in roff."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    from rulings import __version__

    yield '.\\" Made by `rulings completion man` from the same descriptions as the help: change those.'
    yield f'.TH RULINGS 1 "" "rulings {__version__}" "User Commands"'
    yield ".SH NAME"
    yield "rulings \\- the rulings on Netrunner (1996), and who gave them"
    yield ".SH SYNOPSIS"
    for command in COMMANDS.values():
        for usage in command.usage:
            yield from (_escaped(usage), ".br")
    yield from (_escaped("rulings --version"), ".br")
    yield ".SH DESCRIPTION"
    yield _escaped(_ABOUT)
    yield ".SH EXAMPLES"
    yield from _examples(FIRST_EXAMPLES)
    yield ".SH COMMANDS"
    for command in COMMANDS.values():
        yield from _command(command)
    yield ".SH EXIT STATUS"
    yield from _table(_STATUS)
    yield ".SH ENVIRONMENT"
    yield from _table(_ENVIRONMENT)


def _command(command: Command) -> Iterator[str]:
    yield f".SS {command.name}"
    yield _escaped(command.summary[:1].upper() + command.summary[1:] + ".")
    for paragraph in command.description:
        yield from (".PP", _escaped(paragraph))
    yield from _examples(command.examples)
    for field, meaning in command.fields:
        yield from (".TP", f".B {_escaped(field)}", _escaped(meaning))
    for option in command.options:
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
