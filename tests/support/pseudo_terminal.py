"""`rulings WORDS…` on a pseudo-terminal of UTF-8: what it writes there is waited for, and keys are sent to it."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import time

import pytest

PATIENCE = 60.0  # seconds; a busy machine is no failure


class Terminal:
    """A running program. `written`: all that it wrote since the last keys were sent."""

    def __init__(self, *words: str, size: tuple[int, int] = (24, 80), **environment: str) -> None:
        """`size`: rows and columns."""
        pty = pytest.importorskip("pty", reason="a terminal is imitated by a pseudo-terminal, a thing of POSIX systems")
        own = {"TERM": "xterm", "NO_COLOR": "1", "COLUMNS": "", "PROMPT_TOOLKIT_NO_CPR": "1", "PYTHONUTF8": "1", **environment}
        self.pid, self.end = pty.fork()
        if self.pid == 0:
            import termios

            termios.tcsetwinsize(0, size)
            os.execve(sys.executable, [sys.executable, "-m", "rulings", *words], {**os.environ, **own})
        self.written = ""
        self._unseen = ""  # what was not waited for yet

    def resize(self, rows: int, columns: int) -> None:
        """Gives the terminal another size, of which the program is told."""
        import termios

        termios.tcsetwinsize(self.end, (rows, columns))

    def wait_for(self, words: str) -> None:
        """Until the words were written, after all that was waited for before."""
        end = time.monotonic() + PATIENCE
        while words not in (shown := re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", self._unseen)):
            assert self._read(end), f"{words!r} is not in {self._unseen!r}"
        self._unseen = shown.partition(words)[2]

    def send(self, words: str) -> None:
        """Types the words; what was written so far is forgotten."""
        self.written = self._unseen = ""
        os.write(self.end, words.encode())

    def finish(self) -> int:
        """Its exit status, once it has ended; it is killed if it does not."""
        end = time.monotonic() + PATIENCE
        while self._read(end):
            pass
        if time.monotonic() > end:
            os.kill(self.pid, signal.SIGKILL)
        os.close(self.end)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def _read(self, end: float) -> bool:
        """False where nothing more comes."""
        if not select.select([self.end], [], [], max(end - time.monotonic(), 0))[0]:
            return False
        try:
            piece = os.read(self.end, 65536).decode("utf-8", "replace")
        except OSError:  # the program has ended
            return False
        self.written += piece
        self._unseen += piece
        return bool(piece)
