"""`-`, `-n` and `--sort`: names or queries from standard input, how many rulings are shown, and in what order."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import cast

from rulings.cli.grammar import Arguments, UsageError
from rulings.cli.render import terminal
from rulings.cli.render.terminal import shortened
from rulings.errors import NotFound
from rulings.model.formatting import latest_date

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rulings.model.views import PageView, RulingView

_LINES = 10_000
_LENGTH = 1_000  # characters of a line that are read; the search reads fewer


def limit_of(args: Arguments, otherwise: int | None) -> int | None:
    """What `-n` says: a number, None for `all`; `otherwise` where it was not given."""
    words = args.text("limit")
    if words is None:
        return otherwise
    if words.lower() == "all":
        return None
    if not (words.isascii() and words.isdigit()) or len(words) > 6 or int(words) < 1:
        raise UsageError(f"-n is a number from 1 to 999999, or all, not “{shortened(words)}”")
    return int(words)


def in_order(rulings: list[RulingView], args: Arguments) -> list[RulingView]:
    """The rulings in their order or, with `--sort date`, newest first and undated ones last."""
    if args["sort"] != "date":
        return rulings
    return sorted(rulings, key=lambda ruling: latest_date(ruling) or "", reverse=True)


def limited(page: PageView, args: Arguments) -> PageView:
    """The page with at most as many of its own rulings as `-n` says."""
    own = page["rulings"][: limit_of(args, None)]
    return cast("PageView", {**page, "rulings": own})


def arranged(page: PageView, args: Arguments) -> PageView:
    """The page with its rulings in the requested order."""
    own = in_order(page["rulings"], args)
    if "topic" in page:
        return {**page, "rulings": own}
    return {
        **page,
        "rulings": own,
        "inherited": [{**group, "rulings": in_order(group["rulings"], args)} for group in page["inherited"]],
        "mentioned_in": in_order(page["mentioned_in"], args),
    }


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
    found = 0
    while found < _LINES and sys.stdin:
        line = sys.stdin.readline(_LENGTH)
        if not line:
            break
        while not line.endswith("\n") and (rest := sys.stdin.readline(_LENGTH)):  # the rest of an endless line
            if rest.endswith("\n"):
                break
        if line.strip():
            found += 1
            yield line.strip()
    else:
        raise UsageError(f"standard input has more than {_LINES:,} lines")
    if not found:
        raise UsageError("standard input is empty; write one name or query a line")
