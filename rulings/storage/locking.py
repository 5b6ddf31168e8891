"""A file that a process holds alone, until it lets go or ends in whatever way."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def exclusive(path: Path) -> Iterator[None]:
    """`BlockingIOError` where another process holds the file. It stays there afterwards: who holds it may delete it."""
    with path.open("ab") as lock:
        if not _lock(lock.fileno()) or not _is_still(path, lock.fileno()):
            raise BlockingIOError(f"{path} is held by another process")
        yield


def _lock(descriptor: int) -> bool:
    """Takes the lock unless another process has it. It goes with the process, however that ends."""
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
    """Whether the lock is on the file at this path now, and not on one that another process has just removed."""
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except OSError:
        return False
