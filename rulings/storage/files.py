"""Reads text by lines, knows the files of a knowledge base, reports problems with file
and line, writes JSON, and replaces files so that each stays old or becomes new,
whatever happens.
"""

from __future__ import annotations

import codecs
import errno
import os
import re
import stat
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from zlib import crc32

from msgspec import Struct, to_builtins

from rulings import errors
from rulings.model import ids, plain_text
from rulings.model.base import grouped

# Text files: lines end in the same way for documents, YAML and the pages that quote
# them.

MAX_BYTES = 64 * 1024 * 1024  # all rulings take 0.2 MB
_CONFLICT = r"(?m)^[ \t]*(<{7}|>{7}|\|{7})(?: |$)"
_LINE_END = r"\r\n|\r|\n"

UNREADABLE = "\ufffd"  # replaces bytes that are not a character


def decoded(content: bytes) -> str:
    """Decodes text from anywhere: UTF-8, UTF-16 after a byte-order mark, or else
    Windows' code page 1252, which older programs write. `UNREADABLE` replaces bytes
    that have no meaning there.
    """
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def split_lines(text: str) -> list[str]:
    """The lines of a text without their ends. Only CR, LF and CRLF end a line, not a
    form feed or U+2028.
    """
    lines = re.split(_LINE_END, text)
    if not lines[-1]:
        lines.pop()
    return lines


def line_at(text: str, index: int) -> int:
    """The number, from 1, of the line that contains the character at `index`."""
    return len(re.findall(_LINE_END, text[:index])) + 1


