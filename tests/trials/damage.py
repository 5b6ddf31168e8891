"""Damages cache files at random and reads them."""

from __future__ import annotations

import contextlib
import hashlib
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from rulings.storage import cache
from support.caches import wait_until_settled
from support.command_line import run_cli
from trials.running import COMMANDS, cache_at, fill_cache, run_forked

PAGE_SIZE = 4096  # bytes of a page of SQLite


def _flip_bit(damaged: bytearray, rng: random.Random) -> None:
    damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)


def _flip_bits(damaged: bytearray, rng: random.Random) -> None:
    for _ in range(rng.randrange(2, 64)):
        _flip_bit(damaged, rng)


def _replace_bytes(damaged: bytearray, rng: random.Random) -> None:
    for _ in range(rng.randrange(2, 3000)):
        damaged[rng.randrange(len(damaged))] = rng.randrange(256)


def _replace_header(damaged: bytearray, rng: random.Random) -> None:
    """In the header of the file and the schema: most of SQLite's own data."""
    for _ in range(rng.randrange(1, 12)):
        damaged[rng.randrange(min(len(damaged), PAGE_SIZE))] = rng.randrange(256)


def _flip_in_trees(damaged: bytearray, rng: random.Random) -> None:
    """In the headers, pointers and keys of SQLite's b-trees."""
    trees = [start for start in range(0, len(damaged), PAGE_SIZE) if damaged[start] in (2, 5, 10, 13)] or [0]
    for _ in range(rng.randrange(1, 4)):
        start = rng.choice(trees)
        offset = rng.randrange(rng.choice((12, 400, PAGE_SIZE)))
        damaged[min(start + offset, len(damaged) - 1)] ^= 1 << rng.randrange(8)


def _zero_page(damaged: bytearray, rng: random.Random) -> None:
    position = rng.randrange(len(damaged))
    start = position - position % PAGE_SIZE
    damaged[start : start + PAGE_SIZE] = bytes(len(damaged[start : start + PAGE_SIZE]))


def _exchange_pages(damaged: bytearray, rng: random.Random) -> None:
    a, b = (rng.randrange(max(len(damaged) // PAGE_SIZE, 1)) * PAGE_SIZE for _ in range(2))
    damaged[a : a + PAGE_SIZE], damaged[b : b + PAGE_SIZE] = damaged[b : b + PAGE_SIZE], damaged[a : a + PAGE_SIZE]


def _cut_off(damaged: bytearray, rng: random.Random) -> None:
    del damaged[rng.randrange(len(damaged)) :]


def _repeat_bytes(damaged: bytearray, rng: random.Random) -> None:
    position = rng.randrange(len(damaged))
    damaged += damaged[position : position + 9000]


KINDS_OF_DAMAGE: dict[Callable[[bytearray, random.Random], None], int] = {  # to how likely each is
    _flip_bit: 2,
    _flip_bits: 1,
    _replace_bytes: 1,
    _replace_header: 1,
    _flip_in_trees: 1,
    _zero_page: 1,
    _exchange_pages: 1,
    _cut_off: 1,
    _repeat_bytes: 1,
}


def damage(content: bytes, rng: random.Random) -> bytes:
    """The content with some of it flipped, lost, repeated, exchanged or zeroed."""
    damaged = bytearray(content)
    (do_damage,) = rng.choices(list(KINDS_OF_DAMAGE), list(KINDS_OF_DAMAGE.values()))
    do_damage(damaged, rng)
    return bytes(damaged)


def _digests(opened: cache.Cache) -> dict[str, str]:
    return {name: hashlib.sha256(opened.get(name) or b"").hexdigest() for name in opened.names()}


def damage_caches(runs: int, seed: int = 1996) -> Counter[str]:
    """Damages cache files: values are read back or reported as damaged, and commands that are run now and then are right."""
    outcomes = Counter[str]()
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as temporary, cache_at(Path(temporary) / "cache") as folder:
        fill_cache(folder)
        wait_until_settled()
        expected = fill_cache(folder)  # this time the record is written too
        files = sorted(path for path in folder.iterdir() if path.is_file())
        contents = {path: path.read_bytes() for path in files}
        digests: dict[Path, dict[str, str]] = {}
        for path in files:
            opened = cache.open_cache_file(str(path)) if path.suffix == ".sqlite" else None
            if opened is not None:
                digests[path] = _digests(opened)
        for number in range(runs):
            turn, position = divmod(number, len(files))
            path = files[position]
            _replace_file(path, damage(contents[path], rng))
            if path in digests and turn % 10:
                outcomes[run_forked(partial(_check_values, path, digests[path]))] += 1
                continue
            outcomes[run_forked(partial(_check_command, COMMANDS[turn % len(COMMANDS)], expected))] += 1
            for file in folder.iterdir():
                if file.is_file():
                    file.unlink()
            for file, content in contents.items():
                _replace_file(file, content)
    return outcomes


def _replace_file(path: Path, content: bytes) -> None:
    path.unlink(missing_ok=True)
    path.write_bytes(content)
    path.chmod(0o600)


def _check_values(path: Path, expected: dict[str, str]) -> str:
    opened = cache.open_cache_file(str(path))
    if opened is None:
        return "right"
    with contextlib.suppress(cache.DamagedCacheError):
        if set(opened.names()) != expected.keys():
            sys.stderr.write(f"{path.name}: other names\n")
            return "wrong"
    for name, digest in expected.items():
        try:
            value = opened.get(name)
        except cache.DamagedCacheError:
            continue
        if hashlib.sha256(value or b"").hexdigest() != digest:
            sys.stderr.write(f"{path.name}: {name} has another value\n")
            return "wrong"
    return "right"


def _check_command(words: Sequence[str], expected: dict[str, bytes]) -> str:
    result = run_cli(*words)
    if "Traceback" in result.err:
        return "traceback"
    if (result.status, result.out.encode(), result.err) == (0, expected[json.dumps(words)], ""):
        return "right"
    sys.stderr.write(f"{words}: status {result.status}, {len(result.out)} characters: {result.err}\n")
    return "wrong"
