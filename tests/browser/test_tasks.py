"""Tasks of readers, on a phone that has not visited the site before. Each takes at most
three taps.

Other tasks are tested elsewhere: printing and reading from a folder (test_pages), a
link to one ruling (test_page_frame), going back to a list (test_search_page), saving
the site, and pages that were not saved (test_offline).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from browser_support import act, phone

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from conftest import PageErrors

SHARE = "navigator.share = async ({url}) => { document.body.dataset.shared = url; }"
BOX = "tap #q"
MENU = "tap .menu-button"
FIRST_TOOLS = "tap .tools summary"

TASKS = {  # what a reader wants → the page they are on, what they do, and what they see then
    "a card by a misspelt name": (
        "",
        [
            BOX,
            "type euromarkt consorsium",
            "tap [role=option]:has-text('Euromarket Consortium')",
        ],
        "h1:text-is('Euromarket Consortium')",
    ),
    "whether a ruling is still in force": (
        "",
        [BOX, "type demolition run", "tap [role=option]:has-text('Demolition Run')"],
        ".status:has-text('Superseded: follow')",
    ),
    "a ruling on two cards": (
        "",
        [
            BOX,
            "type glacier and dreff",
            "tap [role=option]:has-text('agenda point when Dr. Dreff uses it')",
        ],
        ":target blockquote",
    ),
    "an answer to a question": (
        "",
        [
            BOX,
            "type is ice that dreff throws rezzed?",
            "press Enter",
            "tap .hit:has-text('is not considered')",
        ],
        ":target blockquote:has-text('that ice is not considered')",
    ),
    "the manual on tags": (
        "",
        [BOX, "type manual tags", "press Enter", "tap .hit:has-text('Tags')"],
        ".section:is(:target, :has(:target)):has-text('Tags')",
    ),
    "the cut for 40 players": (
        "",
        [
            BOX,
            "type cut for 40 players",
            "press Enter",
            "tap .hit:has-text('Structure')",
        ],
        ".section:is(:target, :has(:target)):has-text('Top 8')",
    ),
    "all sentries": (
        "",
        [BOX, "type sentry", "tap [role=option]:has-text('Keyword')"],
        "h1:has-text('Sentry')",
    ),
    "who Sparky is": (
        "",
        [BOX, "type sparky", "tap [role=option]:has-text('Authority')"],
        "h1:has-text('Sparky')",
    ),
    "the walk through a run": (
        "",
        ["tap text=Walk through a run", "tap .walk-yes"],
        ".walk-breadcrumb",
    ),
    "the rulings for a deck": (
        "",
        [
            "tap .starting-points >> text=Rulings for a deck",
            "tap #deck-ours",
            "type 3 Dr. Dreff",
            "tap #deck-form .main",
        ],
        "#deck-sheet section",
    ),
    "to practise": (
        "",
        [MENU, "tap .site-menu >> text=Practice", "tap #quiz-reveal"],
        "#quiz-question blockquote",
    ),
    "the book": ("", [MENU, "tap .site-menu >> text=Book to print"], "#book-cards"),
    "the link to a ruling": (
        "cards/dr-dreff/",
        ["tap .copy-link"],
        ".live:has-text('Link copied')",
    ),
    "a ruling with its citation": (
        "cards/dr-dreff/",
        [FIRST_TOOLS, "tap .copy-ruling"],
        ".live:has-text('Ruling copied')",
    ),
    "to share a ruling": (
        "cards/dr-dreff/",
        [FIRST_TOOLS, "tap .share"],
        "body[data-shared*='/#dr-dreff-']",
    ),
    "the line of the source": (
        "cards/dr-dreff/",
        [FIRST_TOOLS, "tap .tool-links a"],
        ".lines :target, .lines:target",
    ),
}


@pytest.fixture
def page(browser: Browser, page_errors: PageErrors) -> Iterator[Page]:
    """A page on a phone."""
    with phone(
        browser,
        has_touch=True,
        is_mobile=True,
        permissions=["clipboard-read", "clipboard-write"],
    ) as page:
        page_errors.follow(page.context)
        page.add_init_script(SHARE)
        yield page


@pytest.mark.parametrize(("path", "actions", "seen"), TASKS.values(), ids=TASKS.keys())
def test_a_task_takes_at_most_three_taps(
    page: Page, site_address: str, path: str, actions: list[str], seen: str
) -> None:
    page.goto(site_address + path)
    for action in actions:
        act(page, action)
    page.locator(seen).first.wait_for()
    assert len([action for action in actions if not action.startswith("type")]) <= 3
