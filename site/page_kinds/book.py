"""All rulings → `/book/`: one page to print, the general rulings first, then the cards from A to Z."""

from __future__ import annotations

from operator import attrgetter

from rulings.model.formatting import count
from rulings.model.selecting import without_see_entries
from rulings.site.content.data import SiteData
from rulings.site.content.lists import grouped_by_letter
from rulings.site.content.page import DOCUMENTS_BREADCRUMB, SitePage


def book_page(data: SiteData) -> SitePage:
    """The page to print."""
    cards = data.cards_with_headings(data.cards)
    ruling_count = len(without_see_entries(data.rulings))
    reference_count = len(data.rulings) - ruling_count
    contents = f"{count(ruling_count, 'ruling')} and {count(reference_count, 'cross-reference')}"
    return SitePage(
        url="/book/",
        template="book.html",
        title="The book of rulings",
        parent=DOCUMENTS_BREADCRUMB,
        description=f"All {contents} of Netrunner (1996) on one page, to print: "
        f"{count(len(data.topics), 'topic')} and {count(len(cards), 'card')} with marks, sources and an index.",
        context={"contents": contents, "letters": grouped_by_letter(cards, attrgetter("title")), "cards": cards},
        json_url="/api/rulings.json",
    )
