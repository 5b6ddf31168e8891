"""A knowledge base → its search index, on disk or in memory, with progress told on the way."""

from __future__ import annotations

import io
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rulings.knowledge import KnowledgeBase
from rulings.search import entries, names, on_whoosh, spot, synonyms, values
from rulings.search.compile import compile_table
from rulings.search.index import LAYOUT, Index
from rulings.search.table import Table
from rulings.search.tokens import stems_of, words_of
from rulings.yaml_reader import read_yaml

Progress = Callable[[int, int], None]
WEIGHTS = Path(__file__).with_name("weights.yaml")
_DOCUMENTS = ("rulings", "run-chart", "manual", "variant", "tournament")  # a place of its own in the ranking for each
_KEPT = 3  # indexes of other contents that stay in the cache


def _quiet(done: int, of: int) -> None:
    pass


def build_index(
    kb: KnowledgeBase, folder: str | None, progress: Progress | None = None, note: Callable[[str], None] | None = None
) -> Index:
    """Builds the index in `folder`, or in memory where that cannot be written, with one `note` (or on stderr)."""
    table, found = make_table(kb, _half(progress, 0))
    aside = _aside(folder)
    if aside is None:
        if folder is not None:
            (note or _to_stderr)(
                "the search index cannot be kept (the cache folder is read-only or full); it was built in memory"
            )
        return _in_memory(kb, table, found, progress)
    try:
        (aside / "whoosh").mkdir()
        on_whoosh.write(found, aside / "whoosh", values.facts_of, _half(progress, 1)).close()
        (aside / "table.bin").write_bytes(table)
        return _moved(aside, Path(str(folder)), kb, table)
    except OSError as error:
        (note or _to_stderr)(f"the search index cannot be kept ({error.strerror or error}); it was built in memory")
        return _in_memory(kb, table, found, progress)
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def make_table(
    kb: KnowledgeBase,
    progress: Progress = _quiet,
    found: list[entries.Entry] | None = None,
    weights: dict[str, Any] | None = None,
) -> tuple[bytes, list[entries.Entry]]:
    """The ranking table's bytes, and the entries in its order (`found`, or all of the knowledge base)."""
    found = entries.entries(kb) if found is None else found
    texts = [
        (
            {key[5:] for key in entry.concerns if key.startswith("card/")},
            words_of(" ".join([entry.text, *entry.questions])),
        )
        for entry in found
        if entry.kind == "ruling"
    ]
    head: dict[str, Any] = {
        "index": LAYOUT,
        "signature": kb.signature,
        "folder": str(kb.folder),
        "weights": weights or read_weights(),
        "spots": spot.build(kb, texts),
        "synonyms": synonyms.compiled(synonyms.read(kb.folder)),
        "called": _called(kb),
        "sources": bytes(_source(entry) for entry in found),
        "since": [_since(kb, entry) for entry in found],
        "sides": [entry.facts.get("side", "") for entry in found],
        "types": [entry.facts.get("type", "") for entry in found],
    }
    return compile_table(found, head["weights"], head, {"names": names.data_of(kb)}, progress), found


def read_weights() -> dict[str, Any]:
    """The weights of the ranking, from `weights.yaml`."""
    weights: dict[str, Any] = _numbers(read_yaml(WEIGHTS))
    return weights


def _source(entry: entries.Entry) -> int:
    return _DOCUMENTS.index(entry.facts["in"]) if entry.facts["in"] in _DOCUMENTS else 0


def _called(kb: KnowledgeBase) -> dict[str, int]:
    """Stems of what a document is called in a query → its number in `sources` (the rulings need no asking for)."""
    named = synonyms.read(kb.folder).get("documents", {})
    return {
        " ".join(stems_of(str(name))): _DOCUMENTS.index(short)
        for short, names_of in named.items()
        if short in _DOCUMENTS
        for name in names_of
    }


def rebuild(kb: KnowledgeBase, folder: str | None) -> Any:
    """A Whoosh index in place of a damaged one: in the same folder where that can be, else in memory."""
    if folder is not None:
        shutil.rmtree(folder, ignore_errors=True)
        index = build_index(kb, folder)
        if index.folder is not None:
            return on_whoosh.open_folder(Path(index.folder) / "whoosh")
    return on_whoosh.write(entries.entries(kb), None, values.facts_of)


def _numbers(value: Any) -> Any:
    return {key: _numbers(item) for key, item in value.items()} if isinstance(value, dict) else float(value)


def _since(kb: KnowledgeBase, entry: entries.Entry) -> str:
    """From when on an entry had been said: its first date, else its document's; cards and topics always ("")."""
    if entry.kind in ("card", "topic"):
        return ""
    document = kb.documents_by_id.get(entry.document)
    dates = entry.facts.get("dates")
    return str(dates[0]) if dates else (document.date or "") if document else ""


def _half(progress: Progress | None, which: int) -> Progress:
    if progress is None:
        return _quiet
    return lambda done, of: progress(done + which * of, 2 * of)


def _aside(folder: str | None) -> Path | None:
    if folder is None:
        return None
    try:
        parent = Path(folder).parent
        parent.mkdir(parents=True, exist_ok=True)
        return Path(tempfile.mkdtemp(prefix=".building-", dir=parent))
    except OSError:
        return None


def _in_memory(kb: KnowledgeBase, table: bytes, found: list[entries.Entry], progress: Progress | None) -> Index:
    opened = on_whoosh.write(found, None, values.facts_of, _half(progress, 1))
    return Index(Table(io.BytesIO(table)), None, opened, kb)


def _moved(aside: Path, folder: Path, kb: KnowledgeBase, table: bytes) -> Index:
    """Moves the new index into place. Where another process was quicker its index stays; a damaged one is put aside."""
    for _ in range(3):
        try:
            aside.rename(folder)
            break
        except OSError:
            if _whole(folder, table):
                break
            broken = Path(tempfile.mkdtemp(prefix=".broken-", dir=folder.parent))
            try:
                folder.rename(broken / "index")
            except OSError:
                shutil.rmtree(folder, ignore_errors=True)
            shutil.rmtree(broken, ignore_errors=True)
    else:
        raise OSError(f"{folder} cannot be replaced")
    _clean(folder)
    return Index(Table(io.BytesIO(table)), str(folder), kb=kb)


def _whole(folder: Path, table: bytes) -> bool:
    """Whether another process has put the same index there meanwhile."""
    try:
        return (folder / "table.bin").read_bytes() == table and any((folder / "whoosh").iterdir())
    except OSError:
        return False


def _clean(folder: Path) -> None:
    """Removes the oldest indexes of other contents, and what a killed process left behind."""

    def age(path: Path) -> float:
        try:
            return path.stat().st_mtime
        except OSError:
            return 0.0

    others = [path for path in folder.parent.glob("search-*-*") if path.is_dir() and path != folder]
    old = sorted(others, key=age)[:-_KEPT]
    newest = age(folder)
    left = [
        path
        for pattern in (".building-*", ".broken-*")
        for path in folder.parent.glob(pattern)
        if newest - age(path) > 600
    ]
    for path in [*old, *left]:
        shutil.rmtree(path, ignore_errors=True)


def _to_stderr(sentence: str) -> None:
    if sys.stderr is not None:
        sys.stderr.write(f"rulings: {sentence}{os.linesep if os.name == 'nt' else chr(10)}")
