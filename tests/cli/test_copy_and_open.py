"""Tests of `--copy` and `--open`."""

from __future__ import annotations

import base64
import os
import re
import stat
from pathlib import Path

import pytest

from rulings.cli import clipboard
from support.command_line import run_cli, run_cli_process
from support.pseudo_terminal import Terminal


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


@pytest.mark.skipif(os.name == "nt", reason="a shell script stands in for the tool")
def test_copy_uses_the_clipboard_tool(tmp_path: Path) -> None:
    tool = tmp_path / "xclip"
    tool.write_text(f"#!/bin/sh\ncat > {tmp_path / 'copied'}\n", encoding="utf-8")
    tool.chmod(0o755)
    result = run_cli_process(
        "card",
        "dreff",
        "--copy",
        "-n",
        "1",
        env={
            "PATH": f"{tmp_path}:{os.environ['PATH']}",
            "DISPLAY": ":9",
            "WAYLAND_DISPLAY": "",
            "SSH_TTY": "",
            "SSH_CONNECTION": "",
        },
    )
    assert result.status == 0
    assert "1 ruling copied (xclip)" in result.err
    assert (tmp_path / "copied").read_text(encoding="utf-8") == run_cli(
        "card", "dreff", "--cite", "-n", "1"
    ).out.rstrip("\n")


def test_copy_uses_the_terminal_without_a_clipboard_tool() -> None:
    terminal = Terminal(
        "card", "aardvark", "--copy", "-n", "1", PATH="", PAGER="", DISPLAY="", WAYLAND_DISPLAY="", TMUX=""
    )
    terminal.wait_for("copied (the terminal)")
    assert terminal.finish() == 0
    content = re.search(r"\x1b]52;c;([^\x07]*)\x07", terminal.written)
    assert content
    assert base64.b64decode(content[1]).decode() == run_cli("card", "aardvark", "--cite", "-n", "1").out.rstrip("\n")


def test_copy_without_any_clipboard_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    result = run_cli("card", "dreff", "--copy")
    assert result.status == 2
    assert "cannot be copied" in result.err


@pytest.fixture
def copied(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that are copied."""
    texts: list[str] = []

    def copy(text: str) -> str:
        texts.append(text)
        return "a tool"

    monkeypatch.setattr(clipboard, "copy", copy)
    return texts


@pytest.mark.parametrize(
    "words",
    [
        ("dreff",),
        ("dreff", "--with", "glacier"),
        ("dreff", "--side", "runner"),  # only rulings on other cards are left
        ("imperial", "guard"),  # it has only a ruling of another card
        ("topic", "tracing"),
        ("who", "sparky", "-n", "3"),
    ],
)
def test_copied_are_the_rulings_that_cite_prints(words: tuple[str, ...], copied: list[str]) -> None:
    assert run_cli(*words, "--copy").status == 0
    assert copied == [run_cli(*words, "--cite").out.rstrip("\n")]


def test_a_list_without_rulings_is_copied_as_shown(copied: list[str]) -> None:
    assert run_cli("who", "-n", "2", "--copy").status == 0
    assert copied == ["\n".join(line.split("\t")[1] for line in run_cli("who", "-n", "2", "--plain").out.splitlines())]
