"""Tests of what may be typed in a round of the quiz besides yes and no."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulings.quiz import leitner, progress_file
from support.command_line import run_cli
from support.pseudo_terminal import Terminal


@pytest.mark.parametrize("last_keys", ["q\n", "\x04"], ids=["q", "Ctrl-D"])
def test_skipped_questions_are_not_recorded(last_keys: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULINGS_STATE", str(tmp_path / "state"))
    run_cli("dreff")  # fills the cache
    terminal = Terminal("quiz", "--topic", "tracing", "-n", "2", "--seed", "1")
    terminal.wait_for("1 of 2")
    terminal.send("\n")
    terminal.wait_for("Did you know it?")
    terminal.send("skip\n")
    terminal.wait_for("2 of 2")
    terminal.send("\n")
    terminal.wait_for("Did you know it?")
    terminal.send(last_keys)
    assert terminal.finish() == 0
    assert "known." not in terminal.written
    assert progress_file.read() == leitner.no_progress()
