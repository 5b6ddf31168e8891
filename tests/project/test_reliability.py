"""Short runs of `python tests/programs trials`."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable

import pytest

from programs.trials import damage_compiled, kill_compilations, race_compilations


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs fork")
@pytest.mark.parametrize(
    ("trial", "options"),
    [
        (damage_compiled, {"runs": 40}),
        (kill_compilations, {"runs": 3}),
        (race_compilations, {"rounds": 1, "processes": 5}),
    ],
)
def test_no_damage_kill_or_race_gives_a_wrong_answer(
    trial: Callable[..., Counter[str]], options: dict[str, int]
) -> None:
    assert set(trial(**options)) == {"right"}
