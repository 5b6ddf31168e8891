"""The words of the command line → an exit status: 0 found, 1 nothing found, 2 a usage error or unreadable input."""

from __future__ import annotations

import contextlib
import os
import sys

from rulings.cli.dispatch import execute


def run() -> None:
    """The program `rulings`: runs one command and ends the process with its status."""
    sys.exit(main())


def main(arguments: list[str] | None = None) -> int:
    """Runs one command. A closed pipe or Ctrl-C ends it silently."""
    words = [_decodable(word) for word in (sys.argv[1:] if arguments is None else arguments)]
    if sys.stdout is None:  # standard output was closed by the caller
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - it stays open
    try:
        status = execute(words)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        _discard_output()
        return 0
    except KeyboardInterrupt:
        _discard_output()
        return 130
    except OSError as error:
        _discard_output()
        if sys.stderr is not None:
            sys.stderr.write(f"rulings: cannot read or write: {error.strerror or error}\n")
        return 2


def _decodable(word: str) -> str:
    """A word of the command line with replacement characters for undecodable bytes and lone surrogates."""
    try:
        return word.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    except UnicodeEncodeError:
        return word.encode("utf-8", "replace").decode()


def _discard_output() -> None:
    """Discards unwritten output, so that the interpreter exits silently."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno())  # type: ignore[union-attr]
