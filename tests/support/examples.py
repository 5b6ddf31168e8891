"""How many examples a property test tries: few in an ordinary run, as many as one likes with `pytest --runs N`."""

from __future__ import annotations

RUNS = 0  # what `--runs` asked for (`tests/conftest.py` sets it before the tests are imported)


def examples(ordinary: int) -> int:
    """The ordinary number, or the larger one that was asked for."""
    return max(ordinary, RUNS)
