"""Tests of Ctrl-C and SIGTERM: they end the program by the signal, at any moment,
without output.
"""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from support.examples import example_count

pytestmark = pytest.mark.skipif(
    os.name == "nt", reason="there is no SIGINT to send on Windows"
)


def run_program(
    code: str, folder: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Runs Python code to its end. `folder`: the folder of its temporary files."""
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        env={**os.environ, **({"TMPDIR": str(folder)} if folder else {})},
        # By default, a process in the background ignores SIGINT.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        timeout=900,  # stops a program that hangs
        check=False,
    )


def run_and_interrupt(moment: int, *words: str) -> tuple[int, bytes, int]:
    """Runs a program that sends itself SIGINT at a moment. Moments count what it
    imports, opens and compiles after our code began. Returns its status, its standard
    error and the number of moments.
    """
    process = run_program(f"""
import atexit, gc, os, signal, sys
from rulings.__main__ import run
moments = 0
def count(event, args):
    global moments
    moments += 1
    if moments == {moment}:
        os.kill(os.getpid(), signal.SIGINT)
gc.set_threshold = lambda size: sys.addaudithook(count)  # what `run` does once it has its handler
atexit.register(lambda: print(moments))
sys.argv = ["rulings", *{words!r}]
run()
""")
    counted = process.stdout.split()[-1:] if process.returncode == 0 else [b"0"]
    return process.returncode, process.stderr, int(counted[0])


def test_ctrl_c_ends_a_look_up_silently_at_any_moment() -> None:
    status, _, moments = run_and_interrupt(0, "dreff")
    assert (status, moments > 50) == (0, True)
    runs = example_count(8)
    outcomes = {
        run_and_interrupt(1 + moments * n // runs, "dreff")[:2] for n in range(runs)
    }
    assert outcomes == {(-signal.SIGINT, b"")}


def run_and_interrupt_at(
    size: int, number: signal.Signals, folder: Path, *words: str
) -> tuple[int, bytes]:
    """Runs a program that sends itself a signal as soon as the files in the folder have
    this many bytes. It checks after every hundredth of a second of CPU time. Returns
    its status and its standard error.
    """
    process = run_program(
        f"""
import os, signal, sys
from pathlib import Path
from rulings.__main__ import run
def size_of(path):
    try:
        return path.stat().st_size if path.is_file() else 0
    except FileNotFoundError:
        return 0
is_sent = False
def look(number, frame):
    global is_sent
    if not is_sent and sum(map(size_of, Path({str(folder)!r}).rglob("*"))) >= {size}:
        is_sent = True
        os.kill(os.getpid(), {number:d})
signal.signal(signal.SIGPROF, look)
signal.setitimer(signal.ITIMER_PROF, 0.01, 0.01)
sys.argv = ["rulings", *{words!r}]
run()
""",
        folder,
    )
    return process.returncode, process.stderr


BEGUN = 5  # bytes; with 4, Python tests whether it can write in a temporary folder
EXPORT, BUILD = (
    ("export", "--format", "sqlite", "{}/my.db"),
    ("site", "build", "{}/site"),
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "size", "number"),
    [(EXPORT, 100_000, signal.SIGINT), (BUILD, BEGUN, signal.SIGTERM)],
)
def test_ctrl_c_and_sigterm_leave_nothing_of_what_was_begun(
    words: tuple[str, ...], size: int, number: signal.Signals, tmp_path: Path
) -> None:
    line = [word.format(tmp_path) for word in words]
    status, err = run_and_interrupt_at(size, number, tmp_path, *line)
    assert err == b""
    left = [path.name for path in tmp_path.iterdir()]
    if words[0] == "export" and left:  # the export may already have been complete
        assert left == ["my.db"]
        with closing(sqlite3.connect(tmp_path / "my.db")) as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    else:
        assert (status, left) == (-number, [])
