"""The knowledge base → all generated pages of the site, checked for completeness."""

from __future__ import annotations

from rulings.errors import RulingsError
from rulings.site.content.data import SiteData
from rulings.site.content.page import SitePage
from rulings.site.page_kinds.about_data import about_data_page
from rulings.site.page_kinds.authorities import authority_pages
from rulings.site.page_kinds.book import book_page
from rulings.site.page_kinds.card_lists import card_list_pages
from rulings.site.page_kinds.cards import card_pages
from rulings.site.page_kinds.deck_and_quiz import deck_and_quiz_pages
from rulings.site.page_kinds.documents import document_pages
from rulings.site.page_kinds.errata import errata_page
from rulings.site.page_kinds.keywords import keyword_pages
from rulings.site.page_kinds.moved import moved_pages
from rulings.site.page_kinds.reversals import reversals_page
from rulings.site.page_kinds.run_chart import run_chart_pages
from rulings.site.page_kinds.search import search_pages
from rulings.site.page_kinds.source_pages import source_pages
from rulings.site.page_kinds.topics import topic_pages
from rulings.site.page_kinds.tournament import tournament_page


def generated_pages(data: SiteData) -> dict[str, SitePage]:
    """All generated pages by address. Raises `RulingsError` if two share an address or a required one is missing."""
    generated: list[SitePage | None] = [
        *card_pages(data),
        *card_list_pages(data),
        *keyword_pages(data),
        *topic_pages(data),
        *authority_pages(data),
        errata_page(data),
        reversals_page(data),
        *run_chart_pages(data),
        *document_pages(data),
        *source_pages(data),
        tournament_page(data),
        about_data_page(data),
        book_page(data),
        *deck_and_quiz_pages(),
        *search_pages(data),
    ]
    pages: dict[str, SitePage] = {}
    for page in filter(None, generated):  # a small knowledge base may have no data for a page
        if page.url in pages:
            raise RulingsError(
                f"{page.url}: two pages have this address, {pages[page.url].title!r} and {page.title!r}; "
                "give one of them another id"
            )
        pages[page.url] = page
    missing = [url for url in required_urls(data) if url not in pages]
    if missing:
        raise RulingsError(f"{len(missing)} of the pages that must exist would not be written, such as {missing[0]}")
    return pages | {page.url: page for page in moved_pages(data, pages)}


def required_urls(data: SiteData) -> list[str]:
    """The addresses without which the site is incomplete: those of cards, topics, documents and the run chart."""
    return [
        *(card.url for card in data.cards),
        *(topic.url for topic in data.topics),
        *(document.url for document in data.documents),
        "/run-chart/",
    ]
