"""Runs `rulings` for the tests and returns its output; finds other programs."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from unittest.mock import patch

import pytest

from rulings import api
from rulings.cli.main import main
from rulings.model.knowledge import Knowledge


@dataclass(frozen=True)
class CommandResult:
    """The exit status, standard output and standard error of a command."""

    status: int
    out: str
    err: str


@cache
def shipped() -> Knowledge:
    """The shipped knowledge base. It is opened once, because reading its index takes
    thirty times as long as running a command.
    """
    return api.open_knowledge()


def run_cli(
    *words: str, stdin: str | None = "", kb: Knowledge | None = None
) -> CommandResult:
    """Runs a command in this process. Its input (None: closed by the caller) and output
    are not a terminal.

    `kb`: the knowledge base that it opens, if not the shipped one.
    """
    opened = kb or shipped()
    out, err = io.StringIO(), io.StringIO()
    read = (
        None
        if stdin is None
        else io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
    )
    with (
        redirect_stdout(out),
        redirect_stderr(err),
        patch.object(sys, "stdin", read),
        patch.object(api, "open_knowledge", lambda: opened),
    ):
        status = main(list(words))
    return CommandResult(status, out.getvalue(), err.getvalue())


def run_cli_process(
    *words: str, stdin: str = "", env: Mapping[str, str] | None = None
) -> CommandResult:
    """Runs a command in a new process (slower), with `env` added to the environment."""
    process = subprocess.run(
        [sys.executable, "-m", "rulings", *words],
        input=stdin.encode(),
        capture_output=True,
        check=False,
        env={**os.environ, **(env or {})},
        timeout=900,  # stops a program that hangs
    )
    return CommandResult(
        process.returncode, process.stdout.decode(), process.stderr.decode()
    )


def find_program(name: str) -> str:
    """The path of a program; skips the test if it is not installed."""
    path = shutil.which(name)
    if not path:
        pytest.skip(f"{name} is not installed here; .ci/run installs it")
    return path
