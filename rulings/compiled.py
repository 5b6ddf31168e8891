"""A name → its page, ready in one file of the user's cache; the knowledge base is not opened for it.

The file is an index (text, searched and not read) and after it the pages (marshal, and their JSON as UTF-8). A page is
good as long as none of the files it was made from has another time or size, and no file came or went; whatever needs
more than one page asks for all files to be as they were. The file may vanish, be damaged or be unwritable at any time:
then the pages are made again. Only what the interpreter itself has imported is used: a look-up waits for little else.
"""

from __future__ import annotations

import marshal
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    Page = dict[str, Any]

LAYOUT = 2  # raised when what is stored changes shape
_MAGIC = b"rulings pages %d\n" % LAYOUT
_SIZES = (
    12  # digits of each of the four numbers after the magic: sizes of roots, index and pages, checksum of the first two
)
_HEAD = len(_MAGIC) + 4 * _SIZES
_PARTS = (".", "cards/corp", "cards/runner", "topics", "documents", "sources")
FOLDER = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120 - pathlib takes half as long as a whole look-up


def cache_folder() -> str:
    """The same folder as `rulings.store.cache_folder()`, without importing platformdirs where the answer is plain."""
    override = os.environ.get("RULINGS_CACHE")
    if override:
        return override
    if sys.platform.startswith("linux") and not hasattr(sys, "getandroidapilevel"):
        base = os.environ.get("XDG_CACHE_HOME", "").strip()
        if not base.startswith("/"):
            base = os.path.expanduser("~/.cache")  # noqa: PTH111 - as above
        if base.startswith("/"):
            return os.path.join(base, "netrunner-rulings")  # noqa: PTH118 - as above
    from rulings.store import cache_folder as anywhere

    return str(anywhere())


def path_for(folder: str = FOLDER) -> str:
    """The cache file of a knowledge base: one for each folder and version of Python."""
    digest = 0
    for byte in os.fsencode(folder):
        digest = (digest * 131 + byte) & 0xFFFFFFFFFFFF
    return f"{cache_folder()}/pages-{digest:012x}-{sys.version_info[0]}{sys.version_info[1]}.bin"


def state(paths: Iterable[str]) -> list[Any]:
    """Path, time and size of each file, one after the other; a missing one has neither."""
    found: list[Any] = []
    for path in paths:
        try:
            now = os.stat(path)  # noqa: PTH116 - as above
            found += (path, now.st_mtime_ns, now.st_size)
        except OSError:
            found += (path, 0, -1)
    return found


def stamp(folder: str = FOLDER) -> bytes:
    """Names, times and sizes of all files of a knowledge base and of the code beside it: other bytes if one changed."""
    found: list[Any] = [LAYOUT, folder]
    for part in _PARTS:
        try:
            with os.scandir(f"{folder}/{part}") as files:
                for file in files:
                    if file.name.endswith((".yaml", ".py")):
                        now = file.stat()
                        found += (file.name, now.st_mtime_ns, now.st_size)
        except OSError:
            found.append(part)
    return marshal.dumps(found)


def checksum(content: bytes) -> int:
    """A number that other content will not have: the remainder by a prime, since zlib would have to be imported."""
    return int.from_bytes(content, "little") % 1073741789


def unchanged(then: list[Any]) -> bool:
    """Whether all those files are as they were."""
    return state(then[::3]) == then


class Damaged(Exception):
    """The file of compiled pages does not hold what its index says; `discard` it and make it again."""


def discard(folder: str = FOLDER) -> None:
    """Removes the compiled pages, so that they are made again."""
    try:  # noqa: SIM105 - contextlib is an import
        os.unlink(path_for(folder))  # noqa: PTH108 - as above
    except OSError:
        pass


