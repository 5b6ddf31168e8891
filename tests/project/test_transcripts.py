"""Tests that the page of commands shows what they print."""

from __future__ import annotations

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
