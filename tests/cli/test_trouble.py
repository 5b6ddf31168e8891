"""Tests of commands while a stream cannot be written to: what is asked is answered whole, or the
status is 2.
"""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
from unittest.mock import patch

import pytest

from rulings import api
from rulings.cli.main import main
from support.command_line import run_cli, shipped
from support.examples import slow_except

COMMANDS = [
    "dreff", "dreff --json", "tracing", "virus --csv", "errata --plain", "xyzzyq", "dreff --nonsense",
    "search trce --cite", "topic", "run 13", "why d3a28231", "document manual 3", "who sparkie",
    "tournament 40", "list keywords", "quiz --topic tracing --md -n all", "export --format csv",
]  # fmt: skip
TROUBLES = {"full": errno.ENOSPC, "its reader gone": errno.EPIPE, "failing": errno.EIO}


class Failing(io.StringIO):
    """A stream that cannot be written to."""

    def __init__(self, trouble: str) -> None:
        super().__init__()
        self.number = TROUBLES[trouble]

    def write(self, text: str) -> int:
        """Raises what the system says."""
        if text:
            raise OSError(self.number, os.strerror(self.number))
        return 0


def run_with(line: str, out: io.StringIO, err: io.StringIO | None) -> int:
    kb = shipped()
    with (
        patch.object(sys, "stdout", out),
        patch.object(sys, "stderr", err),
        patch.object(api, "open", lambda: kb),
        patch("rulings.cli.main._discard_output"),
    ):
        return main(line.split())


@pytest.mark.parametrize("trouble", [*TROUBLES, "closed", "missing"])
def test_trouble_on_standard_error_loses_nothing_of_the_answer(trouble: str) -> None:
    for line in COMMANDS:
        expected = run_cli(*line.split())
        out, err = io.StringIO(), None if trouble == "missing" else io.StringIO()
        if trouble in TROUBLES:
            err = Failing(trouble)
        elif err:
            err.close()
        status = run_with(line, out, err)
        found, whole = (sorted(text.splitlines()) for text in (out.getvalue(), expected.out))
        assert (status, found) == (expected.status, whole), line  # a quiz is in any order


@pytest.mark.parametrize("trouble", TROUBLES)
def test_trouble_on_standard_output_is_told_unless_nobody_reads(trouble: str) -> None:
    for line in COMMANDS:
        expected, err = run_cli(*line.split()), io.StringIO()
        status = run_with(line, Failing(trouble), err)
        if not expected.out:
            assert (status, err.getvalue()) == (expected.status, expected.err), line
        elif trouble == "its reader gone":
            assert status == 0, line
        else:
            assert status == 2, line
            assert os.strerror(TROUBLES[trouble]) in err.getvalue(), line


SHELL = ["errata --csv 2>/dev/full", "errata --csv 2>&1 >&3 3>&- | true", "errata --csv 2>&-"]


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
@pytest.mark.parametrize("line", slow_except(SHELL[:1], SHELL))
def test_an_answer_is_whole_beside_a_real_stream_in_trouble(line: str) -> None:
    command = f'exec 3>&1; {{ "{sys.executable}" -m rulings {line}; }} 2>/dev/null'
    process = subprocess.run(["sh", "-c", command], capture_output=True, check=False, text=True)
    assert (process.returncode, process.stdout) == (0, run_cli("errata", "--csv").out)
