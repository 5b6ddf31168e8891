"""`-`: names or queries from standard input, one on each line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import TextIOWrapper

from rulings.cli.grammar import Arguments, UsageError, reject_options
from rulings.cli.render import terminal
from rulings.errors import NotFound, RulingsError
from rulings.model.printable import shortened

_MAX_LINES = 10_000
_MAX_LINE_LENGTH = 1_000  # characters; the rest of a line is ignored


def for_each_line(args: Arguments, command: Callable[[Arguments], int]) -> int:
    """Runs the command for each line of standard input, and goes on after an error.

    Returns 0 if something was found for each line, 1 if not, and 2 after any other error. Raises `UsageError` for
    `--open`, which would open a page for each.
    """
    reject_options(args, ("open",), "{} cannot be combined with -, because it would open a page for each line")
    status = 0
    for number, line in enumerate(_lines()):
        if not line.isascii() and any("\udc80" <= c <= "\udcff" for c in line):  # bytes that were not decoded
            encoding = sys.stdin.encoding.upper()
            terminal.print_error(f"line {number + 1} of standard input is not {encoding}: {shortened(line)}")
            status = 2
            continue
        if args.output_format == "screen":
            terminal.write(("\n" if number else "") + f"» {shortened(line)}\n")
        sys.stdout.flush()  # so that messages appear next to the output they belong to
        try:
            status = max(status, command(replace(args, positional=[line])))
        except (RulingsError, UsageError) as error:
            terminal.print_error(str(error))
            status = max(status, 1 if isinstance(error, NotFound) else 2)
        sys.stdout.flush()
    return status


def _lines() -> Iterator[str]:
    """The lines without the space around them, empty ones left out. Raises `UsageError` for none or too many."""
    count = 0
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")
    while line := sys.stdin.readline(_MAX_LINE_LENGTH) if sys.stdin else "":  # None: closed by the caller
        rest = line
        while rest and not rest.endswith("\n"):  # skips the rest of a long line
            rest = sys.stdin.readline(_MAX_LINE_LENGTH)
        if not line.strip():
            continue
        count += 1
        if count > _MAX_LINES:
            raise UsageError(f"standard input has more than {_MAX_LINES:,} lines")
        yield line.strip()
    if not count:
        raise UsageError("standard input is empty; write one name or query a line")
