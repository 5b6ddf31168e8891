"""axe-core finds no faults in pages that are in use, on a phone, in both colour
schemes. `test_every_page.py` checks pages as they open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from axe import violations, violations_in_both_schemes
from browser_support import act, phone, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

IN_USE = {  # part that is shown → an address, and what the reader does there
    "suggestions": (
        "cards/dr-dreff/",
        [
            "click #q",
            "type dreff rez",
            "wait_for #suggestions [role=option]:nth-child(4)",
            "press ArrowDown",
        ],
    ),
    "the walk": ("run-chart/#walk=y.n", ["click #walk summary"]),
    "notes and filters": (
        "search/?q=foo:bar qzxqzx dreff",
        ["wait_for #results .note", "click .result-filters summary", "click .chip"],
    ),
    "nothing found": ("search/?q=qwxz+vbnmk+plokij", ["wait_for #results .nothing"]),
    "a copied link, the tools of a ruling and the menu": (
        "cards/dr-dreff/",
        ["click .copy-link", "click .tools summary", "click .menu-button"],
    ),
    "a suggested address": ("cards/doctor-dref/", ["wait_for #did-you-mean a"]),
}


@pytest.mark.parametrize(("address", "actions"), IN_USE.values(), ids=IN_USE.keys())
def test_axe_finds_nothing_on_pages_in_use(
    browser: Browser, site_address: str, address: str, actions: list[str]
) -> None:
    with phone(browser, color_scheme="light", reduced_motion="reduce") as page:
        page.goto(site_address + address)
        for action in actions:
            act(page, action)
        assert violations_in_both_schemes(page) == []


def test_axe_finds_nothing_on_a_deck_sheet_and_in_the_quiz(
    browser: Browser, site_address: str
) -> None:
    with phone(browser, color_scheme="dark") as page:
        page.goto(site_address + "deck/")
        page.locator(".deck-against summary").click()
        page.fill("#deck-ours", "3 Dr. Dreff\n2 Glacier\n1 arasaka\n1 no such card")
        page.fill("#deck-theirs", "3 Joan of Arc")
        page.click("#deck-form button[type=submit]")
        page.wait_for_selector("#deck-sheet section")
        assert violations(page) == []
        page.goto(site_address + "quiz/#d=3.dr-dreff")
        page.click("#quiz-reveal")
        page.wait_for_selector("[data-known]")
        assert violations(page) == []
        page.click("[data-known=false]")
        page.select_option("#quiz-topic", "tracing")
        page.select_option("#quiz-side", "Corp")
        until(
            page,
            "document.querySelector('#quiz-question').innerText.includes('No questions match')",
        )
        assert violations(page) == []


@pytest.mark.parametrize(
    "path",
    [
        "",
        "cards/dr-dreff/",
        "run-chart/",
        "search/?q=dreff",
        "about-the-data/",
        "cards/",
    ],
)
def test_tap_targets_are_large_enough(
    browser: Browser, site_address: str, path: str
) -> None:
    """Controls are 44 px high; links within a line of text may be as low as the line
    (at least 24 px).
    """
    with phone(browser, has_touch=True) as page:
        page.goto(site_address + path)
        page.wait_for_timeout(200)
        small = page.evaluate(
            "[...document.querySelectorAll('button, input, select, summary, .section .copy-link, .copy-ruling, .share')].filter(e => e.checkVisibility())"
            ".map(e => [e.outerHTML.slice(0, 90), e.getBoundingClientRect()]).filter(([, r]) => r.height < 43.5 || r.width < 43.5)"
        )
        assert small == []
