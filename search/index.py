"""A knowledge base or its folder → an open search index: found in the user's cache by content, or built there.

An index is a folder `search-<key>` with the ranking table and the Whoosh index. It is made aside and moved into place:
another process sees all of it or nothing; what is damaged, foreign or of another version is made again without a word;
where nothing can be written it lives in memory.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Any

    from rulings.knowledge import KnowledgeBase
    from rulings.search.on_whoosh import Matcher
    from rulings.search.table import Table

    Progress = Callable[[int, int], None]
    Note = Callable[[str], None]

LAYOUT = 1  # raised when an index built before cannot be read, or would rank otherwise
_HERE = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120 - pathlib costs a cold search more than its postings


class Index:
    """An open index: `table` ranks, `matcher()` answers the query language, `names` resolves names."""

    def __init__(self, table: Table, folder: str | None, opened: Any = None, kb: KnowledgeBase | None = None) -> None:
        self.table, self.folder, self._opened, self._kb = table, folder, opened, kb
        self._matcher: Matcher | None = None

    @property
    def weights(self) -> dict[str, Any]:
        """The weights it was built with."""
        weights: dict[str, Any] = self.table.head["weights"]
        return weights

    def names(self) -> dict[str, Any]:
        """The data for `names.resolve`."""
        data: dict[str, Any] = self.table.extra("names")
        return data

    def matcher(self) -> Matcher:
        """The Whoosh side, opened when first asked for; a damaged one is rebuilt (in memory where need be)."""
        if self._matcher is None:
            from pathlib import Path

            from rulings.search import on_whoosh

            try:
                opened = self._opened or on_whoosh.open_folder(Path(self.folder or "") / "whoosh")
                self._matcher = on_whoosh.Matcher(opened)
                if opened.doc_count_all() != self.table.count:
                    raise ValueError("another number of entries")
            except Exception:  # a damaged index fails in as many ways as it has bytes
                self._matcher = on_whoosh.Matcher(self._again())
        return self._matcher

    def _again(self) -> Any:
        from rulings.assemble import open as open_folder
        from rulings.search import building

        kb = self._kb or open_folder(self.table.head["folder"])
        fresh = building.rebuild(kb, self.folder)
        return fresh


def of(kb: KnowledgeBase, progress: Progress | None = None, note: Note | None = None) -> Index:
    """The index of an open knowledge base, opened or built once."""
    index: Index | None = kb.__dict__.get("_search_index")
    if index is None:
        index = kb.__dict__["_search_index"] = ensure_index(kb, progress, note)
    return index


def ensure_index(kb: KnowledgeBase, progress: Progress | None = None, note: Note | None = None) -> Index:
    """The index of a knowledge base: opened from the cache, or built there, or where that cannot be, in memory."""
    folder = f"{_cache_folder()}/search-{key_of(kb.signature)}"
    ready = _opened(folder, kb)
    if ready is None:
        from rulings.search.building import build_index

        ready = build_index(kb, folder, progress, note)
    if ready.folder is not None:
        _remember(str(kb.folder), kb.signature)
    return ready


def of_folder(folder: str | Path | None = None, progress: Progress | None = None, note: Note | None = None) -> Index:
    """The index of the knowledge base in a folder, which is itself opened only when the index must be built."""
    at = os.path.dirname(_source("rulings")) if folder is None else str(folder)  # noqa: PTH120
    signature = _remembered(at)
    if signature:
        ready = _opened(f"{_cache_folder()}/search-{key_of(signature)}", None)
        if ready is not None:
            return ready
    from rulings.assemble import open as open_folder

    kb = open_folder(at) if folder is not None else open_folder()
    index = ensure_index(kb, progress, note)
    if index.folder is not None:
        _remember(at, kb.signature)  # the folder as it was given may be another name of the knowledge base's own
    return index


def key_of(signature: str) -> str:
    """The name of an index: of the content it was built from and of the program that builds it."""
    return f"{signature}-{_program()}"


def _program() -> str:
    """A number that changes when the modules that build an index, their weights or the version of Python do."""
    from zlib import crc32

    listed = [str(LAYOUT), sys.version[:6]]
    with os.scandir(_HERE) as files:
        for file in sorted(files, key=lambda f: f.name):
            if file.name.endswith((".py", ".yaml")):
                state = file.stat()
                listed.append(f"{file.name} {state.st_size} {state.st_mtime_ns}")
    return f"{crc32(repr(listed).encode()):08x}"


def _source(package: str) -> str:
    return os.path.abspath(str(sys.modules[package].__file__))  # noqa: PTH100


def _cache_folder() -> str:
    from rulings.compiled import cache_folder

    return cache_folder()


def _opened(folder: str, kb: KnowledgeBase | None) -> Index | None:
    """The index in a folder, or None where there is none that can be used."""
    from rulings.search.table import Table

    try:
        table = Table(open(f"{folder}/table.bin", "rb"))  # noqa: PTH123, SIM115 - a large table is read piece by piece
        if table.head["index"] != LAYOUT:
            return None
        return Index(table, folder, kb=kb)
    except (OSError, ValueError, EOFError, TypeError, KeyError, MemoryError):
        return None


def _stamp_file(folder: str) -> str:
    from zlib import crc32

    return f"{_cache_folder()}/search-of-{crc32(os.fsencode(folder)):08x}.bin"


def _remembered(folder: str) -> str | None:
    """The signature a folder had when it was last hashed, if no file in it has changed its size or time since."""
    from marshal import loads

    from rulings.compiled import stamp

    try:
        with open(_stamp_file(folder), "rb") as file:  # noqa: PTH123
            stamped, signature = loads(file.read())
        return str(signature) if stamped == stamp(folder) else None
    except (OSError, ValueError, EOFError, TypeError):
        return None


def _remember(folder: str, signature: str) -> None:
    if _remembered(folder) == signature:
        return
    from marshal import dumps
    from pathlib import Path

    from rulings.compiled import stamp
    from rulings.store import save

    save(Path(_stamp_file(folder)), dumps((stamp(folder), signature)))
