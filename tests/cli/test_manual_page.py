"""Tests of the manual page: it names every command, option and query field, and `man` can format it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from rulings.cli.help import manual
from rulings.cli.specification import COMMANDS
from rulings.search.fields import FIELDS
from support.command_line import run_cli
from support.programs import find_program


def test_the_manual_page_is_complete() -> None:
    page = run_cli("completion", "man").out
    for command in COMMANDS.values():
        assert f".SS {command.name}" in page
        for option in (option for option in command.options if not option.hidden):
            assert option.name.replace("-", "\\-") in page
    search_help = run_cli("search", "--help").out
    for field in FIELDS:
        assert f".B {field.name}:" in page
        assert f"  {field.name}:" in search_help


def test_man_formats_the_manual_page_without_warnings(tmp_path: Path) -> None:
    (tmp_path / "rulings.1").write_text(manual(), encoding="utf-8")
    process = subprocess.run(
        [find_program("man"), "--warnings", "-l", str(tmp_path / "rulings.1")],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "MANWIDTH": "80", "LC_ALL": "C.UTF-8"},
    )
    assert (process.returncode, process.stderr) == (0, "")
    assert "rulings dr dreff" in process.stdout
