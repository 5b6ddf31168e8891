"""The search box on every page: results while typing, keyboards, screen readers,
hostile queries.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from browser_support import until

from support.examples import some_of

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from conftest import PageErrors

OPTIONS = "#suggestions [role=option]"


def type_query(
    page: Page, site_address: str, text: str, path: str = "about-the-data/"
) -> list[str]:
    """Opens a page and types into its search box; returns the lines of the list."""
    page.goto(site_address + path)
    page.keyboard.press("Control+k")
    page.keyboard.insert_text(text)  # at once, because each letter would be a search
    page.wait_for_selector("#suggestions .suggestion-all")
    return page.locator(OPTIONS).all_inner_texts()


FIRST = {  # typed text → the name that comes first
    "euromarkt consorsium": "Euromarket Consortium",  # typos
    "bartm": "Bartmoss Memorial Icebreaker",  # a prefix
    "tracing": "Tracing",  # a topic
}


def test_a_name_comes_first_in_whatever_way_it_is_typed(
    page: Page, site_address: str
) -> None:
    page.goto(site_address + "about-the-data/")
    for typed, first in FIRST.items():
        page.locator("#q").fill(typed)
        page.locator(f"{OPTIONS}:first-child", has_text=first).wait_for()


def test_two_card_names_find_the_ruling_on_both(page: Page, site_address: str) -> None:
    first, second, third = type_query(page, site_address, "glacier and dreff")[:3]
    assert "Glacier" in first
    assert " · 1 on both" in first
    assert "Dreff" in second
    assert "Glacier" in third


def test_a_mark_of_the_date_comes_after_who_and_other_marks_before(
    page: Page, site_address: str
) -> None:
    for query, order in {
        "is:doubtful": ["Tom Wylie, 1996", "Doubtful date"],
        "is:superseded": ["✗ superseded in part", "Sparky, 1996"],
        "is:reversal ice": ["Reversal", "Official Netrunner Rulings, 1997"],
    }.items():
        type_query(page, site_address, query)
        parts = page.locator(".suggestion-hit .hit-source").first.locator("> *")
        assert parts.all_inner_texts()[1:] == order


def test_eight_results_and_a_link_to_all_are_listed(
    page: Page, site_address: str
) -> None:
    lines = type_query(page, site_address, "trash ice")
    assert len(lines) == 9
    assert lines[-1].startswith("All ")
    page.locator(OPTIONS).last.click()
    page.wait_for_url("**/search/?q=trash*ice*")
    until(page, "document.querySelectorAll('#results ol .hit-link').length > 8")


def test_the_box_is_a_combobox_that_exposes_the_selected_option(
    page: Page, site_address: str
) -> None:
    type_query(page, site_address, "loan from chiba")
    box = page.get_by_role("combobox", name="Search cards and rulings")
    assert box.get_attribute("aria-expanded") == "true"
    assert box.get_attribute("aria-controls") == "suggestions"
    assert page.get_by_role("listbox").count() == 1
    assert box.get_attribute("aria-activedescendant") is None
    page.keyboard.press("ArrowDown")
    selected = box.get_attribute("aria-activedescendant")
    assert selected
    assert page.locator(f"#{selected}").get_attribute("aria-selected") == "true"
    assert page.locator(f"{OPTIONS}[aria-selected=true]").count() == 1
    until(page, "document.querySelector('.live').textContent.includes('results')")
    page.keyboard.press("Escape")
    assert box.get_attribute("aria-expanded") == "false"
    assert box.get_attribute("aria-activedescendant") is None


def test_arrow_keys_wrap_around_and_enter_opens_the_selected_option(
    page: Page, site_address: str
) -> None:
    lines = type_query(page, site_address, "joan of arc")
    page.keyboard.press("ArrowUp")
    last = page.locator(f"{OPTIONS}[aria-selected=true]").inner_text()
    assert last == lines[-1]
    page.keyboard.press("ArrowDown")  # back to the box
    assert page.locator(f"{OPTIONS}[aria-selected=true]").count() == 0
    page.keyboard.press("ArrowDown")
    enter_of_composition = "{ key: 'Enter', keyCode: 229, cancelable: true }"
    assert page.evaluate(
        f"q.dispatchEvent(new KeyboardEvent('keydown', {enter_of_composition}))"
    )
    page.keyboard.press("Enter")
    page.wait_for_url("**/cards/joan-of-arc/**")


# Typed text → the page that Enter opens: the only thing with that name, however it is
# typed, or else the list
OPENED = {
    "esc": "cards/emergency-self-construct/", "tracing": "topics/tracing/", "drif": "cards/drifter-mobile-environment/",
    "joan of arc": "cards/joan-of-arc/", "can i jack out before first ice": "search/",
    "skivvis": "cards/skivviss/", "joan o": "cards/joan-of-arc/", "virus": "keywords/virus/",
    "wylie": "authorities/tom-wylie/", "trash": "search/", "arasaka": "search/", "sensei": "search/", "dreff rez": "search/",
    "run 13": "run-chart/#step-13",
    "manual 3": "documents/comprehensive-reference-manual/#manual-3-setup",
}  # fmt: skip


def check_enter_opens(page: Page, site_address: str, *names: str) -> None:
    """Checks that each name, typed into the box of a page, opens what it means."""
    for name in names:
        page.goto(site_address + "about-the-data/")
        page.locator("#q").fill(name)
        page.locator("#q").press("Enter")
        page.wait_for_url(f"**/{OPENED[name]}**")


def test_enter_on_a_name_that_means_one_reference_opens_it(
    page: Page, site_address: str
) -> None:
    check_enter_opens(page, site_address, *some_of(OPENED, 5))
    for name, anchor in (("manual 3", "manual-3-setup"), ("run 13", "step-13")):
        page.goto(f"{site_address}search/?go={name}")
        page.wait_for_url(f"**/#{anchor}")


def test_suggestions_doubt_as_the_results_do_and_leave_no_named_card_out(
    page: Page, site_address: str
) -> None:
    type_query(
        page,
        site_address,
        "does summoning sickness apply to an artifact creature with a tap ability",
    )
    doubt = page.get_by_role(
        "group", name="These entries probably do not answer your question"
    )
    assert doubt.get_by_role("option").count() > 3
    assert type_query(page, site_address, "losing the game")
    assert doubt.count() == 0  # of medium confidence, only the results say so
    lines = type_query(
        page, site_address, "does ice that dr dreff throws count as rezzed"
    )
    assert lines[0].startswith("Dr. Dreff")
    assert doubt.count() == 0


def test_the_keyboard_of_a_phone_does_not_cover_suggestions(
    page: Page, site_address: str
) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    type_query(page, site_address, "dreff rez")
    assert page.locator("#q").get_attribute("enterkeyhint") == "search"
    page.set_viewport_size({"width": 360, "height": 360})  # the keyboard appears
    until(
        page,
        "document.querySelector('#suggestions').getBoundingClientRect().bottom <= visualViewport.height",
    )
    for typed in (
        "dreff rez",
        "can the corp trace with zero bits",
        "jack out after ice",
        "skivviss boardwalk",
    ):
        page.locator("#q").fill(typed)
        page.locator(f"#suggestions a[href$='?q={quote(typed)}']").wait_for()
        third = page.locator(OPTIONS).nth(2)
        assert third.evaluate("e => e.getBoundingClientRect().bottom <= innerHeight"), (
            typed
        )


@pytest.mark.parametrize("path", ["about-the-data/", "search/"])
def test_text_typed_before_the_scripts_run_is_searched(
    page: Page, site_address: str, path: str
) -> None:
    held: list[Route] = []
    page.route("**/js/frame.js", lambda route: held.append(route))
    page.goto(site_address + path, wait_until="commit")
    page.locator("#q").focus()
    page.keyboard.type("dreff rez")
    assert page.locator(f"{OPTIONS}, .hit-link").count() == 0
    for route in held:
        route.continue_()
    page.locator(f"{OPTIONS}, .hit-link", has_text="rez").first.wait_for()
    assert page.locator("#q").input_value() == "dreff rez"


def test_the_box_on_home_has_the_focus(page: Page, site_address: str) -> None:
    page.goto(site_address)
    assert page.evaluate("document.activeElement.id") == "q"


@pytest.mark.parametrize(
    ("platform", "shortcut", "other"),
    [("Linux x86_64", "Control+k", "Meta+k"), ("MacIntel", "Meta+k", "Control+k")],
)
def test_shortcuts_focus_the_box_but_not_from_a_text_area(
    page: Page, site_address: str, platform: str, shortcut: str, other: str
) -> None:
    page.add_init_script(
        f"Object.defineProperty(navigator, 'platform', {{ value: '{platform}' }})"
    )
    page.goto(site_address + "deck/")
    focused = []
    for place in ("textarea", "h1"):
        for keys in (other, shortcut, "/"):
            page.locator(place).first.click()
            page.keyboard.press(keys)
            focused.append(page.evaluate("document.activeElement.id === 'q'"))
    assert focused == [False, False, False, False, True, True]
    assert page.locator("#q").input_value() == ""
    page.keyboard.press("/")
    assert page.locator("#q").input_value() == "/"


@pytest.mark.parametrize("shortcut", ["/", "Control+k"])
def test_a_shortcut_leaves_the_page_where_it_is(
    page: Page, site_address: str, shortcut: str
) -> None:
    page.goto(site_address + "cards/dr-dreff/")
    page.evaluate("scrollTo({ top: 1500, behavior: 'instant' })")
    page.keyboard.press(shortcut)
    page.wait_for_timeout(300)  # a page scrolls smoothly
    assert page.evaluate("[document.activeElement.id, scrollY]") == ["q", 1500]


HOSTILE = [
    "<img src=x onerror=alert(1)>",
    '"><script>alert(1)</script>',
    "javascript:alert(1)",
    "{{7*7}}",
    "\\u0000 \\ \" ' `",
    "(" * 300,
    '"' * 41,
    "a*" * 200,
    "-" * 100,
    "OR OR ( ) card: is:",
    "ж" * 50,
    "x" * 20_000,
    "__proto__ constructor toString",
    "constructor:x hasOwnProperty:y",
]


@pytest.mark.parametrize(
    ("path", "shown"),
    [("about-the-data/", "#suggestions"), ("search/", "#results .notes")],
)
def test_hostile_queries_are_shown_as_text(
    page: Page, site_address: str, path: str, shown: str
) -> None:
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: dialogs.append(dialog.message))
    page.goto(site_address + path)
    for typed in HOSTILE:
        page.locator("#q").fill(typed)
        until(page, f"document.querySelector('{shown}').childElementCount > 0")
        assert (
            page.locator(
                "form.search img, form.search script, #results img, #results script"
            ).count()
            == 0
        )
        page.evaluate(f"document.querySelector('{shown}').replaceChildren()")
    assert dialogs == []


def test_the_search_is_fetched_only_when_the_box_is_focused(
    page: Page, site_address: str
) -> None:
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    page.goto(site_address + "cards/dr-dreff/")
    page.wait_for_timeout(300)
    assert not [url for url in requested if url.endswith("/search.js")]
    page.locator("#q").focus()
    until(page, "window.Rulings.engine")
    assert [url for url in requested if url.endswith("/search.js")]


def test_names_are_listed_and_opened_before_the_other_data_have_come(
    page: Page, site_address: str
) -> None:
    held: list[Route] = []
    page.route("**/search.js", lambda route: held.append(route))
    page.goto(site_address + "about-the-data/")
    page.locator("#q").fill("arasak")
    page.locator(
        "#suggestions", has_text="The rulings are still being loaded"
    ).wait_for()
    names = page.locator(OPTIONS).all_inner_texts()
    assert len(names) == 3
    page.keyboard.press("ArrowDown")
    (route,) = held
    route.continue_()
    page.wait_for_selector(".suggestion-hit")
    assert page.locator(OPTIONS).all_inner_texts()[:3] == names
    assert page.locator(f"{OPTIONS}[aria-selected=true]").inner_text() == names[0]
    page.reload()
    page.locator("#q").fill("arasaka o")
    page.locator(OPTIONS).wait_for()
    page.keyboard.press("Escape")
    held[-1].continue_()
    page.evaluate("Rulings.searchEngine().then(() => null)")
    assert not page.locator("#suggestions").is_visible()
    check_enter_opens(page, site_address, "esc", "tracing", "virus", "wylie")
    page.goto(site_address + "search/?go=esc")
    page.wait_for_url("**/cards/emergency-self-construct/")


def test_names_stay_listed_where_the_other_data_do_not_come(
    page: Page, site_address: str, page_errors: PageErrors
) -> None:
    page_errors.expected_errors += ("Failed to load resource",)
    page.route("**/search.js", lambda route: route.abort())
    page.goto(site_address + "about-the-data/")
    page.locator("#q").fill("esc")
    page.locator(
        "#suggestions", has_text="The data could not be read: reload"
    ).wait_for()
    assert (
        page.locator(OPTIONS)
        .all_inner_texts()[0]
        .startswith("Emergency Self-Construct")
    )
    page.unroute("**/search.js")
    page.keyboard.type("a")
    page.keyboard.press("Backspace")
    page.wait_for_selector(".suggestion-hit")
