"""Files on disk: text read with its lines, the places of a knowledge base, problems with file and line, JSON, and
files replaced so that whatever happens leaves the old ones or the new ones.
"""

from __future__ import annotations

import codecs
import json
import os
import re
import stat
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
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
# files that it writes beside them
GENERATED_FILES = ("run-chart.yaml", "tournament.yaml", "note-ids.yaml", "unattributed.yaml")
SOURCES_FILE = "documents.yaml"  # in `sources`; without it, a knowledge base uses the shipped sources
YAML_FOLDERS = ("", *GENERATED_FOLDERS, "sources")
COMPILED = "compiled.bin"  # the file of what was computed from the YAML


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


# A file replaced in one step, and many of them together; a lock between processes.

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]

_UNFINISHED = ".rulings-new"  # ends the name of a file that is to replace another
_MAX_AGE = 600  # seconds after which such a file was left by a process that was killed
_PARSING = ".rulings-parse"  # the lock of `rulings parse` in its folder, which is not empty while it moves files


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A new empty file beside `path`, which takes the place of `path` in one step at the end of the block.

    Its name is new, so that nothing is written through a link. After an error it is removed, and `path` stays as it
    was; what a killed process left is removed when `path` is replaced ten minutes later.
    """
    remove_unfinished(path.parent, f".{path.name}.", _MAX_AGE)
    new = path.with_name(f".{path.name}.{os.urandom(4).hex()}{_UNFINISHED}")
    try:
        new.touch(exist_ok=False)
    except OSError as error:  # which the file that is to be replaced is to blame for
        raise OSError(error.errno, error.strerror, str(path)) from None
    try:
        yield new
        with suppress(OSError):
            new.chmod(stat.S_IMODE(path.stat().st_mode))
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


def replace_file(path: Path, content: bytes) -> None:
    """Replaces a file, or makes it: a crash at any time leaves the old one or the new one. Raises `OSError`."""
    with replacing(path) as new:
        _write(new, content)


def require_writable(folder: Path) -> None:
    """Tries to make a file in the folder, and leaves nothing there. Raises `OSError` if that fails."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with suppress(_Tried), replacing(folder / "tried"):
            raise _Tried
    finally:
        for path in missing:
            path.rmdir()


class _Tried(Exception):
    pass


def _write(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def unfinished_files(folder: Path, prefix: str = "") -> list[Path]:
    """The files in the folder that are to replace others: of a process that writes now, or was killed."""
    if not folder.is_dir():
        return []
    return [path for path in folder.iterdir() if path.name.startswith(prefix) and path.name.endswith(_UNFINISHED)]


def remove_unfinished(folder: Path, prefix: str = "", age: float = 0) -> None:
    """Removes such files that are at least `age` seconds old; the caller knows that no process writes them now."""
    for path in unfinished_files(folder, prefix):
        with suppress(FileNotFoundError):
            if time.time() - path.lstat().st_mtime >= age:
                path.unlink()


@contextmanager
def exclusive(path: Path) -> Iterator[None]:
    """Holds a lock until the process ends in any way. Raises `BlockingIOError` if another one holds it.

    The file stays; the holder may delete it. A file system without locks never refuses one.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
    try:
        _lock(descriptor)
        if not path.exists() or not os.path.samestat(path.stat(), os.fstat(descriptor)):
            raise BlockingIOError(f"{path} was removed by the process that held it")
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int) -> None:
    try:
        if fcntl is not None:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    except BlockingIOError:
        raise
    except OSError as error:
        if fcntl is None:
            raise BlockingIOError("the file is locked by another process") from error


def interrupted(folder: Path) -> Problem | None:
    """The problem if a run was killed while it moved files into `folder`, or is moving them now; else None."""
    lock = folder / _PARSING
    if lock.exists() and lock.stat().st_size:
        return Problem(str(folder), "an interrupted parse: run `rulings parse` again for this folder")
    return None


def left_behind(folder: Path) -> list[Problem]:
    """What a killed run left in `folder`; the next one cleans it up."""
    text = "left by an interrupted parse; `rulings parse` removes it"
    problem = interrupted(folder)
    return [
        *([problem] if problem else []),
        *(Problem(path.relative_to(folder).as_posix(), text) for path in _unfinished_yaml(folder)),
    ]


def _unfinished_yaml(folder: Path) -> list[Path]:
    found = (path for name in ("", *GENERATED_FOLDERS) for path in unfinished_files(folder / name))
    return [path for path in found if ".yaml." in path.name]


def replace_files(folder: Path, write: Mapping[str, str], delete: Iterable[str]) -> None:
    """Writes (relative path with `/` → text) and deletes files. Raises `RulingsError` if another process does so.

    All files are written beside those that they replace before the first of them moves, so that whatever can fail
    (a full disk, a name that is too long) leaves the folder as it was. A run that is killed while they move leaves a
    mark, which `interrupted` sees; only a run that succeeds removes it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lock = folder / _PARSING
    try:
        with exclusive(lock):
            for path in _unfinished_yaml(folder):
                path.unlink()
            try:
                with ExitStack() as replacements:
                    for relative, text in write.items():
                        path = folder / relative
                        path.parent.mkdir(parents=True, exist_ok=True)
                        _write(replacements.enter_context(replacing(path)), text.encode())
                    lock.write_bytes(b"moving\n")
                for relative in delete:
                    (folder / relative).unlink(missing_ok=True)
                lock.write_bytes(b"")
            finally:
                if not lock.stat().st_size:
                    lock.unlink()
    except BlockingIOError:
        raise errors.RulingsError(
            f"{folder}: another `rulings parse` is writing here; wait until it has finished"
        ) from None
