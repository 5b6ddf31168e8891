"""Tests of copying: which tool of the platform is used, and when the terminal copies instead (OSC 52)."""

from __future__ import annotations

import base64
import io
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rulings.cli import clipboard
from rulings.errors import RulingsError

pytestmark = pytest.mark.skipif(os.name == "nt", reason="shell scripts stand in for the tools")
VARIABLES = ("DISPLAY", "WAYLAND_DISPLAY", "SSH_TTY", "SSH_CONNECTION", "TMUX")
WORDS = "Skälderviken, π in the 'Face"


class FakeTerminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def neither_tool_nor_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hides the tools of this machine, and its desktop; the tools that a test adds are shell scripts."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")


@pytest.fixture
def add_tool(tmp_path: Path) -> Callable[[str, int], Path]:
    """A function that adds a tool with this exit status, and returns the file to which it copies."""

    def add(name: str, status: int = 0) -> Path:
        path = tmp_path / name
        path.write_text(f'#!/bin/sh\n/bin/cat > "{path}.copied"\nexit {status}\n', encoding="utf-8")
        path.chmod(0o755)
        return Path(f"{path}.copied")

    return add


@pytest.mark.parametrize(
    ("environment", "tool"),
    [
        ({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}, "wl-copy"),
        ({"DISPLAY": ":0"}, "xclip"),
        ({}, "clip.exe"),  # Windows, from a Linux inside it
    ],
)
def test_the_tool_of_the_desktop_is_used(
    environment: dict[str, str], tool: str, add_tool: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    copied = {name: add_tool(name) for name in ("wl-copy", "xclip", "xsel", "clip.exe")}
    assert clipboard.copy(WORDS) == tool
    assert [name for name, path in copied.items() if path.exists()] == [tool]
    assert copied[tool].read_bytes().decode("utf-16" if tool == "clip.exe" else "utf-8") == WORDS


def test_a_mac_has_a_tool_of_its_own(add_tool: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    copied = add_tool("pbcopy")
    assert clipboard.copy(WORDS) == "pbcopy"
    assert copied.read_text(encoding="utf-8") == WORDS


def test_if_a_tool_fails_the_next_one_is_used(
    tmp_path: Path, add_tool: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    monkeypatch.setenv("DISPLAY", ":0")
    add_tool("wl-copy", status=1)
    (tmp_path / "xclip").write_text("#!/no/such/interpreter\n", encoding="utf-8")
    (tmp_path / "xclip").chmod(0o755)
    add_tool("xsel")
    assert clipboard.copy(WORDS) == "xsel"


@pytest.mark.parametrize("variable", ["SSH_TTY", "SSH_CONNECTION"])
def test_on_a_remote_machine_the_terminal_copies(
    variable: str, add_tool: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, "set")
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(sys, "stdout", FakeTerminal())
    copied = add_tool("xclip")
    assert clipboard.copy(WORDS) == "the terminal"
    assert not copied.exists()


@pytest.mark.parametrize(
    ("tmux", "before", "after"), [("", "\x1b]52;c;", "\x07"), ("/tmp/tmux", "\x1bPtmux;\x1b\x1b]52;c;", "\x07\x1b\\")]
)
def test_the_terminal_copies_even_if_the_output_is_redirected(
    tmux: str, before: str, after: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMUX", tmux)
    monkeypatch.setattr(sys, "stdout", output := io.StringIO())
    monkeypatch.setattr(sys, "stderr", terminal := FakeTerminal())
    assert clipboard.copy(WORDS) == "the terminal"
    assert output.getvalue() == ""
    written = terminal.getvalue()
    assert written.startswith(before)
    assert written.endswith(after)
    assert base64.b64decode(written.removeprefix(before).removesuffix(after)).decode() == WORDS


@pytest.mark.parametrize(("term", "words"), [("dumb", WORDS), ("linux", WORDS), ("", WORDS), ("xterm", "x" * 74_995)])
def test_what_no_terminal_can_copy_is_an_error(term: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr(sys, "stdout", terminal := FakeTerminal())
    with pytest.raises(RulingsError, match="the text cannot be copied"):
        clipboard.copy(words)
    assert terminal.getvalue() == ""


def test_without_tool_and_terminal_copying_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = FakeTerminal()
    closed.close()
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", closed)
    with pytest.raises(RulingsError, match="the text cannot be copied"):
        clipboard.copy(WORDS)
