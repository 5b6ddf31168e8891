"""The documents → the list of them, and a page for each by section."""

from __future__ import annotations

from collections.abc import Iterator

from rulings.model.citing import title_with_edition
from rulings.model.constants import GAMES, RULINGS_DOCUMENT, RUN_CHART_DOCUMENT, SIDES
from rulings.model.entities import Card
from rulings.site.content.data import SiteData
from rulings.site.content.page import DOCUMENTS_BREADCRUMB, SitePage
from rulings.site.content.source_lines import line_ranges, read_source


def document_pages(data: SiteData) -> Iterator[SitePage]:
    """The list of documents, and a page for each by section."""
    yield SitePage(
        url="/documents/",
        template="documents.html",
        title="Rules",
        context={"documents": data.documents},
        json_url="/api/documents.json",
        description="The source documents: the list of rulings, the run chart, a manual, a variant and, for another "
        "game, tournament regulations.",
    )
    for document in data.documents:
        id, game = document.id, document.game
        sections = [section for section in data.sections if section.document == id]
        yield SitePage(
            url=document.url,
            template="document.html",
            title=document.title,
            description=f"{title_with_edition(document)}: a document of {GAMES.get(game, game)}, by section.",
            context={
                "document": document,
                "is_run_chart": id == RUN_CHART_DOCUMENT,
                "sections": sections,
                "cards": _cards_with_headings(data) if id == RULINGS_DOCUMENT else (),
                "source_pages": line_ranges(id, read_source(data, id)),
            },
            parent=DOCUMENTS_BREADCRUMB,
            game=game,
            json_url=f"/api/documents/{id}.json",
        )


def _cards_with_headings(data: SiteData) -> list[tuple[str, list[Card]]]:
    """(side, its cards that have a heading), in the order of the document."""
    return [(side, data.cards_with_headings(card for card in data.cards if card.side == side)) for side in SIDES]
