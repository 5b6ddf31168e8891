"""axe-core finds no violations on any kind of page, on a phone, in both colour schemes, and while
pages are in use.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest
from browser_support import act, need, phone, until

from support.pages_of_each_kind import PAGES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
DOUBTFUL = "does+summoning+sickness+apply+to+an+artifact+creature+with+a+tap+ability"
# What offline.js receives when a new build is ready; the tests block the worker that would send it.
KEPT_SITE_IS_OLD = """() => {
  const notice = document.getElementById("offline"), action = () => {};
  notice.replaceChildren("New edition: ", ...["Update (1 MB)", "Later"].map((words) =>
    Rulings.button({ class: "plain-button" }, words, action)));
  Object.assign(notice, { hidden: false, className: "notice" });
  document.querySelector(".foot").append(notice);
}"""

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
BACKGROUND = "getComputedStyle(document.body).backgroundColor"
# axe's time grows with the page, and the hundredth entry of a list is marked up like the first. What
# is not drawn seems to lie over what is.
SHORTEN_LISTS = """() => {
  const lists = [...document.querySelectorAll("main *")].map((element) => element.children);
  for (const items of [...lists, document.querySelectorAll(".subject-part")]) {
    for (const item of [...items].slice(30)) item.remove();
  }
  for (const part of document.querySelectorAll(".subject-part")) part.style.contentVisibility = "visible";
}"""
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@pytest.fixture(scope="module")
def axe() -> str:
    need(None if AXE.exists() else f"axe-core is not installed: npm ci in {AXE.parents[2]}")
    return AXE.read_text(encoding="utf-8")


def violations(page: Page, axe: str, only: list[str] = TAGS) -> list[dict[str, Any]]:
    """What axe finds: the rule, how often, and the first place. `only`: the tags or names of the
    rules to check.
    """
    # A link half hidden by the sticky header would count as too small
    page.evaluate("scrollTo(0, 0)")
    page.evaluate(axe)
    found = page.evaluate(
        "async only => (await axe.run(document, {runOnly: only, resultTypes: ['violations']})).violations",
        only,
    )
    return [
        {
            "rule": violation["id"],
            "count": len(violation["nodes"]),
            "first": violation["nodes"][0]["html"][:160],
            "reason": violation["nodes"][0]["failureSummary"][:300],
        }
        for violation in found
    ]


def violations_in_both_schemes(page: Page, axe: str) -> list[dict[str, Any]]:
    """What axe finds in the light scheme, and then in the dark one by the rules on colours."""
    light_background = page.evaluate(BACKGROUND)
    found = violations(page, axe)
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(BACKGROUND) != light_background
    return found + violations(page, axe, ["color-contrast", "link-in-text-block"])


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES.keys())
def test_axe_finds_nothing_on_any_kind_of_page(
    browser: Browser, site_address: str, axe: str, path: str
) -> None:
    with phone(browser, color_scheme="light", reduced_motion="reduce") as page:
        page.goto(site_address + path)
        if "?q=" in path:
            page.wait_for_selector("#results ol a")
        page.evaluate(SHORTEN_LISTS)
        assert violations_in_both_schemes(page, axe) == []


IN_USE = {  # what is shown → an address, and what the reader does there
    "suggestions": (
        "cards/dr-dreff/",
        [
            "click #q",
            "type dreff rez",
            "wait_for #suggestions [role=option]:nth-child(4)",
            "press ArrowDown",
        ],
    ),
    "no suggestion": (
        "about-the-data/",
        ["click #q", "type qwxz vbnmk plokij", "wait_for .suggestion-none"],
    ),
    "the walk": ("run-chart/#walk=y.n", ["click #walk summary"]),
    "notes and filters": (
        "search/?q=foo:bar qzxqzx dreff",
        ["wait_for #results .note", "click .result-filters summary", "click .chip"],
    ),
    "a doubt": (f"search/?q={DOUBTFUL}", ["wait_for #results .doubt"]),
    "nothing found": ("search/?q=qwxz+vbnmk+plokij", ["wait_for #results .nothing"]),
    "the menu and a copied link": ("cards/dr-dreff/", ["click .copy-link", "click .menu-button"]),
    "the tools of a ruling": ("cards/dr-dreff/", ["click .tools summary"]),
    "marked lines of a source": ("documents/netrunner-rulings/lines-301/#L312-316", []),
    "a table of contents": (
        "documents/comprehensive-reference-manual/",
        ["click .contents-fold summary"],
    ),
    "a suggested address": ("cards/doctor-dref/", ["wait_for #did-you-mean a"]),
}


@pytest.mark.parametrize(("address", "actions"), IN_USE.values(), ids=IN_USE.keys())
def test_axe_finds_nothing_on_pages_in_use(
    browser: Browser, site_address: str, axe: str, address: str, actions: list[str]
) -> None:
    with phone(browser, color_scheme="light", reduced_motion="reduce") as page:
        page.goto(site_address + address)
        for action in actions:
            act(page, action)
        assert violations_in_both_schemes(page, axe) == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_axe_finds_nothing_on_a_deck_sheet_and_in_the_quiz(
    browser: Browser, site_address: str, axe: str, scheme: Scheme
) -> None:
    with phone(browser, color_scheme=scheme) as page:
        page.goto(site_address + "deck/")
        page.locator(".deck-against summary").click()
        page.fill("#deck-ours", "3 Dr. Dreff\n2 Glacier\n1 arasaka\n1 no such card")
        page.fill("#deck-theirs", "3 Joan of Arc")
        page.click("#deck-form button[type=submit]")
        page.wait_for_selector("#deck-sheet section")
        assert violations(page, axe) == []
        page.goto(site_address + "quiz/#d=3.dr-dreff")
        page.click("#quiz-reveal")
        page.wait_for_selector("[data-known]")
        assert violations(page, axe) == []
        page.click("[data-known=false]")
        page.select_option("#quiz-topic", "tracing")
        page.select_option("#quiz-side", "Corp")
        until(
            page,
            "document.querySelector('#quiz-question').innerText.includes('No questions match')",
        )
        assert violations(page, axe) == []


def test_the_notice_on_an_old_kept_site_is_accessible(
    browser: Browser, site_address: str, axe: str
) -> None:
    for scheme in SCHEMES:
        with phone(browser, color_scheme=scheme, service_workers="block") as page:
            page.goto(site_address + "topics/")
            page.evaluate(KEPT_SITE_IS_OLD)
            assert page.locator("#offline.notice").evaluate(
                "e => e.getBoundingClientRect().bottom <= innerHeight"
            )
            assert violations(page, axe) == []


@pytest.mark.parametrize(
    "path", ["", "cards/dr-dreff/", "run-chart/", "search/?q=dreff", "tournament/", "cards/"]
)
def test_tap_targets_are_large_enough(browser: Browser, site_address: str, path: str) -> None:
    """Controls have 44 px; links within a line of text may be as low as the line (24 px or
    more).
    """
    with phone(browser, has_touch=True) as page:
        page.goto(site_address + path)
        page.wait_for_timeout(200)
        small = page.evaluate(
            "[...document.querySelectorAll('button, input, select, summary, .section .copy-link, .copy-ruling, .share')].filter(e => e.checkVisibility())"
            ".map(e => [e.outerHTML.slice(0, 90), e.getBoundingClientRect()]).filter(([, r]) => r.height < 43.5 || r.width < 43.5)"
        )
        assert small == []
