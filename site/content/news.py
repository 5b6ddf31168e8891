"""The rulings → the latest, and those that were added to the printed list."""

from __future__ import annotations

from rulings.model.entities import Ruling
from rulings.model.selecting import without_see_entries
from rulings.site.content.data import SiteData

MAX_LATEST = 20  # rulings on the page of news


def latest(data: SiteData) -> list[Ruling]:
    """The newest rulings whose dates are not in doubt, newest first."""
    dated = [
        r for r in without_see_entries(data.rulings) if r.date and not any(citation.doubt for citation in r.citations)
    ]
    return sorted(dated, key=lambda r: (r.date or "", r.source.lines), reverse=True)[:MAX_LATEST]


def additions(data: SiteData) -> list[Ruling]:
    """The rulings that were added to the printed list, newest first."""
    added = (r for r in data.rulings if r.source.document not in data.documents_by_id)
    return sorted(added, key=lambda r: (r.date or "", r.id), reverse=True)
