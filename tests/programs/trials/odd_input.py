"""Gives the commands and the reader of YAML what nobody would type: each answers or reports an error."""

from __future__ import annotations

import contextlib
import random
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path

from programs.trials.compiled import run_forked
from rulings.errors import RulingsError
from rulings.storage.files import SHIPPED
from rulings.storage.yaml_files import parse_yaml
from support.command_line import run_cli

_FRAGMENTS = (
    *("dreff", "Dr. Dreff", "tracing", "jack out", "R&D", "π in the 'Face", "step 3", "17", "variant", "boardwalk-"),
    *("the", "not", "*"),
    *"\"'()[]-+~^:*?/|<>&=#!",
    *("--", "\\\\", "%s", "{}", "OR", "AND", "NOT", "TO"),
    *("card:", "by:", "is:errata", "before:", "1997-01-01", "after:1996", "in:manual", "side:", "keyword:virus"),
    *("type:ice", "n:", "@"),
    *"\x00\t\n\r\x85\u2028\u202e\ufeff\uffff\ud800\udce9éΩ\U0001f600ﬀİ",
    *("\x1b[2J", "你好", "9" * 400, "a" * 3000, "((((((((", "- - -"),
    *("|\n", ">-\n", "- ", "  ", "? ", ": ", "*a", "&a", "!!python/object:os.system"),
)
_AT_ONCE = 100  # inputs given to one process


def try_odd_input(runs: int, seed: int = 1996) -> Counter[str]:
    """Gives odd input to all readers of names, queries, dates, numbers and YAML: each answers or reports an error."""
    outcomes = Counter[str]()
    for first in range(0, runs, _AT_ONCE):
        outcomes += _outcomes_of(range(first, min(first + _AT_ONCE, runs)), seed)
    return outcomes


def _outcomes_of(numbers: Sequence[int], seed: int) -> Counter[str]:
    """All inputs in one process, which is fast; if that fails, each in a process of its own."""
    outcome = run_forked(partial(_read, numbers, seed))
    if outcome != "right":
        singly = Counter(run_forked(partial(_read, [number], seed)) for number in numbers)
        if set(singly) != {"right"}:
            return singly
    # A failure that needs the inputs before it counts once.
    return Counter({"right": len(numbers) - 1}) + Counter([outcome])


def _read(numbers: Sequence[int], seed: int) -> str:
    """Gives the inputs with these numbers, each to a reader, until one fails; returns the outcome."""
    for number in numbers:
        rng = random.Random(f"{seed} {number}")
        typed = _odd_input(rng)
        try:
            _READERS[number % len(_READERS)](typed, rng)
        except BaseException:
            sys.stderr.write(f"run {number}, {typed!r}:\n{traceback.format_exc()}")
            return "traceback"
    return "right"


def _odd_input(rng: random.Random) -> str:
    joined = rng.choice(("", " ")).join(rng.choice(_FRAGMENTS) for _ in range(rng.randrange(1, 9)))
    return joined if rng.random() < 0.7 else "".join(rng.sample(joined, len(joined)))


def _run_command(words: Sequence[str], typed: str, _rng: random.Random) -> None:
    """Runs a command with the input as its last word; raises `AssertionError` if it ends in an undocumented way."""
    result = run_cli(*words, typed)
    if result.status not in (0, 1, 2) or "Traceback" in result.err or (result.status and not result.err):
        raise AssertionError(f"status {result.status}: {result.err}")


def _read_yaml(typed: str, rng: random.Random) -> None:
    """Reads the YAML of a card with the input somewhere in it."""
    typed = typed.encode("utf-8", "ignore").decode()  # other files are rejected before
    text = rng.choice(_card_files())
    position = rng.randrange(len(text))
    with contextlib.suppress(RulingsError):
        parse_yaml(text[:position] + typed + text[position + rng.randrange(9) :], "a file")


@cache
def _card_files() -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted((Path(SHIPPED) / "cards").glob("*/*.yaml"))[::20]]


# They take turns. A command or function that reads more forms is listed more than once.
_READERS: list[Callable[[str, random.Random], None]] = [
    *(
        partial(_run_command, words.split())
        for words in (
            *("", "card", "card --", "topic", "run", "document", "tournament"),
            *("list --as-of", "list --type", "dreff --with", "search -n", "document manual"),
            *("search", "search --", "search --json --") * 2,
        )
    ),
    *[_read_yaml] * 6,
]
