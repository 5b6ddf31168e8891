"""How much a test tries: of every kind a share at each run, and all of it in the weekly job; of
random input few examples, or more with `pytest --runs N`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import pytest

T = TypeVar("T")
RUNS = 0  # the value of `--runs`; `tests/conftest.py` sets it before the tests are imported
SEED = int(os.environ.get("RULINGS_SEED", "1996"))
IS_WHOLE = os.environ.get("RULINGS_MEASURE") == "yes"


def example_count(default: int) -> int:
    """The default number of examples in the weekly job, otherwise a quarter, or the value of
    `--runs` if that is larger.
    """
    return max(default if IS_WHOLE else -(-default // 4), RUNS)


def some_of(values: Iterable[T], share: int = 10) -> list[T]:
    """Each `share`-th of the values, which ones by the seed; all of them in the weekly job."""
    every = [*values]
    first = SEED % max(1, min(share, len(every)))
    return every if IS_WHOLE else every[first::share]


def slow_except(in_every_run: Sequence[Any], values: Iterable[Any]) -> list[Any]:
    """The values for `parametrize`; those that are not `in_every_run` are tried by the slow
    tests.
    """
    return [
        value if value in in_every_run else pytest.param(value, marks=pytest.mark.slow)
        for value in values
    ]
