"""`moved.yaml` (old id or address → new one) → redirects, and anchors where rulings used to be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulings.site.content.data import SiteData
from rulings.site.content.page import SitePage

_RULING = re.compile(r"(?P<subject>.+)-[0-9a-f]{8}")


@dataclass(frozen=True, slots=True)
class Anchor:
    """An old anchor on a page, and the address to which its target has moved."""

    id: str
    target: str


def moved_pages(data: SiteData, pages: Mapping[str, SitePage]) -> Iterator[SitePage]:
    """A redirect for each old address, unless one of the `pages` (by address) has it."""
    for old, new in sorted(data.kb.moved.items()):
        target = _address(data, new)
        url = _page_of(data, old, target)
        if url and url != "/" and url not in pages and target:
            yield SitePage(
                url=url,
                template="moved.html",
                title="Moved",
                description=f"This page moved to {target}.",
                data={"target": target},
                is_indexable=False,
            )


def moved_anchors(data: SiteData) -> dict[str, list[Anchor]]:
    """Address of a page → its old anchors."""
    by_page: dict[str, list[Anchor]] = {}
    for old, new in sorted(data.kb.moved.items()):
        target = _address(data, new)
        match = _RULING.fullmatch(old)
        if not target or not match or "/" in old:
            continue
        for subjects in (data.cards_by_id, data.topics_by_id):
            if subject := subjects.get(match["subject"]):
                by_page.setdefault(subject["url"], []).append(Anchor(old, target))
    return by_page


def _address(data: SiteData, name: str) -> str | None:
    """The address of the record with that id, or None; an address is returned unchanged."""
    if name.startswith("/"):
        return name
    by_id = (data.rulings_by_id, data.cards_by_id, data.topics_by_id, data.sections_by_id, data.documents_by_id)
    return next((views[name]["url"] for views in by_id if name in views), None)


def _page_of(data: SiteData, old: str, target: str | None) -> str | None:
    """The address of the page of an old id, which was of the same kind as the new one; None for a ruling."""
    if old.startswith("/"):
        return old.partition("#")[0]
    if not target or _RULING.fullmatch(old):
        return None
    return f"/{target.split('/')[1]}/{old}/"
