"""Short runs of `python tests/programs reliability`, and a test that it notices when the program is edited during a run."""

from __future__ import annotations

import os
from collections import Counter

import pytest

from programs import reliability
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


def test_editing_the_program_during_a_run_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(reliability.TRIALS, "damage", lambda runs, seed: Counter({"right": runs}))
    monkeypatch.setattr("sys.argv", ["reliability.py", "--only", "damage"])
    states = iter("ab")
    monkeypatch.setattr(reliability, "program_state", lambda: next(states))
    with pytest.raises(SystemExit, match="was edited meanwhile"):
        reliability.main()
