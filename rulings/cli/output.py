"""Prints pages and rulings in the chosen format: screen, JSON, records, citations."""

from __future__ import annotations

import os
import sys

from rulings.cli.grammar import Arguments, UsageError
from rulings.cli.pages import Pages, open_pages
from rulings.cli.render import ruling as render_ruling
from rulings.cli.render import terminal
from rulings.cli.render.terminal import Screen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from rulings.model.views import RulingView


def screen(args: Arguments) -> Screen:
    """An empty screen, coloured according to the options."""
    return Screen(coloured=terminal.colour(args.text("color") or "auto"))


def output_format(args: Arguments) -> str:
    """The format option: `json`, `plain`, `cite` or empty. Raises `UsageError` for more than one."""
    chosen = [name for name in ("json", "plain", "cite") if args[name]]
    if len(chosen) > 1:
        raise UsageError(f"--{chosen[0]} and --{chosen[1]} cannot be combined")
    return chosen[0] if chosen else ""


def json(data: Any) -> None:
    """Prints a view as JSON."""
    from rulings.storage.json_text import to_json

    terminal.write(to_json(data))


def records(rulings: list[RulingView]) -> None:
    """Prints one ruling per line, tab-separated."""
    terminal.write("".join(render_ruling.plain(ruling) + "\n" for ruling in rulings))


def citations(pages: Pages, rulings: list[RulingView]) -> None:
    """Prints one ruling per line, to paste."""
    from rulings.cli.lookup import documents

    titles = documents(pages)
    terminal.write("".join(render_ruling.quotation(ruling, titles) + "\n" for ruling in rulings))


def progress(step: str) -> None:
    """Shows what a long task is doing, if standard error is a terminal; an empty `step` clears the line."""
    try:
        if sys.stderr and sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
            sys.stderr.write(f"\r\x1b[K{step}…" if step else "\r\x1b[K")
            sys.stderr.flush()
    except ValueError:
        return


def pages() -> Pages:
    """The pages of the shipped knowledge base, made now if need be, with progress on a terminal."""
    return open_pages(note_once, progress)


_noted: list[str] = []


def note_once(sentence: str) -> None:
    """Prints the note that the cache cannot be written, only once."""
    if not _noted:
        progress("")
        terminal.print_error(sentence)
    _noted.append(sentence)
