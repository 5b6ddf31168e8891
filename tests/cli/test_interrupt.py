"""Tests of Ctrl-C: it ends the program by the signal, at any moment, without a word."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from support.examples import example_count

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT to send on Windows")


def run_and_interrupt(seconds: float, *words: str) -> tuple[int, bytes] | None:
    """The status and standard error of a program that was sent SIGINT so long after our code began;
    None if it ended.
    """
    code = (
        "import gc, os, sys; from rulings.__main__ import run; gc.set_threshold = lambda size: os.write(1, b'!'); "
        f"sys.argv = ['rulings', *{words!r}]; run()"  # what `run` does once it has its handler
    )
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # A process in the background ignores SIGINT by default.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.read(1)
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    return None if process.returncode == 0 else (process.returncode, err)


def test_ctrl_c_ends_a_look_up_silently_at_any_moment() -> None:
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "rulings", "dreff"], stdout=subprocess.DEVNULL, check=True
    )
    duration = time.perf_counter() - start
    runs = example_count(12)
    outcomes = [run_and_interrupt(0.002 + duration * n / runs, "dreff") for n in range(runs)]
    assert {outcome for outcome in outcomes if outcome} == {(-signal.SIGINT, b"")}


@pytest.mark.parametrize("seconds", [0.2, 0.5, 1])
@pytest.mark.parametrize(
    "words", [("export", "--format", "sqlite", "{}/my.db"), ("site", "build", "{}/site")]
)
def test_ctrl_c_leaves_nothing_of_what_was_begun(
    words: tuple[str, ...], seconds: float, tmp_path: Path
) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, "-m", "rulings", *(word.format(tmp_path) for word in words)],
        stderr=subprocess.PIPE,
        env=environment,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        began = time.monotonic()
        while (
            process.poll() is None
            and time.monotonic() - began < seconds
            and not [*tmp_path.iterdir()]
        ):
            time.sleep(0.01)
        time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert err == b""
    left = [path.name for path in tmp_path.iterdir()]
    if words[0] == "export" and left:  # which may have written all before
        assert left == ["my.db"]
        with closing(sqlite3.connect(tmp_path / "my.db")) as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    else:
        assert (process.returncode, left) == (-signal.SIGINT, [])
