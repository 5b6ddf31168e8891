"""The frame of every page: wordmark, main links, a menu on phones, a sticky header, and
a column beside a card. Also on hosts that leave out slashes, have been updated since,
or require a login.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from browser_support import IN_SIGHT, SUB_PATH, act, large_text, phone, until
from hosts import HasPolicy

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

    from conftest import Host, PageErrors

LAST_RULING = "[...document.querySelectorAll('article.ruling')].at(-1).id"


def test_the_menu_on_a_phone_opens_without_javascript(
    browser: Browser, site_address: str
) -> None:
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


def test_the_menu_closes_with_escape_and_when_something_else_is_used(
    page: Page, site_address: str
) -> None:
    page.goto(site_address + "cards/dr-dreff/")
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
    ("font_size", "width", "height"), [(16, 740, 360), (32, 360, 640)]
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
        # the coloured line is placed relative to the header
        assert (
            page.evaluate("getComputedStyle(document.querySelector('.top')).position")
            != "static"
        )


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


@pytest.mark.parametrize("host", [HasPolicy], indirect=True)
def test_a_folder_that_is_sent_without_its_slash_has_its_styles_and_links(
    host: Host, page: Page, page_errors: PageErrors
) -> None:
    page_errors.site_address = host.site_address.rstrip("/")
    page_errors.expected_errors += ("404",)  # pages that the browser loads ahead
    for path in ("", "cards/asp/"):
        page.goto(host.site_address.rstrip("/") + f"/{path}".rstrip("/"))
        assert page.url == host.site_address + path
        style = "getComputedStyle(document.querySelector('main')).boxSizing"
        assert page.evaluate(style) == "border-box"
        page.locator("footer a").first.click()
        page.locator("h1", has_text="Marks").wait_for()


def test_an_open_page_whose_files_are_gone_is_reloaded_as_the_new_edition(
    host: Host, page: Page, page_errors: PageErrors
) -> None:
    page_errors.site_address = host.site_address
    page_errors.expected_errors += ("404",)
    for path, actions, message in (
        ("about-the-data/", ["click #q", "type dreff"], "#suggestions"),
        (
            "deck/",
            ["click #deck-ours", "type 3 Clown", "click #deck-form .main"],
            "#deck-messages",
        ),
    ):
        page.goto(host.site_address + path)
        folder = host.publish_edition("js/frame.js")
        for action in actions:
            act(page, action)
        page.locator(message, has_text="The data could not be read: reload").wait_for()
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
    page.locator(
        "#suggestions", has_text="The data could not be read: reload"
    ).wait_for()
    page.evaluate("Rulings.loaded()")  # each letter requests again what failed before
    host.server.fault = ""
    page.keyboard.type(" ice")
    page.wait_for_selector(".suggestion")
