"""Short runs of `python tests/reliability.py`, and a test that it notices when the program is edited during a run."""

from __future__ import annotations

import os
import time
from collections import Counter
from pathlib import Path

import pytest

import reliability
from rulings.storage import cache_keys
from support.caches import on_posix
from support.command_line import CommandResult
from trials import odd_input
from trials.damage import damage_caches
from trials.odd_input import try_odd_input
from trials.processes import kill_commands, race_commands


@pytest.mark.slow
@on_posix
def test_damaged_cache_files_never_give_wrong_answers() -> None:
    assert set(damage_caches(40)) == {"right"}


@pytest.mark.slow
@on_posix
def test_a_first_use_killed_at_random_can_be_repeated() -> None:
    assert set(kill_commands(3)) == {"right"}


@pytest.mark.slow
@on_posix
def test_odd_input_gives_an_answer_or_an_error() -> None:
    assert set(try_odd_input(100)) == {"right"}


@pytest.mark.slow
@on_posix
def test_racing_processes_answer_correctly_at_first_use() -> None:
    assert set(race_commands(1, processes=5)) == {"right"}


@on_posix
def test_every_failed_input_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ValueError

    monkeypatch.setattr(odd_input, "fill_cache", lambda _: {})
    monkeypatch.setattr(odd_input, "run_cli", lambda *_: CommandResult(0, "", ""))
    monkeypatch.setattr(odd_input, "parse_yaml", fail)  # which reads six of every 24 inputs
    assert try_odd_input(24) == {"right": 18, "traceback": 6}


def test_an_edit_is_noticed_even_if_the_time_of_the_file_is_set_back(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    start = time.time()
    assert not reliability.edited_since(start)
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "questions.yaml").touch()
    os.utime(tmp_path / "sources" / "questions.yaml", (1, 1))
    monkeypatch.setattr(cache_keys, "yaml_folders", lambda _: [(str(tmp_path / "sources"), ["questions.yaml"])])
    assert reliability.edited_since(start - 0.1)


def test_editing_the_program_during_a_run_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(reliability.TRIALS, "damage", lambda runs, seed: Counter({"right": runs}))
    monkeypatch.setattr("sys.argv", ["reliability.py", "--only", "damage"])
    monkeypatch.setattr(reliability, "edited_since", lambda _: True)
    with pytest.raises(SystemExit, match="was edited meanwhile"):
        reliability.main()
