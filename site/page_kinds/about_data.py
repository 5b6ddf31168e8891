"""The page about the data."""

from __future__ import annotations

from collections import Counter

from rulings.model.formatting import count
from rulings.site.content.data import SiteData
from rulings.site.content.page import SitePage


def about_data_page(data: SiteData) -> SitePage:
    """The page about the data: word counts, restorations with their evidence, doubtful dates, licences."""
    doubtful = [(r, c) for r in data.rulings for c in r.citations if c.doubt]
    doubts = Counter(c.doubt for _, c in doubtful)
    kinds = Counter(restoration.what for restoration in data.kb.restorations)
    return SitePage(
        url="/about-the-data/",
        template="about-data.html",
        title="About the data",
        json_url="/api/documents.json",
        description=f"Where every word comes from: {count(len(data.documents), 'document')}, their word counts, "
        f"{count(len(data.kb.restorations), 'restored line')} with evidence, and the licences.",
        context={
            "documents": data.documents,
            "restorations": data.kb.restorations,
            "doubts": sorted(doubts.items()),
            "kinds": sorted(kinds.items()),
            "doubtful": doubtful,
            "likely": [(r, c) for r in data.rulings for c in r.citations if c.likely],
            "unattributed": data.unattributed,
        },
    )
