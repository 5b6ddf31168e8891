"""The descriptions of the commands → the manual page `rulings.1`, and the reference in the documentation."""

from __future__ import annotations

from .grammar import Command, Option
from .spec import COMMANDS, FIRST_EXAMPLES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_ENVIRONMENT = (
    ("NO_COLOR", "if set to anything, no colour unless --color=always"),
    (
        "RULINGS_PAGER, PAGER",
        "shows what does not fit on the terminal; `less` if neither is set, nothing for an empty one or `cat`",
    ),
    ("COLUMNS", "the width to write in, 20 to 100"),
    ("RULINGS_CACHE", "the folder for compiled pages and the search index, instead of the user's cache folder"),
)
_STATUS = (
    ("0", "something was found"),
    ("1", "nothing was found, or a check failed"),
    ("2", "a usage error or unreadable input"),
)
_ABOUT = (
    "What was ruled on Netrunner (1996): every card with its errata and rulings, who said them and when; the general "
    "topics, the run chart, the documents; and a search over all of it."
)


def manual() -> str:
    """The whole page in roff."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    from rulings import __version__

    yield '.\\" Made by `rulings completion man` from the same descriptions as the help: change those.'
    yield f'.TH RULINGS 1 "" "rulings {__version__}" "User Commands"'
    yield ".SH NAME"
    yield "rulings \\- what was ruled on Netrunner (1996), and who said so"
    yield ".SH SYNOPSIS"
    for command in COMMANDS.values():
        for usage in command.usage:
            yield from (_escaped(usage), ".br")
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
    for paragraph in command.about:
        yield from (".PP", _escaped(paragraph))
    yield from _examples(command.examples)
    for option in command.options:
        yield from (".TP", f".B {_escaped(_shown(option))}", _escaped(option.help))


def _shown(option: Option) -> str:
    return option.shown.strip()


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


def _escaped(words: str) -> str:
    return "".join(_ROFF.get(c, c) for c in words).replace("\n", " ").lstrip(".")
