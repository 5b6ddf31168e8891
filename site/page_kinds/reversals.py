"""Reversals, contradictions, exceptions and clarifications → their page."""

from __future__ import annotations

from rulings.model.constants import CLARIFICATION, EXCEPTION
from rulings.model.formatting import count
from rulings.site.content.data import SiteData
from rulings.site.content.lists import by_title
from rulings.site.content.page import SitePage


def reversals_page(data: SiteData) -> SitePage:
    """The page of reversals and of notes on statements that contradict each other or seem to."""
    reversals = [r for r in data.rulings if r.reversal]
    return SitePage(
        url="/reversals/",
        template="reversals.html",
        title="Reversals and contradictions",
        parent=("Errata", "/errata/"),
        context={
            "reversals": by_title(reversals),
            "contradictions": [note for note in data.notes if note.is_contradiction],
            "exceptions": [note for note in data.notes if note.kind == EXCEPTION],
            "clarifications": [note for note in data.notes if note.kind == CLARIFICATION],
        },
        description=f"{count(len(reversals), 'ruling')} of Netrunner (1996) that take back an earlier one, and "
        "statements that contradict each other or seem to.",
    )
