"""What the trials run, in which cache folder, and with which outcome: `right`, `wrong`, `traceback` or `crash`."""

from __future__ import annotations

import contextlib
import json
import os
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import patch

from support.command_line import run_cli

COMMANDS = (
    ("dreff",),
    ("card", "incubator", "--json"),
    ("topic", "tracing"),
    ("search", "jack out", "-n", "3"),
    ("list",),
)


@contextlib.contextmanager
def cache_at(folder: Path) -> Iterator[Path]:
    """Keeps caches in this folder within the context."""
    with patch.dict(os.environ, {"RULINGS_CACHE": str(folder)}):
        yield folder


def run_forked(work: Callable[[], str]) -> str:
    """Runs the work in a forked process; returns its outcome, `traceback` for an exception, `crash` if killed."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        try:
            outcome = work()
        except BaseException:
            outcome = "traceback"
            os.write(2, traceback.format_exc().encode())
        os.write(writer, outcome.encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        outcome = pipe.read().decode()
    _, status = os.waitpid(child, 0)
    return outcome if status == 0 and outcome else "crash"


def fill_cache(folder: Path) -> dict[str, bytes]:
    """Runs the commands, which writes every cache to the folder; returns what they print: words as JSON → output."""
    with cache_at(folder):
        return {json.dumps(words): run_cli(*words).out.encode() for words in COMMANDS}
