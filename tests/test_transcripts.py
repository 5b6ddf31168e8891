"""The page of transcripts shows what the commands print now."""

from __future__ import annotations

from pathlib import Path

import pytest

import transcripts
from rulings.cli.specification import COMMANDS
from transcripts import PAGE, SCENES, page


def test_the_page_is_what_the_commands_print() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python tests/transcripts.py writes the page anew"


def test_every_command_has_a_transcript() -> None:
    assert {scene.command for scene in SCENES} == set(COMMANDS)


def test_no_path_of_this_machine_is_on_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RULINGS_CACHE")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    assert transcripts.run(["index"]).endswith(" ~/.cache/netrunner-rulings\n")
    assert str(transcripts.ROOT) not in PAGE.read_text(encoding="utf-8")
