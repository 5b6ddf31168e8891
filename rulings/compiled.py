"""The knowledge base → one file in the user's cache with every page ready, and a name → its page without opening the knowledge base.

The file is a header (marshal) with the place of each page, then the pages (marshal, and their JSON as UTF-8). It is
good as long as no file of the knowledge base has another size or time than when it was made, and it may vanish, be
damaged or be unwritable at any time: then the pages are made again. Only modules of the interpreter's own start are imported.
"""

from __future__ import annotations

import marshal
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Page = dict[str, Any]

LAYOUT = 1  # raised when what is stored changes shape
_MAGIC = b"rulings-pages\n"
FOLDER = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120 - pathlib takes half as long as the whole look-up
_PARTS = ("", "cards/corp", "cards/runner", "topics", "documents", "sources")


def cache_folder() -> str:
    """The same folder as `rulings.store.cache_folder()`, without importing platformdirs where the answer is plain."""
    override = os.environ.get("RULINGS_CACHE")
    if override:
        return override
    base = os.environ.get("XDG_CACHE_HOME", "").strip()
    if sys.platform.startswith("linux") and not hasattr(sys, "getandroidapilevel"):
        if not base.startswith("/"):
            base = os.path.expanduser("~/.cache")  # noqa: PTH111 - as above
        if base.startswith("/"):
            return f"{base}/netrunner-rulings"
    from rulings.store import cache_folder as anywhere

    return str(anywhere())


def stamp(folder: str = FOLDER) -> bytes:
    """Sizes and times of all files the pages are made from, and of the code that makes them."""
    found: list[Any] = [LAYOUT, folder]
    for part in _PARTS:
        path = f"{folder}/{part}" if part else folder
        try:
            with os.scandir(path) as files:
                for file in files:
                    if file.name.endswith((".yaml", ".py")):
                        state = file.stat()
                        found += (file.name, state.st_mtime_ns, state.st_size)
        except OSError:
            found.append(part)
    return marshal.dumps(found)


def path_for(folder: str = FOLDER) -> str:
    """The cache file of a knowledge base: one for each folder and version of Python."""
    from binascii import crc32

    return f"{cache_folder()}/pages-{crc32(os.fsencode(folder)):08x}-{sys.version_info[0]}{sys.version_info[1]}.bin"


class Pages:
    """An open table. `places` maps `card:dr-dreff` and the like to where its data and its JSON text stand."""

    def __init__(self, content: bytes | None, path: str, header: Page, start: int) -> None:
        self._content, self._path, self._start = content, path, start
        self.places: dict[str, tuple[int, int, int, int]] = header["places"]
        self.quick: dict[str, str] = header["quick"]

    def _read(self, at: int, size: int) -> bytes:
        if self._content is not None:
            return self._content[self._start + at:self._start + at + size]
        with open(self._path, "rb", buffering=0) as file:  # noqa: PTH123 - as above
            file.seek(self._start + at)
            return file.read(size)

    def get(self, key: str) -> Any:
        """What is stored under the key, or None."""
        place = self.places.get(key)
        return marshal.loads(self._read(place[0], place[1])) if place else None

    def text(self, key: str) -> str:
        """The JSON text stored beside it."""
        place = self.places[key]
        return self._read(place[2], place[3]).decode()


def load(folder: str = FOLDER) -> Pages | None:
    """The compiled pages, if there are any and nothing has changed since."""
    path = path_for(folder)
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - as above
            first = file.read(len(_MAGIC) + 8)
            if first[:len(_MAGIC)] != _MAGIC:
                return None
            size = int(first[len(_MAGIC):], 16)
            header = marshal.loads(file.read(size))
            if header["stamp"] != stamp(folder) or os.fstat(file.fileno()).st_size != header["size"] + len(first) + size:
                return None
            return Pages(None, path, header, len(first) + size)
    except (OSError, ValueError, EOFError, TypeError, KeyError, AttributeError, MemoryError):
        return None


def pack(stored: dict[str, tuple[Any, str]], quick: dict[str, str], stamped: bytes) -> bytes:
    """The file's bytes from key → (data, JSON text) and the names that need no search."""
    places, body, at = {}, [], 0
    for key, (data, text) in stored.items():
        first, second = marshal.dumps(data), text.encode("utf-8", "replace")
        places[key] = (at, len(first), at + len(first), len(second))
        body += [first, second]
        at += len(first) + len(second)
    header = marshal.dumps({"stamp": stamped, "size": at, "places": places, "quick": quick})
    return b"".join([_MAGIC, f"{len(header):08x}".encode(), header, *body])


def unpack(content: bytes) -> Pages:
    """Pages that are read from memory."""
    start = len(_MAGIC) + 8
    size = int(content[len(_MAGIC):start], 16)
    return Pages(content, "", marshal.loads(content[start:start + size]), start + size)
