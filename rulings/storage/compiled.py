"""One file in the package: what `rulings parse` and the building of the wheel computed from the
YAML.

It holds the values one after another, an `_Index` of them as JSON, and the length and checksum of
that. Only the file in the package is ever read, which is as trusted as the code beside it: the
search keeps pickled data there, and pickled data in a folder that somebody sent would run code.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
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
    places: dict[str, tuple[int, int]]  # name of a value → where it starts and ends


class Compiled(Mapping[str, bytes]):
    """The compiled values by name."""

    def __init__(self, content: bytes, places: Mapping[str, tuple[int, int]]) -> None:
        self._content, self._places = content, places

    def __getitem__(self, name: str) -> bytes:
        start, end = self._places[name]
        return self._content[start:end]

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def compiled_file() -> Path:
    """The path of the compiled file, which may not exist."""
    return files.SHIPPED / files.COMPILED


def read_compiled() -> Compiled:
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
    return Compiled(content, index.places)


def is_current() -> bool:
    """Whether nothing need be compiled: in a checkout, what is there was made from the files as they
    are now. An installed package does not know.
    """
    try:
        return is_checkout() and bool(read_compiled())
    except DamagedError:
        return False


def write_compiled(values: Iterable[tuple[str, bytes]], state: str) -> None:
    """Writes the values in one step. `state`: that of the files from which they were made. Raises
    `OSError`.
    """
    index = _Index(__version__, state, {})
    with files.replacing(compiled_file()) as new, new.open("wb") as file:
        for name, value in values:
            start = file.tell()
            file.write(value)
            index.places[name] = start, file.tell()
        file.write(end := msgspec.json.encode(index))
        file.write(_FORMAT.pack(len(end), crc32(end)))


def is_checkout() -> bool:
    """Whether the program runs from a checkout, where its files may be edited at any time."""
    # The installed parser is in the package.
    return (files.SHIPPED.parent / "parser" / "citations.py").exists()


def state() -> str:
    """In a checkout, a checksum of the names, sizes and times of the YAML of the knowledge base, and of
    code and YAML that compile it; else nothing: times say nothing. An edit of the same size whose
    time is put back is not seen.
    """
    if not is_checkout():
        return ""
    folders = [*map(files.SHIPPED.joinpath, files.YAML_FOLDERS)]
    folders += map(files.SHIPPED.parent.joinpath, _CODE)
    checksum = 0
    for folder in filter(Path.is_dir, folders):
        with os.scandir(folder) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                if entry.name.endswith((".yaml", ".py")):
                    status = entry.stat()
                    words = f"{entry.name} {status.st_size} {status.st_mtime_ns}\n"
                    checksum = crc32(words.encode(errors="replace"), checksum)
    return f"{checksum:08x}"
