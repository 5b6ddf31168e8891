"""The frame of every page: wordmark, main links, a menu on phones, a sticky header, and a column
beside a card; on hosts that leave out slashes, were updated meanwhile, or ask for a login.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from browser_support import IN_SIGHT, SUB_PATH, act, large_text, open_page, phone, until
from hosts import HasPolicy, LeavesOutSlashes

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

    from conftest import Host, PageErrors

LAST_RULING = "[...document.querySelectorAll('article.ruling')].at(-1).id"


def test_the_menu_on_a_phone_opens_without_javascript(browser: Browser, site_address: str) -> None:
    with phone(browser, java_script_enabled=False) as page:
        page.goto(site_address + "cards/dr-dreff/")
        links = page.get_by_role("navigation", name="Site").get_by_role("link")
        assert links.count() == 0
        page.locator(".menu-button").click()
        assert {"Cards", "Keywords", "Reversals", "Practice", "Book to print"} <= set(
            links.all_inner_texts()
        )
        links.get_by_text("Errata").click()
        page.wait_for_url("**/errata/")
        assert page.locator("h1").inner_text() == "Errata"


@pytest.mark.parametrize("path", ["", "cards/dr-dreff/", "search/?q=dreff"])
def test_the_menu_closes_with_escape_and_when_something_else_is_used(
    page: Page, site_address: str, path: str
) -> None:
    page.goto(site_address + path)
    button = page.locator(".menu-button")
    ways: tuple[Callable[[], None], ...] = (
        lambda: page.keyboard.press("Escape"),
        lambda: page.keyboard.press("Enter"),  # the button has the focus again
        lambda: page.mouse.click(3, 700),
        lambda: page.focus("#q"),
    )
    for close in ways:
        button.click()
        assert page.locator(".site-menu").is_visible()
        close()
        until(page, "!document.querySelector('.menu').open")


def test_the_header_says_where_one_is_and_stays_low_on_a_wide_screen(
    page: Page, site_address: str
) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(site_address + "errata/")
    assert page.locator(".main-nav [aria-current=page]").inner_text() == "Errata"
    assert page.locator(".top").bounding_box()["height"] < 125  # type: ignore[index]


@pytest.mark.parametrize("width", [360, 1440])
def test_a_link_to_a_ruling_shows_card_name_search_and_ruling(
    page: Page, site_address: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(site_address + "cards/dr-dreff/")
    ruling = page.evaluate(LAST_RULING)
    page.goto(f"{site_address}cards/dr-dreff/?x#{ruling}")
    until(page, "q.placeholder === 'Dr. Dreff'")
    for selector in ("#q", f"#{ruling}"):
        assert page.locator(selector).evaluate(IN_SIGHT), selector
    header = page.locator(".top").bounding_box()
    target = page.locator(f"#{ruling}").bounding_box()
    assert header
    assert target
    assert header["height"] <= (57 if width == 360 else 72)
    assert header["y"] + header["height"] <= target["y"]
    assert page.evaluate(f"document.getElementById('{ruling}').matches(':target')")
    page.evaluate("scrollTo(0, 0)")
    until(page, "q.placeholder !== 'Dr. Dreff'")


@pytest.mark.parametrize(
    ("font_size", "width", "height"), [(16, 740, 360), (32, 360, 640), (16, 1100, 400)]
)
def test_in_a_low_window_the_header_scrolls_away(
    browser: Browser, site_address: str, font_size: int, width: int, height: int
) -> None:
    with large_text(browser, font_size, width, height) as page:
        page.goto(site_address + "topics/tracing/")
        assert page.locator(".top").bounding_box()["y"] == 0  # type: ignore[index]
        page.evaluate(
            "scrollTo(0, document.querySelector('h1').getBoundingClientRect().bottom + 100)"
        )
        until(page, "q.placeholder === document.querySelector('h1').textContent.trim()")
        assert page.locator(".top").bounding_box()["y"] < -50  # type: ignore[index]
        # what is placed in the header is placed relative to it: the coloured line
        assert (
            page.evaluate("getComputedStyle(document.querySelector('.top')).position") != "static"
        )


def test_the_column_beside_a_card_stays_in_sight(page: Page, site_address: str) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(site_address + "cards/dr-dreff/")
    page.evaluate("scrollTo(0, 1500)")
    assert page.locator(".contents").evaluate(IN_SIGHT)
    assert page.locator(".contents a:target-current").count() == 1
    questions = page.locator(".contents a[href^='#dr-dreff']")
    assert questions.count() == page.locator(".card article.ruling:not(.see)").count()
    questions.last.click()
    until(page, "document.querySelector('article.ruling:target') !== null")


@pytest.mark.parametrize(
    ("timezone", "day"),
    [("Pacific/Kiritimati", "2 January 2027"), ("Pacific/Pago_Pago", "1 January 2027")],
)
def test_the_printed_sheet_has_the_day_of_the_reader(
    browser: Browser, site_address: str, timezone: str, day: str
) -> None:
    with open_page(browser, timezone_id=timezone) as page:
        page.clock.set_fixed_time("2027-01-01T20:00:00Z")
        page.goto(site_address + "cards/asp/")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        footer = page.locator(".printed").text_content() or ""
        assert footer.strip().endswith(f"printed {day}")


@pytest.mark.parametrize("width", [360, 768, 1440])
def test_the_header_is_as_high_before_its_content_is_read(
    page: Page, site_address: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(site_address + "cards/dr-dreff/")
    height_of_header = "document.querySelector('.top').offsetHeight"
    height = page.evaluate(height_of_header)
    page.evaluate("document.querySelector('.top').replaceChildren()")
    assert height - page.evaluate(height_of_header) < 6


def test_an_address_with_a_doubled_slash_is_put_right_and_stops_no_script(
    page: Page, page_errors: PageErrors, site_address: str, site_folder: Path
) -> None:
    root = page_errors.site_address = site_address.removesuffix(SUB_PATH)

    def send(route: Route) -> None:
        file = site_folder / urlsplit(route.request.url).path.lstrip("/")
        route.fulfill(path=file / "index.html" if file.is_dir() else file)

    page.route("**/*", send)
    page.goto(f"{root}//cards/dr-dreff/")
    until(page, "location.pathname === '/cards/dr-dreff/'")
    page.locator("#q").fill("marionette")
    page.get_by_role("option").first.wait_for()


@pytest.mark.parametrize("host", [LeavesOutSlashes, HasPolicy], indirect=True)
def test_a_folder_that_is_sent_without_its_slash_has_its_styles_and_links(
    host: Host, page: Page, page_errors: PageErrors
) -> None:
    page_errors.site_address = host.site_address.rstrip("/")
    page_errors.expected_errors += ("404",)  # what the browser loads ahead
    for path in ("", "cards/asp/"):
        page.goto(host.site_address.rstrip("/") + f"/{path}".rstrip("/"))
        assert page.url == host.site_address + path
        style = "getComputedStyle(document.querySelector('main')).boxSizing"
        assert page.evaluate(style) == "border-box"
        page.locator("footer a").first.click()
        page.locator("h1", has_text="Marks").wait_for()


def test_an_open_page_says_that_the_site_was_updated(
    host: Host, page: Page, page_errors: PageErrors
) -> None:
    page_errors.site_address = host.site_address
    page_errors.expected_errors += ("404",)
    for path, actions, message in (
        ("about-the-data/", ["click #q", "type dreff"], "#suggestions"),
        ("deck/", ["click #deck-ours", "type 3 Clown", "click #deck-form .main"], "#deck-messages"),
    ):
        page.goto(host.site_address + path)
        folder = host.publish_edition("js/frame.js")
        for action in actions:
            act(page, action)
        page.locator(message, has_text="The site was updated: reload").wait_for()
        page.get_by_role("button", name="reload").click()
        until(page, f"document.body?.dataset.assets?.includes('{folder}')")


def test_the_search_is_loaded_again_where_a_login_page_took_its_place(
    host: Host, page: Page, page_errors: PageErrors
) -> None:
    page_errors.site_address = host.site_address
    page_errors.expected_errors += ("Unexpected token '<'",)
    page.goto(host.site_address + "cards/asp/")
    host.server.fault = "login"
    page.locator("#q").click()
    page.keyboard.type("dreff")
    page.locator("#suggestions", has_text="The data could not be read: reload").wait_for()
    page.evaluate("Rulings.loaded()")  # each letter asks for what has failed before
    host.server.fault = ""
    page.keyboard.type(" ice")
    page.wait_for_selector(".suggestion")
