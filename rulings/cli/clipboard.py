"""Text → the clipboard, with a tool of the platform if there is one, else through the terminal (OSC 52)."""

from __future__ import annotations

import base64
import os
import shutil
import subprocess
import sys

from rulings.errors import RulingsError

_MAX_BYTES = 74_994  # the limit of OSC 52 in xterm and in terminals that follow it
_TERMINALS_WITHOUT_CLIPBOARD = frozenset(("", "dumb", "linux", "cons25"))  # values of TERM


def copy(text: str) -> str:
    """Copies the text and returns the name of what copied it. Raises `RulingsError` if there is no way to copy."""
    remote = bool(os.environ.get("SSH_CONNECTION") or os.environ.get("SSH_TTY"))
    if not remote:  # on a remote machine, a tool would use the clipboard of that machine
        for command in _tools():
            if _copied_by_tool(command, text):
                return command[0]
    if _copied_by_terminal(text):
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


def _copied_by_tool(command: list[str], text: str) -> bool:
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


def _copied_by_terminal(text: str) -> bool:
    """Writes OSC 52 to the terminal, even if standard output is redirected. False if there is no terminal."""
    content = text.encode("utf-8", "replace")
    term = os.environ.get("TERM", "")
    if len(content) > _MAX_BYTES or term in _TERMINALS_WITHOUT_CLIPBOARD:
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
