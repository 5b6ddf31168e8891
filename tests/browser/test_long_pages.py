"""Errata and reversals: a link to an entry shows it, also if it is folded, and all of them are printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browser_support import phone

from rulings.api import KnowledgeBase

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.mark.parametrize("script", [True, False])
def test_a_link_to_an_entry_shows_its_words(
    browser: Browser, site_address: str, kb: KnowledgeBase, script: bool
) -> None:
    with phone(browser, java_script_enabled=script) as page:
        note = kb.notes[-1].id
        erratum = next(r.id for r in kb.rulings if r.kind == "errata" and r.subject.title.startswith("T"))
        for path, anchor in (("reversals/", note), ("errata/", erratum)):
            page.goto(f"{site_address}{path}#{anchor}")
            box = page.locator(f"#{anchor}").bounding_box()
            assert page.locator(f"#{anchor} blockquote").first.is_visible()
            assert box
            assert 80 < box["y"] < 500


def test_all_errata_are_printed_on_two_sheets(page: Page, site_address: str, kb: KnowledgeBase) -> None:
    page.goto(site_address + "errata/")
    assert page.locator("article.errata blockquote").count() >= sum(r.kind == "errata" for r in kb.rulings)
    assert page.pdf(format="A4", prefer_css_page_size=True).count(b"/Type /Page\n") == 2


def test_a_long_list_of_rulings_is_open_while_it_is_printed(page: Page, site_address: str) -> None:
    page.goto(site_address + "cards/dr-dreff/")
    # As on a card page of more than a hundred rulings.
    page.evaluate("document.querySelector('.tools').className = 'batch'")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(".batch[open]").count() == 1
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator(".batch[open]").count() == 0
