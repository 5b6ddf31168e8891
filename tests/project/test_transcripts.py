"""Tests that the page of commands shows what they print."""

from __future__ import annotations

from pathlib import Path

import pytest

import transcripts
from rulings.cli.specification import COMMANDS
from transcripts import COMMAND_LINES, PAGE, page


def test_the_page_shows_what_the_commands_print() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `python tests/transcripts.py` to update it"


def test_every_command_has_a_transcript() -> None:
    assert set(COMMAND_LINES) == set(COMMANDS)
    assert all(COMMAND_LINES.values())


def test_the_page_contains_no_local_paths() -> None:
    assert str(transcripts.ROOT) not in PAGE.read_text(encoding="utf-8")


@pytest.mark.slow
def test_transcripts_contain_no_paths_of_a_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RULINGS_CACHE")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    assert transcripts.run(["index"]).endswith(" ~/.cache/netrunner-rulings\n")
