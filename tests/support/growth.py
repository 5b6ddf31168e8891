"""Whether the time of a function grows with the square of the length of its text, and
how many lines of Python it runs. Neither depends on the speed of the machine.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any


def is_quadratic(
    run: Callable[[str], object], text: Callable[[int], str], count: int
) -> bool:
    """Whether four times as many repetitions take more than ten times as long; in
    quadratic time it would be 16 times.
    """
    base = max(_cpu_seconds(run, text(count)), 0.002)
    return _cpu_seconds(run, text(4 * count), 10 * base) >= 10 * base


def _cpu_seconds(run: Callable[[str], object], text: str, enough: float = 0.0) -> float:
    """The CPU time of the fastest of three runs. Stops early after a run of less than
    `enough` seconds.
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
    """The number of lines of Python that a function and the functions it calls run."""
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
