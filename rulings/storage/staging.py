"""Files to write and to delete below a folder → all of them changed, or the folder says that it was interrupted.

Everything is first written into a staging directory inside the folder; then a marker is put there, the files are moved
into place one by one, and the staging directory goes. A run that is killed leaves the folder as it was, or with the
marker: `interrupted` sees it, and the next run brings all files up to date and clears up.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

from rulings.errors import RulingsError
from rulings.storage.locking import exclusive

_STAGING = ".parse"  # inside the folder, so that moving a file from it is one step
_MARKER = "moving"


def interrupted(folder: Path) -> str | None:
    """The sentence that says so where a run was killed while it moved files into `folder`, or is moving them now."""
    if (folder / _STAGING / _MARKER).exists():
        return f"{folder}: an interrupted parse: run `rulings parse` again for this folder"
    return None


def is_staged(folder: Path) -> bool:
    """Whether a killed run left anything that the next one has to clear up."""
    return (folder / _STAGING).exists()


def replace_files(folder: Path, write: Mapping[str, str], delete: Iterable[str]) -> None:
    """`write`: relative path (with `/`) → text. `RulingsError` where another process does the same now."""
    staging = folder / _STAGING
    staging.mkdir(parents=True, exist_ok=True)
    try:
        with exclusive(staging / "lock"):
            try:
                _replace_files(folder, staging, write, delete)
                (staging / _MARKER).unlink()
            finally:
                if not (staging / _MARKER).exists():
                    shutil.rmtree(staging, ignore_errors=True)
    except BlockingIOError:
        raise RulingsError(f"{folder}: another `rulings parse` is writing here; wait until it has ended") from None


def _replace_files(folder: Path, staging: Path, write: Mapping[str, str], delete: Iterable[str]) -> None:
    """All that can fail (names that are too long, a full disk) is done before the marker says that files move.

    A marker that a killed run left stays all the time: should this one be killed too, the folder still says so.
    """
    files = staging / "files"
    shutil.rmtree(files, ignore_errors=True)
    for relative, text in write.items():
        for parent in ((files / relative).parent, (folder / relative).parent):
            parent.mkdir(parents=True, exist_ok=True)
        (files / relative).write_bytes(text.encode())
    (staging / _MARKER).write_bytes(b"")
    for relative in write:
        (files / relative).replace(folder / relative)
    for relative in delete:
        (folder / relative).unlink(missing_ok=True)
