"""Short runs of `python tests/programs trials`."""

from __future__ import annotations

import os

import pytest

from programs.trials import damage_compiled, kill_compilations, race_compilations

on_posix = pytest.mark.skipif(os.name != "posix", reason="needs fork")


@pytest.mark.slow
@on_posix
def test_damaged_compiled_files_never_give_wrong_answers() -> None:
    assert set(damage_compiled(40)) == {"right"}


@pytest.mark.slow
@on_posix
def test_a_compilation_killed_at_random_can_be_repeated() -> None:
    assert set(kill_compilations(3)) == {"right"}


@pytest.mark.slow
@on_posix
def test_racing_processes_answer_correctly() -> None:
    assert set(race_compilations(1, processes=5)) == {"right"}
