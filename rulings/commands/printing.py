"""A page or a list of rulings → standard output in the form asked for: screen, JSON, records, lines to paste."""

from __future__ import annotations

import os
import sys

from rulings import compiled, entry, terminal
from rulings.terminal import Screen

from .grammar import Typed, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def screen(typed: Typed) -> Screen:
    """An empty screen in the colour asked for."""
    return Screen(coloured=terminal.colour(typed.text("color") or "auto"))


def form(typed: Typed) -> str:
    """`json`, `plain`, `cite` or nothing. `UsageError` if several were asked for."""
    chosen = [name for name in ("json", "plain", "cite") if typed[name]]
    if len(chosen) > 1:
        raise UsageError(f"--{chosen[0]} and --{chosen[1]} exclude each other")
    return chosen[0] if chosen else ""


def json(data: Any) -> None:
    """Prints data in the shapes of the contract."""
    from rulings.json_text import to_json

    terminal.put(to_json(data))


def records(rulings: list[dict[str, Any]]) -> None:
    """One ruling a line, tab-separated."""
    terminal.put("".join(entry.plain(ruling) + "\n" for ruling in rulings))


def citations(pages: compiled.Pages, rulings: list[dict[str, Any]]) -> None:
    """One ruling a line, to paste."""
    from .lookup import documents

    named = documents(pages)
    terminal.put("".join(entry.cite(ruling, named) + "\n" for ruling in rulings))


def progress(step: str) -> None:
    """What long work is doing, on a terminal's standard error only; nothing for the end of it."""
    try:
        if sys.stderr and sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
            sys.stderr.write(f"\r\x1b[K{step}…" if step else "\r\x1b[K")
            sys.stderr.flush()
    except ValueError:
        return


def pages() -> compiled.Pages:
    """The compiled pages of the shipped knowledge base, made now if need be, with progress on a terminal."""
    ready = compiled.load()
    if ready:
        return ready
    from rulings.compile_pages import make

    progress("reading the knowledge base")
    try:
        return make(compiled.FOLDER, note_once)
    finally:
        progress("")


_noted: list[str] = []


def note_once(sentence: str) -> None:
    """A note that the cache cannot be used: one is enough, whoever finds out first."""
    if not _noted:
        progress("")
        terminal.complain(sentence)
    _noted.append(sentence)
