"""Ten tasks that readers come for, done from beginning to end on a phone.

With RULINGS_RECORD=FOLDER, each task is also recorded as FOLDER/NAME.zip, for `playwright show-trace`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser_support import IN_SIGHT, back_restores_list, phone, until

from rulings.api import KnowledgeBase
from rulings.model.entities import Ruling

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from conftest import PageErrors


@pytest.fixture
def page(browser: Browser, page_errors: PageErrors, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page on a phone that has not visited the site before."""
    with phone(
        browser,
        has_touch=True,
        is_mobile=True,
        service_workers="allow",
        permissions=["clipboard-read", "clipboard-write"],
    ) as page:
        page_errors.follow(page.context)
        folder = os.environ.get("RULINGS_RECORD")
        if folder:
            page.context.tracing.start(screenshots=True, snapshots=True, title=request.node.name)
        yield page
        if folder:
            page.context.tracing.stop(path=Path(folder) / f"{request.node.name}.zip")


@pytest.fixture
def dreff_rulings(kb: KnowledgeBase) -> list[Ruling]:
    """The rulings on Dr. Dreff that are not errata."""
    return [ruling for ruling in kb.rulings_for("dr-dreff") if ruling.kind == "ruling"]


def is_target(page: Page, id: str) -> bool:
    """Whether a ruling is the target of the address, and in sight."""
    target = page.locator(f"#{id}:target")
    return target.count() == 1 and bool(target.evaluate(IN_SIGHT))


def test_find_a_card_by_a_misspelt_name(page: Page, site_address: str) -> None:
    page.goto(site_address)
    page.locator("#q").tap()
    page.keyboard.type("euromarkt consorsium")
    page.locator("#suggestions [role=option]", has_text="Euromarket Consortium").first.tap()
    page.wait_for_url("**/cards/euromarket-consortium/**")
    assert page.locator("h1").inner_text() == "Euromarket Consortium"


def test_ask_a_question_and_read_the_ruling(page: Page, site_address: str) -> None:
    page.goto(site_address)
    page.locator("#q").tap()
    page.keyboard.type("is ice that dreff throws rezzed?")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search/?q=**")
    answer = page.locator("#results .hit-link", has_text="that ice is not considered").first
    answer.wait_for()
    assert page.locator("#results .hit-link").all_inner_texts().index(answer.inner_text()) < 3
    answer.tap()
    page.wait_for_url("**/cards/dr-dreff/**#dr-dreff-*")
    assert "that ice is not considered" in page.locator(":target blockquote").inner_text()


def test_follow_a_link_to_one_ruling(page: Page, site_address: str, dreff_rulings: list[Ruling]) -> None:
    last = dreff_rulings[-1]
    page.goto(f"{site_address}cards/dr-dreff/#{last.id}")
    until(page, "getComputedStyle(document.querySelector('.page-name')).visibility === 'visible'")
    assert is_target(page, last.id)
    assert "Dr. Dreff" in page.locator(".page-name").inner_text()


def test_copy_the_link_and_open_it_elsewhere(page: Page, site_address: str, dreff_rulings: list[Ruling]) -> None:
    last = dreff_rulings[-1]
    page.goto(site_address + "cards/dr-dreff/")
    page.locator(f"#{last.id} .copy-link").tap()
    until(page, "document.querySelector('.live').textContent === 'Link copied'")
    other_page = page.context.new_page()
    other_page.goto(page.evaluate("navigator.clipboard.readText()"))
    assert is_target(other_page, last.id)


def test_copy_a_ruling_with_its_citation(page: Page, site_address: str, dreff_rulings: list[Ruling]) -> None:
    first = dreff_rulings[0]
    page.goto(site_address + "cards/dr-dreff/")
    page.locator(f"#{first.id} .tools summary").tap()
    page.locator(f"#{first.id} button.copy-ruling").tap()
    until(page, "document.querySelector('.live').textContent === 'Ruling copied'")
    page.locator("#q").tap()
    page.keyboard.press("Control+V")
    pasted = page.locator("#q").input_value()
    words = (
        first.questions[0],
        *first.text.split()[:8],
        first.citations[0].authority,
        f"{site_address}cards/dr-dreff/#{first.id}",
    )
    assert [word for word in words if word not in pasted] == []


def test_walk_through_a_run_by_its_buttons(page: Page, site_address: str) -> None:
    page.goto(site_address)
    page.locator(".menu-button").tap()
    page.get_by_role("navigation", name="Site").get_by_text("Run chart").tap()
    page.wait_for_url("**/run-chart/**")
    for _ in range(40):
        if page.locator(".walk-end").count():
            break
        button = page.locator(".walk-no, .walk-on").first
        assert button.evaluate(IN_SIGHT), "an answer is always in sight"
        button.tap()
    assert page.locator(".walk-end").is_visible()
    page.locator(".walk-back").tap()
    assert page.locator(".walk-end").count() == 0


def test_save_the_site_and_read_it_offline(page: Page, site_address: str, page_errors: PageErrors) -> None:
    page_errors.expected_errors = (*page_errors.expected_errors, "ERR_INTERNET_DISCONNECTED")  # is there a newer build?
    page.goto(site_address)
    until(page, "navigator.serviceWorker.controller !== null", 60)
    page.locator(".menu-button").tap()
    page.get_by_role("button", name="Keep the whole site on this device").click()
    until(page, "document.getElementById('offline').textContent.startsWith('The whole site is on this device')", 90)
    page.context.set_offline(True)
    page.goto(site_address + "cards/glacier/")  # not visited before
    assert page.locator("h1").inner_text() == "Glacier"
    page.locator("#q").tap()
    page.keyboard.type("joan of arc")
    page.locator("#suggestions [role=option]").first.tap()
    page.wait_for_url("**/cards/joan-of-arc/**")
    assert page.locator("article.ruling").count() > 0


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_print_a_card_for_the_table(page: Page, site_address: str, kb: KnowledgeBase, paper: str) -> None:
    page.goto(site_address + "cards/dr-dreff/")
    page.emulate_media(media="print")
    shown = page.locator("main").inner_text()
    assert [ruling.id for ruling in kb.rulings_for("dr-dreff") if ruling.text.split()[0] not in shown] == []
    assert page.locator("header.top:visible, footer:visible, button:visible").count() == 0
    assert page.pdf(format=paper).count(b"/Type /Page\n") == 1


def test_go_back_to_the_same_position_in_the_results(page: Page, site_address: str) -> None:
    page.goto(site_address + "search/?q=jack+out")
    hit = page.locator("#results .hit-link").nth(9)
    with back_restores_list(page, hit):
        hit.tap()
        page.wait_for_url("**#**")
