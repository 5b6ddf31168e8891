"""The words of the command line → an exit status: 0 found, 1 nothing found, 2 a usage error or unreadable input.

A look-up by name is answered here, from the compiled pages, before anything is imported that it does not need; all
else goes to `rulings.cli`.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rulings import compiled


COMMANDS = frozenset(
    (
        "card",
        "search",
        "topic",
        "run",
        "document",
        "tournament",
        "parse",
        "check",
        "index",
        "export",
        "site",
        "list",
        "completion",
        "help",
    )
)
_FORMS = ("--json", "--plain")


def main(arguments: list[str] | None = None) -> int:
    """Runs one command. A closed pipe and Ctrl-C end it without a word."""
    words = [_whole(word) for word in (sys.argv[1:] if arguments is None else arguments)]
    if sys.stdout is None:  # closed by the caller: there is nobody to write to
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - pathlib costs more than a look-up
    try:
        status = _answer(words)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        _drop()
        return 0
    except KeyboardInterrupt:
        _drop()
        return 130
    except OSError as error:
        _drop()
        if sys.stderr is not None:
            sys.stderr.write(f"rulings: the answer cannot be written or read: {error.strerror or error}\n")
        return 2


def _answer(words: list[str]) -> int:
    from rulings import compiled

    for attempt in (1, 2):
        try:
            status = look_up(words)
            if status is None:
                from rulings.cli import run

                status = run(words)
            return status
        except compiled.Damaged:
            compiled.discard()
            if attempt == 2:
                raise
    return 2


def _whole(word: str) -> str:
    """A word of the command line; bytes that are no text become a replacement character."""
    return word if word.isascii() else word.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _drop() -> None:
    """Whatever is still waiting to be written goes nowhere, so that the interpreter's exit stays quiet."""
    try:  # noqa: SIM105 - contextlib is an import
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno())  # type: ignore[union-attr]
    except (OSError, ValueError, AttributeError):
        pass


def look_up(words: list[str]) -> int | None:
    """The status of `NAME…` or `card NAME…` with no other option than `--json` or `--plain`; None: not so simple."""
    form = ""
    names = words[1:] if words[:1] == ["card"] else words
    if words is names and words and words[0] in COMMANDS:
        return None
    if names and names[-1] in _FORMS:
        form, names = names[-1], names[:-1]
    if not names or any(name.startswith("-") for name in names):
        return None
    from rulings import compiled

    pages = compiled.load(whole=False)
    if pages is None:
        return None
    typed = " ".join(names)
    found = pages.known(typed) or _resolved(pages, typed)
    key = f"card:{found}"
    if not found or not pages.current(key):
        return None
    from rulings import terminal

    terminal.prepare()
    if form == "--json":
        terminal.put(pages.text(key))
        return 0
    page = pages.get(key)
    if form == "--plain":
        from rulings.entry import records

        terminal.put(records(page))
        return 0
    from rulings.card_page import show

    screen = terminal.Screen(coloured=terminal.colour())
    show(screen, page)
    terminal.show(screen)
    return 0


def _resolved(pages: compiled.Pages, typed: str) -> str:
    """The id of the one card that the words mean, or nothing: then the whole command says why."""
    from rulings.search import names

    data = pages.get("names")
    if data["layout"] != names.LAYOUT:
        return ""
    status, ids, _ = names.resolve(data, typed)
    return ids[0] if status == "found" else ""
