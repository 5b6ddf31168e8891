"""A `KnowledgeBase` → the compiled pages of `rulings.compiled`, saved in the cache where that is possible."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from rulings import compiled, shapes
from rulings.json_text import plain, to_json
from rulings.knowledge import SHIPPED, KnowledgeBase
from rulings.model import Card, Ruling
from rulings.search import names
from rulings.store import save, yaml_files

_CODE = ("shapes.py", "compile_pages.py", "assemble.py", "knowledge.py", "wording.py", "model.py")


def make(folder: str, note: Callable[[str], None]) -> compiled.Pages:
    """The pages of the knowledge base in a folder, kept in the cache; one `note` where they cannot be."""
    from rulings.assemble import open as open_folder

    # Both are taken before it is read: a change while it is read must not go unnoticed.
    before, stamped = files_of(Path(folder)), compiled.stamp(folder)
    content = build(open_folder(folder), before, stamped)
    path = Path(compiled.path_for(folder))
    if not save(path, content):
        note(
            f"note: nothing can be kept in {path.parent}; it works, but slower each time "
            "(RULINGS_CACHE names another folder)"
        )
    return compiled.unpack(content)


def files_of(folder: Path) -> dict[str, list[Any]]:
    """Every file the pages are made from, with its state: path relative to the folder → [path, time, size]."""
    code = [SHIPPED / name for name in _CODE] + [Path(names.__file__)]
    paths = {path.relative_to(folder).as_posix(): str(path) for path in yaml_files(folder)} | {
        str(path): str(path) for path in code
    }
    paths |= {
        f"{name}/": str(folder / name) for name in (".", "cards/corp", "cards/runner", "topics", "documents", "sources")
    }
    return {name: compiled.state([path]) for name, path in paths.items()}


def build(kb: KnowledgeBase, files: dict[str, list[Any]], stamped: bytes) -> bytes:
    """Every card and topic with its page, and what the other reading commands show."""
    stored: dict[str, tuple[Any, list[Any], str]] = {}
    for card in kb.cards:
        page = shapes.card_page(kb, card)
        stored[f"card:{card.id}"] = page, _made_from(kb, card, files), to_json(page)
    for topic in kb.topics:
        page = shapes.topic_page(kb, topic)
        stored[f"topic:{topic.id}"] = page, [], to_json(page)
    data = names.build(kb)
    lists = {
        "names": data,
        "rulings": {r.id: shapes.ruling(r) for r in kb.rulings},
        "where": {r.id: f"{r.subject.kind}:{r.subject.id}" for r in kb.rulings},
        "moved": dict(kb.moved),
        "cards": [_row(kb, card) for card in kb.cards],
        "topics": [{**shapes.topic(t), "rulings": len(kb.rulings_for(t.id))} for t in kb.topics],
        "steps": [shapes.step(s) for s in kb.steps],
        "documents": [{**shapes.document(d), "short": d.short} for d in kb.documents],
        "sections": [shapes.section(s) for s in kb.sections],
        "tournament": plain(kb.tournament),
        "stamp": stamped,
    }
    stored |= {key: (value, [], "") for key, value in lists.items()}
    roots = _joined(
        state
        for name, state in files.items()
        if not name.startswith(("cards/", "topics/", "documents/")) or name.endswith("/")
    )
    return compiled.pack(stored, _common_names(data, kb), roots)


def _joined(states: Iterable[list[Any]]) -> list[Any]:
    return [value for state in states for value in state]


def _made_from(kb: KnowledgeBase, card: Card, files: dict[str, list[Any]]) -> list[Any]:
    """The state of the files that hold the card and the rulings on its page."""
    on_page: list[Ruling] = [*kb.mentioned_in(card.id), *(r for _, rulings in kb.inherited(card.id) for r in rulings)]
    sides = kb.cards_by_id
    subjects = dict.fromkeys([("card", card.id), *((r.subject.kind, r.subject.id) for r in on_page)])
    paths = [
        f"cards/{sides[id].side.lower()}/{id}.yaml" if kind == "card" else f"topics/{id}.yaml" for kind, id in subjects
    ]
    return _joined(files[path] for path in paths if path in files)


def _row(kb: KnowledgeBase, card: Card) -> dict[str, Any]:
    own = [r for r in kb.rulings_for(card.id) if r.kind != "see"]
    return {**shapes.card(card), "rulings": len(own), "errata": sum(r.kind == "errata" for r in own)}


def _common_names(data: dict[str, Any], kb: KnowledgeBase) -> dict[str, str]:
    """Names as people type them → card id, for those that look-up finds; it decides, this only remembers."""
    typed = {name.lower() for card in kb.cards for name in (card.title, card.id, *card.aliases)}
    typed |= {name.split()[0] for name in typed if name.split()} | {names.fold(name) for name in typed}
    found = {}
    for name in sorted(typed):
        status, ids, _ = names.resolve(data, name)
        if status == "found" and name.isprintable():
            found[name] = ids[0]
    return found
