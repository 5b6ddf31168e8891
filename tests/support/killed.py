"""Kills a process at a chosen moment, for tests of what it leaves behind."""

from __future__ import annotations

import os
from pathlib import Path


def exit_at_call(method: str, number: int) -> None:
    """Lets this process call a method of `Path` `number` times and makes it exit at the next call."""
    original = getattr(Path, method)
    remaining = [number]

    def exit_or_call(*args: object, **kwargs: object) -> object:
        if remaining[0] == 0:
            os._exit(9)
        remaining[0] -= 1
        return original(*args, **kwargs)

    setattr(Path, method, exit_or_call)