class Pages:
    """Compiled pages, in a file or in memory. A key is `card:dr-dreff`, `topic:tracing` or the name of a list."""

    def __init__(self, path: str, index: bytes, start: int, content: bytes | None = None) -> None:
        self._path, self._index, self._start, self._content = path, index, start, content

    def _line(self, key: str) -> list[bytes]:
        at = self._index.find(b"\n%b\t" % key.encode("utf-8", "replace"))
        return self._index[at + 1 : self._index.index(b"\n", at + 1)].split(b"\t") if at >= 0 else []

    def _read(self, at: int, size: int) -> bytes:
        if self._content is not None:
            return self._content[self._start + at : self._start + at + size]
        with open(self._path, "rb", buffering=0) as file:  # noqa: PTH123 - as above
            file.seek(self._start + at)
            return file.read(size)

    def known(self, typed: str) -> str:
        """The id of the card that the words mean, if they are a common way of typing its name; else nothing."""
        line = self._line(f"={typed.lower()}") if typed.isprintable() else []
        return line[1].decode() if line else ""

    def __contains__(self, key: str) -> bool:
        return bool(self._line(f":{key}"))

    def _part(self, key: str, number: int) -> bytes:
        """A stored part: 0 the data, 1 the state of its files, 2 its JSON. `Damaged` unless it is as it was written."""
        line = self._line(f":{key}")
        if not line:
            return b""
        sizes = [int(size) for size in line[2:5]]
        content = self._read(int(line[1]) + sum(sizes[:number]), sizes[number])
        if checksum(content) != int(line[5 + number]):
            raise Damaged
        return content

    def get(self, key: str) -> Any:
        """What is stored under the key, or None."""
        content = self._part(key, 0)
        return _loaded(content) if content else None

    def current(self, key: str) -> bool:
        """Whether the files that this one page was made from are as they were."""
        content = self._part(key, 1)
        return bool(content) and unchanged(_loaded(content))

    def text(self, key: str) -> str:
        """The JSON text of the page."""
        return self._part(key, 2).decode("utf-8", "replace")


def _loaded(content: bytes) -> Any:
    try:
        return marshal.loads(content)
    except (ValueError, EOFError, TypeError, MemoryError):
        raise Damaged from None


def load(folder: str = FOLDER, whole: bool = True) -> Pages | None:
    """The compiled pages, if there are any and no file has changed since.

    With `whole=False` only the files kept by hand and the folders are looked at: ask `current` of each page used.
    """
    path = path_for(folder)
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - as above
            head = file.read(_HEAD)
            if head[: len(_MAGIC)] != _MAGIC:
                return None
            first, size, rest, check = (int(head[at : at + _SIZES]) for at in range(len(_MAGIC), _HEAD, _SIZES))
            roots, index = file.read(first), file.read(size)
            if os.fstat(file.fileno()).st_size != _HEAD + first + size + rest or checksum(roots + index) != check:
                return None
        if not unchanged(marshal.loads(roots)):
            return None
        pages = Pages(path, index, _HEAD + first + size)
        return pages if not whole or pages.get("stamp") == stamp(folder) else None
    except (OSError, ValueError, EOFError, TypeError, IndexError, MemoryError, Damaged):
        return None


def pack(stored: dict[str, tuple[Any, list[Any], str]], names: dict[str, str], roots: list[Any]) -> bytes:
    """The file's bytes. `stored`: key → (data, state of its files, JSON); `names`: those that need no search → id."""
    lines = [f"={name}\t{id}" for name, id in names.items()]
    body: list[bytes] = []
    at = 0
    for key, (data, files, text) in stored.items():
        parts = (marshal.dumps(data), marshal.dumps(files), text.encode("utf-8", "replace"))
        lines.append("\t".join(map(str, (f":{key}", at, *map(len, parts), *map(checksum, parts)))))
        body += parts
        at += sum(map(len, parts))
    index, first = "\n".join(["", *lines, ""]).encode(), marshal.dumps(roots)
    return b"".join(
        [_MAGIC, *(b"%012d" % n for n in (len(first), len(index), at, checksum(first + index))), first, index, *body]
    )


def unpack(content: bytes) -> Pages:
    """Pages that are read from memory."""
    roots, index, *_ = (int(content[at : at + _SIZES]) for at in range(len(_MAGIC), _HEAD, _SIZES))
    start = _HEAD + roots
    return Pages("", content[start : start + index], start + index, content)
