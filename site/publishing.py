"""Publishes a finished site in one step, and keeps all files that were not made by a build of ours.

`<folder>/.rulings-site.json` lists the files that a build wrote. A site is built in a staging directory beside the
folder; then the two are exchanged, and only the listed files of the old site are removed. A killed build leaves either
the old site or the new one, complete; the next build removes its leftovers.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rulings.errors import RulingsError
from rulings.storage.locking import exclusive

FILE_LIST = ".rulings-site.json"
_NEW = ".rulings-new"  # ends the temporary name of a file that will replace another


def write_file_list(site: Path) -> None:
    """Writes the list of all files of a finished site into the site."""
    (site / FILE_LIST).write_text(json.dumps(sorted(_files(site)), indent=0) + "\n", encoding="utf-8")


def require_own_site(output: Path) -> None:
    """Raises `RulingsError` if the folder is neither empty nor a site of ours."""
    if output.exists() and not output.is_dir():
        raise RulingsError(f"{output}: is a file; the site needs a folder")
    if output.is_dir() and any(output.iterdir()) and not _read_file_list(output):
        raise RulingsError(
            f"{output}: the folder holds other files and is not a site built by `rulings`; use an empty or new folder"
        )


@contextmanager
def staged(output: Path) -> Iterator[Path]:
    """An empty folder for building the site. At the end its content, with the file list, replaces `output`."""
    staging = output.parent / f".{output.name}.rulings-staging"
    staging.mkdir(parents=True, exist_ok=True)
    try:
        with exclusive(staging / "lock"):
            site = staging / "site"
            _remove_staged(site, output)
            require_own_site(output)
            site.mkdir()
            try:
                yield site
                _publish(site, output)
            finally:
                _remove_staged(site, output)
                (staging / "lock").unlink(missing_ok=True)
                staging.rmdir()
    except BlockingIOError:
        raise RulingsError(f"{output}: another build is writing this site; wait until it has finished") from None


def _publish(site: Path, output: Path) -> None:
    """Replaces `output` with the finished site. A file in its way that no build made raises `RulingsError`."""
    listed = _read_file_list(output)
    if not output.is_dir() or not any(output.iterdir()):
        if output.is_dir():
            output.rmdir()
        site.rename(output)
        return
    for path in sorted(_files(output) - listed):
        if (site / path).exists():
            raise RulingsError(
                f"{output / path}: this file was not made by a build, but the new site needs its place; move it"
            )
    if not exchange_folders(site, output):
        _copy_over(site, output, listed)


def _copy_over(site: Path, output: Path, listed: set[str]) -> None:
    """Replaces the files one by one, on systems that cannot exchange folders; pages come after the files they use."""
    new = _read_file_list(site) - {FILE_LIST, FILE_LIST + _NEW}
    both = {*listed, *new, *(path + _NEW for path in new)}  # so that the next build can remove all, if this is killed
    _replace(output, FILE_LIST, json.dumps(sorted(both), indent=0).encode())
    for path in sorted(new, key=lambda path: (path == "sw.js", path.endswith(".html"), path)):
        (output / path).parent.mkdir(parents=True, exist_ok=True)
        _replace(output, path, (site / path).read_bytes())
    for path in listed - new - {FILE_LIST}:
        (output / path).unlink(missing_ok=True)
    _replace(output, FILE_LIST, (site / FILE_LIST).read_bytes())


def _replace(output: Path, path: str, content: bytes) -> None:
    (output / f"{path}{_NEW}").write_bytes(content)
    (output / f"{path}{_NEW}").replace(output / path)


def _remove_staged(site: Path, output: Path) -> None:
    """Removes an unfinished or replaced site from the staging directory; other files in it are moved to `output`."""
    if not site.is_dir():
        return
    listed = _read_file_list(site)
    if not listed:  # an unfinished build, which contains no other files
        shutil.rmtree(site)
        return
    for path in sorted(_files(site) - listed):
        if not (output / path).exists():
            (output / path).parent.mkdir(parents=True, exist_ok=True)
            (site / path).rename(output / path)
    for path in listed - {FILE_LIST}:
        (site / path).unlink(missing_ok=True)
    if _files(site) - {FILE_LIST}:
        raise RulingsError(f"{site}: contains files that no build made; move them elsewhere and build again")
    shutil.rmtree(site)


def _files(folder: Path) -> set[str]:
    """All files and symbolic links below the folder, as relative paths with `/`."""
    paths = (path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir())
    return {path.relative_to(folder).as_posix() for path in paths}


def _read_file_list(folder: Path) -> set[str]:
    """The files in the folder's list, including the list itself; empty if there is no valid list."""
    try:
        paths = json.loads((folder / FILE_LIST).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return set()
    if not isinstance(paths, list):
        return set()
    safe = {path for path in paths if isinstance(path, str) and _is_safe(path)}
    return safe | {FILE_LIST, FILE_LIST + _NEW}


def _is_safe(path: str) -> bool:
    """Whether a listed path is inside the folder."""
    return bool(path) and "\x00" not in path and not Path(path).is_absolute() and ".." not in Path(path).parts


def exchange_folders(folder: Path, other: Path) -> bool:
    """Exchanges two folders in one step; False if the system cannot do that."""
    import ctypes

    try:
        library = ctypes.CDLL(None, use_errno=True)
        first, second = os.fsencode(folder), os.fsencode(other)
        if sys.platform == "darwin":
            return bool(library.renamex_np(first, second, 2) == 0)  # RENAME_SWAP
        return bool(library.renameat2(-100, first, -100, second, 2) == 0)  # AT_FDCWD, RENAME_EXCHANGE
    except (AttributeError, OSError, TypeError):
        return False
