"""Publishes a finished site: its files replace those of the old one, and files that no build of
ours made stay.

`<folder>/.rulings-site.json` lists the files that a build wrote. A site is built in a new folder
there; then its files are put in place one by one, each in one step, pages after the files they use,
and those that only the old site had are removed. After a killed build some pages are old and some
new; the next build completes it.
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
_PREFIX = ".rulings-build-"  # of folders in which a site is built


@contextmanager
def staging(output: Path) -> Iterator[Path]:
    """A new folder in `output`, in which a site can be built. If the block raises, `output` goes if it
    was new.

    Raises `RulingsError` if `output` is neither new, empty nor a site of ours.
    """
    for left_over in output.glob(f"{_PREFIX}*"):  # of killed builds
        shutil.rmtree(left_over, ignore_errors=True)
    if output.exists() and not output.is_dir():
        raise errors.RulingsError(f"{output} is a file; the site needs a folder")
    if output.is_dir() and any(output.iterdir()) and not _listed_files(output):
        raise errors.RulingsError(
            f"{output}: the folder holds other files and is not a site built by `rulings`; use an empty or new folder"
        )
    new = [path for path in (output, *output.parents) if not path.exists()]
    output.mkdir(parents=True, exist_ok=True)
    try:
        with tempfile.TemporaryDirectory(prefix=_PREFIX, dir=output) as folder:
            yield Path(folder)
    finally:
        with suppress(OSError):  # a folder that is not empty stays
            for path in new:
                path.rmdir()


def write_file_list(site: Path) -> None:
    """Writes the list of all files of a finished site into the site."""
    _write_list(site, [p.relative_to(site).as_posix() for p in site.rglob("*") if p.is_file()])


def publish(site: Path, output: Path) -> None:
    """Puts the files of a finished site, which is in a folder of `staging`, into `output`.

    Raises `RulingsError` if a file that no build made is in the way.
    """
    old, new = _listed_files(output), _listed_files(site)
    for path in sorted(new - old):
        if os.path.lexists(output / path):
            raise errors.RulingsError(
                f"{output / path}: this file was not made by a build, but the new site needs its place; move it"
            )
    # The next build knows all files, even if this one is killed
    _replace_list(site, output, old | new)
    for path in sorted(new, key=lambda path: (path == "sw.js", path.endswith(".html"), path)):
        (output / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).replace(output / path)
    for path in old - new:
        (output / path).unlink(missing_ok=True)
        with suppress(OSError):  # a folder that is not empty stays
            os.removedirs((output / path).parent)
    _replace_list(site, output, new)


def _write_list(site: Path, paths: Iterable[str]) -> None:
    (site / FILE_LIST).write_text(json.dumps(sorted(paths), indent=0) + "\n", encoding="utf-8")


def _replace_list(site: Path, output: Path, paths: Iterable[str]) -> None:
    _write_list(site, paths)
    (site / FILE_LIST).replace(output / FILE_LIST)


def _listed_files(folder: Path) -> set[str]:
    """The paths in the list of a site, of files in its folder; none if there is no valid list."""
    root, file = folder.resolve(), folder / FILE_LIST
    if file.is_symlink():
        return set()
    try:
        paths = json.loads(files.read_text(file))
        return {path for path in paths if _is_own(root, root / path)}
    except (errors.RulingsError, ValueError, TypeError, RecursionError):
        return set()


def _is_own(root: Path, file: Path) -> bool:
    """Whether it is an ordinary file in a folder, and there is no link on the way."""
    return root in file.parents and file.resolve() == file and file.is_file()
