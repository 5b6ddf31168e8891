"""One file in the package: what `rulings parse` and the building of the wheel computed from the
YAML.

It holds the checksum of the rest, a `_Header` of the values as JSON in one line, and the values one
after another. Only the file in the package is ever read, which is as trusted as the code beside it:
the search keeps pickled data there, and pickled data in a folder that somebody sent would run code.
"""

from __future__ import annotations

from collections import UserDict
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec

from rulings import __version__
from rulings.storage import files

_CHECKSUM_LENGTH = 4  # bytes of a CRC-32
# Folders of the code that computes it, in a checkout
_CODE = ("rulings", "rulings/model", "rulings/names", "rulings/storage", "search")


class DamagedError(Exception):
    """The compiled file cannot be used: it is missing, damaged, or not of this program and these
    files. `rulings parse` makes it again. Its message names the file.
    """


class _Header(msgspec.Struct):
    version: str  # version of the program
    fingerprint: str  # of the files from which they were computed
    places: dict[str, tuple[int, int]]  # name of a value → where it starts and ends in all of them


class Compiled(UserDict[str, Any]):
    """The compiled values by name."""

    def __init__(self, places: dict[str, tuple[int, int]], values: bytes) -> None:
        self.data, self._values = places, values

    def __getitem__(self, name: str) -> bytes:
        start, end = self.data[name]
        return self._values[start:end]


def compiled_file() -> Path:
    """The path of the compiled file, which may not exist."""
    return files.SHIPPED / files.COMPILED


def read_compiled() -> Compiled:
    """The compiled values. The whole file is read, so that all are of one compilation, whoever
    replaces it afterwards.

    Raises `DamagedError` if there are none that are of this version and, in a checkout, of its
    files as they are now, or if the file is damaged.
    """
    path = compiled_file()
    try:
        content = path.read_bytes()
        checksum, content = content[:_CHECKSUM_LENGTH], content[_CHECKSUM_LENGTH:]
        if checksum != _checksum(content):
            raise ValueError
        header_json, _, values = content.partition(b"\n")
        header = msgspec.json.decode(header_json, type=_Header)
    except FileNotFoundError:
        raise DamagedError(f"{path} is missing") from None
    except OSError as error:
        raise DamagedError(f"{path} cannot be read ({error.strerror})") from None
    except ValueError:  # that of msgspec too
        raise DamagedError(f"{path} is damaged") from None
    if header.version != __version__:
        raise DamagedError(f"{path} is of version {header.version}, not {__version__}")
    if header.fingerprint != fingerprint():
        raise DamagedError(f"{path} is not of the files as they are now")
    return Compiled(header.places, values)


def is_current() -> bool:
    """Whether nothing need be compiled: in a checkout, what is there is whole, and was made from the
    files as they are now. An installed package does not know.
    """
    try:
        return is_checkout() and bool(read_compiled())
    except DamagedError:
        return False


def write_compiled(values: Iterable[tuple[str, bytes]], files_fingerprint: str) -> None:
    """Writes the values in one step. `files_fingerprint`: of those from which they were made.
    Raises `OSError`.
    """
    header, content = _Header(__version__, files_fingerprint, {}), bytearray()
    for name, value in values:
        header.places[name] = len(content), len(content) + len(value)
        content += value
    content[:0] = msgspec.json.encode(header) + b"\n"
    with files.replacement(compiled_file()) as new:
        new.write_bytes(_checksum(content) + content)


def _checksum(content: bytes | bytearray) -> bytes:
    return crc32(content).to_bytes(_CHECKSUM_LENGTH)


def is_checkout() -> bool:
    """Whether the program runs from a checkout, where its files may be edited at any time."""
    # The installed parser is in the package.
    return (files.SHIPPED.parent / "parser" / "citations.py").exists()


def fingerprint() -> str:
    """In a checkout, that of the knowledge base, and of the code and YAML that compile it; else nothing:
    times say nothing.
    """
    if not is_checkout():
        return ""
    return files.fingerprint(files.SHIPPED, map(files.SHIPPED.parent.joinpath, _CODE))
