"""Caches: SQLite files of named values, each with a checksum, in the user's cache folder.

`<cache folder>/<kind>-<key>.sqlite` is one cache of one knowledge base: `data` (its YAML as JSON), `views` (what
look-ups show) or `search`. The key is a hash of the YAML and the program (`rulings.storage.cache_keys`); for `search`,
a hash of the name and version of the search engine follows it. So another knowledge base or program uses another file.
A file is written under a temporary name, renamed, and never changed afterwards. Any damage raises `DamagedCacheError`,
and the cache is made again. It contains only data, no code.

Every import slows down look-ups by name, so there are few here; writing is in `rulings.storage.cache_writing`.
"""

from __future__ import annotations

import os
from _thread import allocate_lock
from zlib import crc32

try:  # `sqlite3` would also import `datetime`, which takes a tenth of the time of a whole look-up
    import _sqlite3 as sqlite3
except ImportError:  # another implementation of Python
    import sqlite3  # type: ignore[no-redef]

from rulings.storage.cache_folder import cache_folder, distrust_reason, is_own_file
from rulings.storage.cache_keys import cache_key
from rulings.storage.layout import PACKAGE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path
    from typing import Any

APPLICATION_ID = 0x52756C67  # "Rulg": SQLite keeps it in the file header, which identifies our files
_LIMIT_LENGTH = 0  # SQLITE_LIMIT_LENGTH
NAME_LIST = ""  # the name of the list of all names, which shows whether a missing value was lost by damage
SQLiteError: type[Exception] = sqlite3.Error
_ERRORS = (OSError, SQLiteError, OverflowError, MemoryError, ValueError, SystemError)


class DamagedCacheError(Exception):
    """A cache does not contain what was written to it. `discard` it and make it again."""


class Cache:
    """Named values of a knowledge base, in a file or in memory. Safe to use from several threads."""

    def __init__(self, path: str, connection: Any = None, values: dict[str, bytes] | None = None) -> None:
        """`path`: its file, empty for a cache in memory. Either `connection` or `values` is given."""
        self.path = path
        self._connection, self._values = connection, values
        self._salt = path.rpartition("/")[2].removesuffix(".sqlite")
        self._names: bytes | None = None
        self._lock = allocate_lock()  # not every build of SQLite is safe to use from two threads at once

    def get(self, name: str) -> bytes | None:
        """The value with that name, or None. Raises `DamagedCacheError` if it differs from what was written."""
        if self._values is not None:
            return self._values.get(name)
        value = self._read(name)
        if value is None and name.isprintable() and self._is_listed(name):
            raise DamagedCacheError
        return value

    def names(self) -> list[str]:
        """All names, in the order they were written."""
        if self._values is not None:
            return list(self._values)
        return [name for name in self._all_names().decode().split("\n") if name]

    def discard(self) -> None:
        """Closes the cache and removes its file, so that the cache will be made again."""
        if self._connection is not None:
            self._connection.close()
        if self.path:
            try:
                os.unlink(self.path)
            except OSError:
                pass

    def _read(self, name: str) -> bytes | None:
        try:
            with self._lock:
                row = self._connection.execute("SELECT checksum, value FROM items WHERE name = ?", (name,)).fetchone()
        except UnicodeEncodeError:
            return None  # a lone surrogate, which no name contains
        except _ERRORS:
            raise DamagedCacheError from None
        if row is None:
            return None
        if not isinstance(row[1], bytes) or row[0] != checksum(self._salt, name, row[1]):
            raise DamagedCacheError
        return row[1]

    def _all_names(self) -> bytes:
        if self._names is None:
            self._names = self._read(NAME_LIST)
            if self._names is None:
                raise DamagedCacheError
        return self._names

    def _is_listed(self, name: str) -> bool:
        return f"\n{name}\n".encode("utf-8", "replace") in self._all_names()


def checksum(salt: str, name: str, value: bytes) -> int:
    """The checksum of a value with its name and its cache (`salt`), so that no value passes for another."""
    return crc32(value, crc32(f"{salt}\0{name}\0".encode("utf-8", "replace")))


def open_cache(kind: str, folder: str | Path | None = None, key: str = "", engine: str = "") -> Cache | None:
    """The cache of a knowledge base, or None if no trustworthy one exists.

    Values are verified when they are read: `Cache.get` raises `DamagedCacheError`.
    `folder` is that of the knowledge base (None: the shipped one). `key` is its key (`Knowledge.cache_key`) if it has
    been read already, so that the cache belongs to the state that was read and not to a later one. `engine`: name and
    version of a library on which the values depend.
    """
    path = cache_path(kind, key or cache_key(absolute(folder)), engine)
    return open_cache_file(path) if path else None


def absolute(folder: str | Path | None) -> str:
    """The absolute path of a knowledge base's folder (None: the shipped one), with symbolic links resolved."""
    return PACKAGE if folder is None else os.path.realpath(folder)


def cache_path(kind: str, key: str, engine: str = "") -> str:
    """The path of a cache file; empty if nothing can be saved."""
    folder = cache_folder()
    engine_hash = f"{crc32(engine.encode()):08x}" if engine else ""
    return f"{folder}/{kind}-{key}{engine_hash}.sqlite" if folder and not distrust_reason(folder) else ""


def open_cache_file(path: str) -> Cache | None:
    """The cache in a file, or None if it cannot be opened or is not a plain file that only this user can write."""
    if not is_own_file(path):
        return None
    try:
        connection = connect(path, "mode=ro&immutable=1")
        connection.setlimit(_LIMIT_LENGTH, os.path.getsize(path))  # a damaged length cannot ask for more memory
        return Cache(path, connection)
    except _ERRORS:
        return None


def connect(path: str, options: str) -> Any:
    """An SQLite connection that does not trust the content of the file."""
    quoted = path.replace("\\", "/").replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    connection = sqlite3.connect(
        f"file:{'' if quoted.startswith('/') else '/'}{quoted}?{options}",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
    )
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    return connection


def write_cache(
    kind: str,
    folder: str | Path | None,
    items: Iterable[tuple[str, bytes]],
    warn: Callable[[str], None] | None = None,
    key: str = "",
    engine: str = "",
) -> Cache:
    """Writes and opens a cache. If it cannot be saved, it stays in memory and `warn` is called with the reason.

    Give the `key` (`Knowledge.cache_key`) where the values come from a knowledge base that was read before, and
    the same `engine` as to `open_cache`.
    """
    from rulings.storage.cache_writing import write

    return write(cache_path(kind, key or cache_key(absolute(folder)), engine), kind, items, warn)
