"""Publishes a finished site: its files replace those of the old one, and files that no build of
ours made never move.

`<folder>/.rulings-site.json` lists the files that a build wrote. A site is built in a temporary
folder and copied beside the old one; then its files are put in place one by one, each in one step,
pages after the files they use, and those that only the old site had are removed. After a killed
build some pages are old and some new; the next build completes it.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import time

from rulings import errors
from rulings.storage import files

_PREFIX = "rulings-build-"
_LEFT_OVER_AFTER = 24 * 60 * 60  # seconds; no build takes so long


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A new folder in the system's one; within the block, `tempfile` makes its files there too."""
    before = tempfile.tempdir
    with _new_folder(Path(tempfile.gettempdir())) as folder:
        tempfile.tempdir = str(folder)
        try:
            yield folder
        finally:
            tempfile.tempdir = before


@contextmanager
def _new_folder(parent: Path) -> Iterator[Path]:
    """A folder of ours until the block ends. Those that killed builds left in `parent` go after
    a day.
    """
    for left_over in parent.glob(f"{_PREFIX}*"):
        if time() - left_over.lstat().st_mtime > _LEFT_OVER_AFTER:
            shutil.rmtree(left_over, ignore_errors=True)
    with tempfile.TemporaryDirectory(
        prefix=_PREFIX, dir=parent, ignore_cleanup_errors=True
    ) as folder:
        yield Path(folder)


FILE_LIST = ".rulings-site.json"


def write_file_list(site: Path) -> None:
    """Writes the list of all files and symbolic links of a finished site into the site."""
    paths: list[str] = []
    for path in site.rglob("*"):
        if path.is_symlink() or not path.is_dir():
            paths.append(path.relative_to(site).as_posix())
    _write_list(site, paths)


def require_own_site(output: Path) -> None:
    """Raises `RulingsError` if the folder is neither empty nor a site of ours."""
    if output.exists() and not output.is_dir():
        raise errors.RulingsError(f"{output}: is a file; the site needs a folder")
    # These are of a first build that was killed
    left_over = {*output.glob(".*.rulings-new"), *output.glob(f"{_PREFIX}*")}
    if (
        output.is_dir()
        and not _read_file_list(output)
        and not left_over.issuperset(output.iterdir())
    ):
        raise errors.RulingsError(
            f"{output}: the folder holds other files and is not a site built by `rulings`; use an empty or new folder"
        )


def publish(site: Path, output: Path) -> None:
    """Puts the files of a finished site, with their list, into `output`.

    Raises `RulingsError` if a file that no build made is in the way.
    """
    require_own_site(output)
    output.mkdir(parents=True, exist_ok=True)
    listed = _read_file_list(output)
    new = _read_file_list(site) - {FILE_LIST}
    for path in sorted({FILE_LIST, *new}):
        _require_free(output, path, listed)
    with _new_folder(output) as staged:
        for path in new:  # on a full disk nothing changes
            (staged / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(site / path, staged / path)
        # The next build knows all files, even if this one is killed
        _write_list(output, listed | new)
        for path in sorted(new, key=lambda path: (path == "sw.js", path.endswith(".html"), path)):
            (output / path).parent.mkdir(parents=True, exist_ok=True)
            with suppress(OSError):
                shutil.copymode(output / path, staged / path)
            (staged / path).replace(output / path)
    for path in listed - new - {FILE_LIST}:
        _remove(output, path)
    _write_list(output, new)


def _write_list(output: Path, paths: Iterable[str]) -> None:
    with files.replacing(output / FILE_LIST) as new:
        new.write_text(json.dumps(sorted(paths), indent=0) + "\n", encoding="utf-8")


def _require_free(output: Path, path: str, listed: set[str]) -> None:
    """Raises `RulingsError` if a file, folder or link that no build made stands where the new site
    needs a file.
    """
    target = output / path
    is_there = target.is_symlink() or target.exists()
    if is_there and (path not in listed or target.is_symlink() or not target.is_file()):
        raise errors.RulingsError(
            f"{target}: this file was not made by a build, but the new site needs its place; move it"
        )
    for folder in _folders_above(output, path):
        if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
            raise errors.RulingsError(
                f"{folder}: the new site needs a folder here; move what stands in its place"
            )


def _remove(output: Path, path: str) -> None:
    """Removes a file of the old site, and each folder that is empty without it; never through a
    symbolic link.
    """
    folders = _folders_above(output, path)
    if (
        any(folder.is_symlink() for folder in folders)
        or (output / path).is_dir()
        or not (output / path).exists()
    ):
        return
    (output / path).unlink()
    for folder in folders:
        if any(folder.iterdir()):
            break
        folder.rmdir()


def _folders_above(output: Path, path: str) -> list[Path]:
    """The folders between a file of the site and `output`, the innermost first."""
    return [output / parent for parent in Path(path).parents if parent != Path()]


def _read_file_list(folder: Path) -> set[str]:
    """The files in the folder's list, including the list itself; empty if there is no valid
    list.
    """
    try:
        paths = json.loads(files.read_text(folder / FILE_LIST))
    except (errors.RulingsError, ValueError, RecursionError):
        return set()
    if not isinstance(paths, list):
        return set()
    return {FILE_LIST, *filter(_is_inside, paths)}


def _is_inside(path: object) -> bool:
    if not isinstance(path, str) or not path or "\0" in path:
        return False
    return not Path(path).is_absolute() and ".." not in Path(path).parts
