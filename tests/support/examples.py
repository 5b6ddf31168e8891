"""How much a test tries: a property test few random examples, or more with `pytest --runs N`;
others some values.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

RUNS = 0  # the value of `--runs`; `tests/conftest.py` sets it before the tests are imported


def example_count(default: int) -> int:
    """The default number of examples, or the value of `--runs` if that is larger."""
    return max(default, RUNS)


def slow_except(in_every_run: Sequence[Any], values: Iterable[Any]) -> list[Any]:
    """The values for `parametrize`; those that are not `in_every_run` are tried by the slow
    tests.
    """
    return [
        value if value in in_every_run else pytest.param(value, marks=pytest.mark.slow)
        for value in values
    ]


def sample_or_all(sample: Any, everything: Any) -> list[Any]:
    """Two values for `parametrize`: the sample is tried by the ordinary tests, everything by the
    slow ones, and where both run, everything alone.
    """
    return [
        pytest.param(sample, marks=pytest.mark.sample, id="some"),
        pytest.param(everything, marks=pytest.mark.slow, id="all"),
    ]
