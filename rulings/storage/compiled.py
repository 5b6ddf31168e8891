"""Reads and writes the compiled file of the package: values that `rulings parse` or the
build of the wheel computed from the YAML.

Its first line is a `_Header` as JSON; the values follow one after another. Each of
these parts comes after its checksum, which is checked when the part is read. Only the
file in the package is ever read, because it is as trusted as the code beside it: the
search keeps pickled data there, and pickled data in a folder that somebody sent could
run code.
"""

from __future__ import annotations

from collections import UserDict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cached_property
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


# Computes the values again, if the compiled ones cannot be used
Again = Callable[[DamagedError], Mapping[str, bytes]]
Places = dict[str, tuple[int, int]]  # name of a value → its start and end


class _Header(msgspec.Struct):
    version: str  # version of the program
    fingerprint: str  # of the files that the values were computed from
    length: int  # of all values together, in bytes
    places: Places  # in all values together


class Compiled(UserDict[str, Any]):
    """The compiled values by name. If one is damaged, `again` reports this and computes
    it; if `again` lacks it, this raises `KeyError`.
    """

    def __init__(
        self,
        places: Places,
        values: memoryview,
        again: Again,
    ) -> None:
        self.data = places
        self._values = values
        self._again = again

    def __getitem__(self, name: str) -> bytes | memoryview:
        start, end = self.data[name]
        with suppress(ValueError):
            return _without_checksum(self._values[start:end])
        return self._computed_again[name]

    @cached_property
    def _computed_again(self) -> Mapping[str, bytes]:
        return self._again(DamagedError(f"{compiled_file()} is damaged"))


def compiled_file() -> Path:
    """The path of the compiled file, which may not exist."""
    return files.SHIPPED / files.COMPILED


def read_compiled(again: Again) -> Compiled:
    """Reads the compiled values. The file is read at once, so all are of one
    compilation even if the file is replaced later. `again` computes the values again if
    one is damaged.

    Raises `DamagedError` if the file is missing, unreadable, cut short, damaged in its
    first line, of another version or, in a checkout, not made from the files as they
    are now.
    """
    path = compiled_file()
    try:
        content = path.read_bytes()
        line_end = content.index(b"\n", _CHECKSUM_LENGTH)
        line = memoryview(content)[:line_end]
        values = memoryview(content)[line_end + 1 :]
        header = msgspec.json.decode(_without_checksum(line), type=_Header)
        if len(values) != header.length:
            raise ValueError
    except FileNotFoundError:
        raise DamagedError(f"{path} is missing") from None
    except OSError as error:
        raise DamagedError(f"{path} cannot be read ({error.strerror})") from None
    except ValueError:  # msgspec raises it too
        raise DamagedError(f"{path} is damaged") from None
    version = header.version
    if version != __version__:
        raise DamagedError(f"{path} is from version {version}, not {__version__}")
    if header.fingerprint != fingerprint():
        raise DamagedError(f"{path} is out of date")
    return Compiled(header.places, values, again)


def is_current() -> bool:
    """Whether the compiled file of a checkout is undamaged and was made from the files
    as they are now. Always false for an installed package, which cannot know.
    """
    if not is_checkout():
        return False
    try:
        return bool(dict(read_compiled(lambda _: {})))  # reads and checks each value
    except (DamagedError, KeyError):
        return False


def write_compiled(
    values: Iterable[tuple[str, bytes]],
    files_fingerprint: str,
) -> None:
    """Writes the values in one step. `files_fingerprint`: of the files that they were
    made from. Raises `OSError`.
    """
    content = bytearray()
    places: Places = {}
    for name, value in values:
        start = len(content)
        content += _checksum(value) + value
        places[name] = start, len(content)
    header = _Header(__version__, files_fingerprint, len(content), places)
    line = msgspec.json.encode(header)
    with files.replacement(compiled_file()) as new:
        new.write_bytes(_checksum(line) + line + b"\n" + content)


def _checksum(value: bytes | memoryview) -> bytes:
    return crc32(value).to_bytes(_CHECKSUM_LENGTH)


def _without_checksum(content: memoryview) -> memoryview:
    """The content after its checksum. Raises `ValueError` if the two do not match."""
    value = content[_CHECKSUM_LENGTH:]
    if content[:_CHECKSUM_LENGTH] != _checksum(value):
        raise ValueError
    return value


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
