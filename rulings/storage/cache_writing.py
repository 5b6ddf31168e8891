"""Values → a cache file, written under a temporary name and renamed; and the removal of obsolete files."""

from __future__ import annotations

import os
import re
import stat
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from rulings.storage.cache import APPLICATION_ID, NAME_LIST, Cache, SQLiteError, checksum, connect
from rulings.storage.cache_folder import cache_folder, distrust_reason
from rulings.storage.locking import lock

_WINDOWS = os.name == "nt"  # needs no locks: a file that is open cannot be removed there
_ABANDONED_AFTER = 86400  # seconds until an unfinished file counts as left behind where locks cannot tell
_MAX_OLD_CACHES = 4  # older caches of each kind that are not removed
_DISK_ERRORS = (OSError, SQLiteError, OverflowError, MemoryError)
_BATCH_SIZE = 1 << 22  # bytes that wait in memory until they are written
_MAGIC = b"SQLite format 3\0"


def write(path: str, kind: str, items: Iterable[tuple[str, bytes]], warn: Callable[[str], None] | None = None) -> Cache:
    """Writes the values to `path`, or keeps them in memory if that is empty or fails. See `cache.write_cache`."""
    builder = None
    why = "" if path else distrust_reason(cache_folder())
    values: dict[str, bytes] = {}
    try:
        if path:
            try:
                builder = _Builder(path)
            except _DISK_ERRORS as error:
                why = _reason(error)
        for name, value in items:
            if not name or not name.isprintable():
                raise ValueError(f"{name!r} is not a name for a value")
            if builder is None:
                values[name] = value
                continue
            try:
                builder.add(name, value)
            except _DISK_ERRORS as error:
                why, values, builder = _reason(error), builder.rescue(), None
        if builder is not None:
            try:
                cache = builder.finish()
                _remove_old(kind, path)
                return cache
            except _DISK_ERRORS as error:
                why = _reason(error)
                values = builder.rescue()
    except BaseException:
        if builder is not None:
            builder.remove()
        raise
    if warn is not None:
        warn(
            f"nothing can be cached in {cache_folder() or 'a cache folder'} ({why}); commands still work, but "
            "are slower (set RULINGS_CACHE to use another folder)"
        )
    return Cache("", values=values)


def _reason(error: BaseException) -> str:
    return str(getattr(error, "strerror", None) or error) or type(error).__name__


class _Builder:
    """An unfinished cache file, locked while its process runs. A later process removes any that it finds unlocked."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._salt = os.path.basename(path).removesuffix(".sqlite")
        self._temporary_path = f"{os.path.dirname(path)}/.{self._salt}-{os.urandom(6).hex()}.new"
        self._lock_descriptor = -1
        self._connection: Any = None
        self._waiting: list[tuple[str, bytes]] = []
        self._size = 0
        self._names = [NAME_LIST]
        for attempt in range(5):
            try:
                self._begin()
                return
            except (FileNotFoundError, BlockingIOError, SQLiteError):
                # Another process removed the folder or the file meanwhile, or the disk is full.
                self.remove()
                if attempt == 4:
                    raise

    def _begin(self) -> None:
        _make_folder(os.path.dirname(self._path))
        self._lock_descriptor = os.open(self._temporary_path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        if not _WINDOWS:
            lock(self._lock_descriptor)
            if os.fstat(self._lock_descriptor).st_nlink == 0:
                raise FileNotFoundError
        self._connection = connect(self._temporary_path, "mode=rw&nolock=1")
        for line in (
            "PRAGMA journal_mode = MEMORY",
            "PRAGMA synchronous = OFF",
            f"PRAGMA application_id = {APPLICATION_ID}",
            "CREATE TABLE items (name TEXT PRIMARY KEY, checksum INTEGER NOT NULL, value BLOB NOT NULL)",
        ):
            self._connection.execute(line)

    def add(self, name: str, value: bytes) -> None:
        """Adds a value."""
        self._names.append(name)
        self._waiting.append((name, value))
        self._size += len(value)
        if self._size > _BATCH_SIZE:
            self._flush()

    def _flush(self) -> None:
        execute = self._connection.execute
        execute("BEGIN")
        self._connection.executemany(
            "INSERT OR REPLACE INTO items VALUES (?, ?, ?)",
            ((name, checksum(self._salt, name, value), value) for name, value in self._waiting),
        )
        execute("COMMIT")
        self._waiting, self._size = [], 0

    def finish(self) -> Cache:
        """Moves the file into place. The connection that wrote it goes on reading it, even if the file is removed."""
        names = ("\n".join([*self._names, ""])).encode()
        self._waiting.append((NAME_LIST, names))
        self._flush()
        if _WINDOWS:
            self._connection.close()
            self._unlock()
            os.replace(self._temporary_path, self._path)
            self._connection = connect(self._path, "mode=ro&immutable=1")
            return Cache(self._path, self._connection)
        with suppress(FileNotFoundError):  # the folder was removed; the next process builds it again
            os.replace(self._temporary_path, self._path)
        self._unlock()
        return Cache(self._path, self._connection)

    def rescue(self) -> dict[str, bytes]:
        """The values added so far, for a cache in memory after the disk has failed. Removes the file."""
        values: dict[str, bytes] = {}
        why = ""
        try:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            for name, check, value in self._connection.execute("SELECT * FROM items WHERE name <> ?", (NAME_LIST,)):
                if check == checksum(self._salt, name, value):
                    values[name] = value
        except _DISK_ERRORS as error:
            why = f" ({error})"
        finally:
            self.remove()
        values.update((name, value) for name, value in self._waiting if name)
        if values.keys() != set(self._names[1:]):
            raise OSError(f"{self._temporary_path} cannot be read back{why}")
        return values

    def remove(self) -> None:
        """Removes the unfinished file."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        self._unlock()
        with suppress(OSError):
            os.unlink(self._temporary_path)

    def _unlock(self) -> None:
        if self._lock_descriptor >= 0:
            os.close(self._lock_descriptor)
            self._lock_descriptor = -1


