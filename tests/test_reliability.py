"""Short runs of `python tests/reliability.py`, and a test that it notices when the program is edited during a run."""

from __future__ import annotations

import os
import time
from collections import Counter
from pathlib import Path

import pytest

import reliability
from reliability import flips, fuzz, kills, races
from rulings.storage import stamps
from support.caches import on_posix


@pytest.mark.slow
@on_posix
def test_damage_to_every_cache_file() -> None:
    assert set(flips(40)) == {"right"}


@pytest.mark.slow
@on_posix
def test_kills_at_any_moment_of_first_use() -> None:
    assert set(kills(3)) == {"right"}


@pytest.mark.slow
@on_posix
def test_fuzzed_input_to_every_reader() -> None:
    assert set(fuzz(100)) == {"right"}


@pytest.mark.slow
@on_posix
def test_races_of_processes_at_first_use() -> None:
    assert set(races(1, processes=5)) == {"right"}


def test_editing_the_program_during_a_run_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    start = time.time()
    assert not reliability.edited_since(start)
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "questions.yaml").touch()
    os.utime(tmp_path / "sources" / "questions.yaml", (1, 1))
    monkeypatch.setattr(stamps, "yaml_folders", lambda _: [(str(tmp_path / "sources"), ["questions.yaml"])])
    assert reliability.edited_since(start - 0.1)
    monkeypatch.setitem(reliability.TRIALS, "flips", lambda runs, seed: Counter({"right": runs}))
    monkeypatch.setattr("sys.argv", ["reliability.py", "--only", "flips"])
    monkeypatch.setattr(reliability, "edited_since", lambda _: True)
    with pytest.raises(SystemExit, match="was edited meanwhile"):
        reliability.main()
