"""The errata → their page, by side and card."""

from __future__ import annotations

from rulings.model.constants import SIDES
from rulings.site.content.data import SiteData
from rulings.site.content.lists import by_title
from rulings.site.content.page import SitePage


def errata_page(data: SiteData) -> SitePage:
    """The page of errata: the general ones first, then those on the cards of each side."""
    errata = [r for r in data.rulings if r.kind == "errata"]
    sides = [("General", [r for r in errata if r.subject.kind == "topic"])]
    on_cards = [r for r in errata if r.subject.kind == "card"]
    for side in SIDES:
        on_side = [r for r in on_cards if data.cards_by_id[r.subject.id].side == side]
        sides.append((side, on_side))
    return SitePage(
        url="/errata/",
        template="errata.html",
        title="Errata",
        context={
            "sides": [(side, by_title(rulings)) for side, rulings in sides if rulings],
            "total": len(errata),
        },
        description=f"All {len(errata)} errata of Netrunner (1996), official and unofficial, as they were given.",
    )
