"""A file lock that is held until its process releases it or ends in any way."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]


@contextmanager
def exclusive(path: Path) -> Iterator[None]:
    """Holds the lock. Raises `BlockingIOError` if another process does. The file stays; the holder may delete it."""
    with path.open("ab") as file:
        _lock(file.fileno())
        if not _is_still(path, file.fileno()):
            raise BlockingIOError(f"{path} was removed by the process that held it")
        yield


def _lock(descriptor: int) -> None:
    """Locks an open file until it is closed, unless its file system has no locks.

    Raises `BlockingIOError` if another process holds the lock.
    """
    if fcntl is None:
        import msvcrt

        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        except OSError:
            raise BlockingIOError("the file is locked by another process") from None
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:
        return


def _is_still(path: Path, descriptor: int) -> bool:
    """Whether the locked file is still at this path, and not one that another process has just removed."""
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except OSError:
        return False
