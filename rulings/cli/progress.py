"""What is said on standard error while a long task runs: its current step, and that its result cannot be saved."""

from __future__ import annotations

import os
import sys

from rulings.cli.render import terminal

_has_warned = False


def show_progress(step: str) -> None:
    """Shows the current step of a long task, if standard error is a terminal; an empty `step` clears the line."""
    try:
        if sys.stderr and sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
            sys.stderr.write(f"\r\x1b[K{step}…" if step else "\r\x1b[K")
            sys.stderr.flush()
    except ValueError:
        return


def show_index_progress(done: int, total: int) -> None:
    """Shows how many documents of the search index have been built."""
    show_progress(f"building the search index: {done} of {total}")


def warn_once(sentence: str) -> None:
    """Notes that the cache cannot be written, but only the first time."""
    global _has_warned
    if not _has_warned:
        show_progress("")
        terminal.print_note(sentence)
    _has_warned = True
