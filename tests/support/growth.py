"""Whether the time that a function needs grows with the square of the length of its text, and how
many lines of Python it runs: neither depends on how fast the machine is.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any


def is_quadratic(run: Callable[[str], object], text: Callable[[int], str], count: int) -> bool:
    """Whether four times as many repetitions take more than ten times as long; in quadratic time
    they would take 16 times as long.
    """
    base = max(_cpu_seconds(run, text(count)), 0.002)
    return _cpu_seconds(run, text(4 * count), 10 * base) >= 10 * base


def _cpu_seconds(run: Callable[[str], object], text: str, enough: float = 0.0) -> float:
    """The CPU time of the fastest of three runs; a run that takes less than `enough` seconds is the
    last.
    """
    fastest = float("inf")
    for _ in range(3):
        start = time.process_time()
        run(text)
        fastest = min(fastest, time.process_time() - start)
        if fastest < enough:
            break
    return fastest


def lines_run(run: Callable[[], object]) -> int:
    """The number of lines of Python that a function runs, those of the functions it calls too."""
    count = 0

    def trace(frame: object, event: str, argument: object) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    tracer = sys.gettrace()
    sys.settrace(trace)
    try:
        run()
    finally:
        sys.settrace(tracer)
    return count
