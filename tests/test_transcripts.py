"""The page of transcripts shows what the commands print now."""

from __future__ import annotations

from transcripts import PAGE, SCENES, page

from rulings.commands.spec import COMMANDS


def test_the_page_is_what_the_commands_print() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python tests/transcripts.py writes the page anew"


def test_every_command_has_a_transcript() -> None:
    assert {scene.command for scene in SCENES} == set(COMMANDS)
