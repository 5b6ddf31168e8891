"""Publishes a finished site. New files replace the files of the old site; files that
no build has made are kept.

`<folder>/.rulings-site.json` lists the files that a build wrote. A site is built in a
new folder inside `<folder>`. Its files are then moved into place one by one, each in
one step, and pages after the files they use. Files that only the old site had are
removed. After a killed build some pages are old and some new; the next build completes
it.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from rulings import errors
from rulings.storage import files

FILE_LIST = ".rulings-site.json"
_PREFIX = ".rulings-build-"  # of the names of staging folders


@contextmanager
def staging(output: Path) -> Iterator[Path]:
    """A new folder in `output` for building a site. If the block raises and `output` is
    new, `output` is removed.

    Raises `RulingsError` if `output` is not new, not empty and not a site of ours.
    """
    for left_over in output.glob(f"{_PREFIX}*"):  # of killed builds
        shutil.rmtree(left_over, ignore_errors=True)
    if output.exists() and not output.is_dir():
        raise errors.RulingsError(f"{output} is a file; the site needs a folder")
    has_files = output.is_dir() and any(output.iterdir())
    if has_files and not _listed_files(output):
        raise errors.RulingsError(
            f"{output}: the folder holds other files and is not a site built by "
            "`rulings`; use an empty or new folder"
        )
    folders = (output, *output.parents)
    new_folders = [folder for folder in folders if not folder.exists()]
    output.mkdir(parents=True, exist_ok=True)
    try:
        with tempfile.TemporaryDirectory(prefix=_PREFIX, dir=output) as folder:
            yield Path(folder)
    finally:
        with suppress(OSError):  # a folder that is not empty is kept
            for new_folder in new_folders:
                new_folder.rmdir()


def write_file_list(site: Path) -> None:
    """Writes the list of all files of a finished site into the site."""
    paths = [path for path in site.rglob("*") if path.is_file()]
    _write_list(site, [path.relative_to(site).as_posix() for path in paths])


def publish(site: Path, output: Path) -> None:
    """Moves the files of a finished site from a folder of `staging` into `output`.

    Raises `RulingsError` if a file that no build made, or a link, is in the way.
    """
    old, new = _listed_files(output), _listed_files(site)
    for path in sorted(new - old):
        if os.path.lexists(output / path):
            raise errors.RulingsError(
                f"{output / path}: this file was not made by a build, but the new site "
                "needs its place; move it"
            )
    for path in sorted(new):
        if link := files.link_below(output, path):
            raise errors.RulingsError(
                f"{link}: this is a link, so the site would be written elsewhere; "
                "remove it"
            )
    # The list has old and new files, so the next build knows all of them even if this
    # one is killed
    _replace_list(site, output, old | new)

    # The worker comes last, after the pages, and they after the files they use
    def place(path: str) -> tuple[bool, bool, str]:
        return path == "sw.js", path.endswith(".html"), path

    for path in sorted(new, key=place):
        (output / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).replace(output / path)
    for path in old - new:
        (output / path).unlink(missing_ok=True)
        with suppress(OSError):  # a folder that is not empty is kept
            os.removedirs((output / path).parent)
    _replace_list(site, output, new)


def _write_list(site: Path, paths: Iterable[str]) -> None:
    text = json.dumps(sorted(paths), indent=0)
    (site / FILE_LIST).write_text(f"{text}\n", encoding="utf-8")


def _replace_list(site: Path, output: Path, paths: Iterable[str]) -> None:
    _write_list(site, paths)
    (site / FILE_LIST).replace(output / FILE_LIST)


def _listed_files(folder: Path) -> set[str]:
    """The paths in the file list of a site that are files in its folder. Empty without a
    valid list.
    """
    root, file = folder.resolve(), folder / FILE_LIST
    if file.is_symlink():
        return set()
    try:
        paths = json.loads(files.read_text(file))
        return {path for path in paths if _is_own(root, root / path)}
    except (errors.RulingsError, ValueError, TypeError, RecursionError):
        return set()


def _is_own(root: Path, file: Path) -> bool:
    """Whether this is an ordinary file in the folder and no part of its path is a
    link.
    """
    return root in file.parents and file.resolve() == file and file.is_file()
