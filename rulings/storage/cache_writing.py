"""Values → a cache file, written under a temporary name and renamed; and the removal of obsolete files."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable
from contextlib import closing, suppress

from rulings.storage.cache import APPLICATION_ID, NAME_LIST, Cache, SQLiteError, checksum, connect
from rulings.storage.cache_folder import cache_folder, distrust_reason, is_own_file

_UNFINISHED_FOR = 60  # seconds until a file that no process has finished counts as left behind by one that was killed
_MAX_OLD_CACHES = 4  # older caches of each kind that are not removed
_DISK_ERRORS = (OSError, SQLiteError, OverflowError, MemoryError)
_MAGIC = b"SQLite format 3\0"


def write(path: str, kind: str, items: Iterable[tuple[str, bytes]], warn: Callable[[str], None] | None = None) -> Cache:
    """Saves the values in `path` if that is not empty and the disk allows it. See `cache.write_cache`.

    The cache that is returned has them in memory.
    """
    values = dict(items)
    for name in values:
        if not name or not name.isprintable():
            raise ValueError(f"{name!r} is not a name for a value")
    why = "" if path else distrust_reason(cache_folder())
    if path:
        try:
            save(path, lambda temporary: _write_values(temporary, os.path.basename(path), values))
            _remove_old(kind, path)
        except _DISK_ERRORS as error:
            path, why = "", str(getattr(error, "strerror", None) or error) or type(error).__name__
    if not path and warn is not None:
        warn(
            f"nothing can be cached in {cache_folder() or 'a cache folder'} ({why}); commands still work, but "
            "are slower (set RULINGS_CACHE to use another folder)"
        )
    return Cache(path, values=values)


def _write_values(path: str, cache_name: str, values: dict[str, bytes]) -> None:
    """Fills the empty file with the values of the cache that will have that name."""
    salt = cache_name.removesuffix(".sqlite")
    names = "\n".join([NAME_LIST, *values, ""]).encode()
    with closing(connect(path, "mode=rw&nolock=1")) as connection:
        for line in (
            "PRAGMA journal_mode = MEMORY",
            "PRAGMA synchronous = OFF",
            f"PRAGMA application_id = {APPLICATION_ID}",
            "CREATE TABLE items (name TEXT PRIMARY KEY, checksum INTEGER NOT NULL, value BLOB NOT NULL)",
            "BEGIN",
        ):
            connection.execute(line)
        connection.executemany(
            "INSERT INTO items VALUES (?, ?, ?)",
            ((name, checksum(salt, name, value), value) for name, value in [*values.items(), (NAME_LIST, names)]),
        )
        connection.execute("COMMIT")


def save(path: str, fill: Callable[[str], None]) -> None:
    """Makes an empty file beside `path`, for this user alone, lets `fill` write to it, and renames it to `path`.

    If another process removes the folder meanwhile, nothing is saved, as if it had come a moment later.
    """
    folder, name = os.path.split(path)
    temporary = f"{folder}/.{name}.{os.urandom(6).hex()}.new"
    _make_folder(folder)
    try:
        os.close(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        fill(temporary)
        os.replace(temporary, path)
    except BaseException as error:
        was_removed = not os.path.exists(temporary)
        with suppress(OSError):
            os.unlink(temporary)
        if not (was_removed and isinstance(error, FileNotFoundError | SQLiteError)):
            raise


def _make_folder(folder: str) -> None:
    """Makes the folder and those above it that are missing, for this user alone."""
    with suppress(FileExistsError):
        try:
            os.mkdir(folder, 0o700)
        except FileNotFoundError:
            if os.path.dirname(folder) == folder:
                raise  # a drive that does not exist
            _make_folder(os.path.dirname(folder))
            os.mkdir(folder, 0o700)


def save_text(path: str, text: str) -> bool:
    """Saves a text, in UTF-8. False where that cannot be done."""

    def fill(temporary: str) -> None:
        with open(temporary, "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
            file.write(text)

    try:
        save(path, fill)
    except _DISK_ERRORS:
        return False
    return True


def remove_old_files(path: str, pattern: str, max_kept: int, is_ours: Callable[[bytes], bool]) -> None:
    """Removes all but the newest files beside `path` that are called like it, and those that were left unfinished.

    `pattern`: a regular expression for their names. `is_ours`: whether the first 100 bytes of a file show that it is
    one of ours; no other is removed.
    """
    folder = os.path.dirname(path)
    finished: list[tuple[float, str]] = []
    with suppress(OSError):  # the folder was removed
        for name in os.listdir(folder):
            other_path = f"{folder}/{name}"
            if re.fullmatch(pattern, name) and other_path != path:
                with suppress(OSError):
                    finished.append((os.lstat(other_path).st_mtime, other_path))
            elif re.fullmatch(rf"\.{pattern}\.[0-9a-f]{{12}}\.new", name):
                with suppress(OSError):
                    if time.time() - os.lstat(other_path).st_mtime > _UNFINISHED_FOR:
                        _remove(other_path, lambda head: not head or is_ours(head))
    for _, other_path in sorted(finished, reverse=True)[max_kept:]:
        _remove(other_path, is_ours)


def _remove_old(kind: str, path: str) -> None:
    remove_old_files(
        path,
        rf"{kind}-[0-9a-f]{{32,40}}\.sqlite",
        _MAX_OLD_CACHES,
        lambda head: head[:16] == _MAGIC and head[68:72] == APPLICATION_ID.to_bytes(4, "big"),
    )


def _remove(path: str, is_ours: Callable[[bytes], bool]) -> None:
    """Removes a plain file that begins as one of ours does."""
    if is_own_file(path):
        with suppress(OSError):
            with open(path, "rb") as file:
                head = file.read(100)
            if is_ours(head):
                os.unlink(path)
