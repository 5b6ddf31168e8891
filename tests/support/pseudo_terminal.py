"""Runs `rulings` on a pseudo-terminal, waits for its output, and types keys."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import time

import pytest

TIMEOUT = 120.0  # seconds, after which the program counts as hanging


class Terminal:
    """A program that runs on a pseudo-terminal. `written`: its output since the last
    keys were sent.
    """

    def __init__(
        self, *words: str, size: tuple[int, int] = (24, 80), **environment: str
    ) -> None:
        """`size` is in rows and columns."""
        pty = pytest.importorskip(
            "pty", reason="pseudo-terminals exist only on POSIX systems"
        )
        settings = {"TERM": "xterm", "COLUMNS": "", "PYTHONUTF8": "1", **environment}
        self.pid, self._fd = pty.fork()
        if self.pid == 0:
            import termios

            termios.tcsetwinsize(0, size)
            os.execve(
                sys.executable,
                [sys.executable, "-m", "rulings", *words],
                {**os.environ, **settings},
            )
        self.written = ""
        self._pending = ""  # printed since the last wait

    def wait_for(self, words: str) -> None:
        """Waits until the words appear after everything that was waited for before."""
        deadline = time.monotonic() + TIMEOUT
        while words not in (
            text := re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", self._pending)
        ):
            assert self._read(deadline), f"{words!r} is not in {self._pending!r}"
        self._pending = text.partition(words)[2]

    def send(self, keys: str) -> None:
        """Types the keys; discards earlier output."""
        self.written = self._pending = ""
        os.write(self._fd, keys.encode())

    def finish(self) -> int:
        """Waits until the program ends or kills it; returns its exit status."""
        deadline = time.monotonic() + TIMEOUT
        while self._read(deadline):
            pass
        if time.monotonic() > deadline:
            os.kill(self.pid, signal.SIGKILL)
        os.close(self._fd)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def _read(self, deadline: float) -> bool:
        """Reads more output. Returns False at its end or after the deadline."""
        if not select.select([self._fd], [], [], max(deadline - time.monotonic(), 0))[
            0
        ]:
            return False
        try:
            chunk = os.read(self._fd, 65536).decode("utf-8", "replace")
        except OSError:  # the program has ended
            return False
        self.written += chunk
        self._pending += chunk
        return bool(chunk)


def run_on_terminal(*words: str, **environment: str) -> str:
    """The output of a command, which must not ask anything, on a terminal of 80
    columns. By default it is not paged.
    """
    terminal = Terminal(*words, size=(24, 80), **{"PAGER": "", **environment})
    terminal.finish()
    return terminal.written
