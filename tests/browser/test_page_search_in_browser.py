"""In a browser, the search gives the same results as the command line.

`tests/site/test_page_search.py` compares more of them, in Node.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browser_support import until

from rulings.api import KnowledgeBase
from rulings.search import search
from support.data_files import read_data

if TYPE_CHECKING:
    from playwright.sync_api import Page

SEARCH = "queries => Rulings.searchEngine().then(engine => queries.map(query => engine.search(query).hits.map(hit => hit.id)))"


@pytest.fixture
def search_page(page: Page, site_address: str) -> Page:
    """The search page, when the search can be called."""
    page.goto(site_address + "search/")
    until(page, "window.Rulings && Rulings.searchEngine")
    return page


def test_the_first_ten_hits_are_those_of_the_command_line(search_page: Page, kb: KnowledgeBase) -> None:
    queries = [item["q"] for name in ("judges-3-test", "players-1") for item in read_data(f"queries/{name}.yaml")][::30]
    in_page = dict(zip(queries, search_page.evaluate(SEARCH, queries), strict=True))
    assert in_page == {query: [hit.id for hit in search(kb, query).hits] for query in queries}


def test_hits_have_the_addresses_of_the_knowledge_base(search_page: Page, kb: KnowledgeBase) -> None:
    queries = [
        "what does brain damage do",
        "dr dreff",
        "virus",
        "sparky",
        "quiz",
        "tracing",
        "when do i break subroutines",
    ]
    in_page = search_page.evaluate(
        """queries => Rulings.searchEngine().then(({search}) => queries.flatMap(query => search(query).hits.map(
            hit => '/' + Rulings.hits.path(hit.doc, hit.fragment))))""",
        queries,
    )
    assert in_page == [hit.url for query in queries for hit in kb.search(query)]
