"""Errata and reversals: an index whose entries are opened by a tap, a link or find-in-page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browser_support import phone, until

from rulings.api import KnowledgeBase

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.mark.parametrize(("path", "screens"), [("errata/", 8), ("reversals/", 10)])
def test_a_long_page_is_an_index_on_few_screens(page: Page, site_address: str, path: str, screens: int) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(site_address + path)
    assert page.evaluate("document.documentElement.scrollHeight") <= screens * 740
    page.locator(".fold summary").first.click()
    assert page.locator(".fold[open] article").first.is_visible()


@pytest.mark.parametrize("script", [True, False])
def test_a_link_to_a_folded_entry_opens_it(
    browser: Browser, site_address: str, kb: KnowledgeBase, script: bool
) -> None:
    with phone(browser, java_script_enabled=script) as page:
        note = kb.notes[-1].id
        erratum = next(r.id for r in kb.rulings if r.kind == "errata" and r.subject.title.startswith("T"))
        for path, anchor in (("reversals/", note), ("errata/", erratum)):
            page.goto(f"{site_address}{path}#{anchor}")
            box = page.locator(f"#{anchor}").bounding_box()
            assert page.locator(f"#{anchor}").is_visible()
            assert box
            assert 80 < box["y"] < 500


def test_a_link_within_the_page_opens_a_folded_entry(page: Page, site_address: str) -> None:
    page.goto(site_address + "reversals/")
    note = page.locator(".fold article.statements").last.get_attribute("id")
    page.evaluate(f"location.hash = '{note}'")
    until(page, f"document.getElementById('{note}').closest('details').open")


def test_find_in_page_can_open_folded_entries(page: Page, site_address: str) -> None:
    """The browser's own search looks into closed `details`; nothing else may hide the words."""
    page.goto(site_address + "errata/")
    hidden = page.evaluate(
        "[...document.querySelectorAll('.fold *')].filter(e => getComputedStyle(e).display === 'none' && !e.matches('.cite-as')).length"
    )
    assert hidden == 0
    assert page.evaluate("[...document.querySelectorAll('.fold')].every(e => e.matches('details'))")


def test_folded_entries_are_open_while_printing(page: Page, site_address: str) -> None:
    page.goto(site_address + "errata/")
    # As on a card page of more than a hundred rulings.
    page.evaluate("document.querySelector('.fold').className = 'batch'")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(":is(.fold, .batch):not([open])").count() == 0
    assert page.locator(".batch").count() == 1
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator(":is(.fold, .batch)[open]").count() == 0


@pytest.mark.parametrize("path", ["errata/", "reversals/"])
def test_folded_entries_are_printed(page: Page, site_address: str, path: str) -> None:
    """The printout has as many sheets as when everything was opened by hand."""

    def sheets() -> int:
        return page.pdf(format="A4").count(b"/Type /Page\n")

    page.goto(site_address + path)
    closed = sheets()
    page.evaluate("document.querySelectorAll('.fold').forEach(details => { details.open = true })")
    assert closed == sheets() > 5


def test_letters_lead_to_their_entries(page: Page, site_address: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(site_address + "errata/")
    link = page.locator(".letters a").last
    link.click()
    box = page.locator(link.get_attribute("href") or "").bounding_box()
    assert box
    assert 60 < box["y"] < 740
