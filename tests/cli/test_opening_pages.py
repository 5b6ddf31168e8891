"""Tests of `--open`."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from support.command_line import run_cli_process


@pytest.fixture
def opened_url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file in which a shell script in place of the browser writes the URL it is given."""
    program, url_file = tmp_path / "browser", tmp_path / "opened"
    program.write_text(f'#!/bin/sh\nprintf %s "$1" > {url_file}\n', encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("BROWSER", str(program))
    return url_file


@pytest.mark.skipif(os.name == "nt", reason="a shell script stands in for the browser")
@pytest.mark.parametrize(
    ("words", "page"),
    [
        (("dreff",), "/cards/dr-dreff/"),
        (("dr-dreff-504d5230",), "/cards/dr-dreff/#dr-dreff-504d5230"),
        (("tracing",), "/topics/tracing/"),
        (("run", "13"), "/run-chart/"),
        (("document", "manual", "3"), "/documents/comprehensive-reference-manual/#manual-3-setup"),
        (("search", "jack out"), "/search/?q=jack%20out"),
        (("who", "sparky"), "/authorities/sparky/"),
    ],
)
def test_open_opens_the_matching_page(words: tuple[str, ...], page: str, opened_url: Path) -> None:
    result = run_cli_process(*words, "--open", env={"RULINGS_SITE": "https://rules.example/sub/"})
    assert result.status == 0
    assert opened_url.read_text(encoding="utf-8").startswith(f"https://rules.example/sub{page}")


def test_open_reports_a_missing_page(tmp_path: Path, opened_url: Path) -> None:
    result = run_cli_process("dreff", "--open", env={"RULINGS_SITE": str(tmp_path)})
    assert result.status == 2
    assert "no such page" in result.err
    assert not opened_url.exists()


@pytest.mark.parametrize(
    ("site", "sentence"),
    [
        ("", "set RULINGS_SITE"),
        ("~nosuchuser/x", "RULINGS_SITE is no folder"),
        ("/nowhere/at/all", "no such page"),
    ],
)
def test_open_without_a_site_says_how(site: str, sentence: str, opened_url: Path) -> None:
    result = run_cli_process("dreff", "--open", env={"RULINGS_SITE": site})
    assert (result.status, "Traceback" in result.err) == (2, False)
    assert sentence in result.err
    assert not opened_url.exists()
