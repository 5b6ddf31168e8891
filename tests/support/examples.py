"""How many random examples a property test tries: few by default, more with `pytest --runs N`."""

from __future__ import annotations

RUNS = 0  # the value of `--runs`; `tests/conftest.py` sets it before the tests are imported


def example_count(default: int) -> int:
    """The default number of examples, or the value of `--runs` if that is larger."""
    return max(default, RUNS)
