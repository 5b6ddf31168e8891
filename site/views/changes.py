"""Errata, reversals, contradictions and news → their pages and lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulings.model.constants import CLARIFICATION, SIDES
from rulings.model.formatting import count
from rulings.model.ids import fold
from rulings.model.selecting import latest_date, without_references
from rulings.model.views import RulingView
from rulings.site.views.data import SiteData
from rulings.site.views.lists import grouped_by_letter
from rulings.site.views.page import SitePage

MAX_LATEST = 20  # rulings on the page of news


def change_pages(data: SiteData) -> Iterator[SitePage]:
    """The page of errata, and that of reversals and contradictions."""
    errata = [r for r in data.rulings if r["kind"] == "errata"]
    sides = [("General", [r for r in errata if r["subject"]["kind"] == "topic"])]
    on_cards = [r for r in errata if r["subject"]["kind"] == "card"]
    for side in SIDES:
        on_side = [r for r in on_cards if data.cards_by_id[r["subject"]["id"]]["side"] == side]
        sides.append((side, sorted(on_side, key=lambda r: r["subject"]["title"].casefold())))
    yield SitePage(
        url="/errata/",
        template="errata.html",
        title="Errata",
        data={
            "sides": [(side, len(rulings), _by_letter(rulings)) for side, rulings in sides if rulings],
            "total": len(errata),
        },
        description=f"All {len(errata)} errata of Netrunner (1996), official and unofficial, as they were given.",
    )
    reversals = [r for r in data.rulings if r["reversal"]]
    yield SitePage(
        url="/reversals/",
        template="reversals.html",
        title="Reversals and contradictions",
        data={
            "reversals": reversals,
            "reversals_by_letter": _by_letter(reversals),
            "disagreements": [note for note in data.notes if note["kind"] != CLARIFICATION],
            "clarifications": [note for note in data.notes if note["kind"] == CLARIFICATION],
        },
        description=f"{count(len(reversals), 'ruling')} of Netrunner (1996) that take back an earlier one, and "
        "statements that contradict each other or seem to.",
    )


def _by_letter(rulings: Iterable[RulingView]) -> list[tuple[str, list[RulingView]]]:
    """(first letter of the subject, its rulings), both in alphabetical order."""
    in_order = sorted(rulings, key=lambda ruling: fold(_subject_title(ruling)))
    return grouped_by_letter(in_order, _subject_title)


def _subject_title(ruling: RulingView) -> str:
    return ruling["subject"]["title"]


def latest(data: SiteData) -> list[RulingView]:
    """The newest rulings whose dates are not in doubt, newest first."""
    dated = [
        r
        for r in without_references(data.rulings)
        if latest_date(r) and not any(citation["doubt"] for citation in r["citations"])
    ]
    return sorted(dated, key=lambda r: (latest_date(r) or "", r["source"]["lines"]), reverse=True)[:MAX_LATEST]


def additions(data: SiteData) -> list[RulingView]:
    """The rulings that were added to the printed list, newest first."""
    added = (r for r in data.rulings if r["source"]["document"] not in data.documents_by_id)
    return sorted(added, key=lambda r: (latest_date(r) or "", r["id"]), reverse=True)