def _make_folder(folder: str) -> None:
    """Makes the folder and those above it that are missing, for this user alone."""
    try:
        os.mkdir(folder, 0o700)
    except FileExistsError:
        return
    except FileNotFoundError:
        _make_folder(os.path.dirname(folder))
        with suppress(FileExistsError):
            os.mkdir(folder, 0o700)


def write_small_file(path: str, text: str) -> bool:
    """Writes a text to a temporary file and renames that. False where that cannot be done."""
    temporary = f"{path}.{os.urandom(6).hex()}.new"
    try:
        _make_folder(os.path.dirname(path))
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError:
        return False
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
            file.write(text)
        os.replace(temporary, path)
    except OSError:
        with suppress(OSError):
            os.unlink(temporary)
        return False
    return True


def remove_old_files(
    path: str, pattern: str, leftover_pattern: str, max_kept: int, is_ours: Callable[[bytes], bool]
) -> None:
    """Removes all but the newest files beside `path` that are called like it, and leftovers of killed processes.

    `pattern`: a regular expression for their names; `leftover_pattern`: one for the names of unfinished files.
    `is_ours`: whether the first 100 bytes of a file show that it is one of ours; no other is removed.
    """
    folder = os.path.dirname(path)
    old_files: list[tuple[float, str]] = []
    try:
        names = os.listdir(folder)
    except OSError:
        return
    for name in names:
        other_path = f"{folder}/{name}"
        if re.fullmatch(pattern, name) and other_path != path:
            with suppress(OSError):
                old_files.append((os.lstat(other_path).st_mtime, other_path))
        elif re.fullmatch(leftover_pattern, name):
            _remove(other_path, lambda head: not head or is_ours(head))
    for _, other_path in sorted(old_files, reverse=True)[max_kept:]:
        _remove(other_path, is_ours)


def _remove_old(kind: str, path: str) -> None:
    remove_old_files(
        path,
        rf"{kind}-[0-9a-f]+\.sqlite",
        rf"\.{kind}-[0-9a-f]{{32,40}}-[0-9a-f]{{12}}\.new",
        _MAX_OLD_CACHES,
        lambda head: head[:16] == _MAGIC and head[68:72] == APPLICATION_ID.to_bytes(4, "big"),
    )


def _remove(path: str, is_ours: Callable[[bytes], bool]) -> None:
    """Removes a plain file that begins as one of ours does and that no living process is writing."""
    with suppress(OSError):
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0))
        try:
            status = os.fstat(handle)
            if not stat.S_ISREG(status.st_mode) or not is_ours(os.read(handle, 100)):
                return
            if not (_WINDOWS or lock(handle)) and time.time() - status.st_mtime < _ABANDONED_AFTER:
                return
        finally:
            os.close(handle)
        os.unlink(path)
