"""`-`: names or queries from standard input, one on each line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

from rulings.cli.grammar import Arguments, UsageError
from rulings.cli.render import terminal
from rulings.cli.render.terminal import shortened
from rulings.errors import NotFound

_LINES = 10_000
_LENGTH = 1_000  # characters of a line that are read; the search reads fewer


def each_line(args: Arguments, does: Callable[[Arguments], int]) -> int:
    """Runs the command for each line of standard input. Returns 0 if all found something, else 1."""
    form, status = next((name for name in ("json", "plain", "cite") if args[name]), ""), 0
    for number, line in enumerate(_lines()):
        if not form:
            terminal.write(("\n" if number else "") + f"» {shortened(line)}\n")
        sys.stdout.flush()  # messages appear beside the output they belong to
        try:
            status = max(status, does(Arguments(args.options, [line])))
        except NotFound as error:
            terminal.print_error(str(error))
            status = max(status, 1)
        sys.stdout.flush()
    return status


def _lines() -> Iterator[str]:
    count = 0
    while count < _LINES and sys.stdin:
        line = sys.stdin.readline(_LENGTH)
        if not line:
            break
        while not line.endswith("\n") and (rest := sys.stdin.readline(_LENGTH)):  # the rest of an endless line
            if rest.endswith("\n"):
                break
        if line.strip():
            count += 1
            yield line.strip()
    else:
        raise UsageError(f"standard input has more than {_LINES:,} lines")
    if not count:
        raise UsageError("standard input is empty; write one name or query a line")
