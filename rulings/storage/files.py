"""Files to write and delete below a folder → all of them changed, or the folder marked as interrupted.

Everything is first written to a staging directory inside the folder; then a marker is put there, the files are moved
into place one by one, and the staging directory is removed. A killed run leaves the folder unchanged, or with the
marker, which `interrupted` detects; the next run updates all files and cleans up.
"""

from __future__ import annotations

import codecs
import json
import os
import re
import shutil
import stat
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from rulings import errors

# A text file → its text and lines, which end in the same way for documents, YAML and the pages that quote them.

MAX_BYTES = 64 * 1024 * 1024  # all rulings take 0.2 MB
_LINE_END = re.compile(r"\r\n|\r|\n")


def split_lines(text: str) -> list[str]:
    """The lines of a text without their ends. Only CR, LF and CRLF end a line, not a form feed or U+2028."""
    lines = _LINE_END.split(text)
    if not lines[-1]:
        lines.pop()
    return lines


def line_at(text: str, index: int) -> int:
    """The number, from 1, of the line that contains the character at `index`."""
    return len(_LINE_END.findall(text, 0, index)) + 1


def read_text(path: Path) -> str:
    """The text of a UTF-8 file without its byte-order mark. Raises `RulingsError` with the file and the line."""
    try:
        status = path.stat()
        if stat.S_ISFIFO(status.st_mode) or stat.S_ISCHR(status.st_mode) or stat.S_ISBLK(status.st_mode):
            raise errors.RulingsError(f"{path}: is not an ordinary file")
        if status.st_size > MAX_BYTES:
            raise errors.RulingsError(f"{path}: is larger than {MAX_BYTES >> 20} MB; divide it into several files")
        raw = path.read_bytes().removeprefix(codecs.BOM_UTF8)
    except FileNotFoundError:
        raise errors.RulingsError(
            f"{path}: the file is missing; put it back or restore it from version control"
        ) from None
    except OSError as error:
        raise errors.RulingsError(f"{path}: cannot be read ({error.strerror})") from None
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = line_at(raw[: error.start].decode("utf-8", "replace"), error.start)
        raise errors.RulingsError(
            f"{path}, line {line}: byte 0x{raw[error.start]:02x} is not UTF-8; save the file as UTF-8"
        ) from None


# Where the files of a knowledge base are.

SHIPPED = Path(__file__).absolute().parents[1]  # the program, and the knowledge base that is installed with it
GENERATED_FOLDERS = ("cards/corp", "cards/runner", "topics", "documents")  # folders that `rulings parse` writes
GENERATED_FILES = ("run-chart.yaml", "tournament.yaml", "unattributed.yaml")  # files that it writes beside them
SOURCES_FILE = "documents.yaml"  # in `sources`; without it, a knowledge base uses the shipped sources
YAML_FOLDERS = ("", *GENERATED_FOLDERS, "sources")
COMPILED = "compiled"  # the folder of what is computed from the YAML
CODE = ("rulings/model", "rulings/names", "rulings/storage", "search")  # in a checkout: the code that computes it


# What is wrong in a file, and where: `Problem`; and many of them → a list that is short enough to read.

_MAX_LISTED = 10  # of each file


@dataclass(frozen=True, slots=True)
class Problem:
    """An error or a warning about `file` (a path, or the id of a document). `text`: what is wrong and what to do.

    `stale`: a warning about a former id, which is an error as soon as the YAML has been written.
    """

    file: str
    text: str
    line: int | None = None
    stale: bool = field(default=False, compare=False)

    def __str__(self) -> str:
        return f"{self.file}{f', line {self.line}' if self.line else ''}: {self.text}"


def first_of_each_file(problems: Iterable[Problem]) -> list[str]:
    """At most ten problems of each file, followed by how many more it has."""
    problems = list(problems)
    counts = Counter(problem.file for problem in problems)
    shown: Counter[str] = Counter()
    listed: list[str] = []
    for problem in problems:
        shown[problem.file] += 1
        if shown[problem.file] <= _MAX_LISTED:
            listed.append(str(problem))
        if shown[problem.file] == _MAX_LISTED < counts[problem.file]:
            listed.append(f"{problem.file}: and {counts[problem.file] - _MAX_LISTED:,} more like these")
    return listed


# Entities and other data → JSON text, without control characters.


def to_json(data: Any, indent: int | None = 2) -> str:
    """JSON for people and programs: indented, in UTF-8, without a control character. `indent`: None for one line."""
    text = json.dumps(to_builtins(data), ensure_ascii=False, indent=indent)
    if not text.replace("\n", "").isprintable():
        text = "".join(
            c if c == "\n" or c.isprintable() else json.dumps(c)[1:-1].replace("\x7f", "\\u007f") for c in text
        )
    return text + "\n"


# A file lock that is held until its process releases it or ends in any way.

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
        raise errors.RulingsError(
            f"{folder}: another `rulings parse` is writing here; wait until it has finished"
        ) from None


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
