"""One file in the package: what `rulings parse` and the building of the wheel computed from the
YAML.

It holds the values one after another, an `_Index` of them as JSON with their checksums, and the
length and checksum of that. Only the file in the package is ever read, which is as trusted as the code beside it: the
search keeps pickled data there, and pickled data in a folder that somebody sent would run code.
"""

from __future__ import annotations

import struct
from collections import UserDict
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec

from rulings import __version__
from rulings.storage import files

_FORMAT = struct.Struct("<QQ")  # the length of the index, and its CRC-32
# Folders of the code that computes it, in a checkout
_CODE = ("rulings", "rulings/model", "rulings/storage", "search")


class DamagedError(Exception):
    """The compiled file cannot be used: it is missing, damaged, or not of this program and these
    files. `rulings parse` makes it again. Its message names the file.
    """


class _Index(msgspec.Struct):
    version: str  # version of the program
    state: str
    # Name of a value → where it starts and ends, and its CRC-32
    places: dict[str, tuple[int, int, int]]


ReadAgain = Callable[[DamagedError], Mapping[str, bytes]]


class Compiled(UserDict[str, Any]):
    """The compiled values by name; as soon as one of them is damaged, those that `read_again` returns,
    which may lack those of the search.
    """

    def __init__(self, content: bytes, index: _Index, read_again: ReadAgain) -> None:
        self.data, self._content, self._read_again = index.places, content, read_again
        self._values: Mapping[str, bytes] = {}

    def __getitem__(self, name: str) -> bytes:
        if not self._values:
            start, end, checksum = self.data[name]
            value = self._content[start:end]
            if crc32(value) == checksum:
                return value
            self._values = self._read_again(DamagedError(f"{compiled_file()} is damaged"))
        return self._values[name]


def compiled_file() -> Path:
    """The path of the compiled file, which may not exist."""
    return files.SHIPPED / files.COMPILED


def _refuse(error: DamagedError) -> Mapping[str, bytes]:
    raise error


def read_compiled(read_again: ReadAgain = _refuse) -> Compiled:
    """The compiled values. The whole file is read, so that all are of the same state, whoever
    replaces it afterwards.

    Raises `DamagedError` if there are none that are of this version and, in a checkout, of its
    files as they are now, or if the list of them is damaged.
    """
    path = compiled_file()
    try:
        content = path.read_bytes()
        length, checksum = _FORMAT.unpack(content[-_FORMAT.size :])
        index_json = content[-_FORMAT.size - length : -_FORMAT.size]
        if crc32(index_json) != checksum:
            raise ValueError
        index = msgspec.json.decode(index_json, type=_Index)
    except FileNotFoundError:
        raise DamagedError(f"{path} is missing") from None
    except OSError as error:
        raise DamagedError(f"{path} cannot be read ({error.strerror})") from None
    except (ValueError, struct.error):  # the first is that of msgspec too
        raise DamagedError(f"{path} is damaged") from None
    if index.version != __version__:
        raise DamagedError(f"{path} is of version {index.version}, not {__version__}")
    if index.state != state():
        raise DamagedError(f"{path} is not of the files as they are now")
    return Compiled(content, index, read_again)


def is_current() -> bool:
    """Whether nothing need be compiled: in a checkout, what is there is whole, and was made from the
    files as they are now. An installed package does not know.
    """
    try:
        return is_checkout() and bool(dict(read_compiled()))
    except DamagedError:
        return False


def write_compiled(values: Iterable[tuple[str, bytes]], state: str) -> None:
    """Writes the values in one step. `state`: that of the files from which they were made. Raises
    `OSError`.
    """
    index = _Index(__version__, state, {})
    with files.replacement(compiled_file()) as new, new.open("wb") as file:
        for name, value in values:
            start = file.tell()
            file.write(value)
            index.places[name] = start, file.tell(), crc32(value)
        file.write(end := msgspec.json.encode(index))
        file.write(_FORMAT.pack(len(end), crc32(end)))


def is_checkout() -> bool:
    """Whether the program runs from a checkout, where its files may be edited at any time."""
    # The installed parser is in the package.
    return (files.SHIPPED.parent / "parser" / "citations.py").exists()


def state() -> str:
    """In a checkout, the state of the knowledge base, and of the code and YAML that compile it; else
    nothing: times say nothing.
    """
    if not is_checkout():
        return ""
    return files.state(files.SHIPPED, map(files.SHIPPED.parent.joinpath, _CODE))
