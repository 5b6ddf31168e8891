"""Tests of the cache: values are read back unchanged or reported as damaged, and only our own old files are removed."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rulings.storage.cache import APPLICATION_ID, DamagedCacheError, open_cache, open_cache_file, write_cache
from support.caches import KEY, on_posix, write_values
from support.command_line import run_cli

# Writing and reading values


def test_values_are_read_back_unchanged(empty_cache: Path) -> None:
    values = {"b": b"", "a": bytes(range(256)) * 9999, "ü €": b"\0", "x" * 5000: b"long"}
    written = write_values(values)
    opened = open_cache("data", None, KEY)
    assert opened is not None
    for cache in (written, opened):
        assert {name: cache.get(name) for name in cache.names()} == values
        assert cache.names() == list(values)
        assert cache.get("nobody") is None
        assert cache.get("\ud800") is None
    opened.discard()
    assert open_cache("data", None, KEY) is None
    opened.discard()  # a second time does no harm


def test_an_error_while_producing_values_leaves_no_cache(empty_cache: Path) -> None:
    def failing() -> Iterator[tuple[str, bytes]]:
        yield "a", b"1"
        raise OSError("of the source, not of the cache")

    with pytest.raises(OSError, match="of the source"):
        write_cache("data", None, failing(), pytest.fail, KEY)
    assert not empty_cache.exists()
    with pytest.raises(ValueError, match="is not a name"):
        write_values({"two\nlines": b"1"})


@on_posix
def test_nothing_is_lost_when_the_disk_fills_up(empty_cache: Path) -> None:
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (9_000_000, 9_000_000))\n"
        "from rulings.storage.cache import write_cache\n"
        "warnings = []\n"
        f"cache = write_cache('data', None, ((f'n{{i}}', bytes([i]) * 700_000) for i in range(30)), warnings.append, {KEY!r})\n"
        "assert [cache.get(f'n{i}') for i in range(30)] == [bytes([i]) * 700_000 for i in range(30)]\n"
        "assert cache.get('n30') is None and cache.names()[0] == 'n0' and not cache.path\n"
        "print(len(warnings), warnings[0])"
    )
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert process.stderr == ""
    assert process.stdout.startswith(f"1 nothing can be cached in {empty_cache} (")
    assert list(empty_cache.iterdir()) == []


# Damage


@pytest.mark.slow
def test_every_byte_read_is_checked(empty_cache: Path) -> None:
    values = {f"name {i}": f"value {i} ".encode() * 20 for i in range(4)}
    path = Path(write_values(values).path)
    intact = path.read_bytes()
    rng = random.Random(1996)
    detected = 0
    for position in range(rng.randrange(8), len(intact), 8):
        damaged = bytearray(intact)
        damaged[position] ^= 1 << rng.randrange(8)
        path.write_bytes(damaged)
        cache = open_cache_file(str(path))
        if cache is None:
            detected += 1
            continue
        try:
            assert {name: cache.get(name) for name in [*values, "nobody"]} == {**values, "nobody": None}
        except DamagedCacheError:
            detected += 1
        try:
            assert cache.names() == list(values)
        except DamagedCacheError:
            detected += 1
    assert detected > 100


def test_a_valid_value_is_never_returned_for_another(empty_cache: Path) -> None:
    path = Path(write_values({"a": b"1", "b": b"2"}).path)
    content = path.read_bytes()
    other_path = path.with_name(path.name.replace("0", "f", 1))  # as if it belonged to another key
    other_path.write_bytes(content)
    other_path.chmod(0o600)
    for file, change in (
        (other_path, "SELECT 1"),
        (path, "UPDATE items SET name = 'c' WHERE name = 'a'; UPDATE items SET name = 'a' WHERE name = 'b'"),
        (path, "DELETE FROM items WHERE name = 'a'"),
        (path, "UPDATE items SET value = 'text' WHERE name = 'a'"),
        (path, "UPDATE items SET checksum = 'text' WHERE name = 'a'"),
        (path, "UPDATE items SET checksum = 9e99 WHERE name = 'a'"),
        (path, "UPDATE items SET value = zeroblob(20000000) WHERE name = 'a'"),
        (path, "DROP TABLE items"),
        (path, "DROP TABLE items; CREATE VIEW items AS SELECT 'a' AS name, 1 AS checksum, x'00' AS value"),
    ):
        file.write_bytes(content)
        with sqlite3.connect(file) as connection:
            connection.executescript(change)
        connection.close()
        cache = open_cache_file(str(file))
        assert cache is not None
        with pytest.raises(DamagedCacheError):
            cache.get("a")
        cache.discard()


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda intact: b"",
    "cut off": lambda intact: intact[: len(intact) // 2],
    "another format": lambda intact: b"\x7fELF" + intact[4:],
    "random bytes": lambda intact: intact[:4096] + os.urandom(9999),
}


@pytest.mark.slow
@pytest.mark.parametrize("damage", DAMAGE)
def test_commands_answer_correctly_when_any_cache_file_is_damaged(empty_cache: Path, damage: str) -> None:
    expected = {line: run_cli(*line.split()) for line in ("dreff", "dref", "topic tracing", "export")}
    paths = [*empty_cache.glob("*.sqlite"), *empty_cache.glob("*.txt")]
    assert {path.name.partition("-")[0] for path in paths} >= {"data", "record", "views"}
    for path in paths:
        path.write_bytes(DAMAGE[damage](path.read_bytes()))
        path.chmod(0o600)
        for line, result in expected.items():
            if line != "export" or path.name.startswith("data"):
                assert run_cli(*line.split()) == result, (path.name, line)


# Removing old files


def test_old_caches_are_removed_and_other_files_stay(empty_cache: Path) -> None:
    empty_cache.mkdir(mode=0o700)
    user_files = {
        f"data-{'a' * 32}.sqlite": b"a file of the user's that happens to be called so",
        f"data-{'b' * 32}.sqlite": b"",
        f".data-{'a' * 32}.sqlite.{'0' * 12}.new": b"their notes",
        "data-2026.sqlite": b"SQLite format 3\0",
        "views.sqlite": b"",
        "search-my-project1": b"",
        "record-1234.txt": b"of a chess game",
    }
    for name, content in user_files.items():
        (empty_cache / name).write_bytes(content)
        os.utime(empty_cache / name, (1, 1))
    with sqlite3.connect(empty_cache / f"data-{'c' * 32}.sqlite") as user_database:
        user_database.execute("CREATE TABLE mine (x)")
    user_database.close()
    for digit, age in (("d", 3600), ("e", 3600), ("f", 1)):
        unfinished = empty_cache / f".data-{digit * 32}.sqlite.{'0' * 12}.new"
        unfinished.touch(mode=0o600)
        if digit != "d":  # which was killed as it began
            with sqlite3.connect(unfinished) as database:
                database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            database.close()
        os.utime(unfinished, (time.time() - age,) * 2)
    for number in range(12):
        write_values({"a": b"1"}, f"{number:032x}")
        time.sleep(0.01)
    remaining = {path.name for path in empty_cache.iterdir()}
    newest_caches = {f"data-{number:032x}.sqlite" for number in range(7, 12)}
    being_written = f".data-{'f' * 32}.sqlite.{'0' * 12}.new"  # by another process
    assert remaining == {*user_files, f"data-{'c' * 32}.sqlite", being_written, *newest_caches}
    assert {name: (empty_cache / name).read_bytes() for name in user_files} == user_files
