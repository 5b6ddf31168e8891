"""How much a test tries. Normally it tries a share of each kind of input, and a quarter
of the random examples; the weekly job tries everything.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")
SEED = int(os.environ.get("RULINGS_SEED", "1996"))
IS_WHOLE = os.environ.get("RULINGS_MEASURE") == "yes"


def example_count(default: int) -> int:
    """The default number of examples in the weekly job, otherwise a quarter."""
    return default if IS_WHOLE else -(-default // 4)


def some_of(values: Iterable[T], share: int = 10) -> list[T]:
    """Every `share`-th value, from an offset by the seed; weekly, all values."""
    every = [*values]
    first = SEED % max(1, min(share, len(every)))
    return every if IS_WHOLE else every[first::share]
