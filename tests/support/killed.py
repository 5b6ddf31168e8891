"""Runs a function in processes that are killed at the first, second, third … call of a
method of `Path`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path


def killed_runs(
    method: str,
    folder: Path,
    prepare: Callable[[Path], None],
    run: Callable[[Path], None],
) -> Iterator[Path]:
    """Prepared folders, in each of which a run was killed at the n-th call of the
    method. The last run is complete.

    This continues until a run ends by itself. Each folder is in its own folder below
    `folder`.
    """
    for number in range(40):
        target = folder / str(number) / "out"
        prepare(target)
        child = os.fork()
        if child == 0:
            _exit_at_call(method, number)
            run(target)
            os._exit(0)
        exit_code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        yield target
        if exit_code == 0:
            return
    raise AssertionError(f"no run ended by itself, the last one with {exit_code}")


def _exit_at_call(method: str, number: int) -> None:
    """Makes this process exit at the call of the method after `number` calls."""
    original = getattr(Path, method)
    remaining = [number]

    def exit_or_call(*args: object, **kwargs: object) -> object:
        if remaining[0] == 0:
            os._exit(9)
        remaining[0] -= 1
        return original(*args, **kwargs)

    setattr(Path, method, exit_or_call)
