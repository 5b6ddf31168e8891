"""The knowledge base → every generated page of the site, checked to be complete."""

from __future__ import annotations

from rulings.errors import RulingsError
from rulings.knowledge import KnowledgeBase
from rulings.site.cards_pages import card_pages, keyword_pages, list_pages
from rulings.site.document_pages import data_page, document_pages, tournament_page
from rulings.site.guidance import read_guidance
from rulings.site.moved import moved_pages
from rulings.site.page import SitePage
from rulings.site.run_chart_page import run_chart_page
from rulings.site.said_pages import authority_pages, changed_pages, topic_pages


def contents(kb: KnowledgeBase) -> dict[str, SitePage]:
    """All generated pages by address. `RulingsError` where two would share an address or an entity would have none."""
    guidance = read_guidance()
    made = [
        *card_pages(kb, guidance),
        *list_pages(kb),
        *keyword_pages(kb, guidance),
        *topic_pages(kb),
        *authority_pages(kb),
        *changed_pages(kb),
        *run_chart_page(kb),
        *document_pages(kb),
        *tournament_page(kb),
        *data_page(kb),
        search_page(kb),
    ]
    pages = dict[str, SitePage]()
    for page in made:
        if page.url in pages:
            raise RulingsError(
                f"/{page.url}: two pages would stand here, {pages[page.url].title!r} and {page.title!r}; "
                "give one of them another id"
            )
        pages[page.url] = page
    missing = [url for url in expected(kb) if url not in pages or not pages[url].entity]
    if missing:
        raise RulingsError(
            f"{len(missing)} of the pages that must exist would not be written, among them /{missing[0]}"
        )
    return pages | {page.url: page for page in moved_pages(kb, pages)}


def expected(kb: KnowledgeBase) -> list[str]:
    """The addresses that a complete site has: one for each card, topic and document, and the run chart."""
    entities = [one.url for one in kb.cards] + [one.url for one in kb.topics] + [one.url for one in kb.documents]
    return [*(url[1:] for url in entities), "run-chart/"]


def search_page(kb: KnowledgeBase) -> SitePage:
    """The page of search results, which without JavaScript says where to look."""
    return SitePage(
        url="search/",
        template="search.html",
        title="Search",
        description="Search the rulings of Netrunner (1996): by card, by words, by who said it and when.",
        data={"topics": kb.topics},
    )
