"""`moved.yaml` (old id or address → new one) → pages that send on, and anchors that stay where a ruling stood."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulings.knowledge import KnowledgeBase
from rulings.site.page import SitePage

_RULING = re.compile(r"(?P<subject>.+)-[0-9a-f]{8}")


@dataclass(frozen=True, slots=True)
class Anchor:
    """An old anchor of a page, and the address that took its place."""

    id: str
    target: str


def moved_pages(kb: KnowledgeBase, known: Mapping[str, SitePage]) -> Iterator[SitePage]:
    """A page for each address that is gone. `known`: the pages there are, by address."""
    for old, new in sorted(kb.moved.items()):
        target = address(kb, new)
        url = _page_of(kb, old, target)
        if url and url not in known and target:
            yield SitePage(
                url=url,
                template="moved.html",
                title="Moved",
                description=f"This page moved to {target}.",
                data={"target": target},
                indexed=False,
            )


def moved_anchors(kb: KnowledgeBase) -> dict[str, list[Anchor]]:
    """Page address → the old anchors it must keep."""
    found = dict[str, list[Anchor]]()
    for old, new in sorted(kb.moved.items()):
        target = address(kb, new)
        match = _RULING.fullmatch(old)
        if not target or not match or "/" in old:
            continue
        subject = match["subject"]
        for kind, ids in (("cards", kb.cards_by_id), ("topics", kb.topics_by_id)):
            if subject in ids:
                found.setdefault(f"{kind}/{subject}/", []).append(Anchor(old, target))
    return found


def address(kb: KnowledgeBase, name: str) -> str | None:
    """The address of an id (ruling, card, topic, section), or an address as it is; None where there is none."""
    if name.startswith("/"):
        return name
    for known in (kb.rulings_by_id, kb.cards_by_id, kb.topics_by_id, kb.sections_by_id, kb.documents_by_id):
        if name in known:
            return str(getattr(known[name], "url"))  # noqa: B009 - the five kinds share nothing but their `url`
    return None


def _page_of(kb: KnowledgeBase, old: str, target: str | None) -> str | None:
    """The page an old name had: that of its own kind, which is the kind of what took its place."""
    if old.startswith("/"):
        return old[1:].partition("#")[0]
    if not target or _RULING.fullmatch(old):
        return None
    return f"{target[1:].split('/')[0]}/{old}/"
