"""A file lock that is held until its process releases it or ends in any way."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def exclusive(path: Path) -> Iterator[None]:
    """Holds the lock. Raises `BlockingIOError` if another process does. The file stays; the holder may delete it."""
    with path.open("ab") as lock:
        if not _lock(lock.fileno()) or not _is_still(path, lock.fileno()):
            raise BlockingIOError(f"{path} is held by another process")
        yield


def _lock(descriptor: int) -> bool:
    """Takes the lock unless another process has it. It ends with the process."""
    try:
        import fcntl
    except ImportError:
        import msvcrt

        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        except OSError:
            return False
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks: then nothing can be known of others
        return True
    return True


def _is_still(path: Path, descriptor: int) -> bool:
    """Whether the locked file is still at this path, and not one that another process has just removed."""
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except OSError:
        return False
