"""Every kind of page: colours, narrow and printed, without JavaScript, from disk, and the small tools on it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from serving import reader, until

from support.pages_of_each_kind import PAGES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

    from conftest import Watch

Scheme = Literal["light", "dark"]

every_kind = pytest.mark.parametrize("path", PAGES.values(), ids=PAGES.keys())


@every_kind
def test_no_page_scrolls_sideways_on_a_phone_or_complains_or_asks_another_host(page: Page, base: str, path: str) -> None:
    page.goto(base + path)  # the watch gives its verdict on console and requests when the test is over
    assert page.locator("h1").count() == 1 and page.locator("main").count() == 1
    for width in (360, 320):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@every_kind
def test_every_page_reads_without_javascript(browser: Browser, base: str, path: str) -> None:
    with reader(browser, java_script_enabled=False) as page:
        page.goto(base + path)
        assert len(page.locator("main").inner_text()) > 60
        assert page.locator("button.theme-switch:visible").count() == 0  # nothing offered that cannot work


@every_kind
def test_every_page_reads_from_disk(context: BrowserContext, site: Path, path: str) -> None:
    page = context.new_page()
    if path == "404.html":
        return  # it is shown at any depth and therefore names its links from the root of a host
    folder, _, query = path.partition("?")
    file = folder if folder.endswith(".html") else f"{folder}index.html"
    page.goto(f"{(site / file).as_uri()}{'?' + query if query else ''}")
    assert page.evaluate("getComputedStyle(document.querySelector('main')).boxSizing") == "border-box"
    for link in page.locator("a[href]:not([href^='#'])").evaluate_all(
        "links => links.slice(0, 40).map(a => new URL(a.getAttribute('href'), location).href)"
    ):
        if link.startswith("file:"):
            target = Path(link.removeprefix("file://").split("#")[0].split("?")[0])
            assert target.is_file(), link


def test_the_search_works_from_disk(context: BrowserContext, site: Path) -> None:
    page = context.new_page()
    page.goto((site / "cards" / "dr-dreff" / "index.html").as_uri())
    page.locator("#q").fill("joan of arc")
    until(page, "document.querySelector('#suggestions').childElementCount > 0")
    page.keyboard.press("Enter")
    page.wait_for_url("**/cards/joan-of-arc/index.html**")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_theme_switch_is_remembered_and_never_flashes(browser: Browser, base: str, scheme: Scheme) -> None:
    other = "dark" if scheme == "light" else "light"
    with reader(browser, color_scheme=scheme) as page:
        page.goto(base)
        paper = "getComputedStyle(document.body).backgroundColor"
        before = page.evaluate(paper)
        button = page.get_by_role("button", name=f"Switch to {other} colours")
        button.click()
        after = page.evaluate(paper)
        assert after != before
        page.goto(base + "cards/dr-dreff/")
        assert page.evaluate("document.documentElement.dataset.theme") == other and page.evaluate(paper) == after
        early = page.evaluate("[...document.scripts].find(s => s.src.endsWith('/early.js')).matches('head script:not([defer], [async])')")
        assert early  # it runs before anything is painted
        page.get_by_role("button", name=f"Switch to {scheme} colours").click()
        assert page.evaluate(paper) == before


def test_cards_are_filtered_without_a_reload_and_the_filter_is_an_address(page: Page, base: str) -> None:
    page.goto(base + "cards/")
    page.evaluate("window.stayed = true")
    shown = "document.querySelectorAll('ul.cards > li:not([hidden])').length"
    everything = page.evaluate(shown)
    page.locator("#card-filter-side").select_option("Corp")
    page.locator("#card-filter-type").select_option("Ice")
    ice = page.evaluate(shown)
    assert 0 < ice < everything and page.evaluate("window.stayed")
    assert set(page.locator("ul.cards > li:visible").evaluate_all("rows => rows.map(r => r.dataset.type)")) == {"Ice"}
    assert f"({ice})" in page.locator("#card-filter-type option:checked").inner_text()
    assert page.locator(".letter:visible:not(:has(li:not([hidden])))").count() == 0  # no letter without a card
    page.reload()
    assert page.evaluate(shown) == ice
    page.locator(".filter-clear").click()
    assert page.evaluate(shown) == everything
    page.go_back()
    until(page, f"{shown} === {ice}")


def test_the_tournament_box_says_rounds_and_cut(page: Page, base: str) -> None:
    page.goto(base + "tournament/?players=24")
    assert "4 Swiss rounds, then the top 4" in page.locator(".players-answer").inner_text()
    page.locator("#player-count").fill("129")
    assert "7 Swiss rounds, then the top 16" in page.locator(".players-answer").inner_text()
    assert page.locator("tr.here").count() == 2
    for wrong in ("1", "-3", "2.5"):
        page.locator("#player-count").fill(wrong)
        assert "whole number" in page.locator(".players-answer").inner_text()


def test_a_wrong_address_suggests_names(page: Page, base: str, watch: Watch) -> None:
    watch.expected = (*watch.expected, "404 (Not Found)")
    page.goto(base + "cards/doctor-dref/")
    page.wait_for_selector("#did-you-mean a")
    assert "Dreff" in page.locator("#did-you-mean").inner_text()
    page.goto(base + "cards/dreff%E0/")
    page.wait_for_selector("#did-you-mean a")
    assert "Dreff" in page.locator("#did-you-mean").inner_text()


@pytest.mark.parametrize("path", ["cards/dr-dreff/", "run-chart/"])
def test_a_card_and_the_run_chart_print_on_one_sheet(page: Page, base: str, path: str) -> None:
    page.goto(base + path)
    page.emulate_media(media="print")
    assert page.locator("form.search:visible, .theme-switch:visible, footer:visible").count() == 0
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1


def test_twice_the_size_of_letters_still_fits(page: Page, base: str) -> None:
    page.set_viewport_size({"width": 640, "height": 800})  # 1280 at 200 %
    for path in ("", "cards/dr-dreff/", "run-chart/", "search/?q=dreff"):
        page.goto(base + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 640


def test_the_keyboard_reaches_the_content_first(page: Page, base: str) -> None:
    page.goto(base + "cards/dr-dreff/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_book_prints_in_two_columns_on_either_paper(page: Page, base: str, paper: str) -> None:
    page.goto(base + "book/")
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.querySelector('#book-cards')).columnCount") == "2"
    pages = page.pdf(format=paper).count(b"/Type /Page\n")
    assert 20 <= pages <= 60


def test_search_results_print_without_filters(page: Page, base: str) -> None:
    page.goto(base + "search/?q=dreff")
    page.wait_for_selector("#results ol a")
    page.emulate_media(media="print")
    assert page.locator("#results ol a").first.is_visible()
    assert page.locator("form.search:visible, select:visible, .filters:visible, button:visible").count() == 0
