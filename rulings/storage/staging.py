"""Files to write and delete below a folder → all of them changed, or the folder marked as interrupted.

Everything is first written to a staging directory inside the folder; then a marker is put there, the files are moved
into place one by one, and the staging directory is removed. A killed run leaves the folder unchanged, or with the
marker, which `interrupted` detects; the next run updates all files and cleans up.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

from rulings.errors import RulingsError
from rulings.storage.locking import exclusive
from rulings.storage.problems import Problem

_STAGING = ".parse"  # inside the folder, so that moving a file from it is one step
_MARKER = "moving"


def interrupted(folder: Path) -> Problem | None:
    """The problem if a run was killed while it moved files into `folder`, or is moving them now; else None."""
    if (folder / _STAGING / _MARKER).exists():
        return Problem(str(folder), "an interrupted parse: run `rulings parse` again for this folder")
    return None


def is_staged(folder: Path) -> bool:
    """Whether a killed run left anything for the next one to clean up."""
    return (folder / _STAGING).exists()


def replace_files(folder: Path, write: Mapping[str, str], delete: Iterable[str]) -> None:
    """Writes (relative path with `/` → text) and deletes files. Raises `RulingsError` if another process does so."""
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
        raise RulingsError(f"{folder}: another `rulings parse` is writing here; wait until it has finished") from None


def _replace_files(folder: Path, staging: Path, write: Mapping[str, str], delete: Iterable[str]) -> None:
    """Does everything that can fail (names too long, a full disk) before it sets the marker.

    The marker of a killed run stays in place: if this run is killed too, the folder is still marked.
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
