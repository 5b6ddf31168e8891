"""What is said on standard error while a long task runs: its current step."""

from __future__ import annotations

import os
import sys


def show_progress(step: str) -> None:
    """Shows the current step of a long task, if standard error is a terminal; an empty `step` clears the line."""
    try:
        if sys.stderr and sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
            sys.stderr.write(f"\r\x1b[K{step}…" if step else "\r\x1b[K")
            sys.stderr.flush()
    except ValueError:
        return
