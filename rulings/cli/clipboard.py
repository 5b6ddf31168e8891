"""Text → the clipboard: the platform's own tool where there is one, else the terminal is asked (OSC 52)."""

from __future__ import annotations

import base64
import os
import shutil
import subprocess
import sys

from rulings.errors import RulingsError

_MAX = 74_994  # bytes: what OSC 52 carries at most in terminals that follow xterm
_SILENT = frozenset(("", "dumb", "linux", "cons25"))  # terminals that know no clipboard


def copy(text: str) -> str:
    """Copies the text and returns, in words, how. Raises `RulingsError` if there is no way to copy."""
    remote = bool(os.environ.get("SSH_CONNECTION") or os.environ.get("SSH_TTY"))
    if not remote:  # a tool on a remote machine would fill a clipboard that nobody sees
        for command in _tools():
            if _by_tool(command, text):
                return command[0]
    if _by_terminal(text):
        return "the terminal"
    raise RulingsError(
        "the text cannot be copied: install wl-copy, xclip or xsel, or use a terminal that allows it (OSC 52)"
    )


def _tools() -> list[list[str]]:
    """The commands that may exist on this platform, the likeliest first."""
    if sys.platform == "darwin":
        commands = [["pbcopy"]]
    elif os.name == "nt":
        commands = [["clip.exe"]]
    else:
        commands = [["wl-copy"]] if os.environ.get("WAYLAND_DISPLAY") else []
        commands += [["xclip", "-selection", "clipboard"], ["xsel", "-ib"]] if os.environ.get("DISPLAY") else []
        commands += [["termux-clipboard-set"], ["clip.exe"]]
    return [command for command in commands if shutil.which(command[0])]


def _by_tool(command: list[str], text: str) -> bool:
    encoding = "utf-16" if command[0] == "clip.exe" else "utf-8"
    try:
        completed = subprocess.run(
            command,
            input=text.encode(encoding, "replace"),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
            timeout=5,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return completed.returncode == 0


def _by_terminal(text: str) -> bool:
    """Writes OSC 52 to the terminal, even if standard output goes elsewhere. False if there is no terminal."""
    content = text.encode("utf-8", "replace")
    term = os.environ.get("TERM", "")
    if len(content) > _MAX or term in _SILENT:
        return False
    sequence = f"\x1b]52;c;{base64.b64encode(content).decode()}\x07"
    if os.environ.get("TMUX"):
        sequence = "\x1bPtmux;" + sequence.replace("\x1b", "\x1b\x1b") + "\x1b\\"
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream and stream.isatty():
                stream.write(sequence)
                stream.flush()
                return True
        except (OSError, ValueError):
            continue
    return False
