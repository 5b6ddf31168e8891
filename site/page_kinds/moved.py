"""`moved.yaml` (old id or address → new one) → redirects, and anchors where rulings, sections and notes used to be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulings.errors import RulingsError
from rulings.site.content.data import SiteData
from rulings.site.content.page import SitePage

_NOTES = "/reversals/"
_RULING = re.compile(r"(?P<subject>.+)-[0-9a-f]{8}")


@dataclass(frozen=True, slots=True)
class Anchor:
    """An old anchor on a page, and the address to which its target has moved."""

    id: str
    target: str


def moved_pages(data: SiteData, pages: Mapping[str, SitePage]) -> Iterator[SitePage]:
    """A redirect for each old address, unless one of the `pages` (by address) has it.

    Raises `RulingsError` for a new address that none of the `pages` has.
    """
    for old, new in sorted(data.kb.moved.items()):
        target = _address(data, new)
        if new.startswith("/") and new not in pages:
            raise RulingsError(f"moved.yaml: {old} redirects to {new}, and there is no such page")
        url = _former_page(data, old, new)
        if target and url and url not in pages:
            yield SitePage(
                url=url,
                template="moved.html",
                title="Moved",
                description=f"This page moved to {target}.",
                context={"target": target},
                is_indexable=False,
            )


def moved_anchors(data: SiteData) -> dict[str, list[Anchor]]:
    """Address of a page → its old anchors."""
    by_page: dict[str, list[Anchor]] = {}
    for old, new in sorted(data.kb.moved.items()):
        target = _address(data, new)
        url = _page_around(data, old, new)
        if target and url:
            by_page.setdefault(url, []).append(Anchor(old, target))
    return by_page


def _address(data: SiteData, id: str) -> str | None:
    """The address of the ruling, card, topic, section or note with that id, or None. An address stays as it is."""
    if id.startswith("/"):
        return id
    if id in data.notes_by_id:
        return f"{_NOTES}#{id}"
    by_id = (data.rulings_by_id, data.cards_by_id, data.topics_by_id, data.sections_by_id)
    return next((views[id].url for views in by_id if id in views), None)


def _former_page(data: SiteData, old: str, new: str) -> str | None:
    """The old address, or that of the card or topic that had the old id; None for a ruling or section."""
    if old.startswith("/"):
        return old
    is_ruling = _RULING.fullmatch(old)
    folder = "cards" if new in data.cards_by_id else "topics" if new in data.topics_by_id else None
    return f"/{folder}/{old}/" if folder and not is_ruling else None


def _page_around(data: SiteData, old: str, new: str) -> str | None:
    """The page that the ruling, section or note with the old id was on.

    That of a ruling's subject, of the new section's document, or of the notes: only the id of a note could lead to
    another note or, without being the id of a ruling, to one.
    """
    if match := _RULING.fullmatch(old):
        subjects = (data.cards_by_id, data.topics_by_id)
        return next((views[match["subject"]].url for views in subjects if match["subject"] in views), None)
    if not old.startswith("/") and (new in data.notes_by_id or new in data.rulings_by_id):
        return _NOTES
    is_section = new in data.sections_by_id and not old.startswith("/")
    return data.sections_by_id[new].url.partition("#")[0] if is_section else None
