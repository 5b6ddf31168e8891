"""A `KnowledgeBase` → the compiled pages of `rulings.compiled`, saved in the cache where that is possible."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rulings import compiled, shapes
from rulings.knowledge import KnowledgeBase
from rulings.store import save


def ready(folder: str = compiled.FOLDER, progress: Callable[[str], None] = lambda _: None) -> compiled.Pages:
    """The pages, made now if there are none or they are stale. One note on standard error where they cannot be kept."""
    pages = compiled.load(folder)
    if pages:
        return pages
    from rulings.assemble import open as open_folder

    progress("reading the knowledge base")
    stamped = compiled.stamp(folder)
    content = build(open_folder(folder), stamped)
    path = Path(compiled.path_for(folder))
    if not save(path, content):
        from rulings.terminal import complain

        complain(f"note: nothing can be kept in {path.parent}; it works, but slower each time (RULINGS_CACHE names another folder)")
    return compiled.unpack(content)


def build(kb: KnowledgeBase, stamped: bytes) -> bytes:
    """Every card and topic with its page, and what the other reading commands show."""
    from rulings.search import names

    stored: dict[str, tuple[Any, str]] = {}
    for card in kb.cards:
        stored[f"card:{card.id}"] = _both(shapes.card_page(kb, card))
    for topic in kb.topics:
        stored[f"topic:{topic.id}"] = _both(shapes.topic_page(kb, topic))
    data = names.build(kb)
    where = {r.id: f"{r.subject.kind}:{r.subject.id}" for r in kb.rulings}
    stored["names"] = data, ""
    stored["rulings"] = {r.id: shapes.ruling(r) for r in kb.rulings}, ""
    stored["where"] = where, ""
    stored["moved"] = dict(kb.moved), ""
    stored["cards"] = [_row(kb, card) for card in kb.cards], ""
    stored["topics"] = [{**shapes.topic(t), "rulings": len(kb.rulings_for(t.id))} for t in kb.topics], ""
    stored["steps"] = [shapes.step(s) for s in kb.steps], ""
    stored["documents"] = [{**shapes.document(d), "short": d.short} for d in kb.documents], ""
    stored["sections"] = [shapes.section(s) for s in kb.sections], ""
    stored["tournament"] = plain(kb.tournament), ""
    return compiled.pack(stored, _quick(data, kb, names.resolve), stamped)


def _both(page: dict[str, Any]) -> tuple[dict[str, Any], str]:
    return page, to_json(page)


def to_json(data: Any) -> str:
    """JSON for people and programs: indented, in UTF-8, without a control character."""
    text = json.dumps(plain(data), ensure_ascii=False, indent=2)
    if not text.isascii() or "\x7f" in text:
        text = "".join(c if c == "\n" or c.isprintable() else json.dumps(c)[1:-1].replace("\x7f", "\\u007f") for c in text)
    return text + "\n"


def plain(value: Any) -> Any:
    """Dicts, lists and strings only."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def _row(kb: KnowledgeBase, card: Any) -> dict[str, Any]:
    own = [r for r in kb.rulings_for(card.id) if r.kind != "see"]
    return {**shapes.card(card), "rulings": len(own), "errata": sum(r.kind == "errata" for r in own)}


def _quick(data: dict[str, Any], kb: KnowledgeBase, resolve: Callable[..., tuple[str, list[str], list[str]]]) -> dict[str, str]:
    """Names as people type them → card id, for those that look-up finds; it decides, this only remembers."""
    typed = {name.lower() for card in kb.cards for name in (card.title, card.id, *card.aliases)}
    typed |= {name.split()[0] for name in typed if name.split()} | {" ".join(name.replace("-", " ").split()) for name in typed}
    found = {}
    for name in sorted(typed):
        status, ids, _ = resolve(data, name)
        if status == "found":
            found[sys.intern(name)] = ids[0]
    return found
