"""Reads and writes the compiled file of the package: values that `rulings parse` or the
build of the wheel computed from the YAML.

It begins with the checksum of the next line: a `_Header` as JSON, with the place and
checksum of each value. The values follow one after another, and each is checked when it
is read. Only the file in the package is ever read, because it is as trusted as the code
beside it: the search keeps pickled data there, and pickled data in a folder that
somebody sent could run code.
"""

from __future__ import annotations

from collections import UserDict
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec

from rulings import __version__
from rulings.storage import files

_CHECKSUM_LENGTH = 4  # bytes of a CRC-32
# Folders of the code that computes the values, in a checkout
_CODE = ("rulings", "rulings/model", "rulings/names", "rulings/storage", "search")


class DamagedError(Exception):
    """The compiled file cannot be used: it is missing, damaged, or made by another
    version or from other files. `rulings parse` makes it again. The message names the
    file.
    """


class _Header(msgspec.Struct):
    version: str  # version of the program
    fingerprint: str  # of the files that the values were computed from
    # Name of a value → its start, end and checksum
    places: dict[str, tuple[int, int, int]]


class CompiledValues(UserDict[str, Any]):
    """The compiled values, bytes by name, each checked when it is read."""

    def __init__(self, content: memoryview, header: _Header) -> None:
        super().__init__()
        self.data = header.places
        self._content = content
        # Called for a damaged value; returns all values from elsewhere
        self.recover: Callable[[DamagedError], Mapping[str, Any]] | None = None

    def __getitem__(self, name: str) -> Any:
        start, end, checksum = self.data[name]
        value = self._content[start:end]
        if crc32(value) == checksum:
            return value
        error = DamagedError(f"{compiled_file()} is damaged")
        if self.recover is None:
            raise error
        values = self.recover(error)
        self.recover = lambda _: values  # once
        return values[name]


def compiled_file() -> Path:
    """The path of the compiled file, which may not exist."""
    return files.SHIPPED / files.COMPILED


def read_compiled(may_be_old: bool = False) -> CompiledValues:
    """Reads the compiled values. The file is read at once, so all are of one
    compilation even if the file is replaced later.

    Raises `DamagedError` if the file is missing, unreadable, damaged at its beginning,
    of another version or, in a checkout and unless it `may_be_old`, not made from the
    files as they are now.
    """
    path = compiled_file()
    try:
        content = path.read_bytes()
        line_end = content.index(b"\n", _CHECKSUM_LENGTH)
        line = content[_CHECKSUM_LENGTH:line_end]
        if content[:_CHECKSUM_LENGTH] != _checksum(line):
            raise ValueError
        header = msgspec.json.decode(line, type=_Header)
    except FileNotFoundError:
        raise DamagedError(f"{path} is missing") from None
    except OSError as error:
        raise DamagedError(f"{path} cannot be read ({error.strerror})") from None
    except ValueError:  # msgspec raises it too
        raise DamagedError(f"{path} is damaged") from None
    version = header.version
    if version != __version__:
        raise DamagedError(f"{path} is from version {version}, not {__version__}")
    if not may_be_old and header.fingerprint != fingerprint():
        raise DamagedError(f"{path} is out of date")
    return CompiledValues(memoryview(content)[line_end + 1 :], header)


def values_left(may_be_old: bool = True) -> dict[str, Any]:
    """All compiled values, even if they are out of date; empty if one is damaged."""
    try:
        return dict(read_compiled(may_be_old))
    except DamagedError:
        return {}


def write_compiled(
    values: Iterable[tuple[str, bytes]],
    files_fingerprint: str,
) -> None:
    """Writes the values in one step. `files_fingerprint`: of the files that they were
    made from. Raises `OSError`.
    """
    all_values = bytearray()
    places: dict[str, tuple[int, int, int]] = {}
    for name, value in values:
        start = len(all_values)
        all_values += value
        places[name] = start, len(all_values), crc32(value)
    header = msgspec.json.encode(_Header(__version__, files_fingerprint, places))
    with files.replacement(compiled_file()) as new:
        new.write_bytes(_checksum(header) + header + b"\n" + all_values)


def _checksum(content: bytes) -> bytes:
    return crc32(content).to_bytes(_CHECKSUM_LENGTH)


def is_checkout() -> bool:
    """Whether the program runs from a checkout, where its files may be edited at any
    time.
    """
    # In an installed package the parser is elsewhere, inside `rulings`.
    return (files.SHIPPED.parent / "parser" / "citations.py").exists()


def fingerprint() -> str:
    """The fingerprint of the knowledge base and of the code that compiles it, in a
    checkout. Empty for an installed package, because the times of its files say
    nothing.
    """
    if not is_checkout():
        return ""
    code_folders = map(files.SHIPPED.parent.joinpath, _CODE)
    return files.fingerprint(files.SHIPPED, code_folders)
