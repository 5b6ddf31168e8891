"""A temporary folder of this run; those that killed runs left behind are removed."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rulings.storage.locking import exclusive

_PREFIX = "rulings-site-"


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A new folder in the system's one; within the block, `tempfile` makes its files there too.

    A run holds the lock in its folder until it ends in any way.
    """
    before, folder = tempfile.tempdir, Path(tempfile.mkdtemp(prefix=_PREFIX))
    try:
        with exclusive(folder / "lock"):
            tempfile.tempdir = str(folder)
            for other in folder.parent.glob(f"{_PREFIX}*"):
                if other != folder:
                    _remove_if_left_behind(other, folder.stat().st_uid)
            yield folder
    finally:
        tempfile.tempdir = before
        shutil.rmtree(folder, ignore_errors=True)


def _remove_if_left_behind(folder: Path, user: int) -> None:
    """Removes the folder if it belongs to the user and no run holds its lock."""
    try:
        if folder.is_symlink() or folder.lstat().st_uid != user or not (folder / "lock").is_file():
            return
        with exclusive(folder / "lock"):
            shutil.rmtree(folder, ignore_errors=True)
    except OSError:
        pass  # another run has it, or has just removed it
