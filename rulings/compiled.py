"""A name → its page, ready in one file of the user's cache; the knowledge base is not opened for it.

The file is an index (text, searched and not read) and after it the pages (marshal, and their JSON as UTF-8). A page is
good as long as none of the files it was made from has another time or size, and no file came or went; whatever needs
more than one page asks for all files to be as they were. The file may vanish, be damaged or be unwritable at any time:
then the pages are made again. Only modules of the interpreter's own start are imported: a look-up waits for little else.
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

LAYOUT = 1  # raised when what is stored changes shape
_MAGIC = b"rulings pages %d\n" % LAYOUT
_SIZES = 12  # digits of each of the three sizes after the magic
_HEAD = len(_MAGIC) + 3 * _SIZES
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


def unchanged(then: list[Any]) -> bool:
    """Whether all those files are as they were."""
    return state(then[::3]) == then


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

    def get(self, key: str) -> Any:
        """What is stored under the key, or None."""
        line = self._line(f":{key}")
        return marshal.loads(self._read(int(line[1]), int(line[2]))) if line else None

    def current(self, key: str) -> bool:
        """Whether the files that this one page was made from are as they were."""
        line = self._line(f":{key}")
        return bool(line) and unchanged(marshal.loads(self._read(int(line[1]) + int(line[2]), int(line[3]))))

    def text(self, key: str) -> str:
        """The JSON text of the page."""
        line = self._line(f":{key}")
        return self._read(int(line[1]) + int(line[2]) + int(line[3]), int(line[4])).decode() if line else ""


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
            roots, index, rest = (int(head[at : at + _SIZES]) for at in range(len(_MAGIC), _HEAD, _SIZES))
            if os.fstat(file.fileno()).st_size != _HEAD + roots + index + rest or not unchanged(
                marshal.loads(file.read(roots))
            ):
                return None
            pages = Pages(path, file.read(index), _HEAD + roots + index)
        return pages if not whole or pages.get("stamp") == stamp(folder) else None
    except (OSError, ValueError, EOFError, TypeError, IndexError, MemoryError):
        return None


def pack(stored: dict[str, tuple[Any, list[Any], str]], names: dict[str, str], roots: list[Any]) -> bytes:
    """The file's bytes. `stored`: key → (data, state of its files, JSON); `names`: those that need no search → id."""
    lines = [f"={name}\t{id}" for name, id in names.items()]
    body: list[bytes] = []
    at = 0
    for key, (data, files, text) in stored.items():
        parts = (marshal.dumps(data), marshal.dumps(files), text.encode("utf-8", "replace"))
        lines.append("\t".join(map(str, (f":{key}", at, *map(len, parts)))))
        body += parts
        at += sum(map(len, parts))
    index, first = "\n".join(["", *lines, ""]).encode(), marshal.dumps(roots)
    return b"".join([_MAGIC, *(b"%012d" % size for size in (len(first), len(index), at)), first, index, *body])


def unpack(content: bytes) -> Pages:
    """Pages that are read from memory."""
    roots, index, _ = (int(content[at : at + _SIZES]) for at in range(len(_MAGIC), _HEAD, _SIZES))
    start = _HEAD + roots
    return Pages("", content[start : start + index], start + index, content)
