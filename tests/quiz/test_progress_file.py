"""Tests of how the progress of the quiz is saved, read back and deleted."""

from __future__ import annotations

import json
import os
from datetime import date
from pathlib import Path

import pytest

from rulings import quiz as leitner
from rulings import quiz as progress_file
from rulings.errors import RulingsError
from support.command_line import run_cli

MONDAY = date(2026, 1, 5)


def test_progress_is_saved_read_back_and_deleted(progress_path: Path) -> None:
    assert progress_file.read() == leitner.no_progress()
    progress = leitner.no_progress()
    leitner.record_answer(progress, "dr-dreff-504d5230", True, MONDAY)
    progress_file.write(progress)
    assert progress_file.read() == progress == json.loads(run_cli("quiz", "--export").out)
    assert [file.name for file in progress_path.parent.iterdir()] == ["quiz.json"]  # no temporary file is left
    assert run_cli("quiz", "--forget").status == 0
    assert not progress_path.exists()
    assert run_cli("quiz", "--forget").status == 0


def test_a_failed_save_leaves_the_old_progress(progress_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    progress = leitner.no_progress()
    leitner.record_answer(progress, "a", True, MONDAY)
    progress_file.write(progress)
    before = progress_path.read_bytes()

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(RulingsError, match="No space left"):
        progress_file.write(leitner.no_progress())
    assert progress_path.read_bytes() == before
    assert len(list(progress_path.parent.iterdir())) == 1


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b'{"version": 2, "questions": {}}',
        b'{"version": 1, "questions": {"a": {"box": 9, "due": "2026-01-01", "asked": 1, "known": 1}}}',
        b'{"version": 1, "questions": {"a": {"box": 1, "due": "soon", "asked": 1, "known": 1}}}',
        pytest.param(b"[" * 100_000, id="nested lists"),
        b"\xff\xfe\x00",
    ],
)
def test_a_damaged_progress_file_is_reported_and_kept(progress_path: Path, content: bytes) -> None:
    progress_path.parent.mkdir()
    progress_path.write_bytes(content)
    result = run_cli("quiz", "--export")
    assert (result.status, result.out) == (2, "")
    assert "--forget" in result.err
    assert progress_path.read_bytes() == content
