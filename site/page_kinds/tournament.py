"""The tournament tables of the regulations → their page, which also calculates."""

from __future__ import annotations

from rulings.model.constants import ANDROID
from rulings.model.entities import Section
from rulings.site.content.data import SiteData
from rulings.site.content.page import DOCUMENTS_BREADCRUMB, SitePage


def tournament_page(data: SiteData) -> SitePage | None:
    """The page of tournament tables; None if the knowledge base has none."""
    tables = data.tournament.to_dict()
    if not tables:
        return None

    def section_of(part: dict[str, object]) -> Section | None:
        return data.sections_by_id.get(str(part.get("section")))

    document = data.documents_by_id.get(str(tables.get("document")))
    return SitePage(
        url="/tournament/",
        template="tournament.html",
        title="Tournament tables",
        game=str(tables.get("game", ANDROID)),
        json_url="/api/tournament.json",
        description="Swiss rounds and cut: tables of the Android: Netrunner (2012) tournament regulations.",
        context={"tables": tables, "section_of": section_of, "document": document},
        parent=DOCUMENTS_BREADCRUMB,
    )
