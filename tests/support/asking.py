"""A command line → its status, standard output and standard error, in this process or in one of its own."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass

from rulings.cli.main import main


@dataclass(frozen=True)
class Told:
    """The result of a command."""

    status: int
    out: str
    err: str


def ask(*words: str) -> Told:
    """In this process, as into a pipe."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main(list(words))
    return Told(status, out.getvalue(), err.getvalue())


def spawn(*words: str, typed: str = "", env: Mapping[str, str] | None = None) -> Told:
    """In a process of its own, with another environment if need be."""
    import os

    done = subprocess.run(
        [sys.executable, "-m", "rulings", *words],
        input=typed.encode(),
        capture_output=True,
        check=False,
        env={**os.environ, **(env or {})},
        timeout=120,
    )
    return Told(done.returncode, done.stdout.decode(), done.stderr.decode())
