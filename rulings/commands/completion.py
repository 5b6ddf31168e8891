"""`rulings completion SHELL`: the script for a shell, or the manual page."""

from __future__ import annotations

from rulings import terminal

from .grammar import Typed, UsageError
from .spec import SHELLS


def completion(typed: Typed) -> int:
    """Prints it and returns 0."""
    if len(typed.arguments) != 1 or typed.arguments[0] not in (*SHELLS, "man"):
        raise UsageError("for which shell? rulings completion bash, zsh or fish (or man)")
    terminal.put("")
    return 0