def read_text(path: Path) -> str:
    """The text of a UTF-8 file without its byte-order mark, in Unicode's composed form
    (NFC).

    Raises `RulingsError` with the file and the line, including for the marks that Git
    leaves in a file with a conflict.
    """
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise errors.RulingsError(f"{path}: not an ordinary file")
        if status.st_size > MAX_BYTES:
            raise errors.RulingsError(
                f"{path}: the file is larger than {MAX_BYTES >> 20} MB; "
                "divide it into several files"
            )
        raw = path.read_bytes().removeprefix(codecs.BOM_UTF8)
    except FileNotFoundError:
        raise errors.RulingsError(
            f"{path}: the file is missing; "
            "put it back or restore it from version control"
        ) from None
    except OSError as error:
        raise errors.RulingsError(f"{path} cannot be read ({error.strerror})") from None
    try:
        text = unicodedata.normalize("NFC", raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        text_before = raw[: error.start].decode("utf-8", "replace")
        line = line_at(text_before, len(text_before))
        raise errors.RulingsError(
            f"{path}, line {line}: byte 0x{raw[error.start]:02x} is not UTF-8; "
            "save the file as UTF-8"
        ) from None
    if mark := re.search(_CONFLICT, text):
        line = line_at(text, mark.start(1))
        raise errors.RulingsError(
            f"{path}, line {line}: {plain_text.quoted(mark[1])} marks a conflict "
            "that a merge left; keep the right lines and delete the marks"
        )
    return text


# Files of a knowledge base

# The program and the knowledge base are installed here.
SHIPPED = Path(__file__).absolute().parents[1]
# Folders that `rulings parse` writes
GENERATED_FOLDERS = ("cards/corp", "cards/runner", "topics", "documents")
# Files that it writes beside them
GENERATED_FILES = ("run-chart.yaml", "note-ids.yaml")
# A file in `sources`; without it, a knowledge base uses the shipped sources.
SOURCES_FILE = "documents.yaml"
YAML_FOLDERS = ("", *GENERATED_FOLDERS, "sources", f"sources/{ids.ADDITIONS}")
COMPILED = "compiled.bin"  # the file of values computed from the YAML


def is_folder(path: Path) -> bool:
    """Whether the folder exists. Raises `OSError` if that cannot be determined, even if
    `Path.is_dir` would say no.
    """
    with suppress(FileNotFoundError, NotADirectoryError):
        return stat.S_ISDIR(path.stat().st_mode)
    return False


def fingerprint(folder: Path, further_folders: Iterable[Path] = ()) -> str:
    """A checksum of the names, sizes and times of the files of a knowledge base, and of
    those in further folders. It misses an edit that keeps the size and puts the time
    back.
    """
    checksum = 0
    own_folders = map(folder.joinpath, YAML_FOLDERS)
    for files_folder in (*own_folders, *further_folders):
        with suppress(FileNotFoundError), os.scandir(files_folder) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                if entry.name.endswith((".yaml", ".py", ".txt", ".md")):
                    status = entry.stat()
                    words = f"{entry.name} {status.st_size} {status.st_mtime_ns}\n"
                    checksum = crc32(words.encode(errors="replace"), checksum)
    return f"{checksum:08x}"


# `Problem`: a fault and its location

_MAX_LISTED = 10  # problems shown for each file


class Problem(Struct, frozen=True):
    """A fault in `file` (a path, or the id of a document). `text` says what is wrong
    and what to do.
    """

    file: str
    text: str
    line: int | None = None

    def __str__(self) -> str:
        location = f"{self.file}, line {self.line}" if self.line else self.file
        return f"{location}: {self.text}"


def first_of_each_file(problems: Iterable[Problem]) -> list[str]:
    """At most ten problems of each file, followed by how many more it has."""
    by_file = grouped((problem.file, str(problem)) for problem in problems)
    lines: list[str] = []
    for file, sentences in by_file.items():
        lines += sentences[:_MAX_LISTED]
        hidden_count = len(sentences) - _MAX_LISTED
        if hidden_count > 0:
            lines.append(f"{file}: and {hidden_count:,} more like these")
    return lines


# JSON text, without control characters


def to_json(data: Any) -> str:
    """JSON for people and programs: indented, in UTF-8, without a control character."""
    import json

    def printable(sign: str) -> str:
        if sign == "\n" or sign.isprintable():
            return sign
        return json.dumps(sign).strip('"')  # an escape

    text = json.dumps(to_builtins(data), ensure_ascii=False, indent=2)
    if not text.replace("\n", "").isprintable():
        text = "".join(map(printable, text))
    return text + "\n"


# Files replaced in one step, alone or together

_ENDING = ".rulings-new"  # of a new file: `.a.json.0123abcd.rulings-new`
# This file is in the folder while `rulings parse` replaces files
_RUNNING = ".rulings-parse"


def regular_file(path: Path) -> Path:
    """The path of the file to write: `path` or, if that is a link, the file that it
    points to. The file may not exist.

    Raises `OSError` for anything but an ordinary file, such as a device or a folder.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        raise OSError(errno.EINVAL, "not an ordinary file", str(path))
    return target


def link_below(folder: Path, relative: str) -> Path | None:
    """The first part of a path below `folder` that is a link, through which a file
    would be written elsewhere; None if no part is one.
    """
    path = folder
    for part in Path(relative).parts:
        path /= part
        if path.is_symlink():
            return path
    return None


@contextmanager
def replacement(path: Path) -> Iterator[Path]:
    """A new empty file beside `path`, which replaces `path` in one step at the end of
    the block. If `path` is a link, the file that it points to is replaced.

    The new file has a name of its own, so nothing is written through a link. After an
    error it is removed, and `path` stays as it was. An `OSError` names `path`.
    """
    target = regular_file(path)
    new = target.with_name(f".{target.name}.{os.urandom(4).hex()}{_ENDING}")
    try:
        try:
            new.touch(exist_ok=False)
            yield new
            with suppress(OSError):
                new.chmod(stat.S_IMODE(target.stat().st_mode))
            new.replace(target)
        finally:
            new.unlink(missing_ok=True)
    except OSError as error:
        if error.filename == str(new):
            error.filename = str(path)
            error.filename2 = None
        raise


def interrupted(folder: Path) -> list[Problem]:
    """The problem if a run was killed or failed while it replaced files in `folder`, or
    is replacing them now.
    """
    if not (folder / _RUNNING).exists():
        return []
    text = "an interrupted parse: run `rulings parse` again for this folder"
    return [Problem(str(folder), text)]


def replace_files(
    folder: Path,
    write: Mapping[str, str],
    delete: Sequence[str],
) -> None:
    """Writes files (relative path with `/` → text) and deletes others. Raises
    `OSError`.

    Each file is either old or new. Just before the first is replaced, a mark is set,
    which `interrupted` checks and `end_run` removes. By then the first new file is
    complete, so on a full disk nothing changes.
    """
    for relative in (*write, *delete):
        if link := link_below(folder, relative):
            reason = "a link, so files would be written elsewhere; remove it"
            raise OSError(errno.EINVAL, reason, str(link))
        regular_file(folder / relative)
    mark = folder / _RUNNING
    for relative, text in write.items():
        path = folder / relative
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacement(path) as new:
            new.write_bytes(text.encode())
            mark.touch()
    mark.touch()
    for relative in delete:
        (folder / relative).unlink(missing_ok=True)


def end_run(folder: Path) -> None:
    """Removes the mark that `replace_files` set, because all files are new."""
    (folder / _RUNNING).unlink(missing_ok=True)


def require_writable(folder: Path) -> None:
    """Raises `OSError` if no file can be made in a folder or, if it does not exist, in
    the nearest folder above it.
    """
    there = folder
    while not there.exists():
        there = there.parent
    if not there.is_dir() or not os.access(there, os.W_OK):
        reason = os.strerror(errno.EACCES)
        raise OSError(errno.EACCES, reason, str(folder))
