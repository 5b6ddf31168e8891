"""axe-core finds no violations on any kind of page, on a phone, in both colour schemes, and while pages are in use."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest
from serving import need, phone, reader, until

from support.pages_of_each_kind import PAGES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
DOUBTFUL = "does+summoning+sickness+apply+to+an+artifact+creature+with+a+tap+ability"
# Shows the same notice as offline.js does when a new edition is ready.
NOTICE = """() => {
  const button = (words) => Rulings.element("button", { type: "button" }, words);
  const words = "A new edition of this site is available. ";
  document.body.append(Rulings.element("div", { class: "new-edition", role: "status" }, words, button("Reload"), " ", button("Later")));
}"""

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@pytest.fixture(scope="module")
def axe() -> str:
    need(None if AXE.exists() else f"axe-core is not installed: npm ci in {AXE.parents[2]}")
    return AXE.read_text(encoding="utf-8")


def violations(page: Page, axe: str, only: list[str] = TAGS) -> list[dict[str, Any]]:
    """What axe finds: the rule, how often, and the first place. `only`: the tags or names of the rules to check."""
    page.evaluate("scrollTo(0, 0)")  # a link half hidden by the sticky header would count as too small
    page.evaluate(axe)
    result = page.evaluate("only => axe.run(document, {runOnly: only})", only)
    return [
        {
            "rule": violation["id"],
            "count": len(violation["nodes"]),
            "first": violation["nodes"][0]["html"][:160],
            "reason": violation["nodes"][0]["failureSummary"][:300],
        }
        for violation in result["violations"]
    ]


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES.keys())
def test_axe_finds_nothing_on_any_kind_of_page(browser: Browser, base: str, axe: str, path: str) -> None:
    with phone(browser, color_scheme="light", reduced_motion="reduce") as page:
        page.goto(base + path)
        if "?q=" in path:
            page.wait_for_selector("#results ol a")
        light_background = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert violations(page, axe) == []
        page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light_background
        assert violations(page, axe, ["color-contrast", "link-in-text-block"]) == []  # the rules on colours


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_pages_in_use(browser: Browser, base: str, axe: str, scheme: Scheme) -> None:
    with phone(browser, color_scheme=scheme) as page:
        page.goto(base + "cards/dr-dreff/")
        page.locator("#q").fill("dreff rez")
        until(page, "document.querySelectorAll('#suggestions [role=option]').length > 3")
        page.keyboard.press("ArrowDown")
        assert violations(page, axe) == []
        page.goto(base + "about-the-data/")
        page.locator("#q").fill("qwxz vbnmk plokij")
        until(page, "document.querySelector('.suggestion-none')")
        assert violations(page, axe) == []
        page.goto(base + "run-chart/#walk=y.n")
        page.locator("#walk summary").click()
        assert violations(page, axe) == []
        page.goto(base + "cards/?type=Ice")
        assert violations(page, axe) == []
        page.goto(base + "tournament/?players=24")
        assert violations(page, axe) == []
        page.goto(base + "search/?q=foo:bar qzxqzx dreff")
        page.wait_for_selector("#results .note")
        page.locator(".filters-fold summary").click()
        page.locator(".chip").first.click()
        assert violations(page, axe) == []
        for path in (f"search/?q={DOUBTFUL}", "search/?q=qwxz+vbnmk+plokij"):
            page.goto(base + path)
            page.wait_for_selector("#results .doubt, #results .nothing")
            assert violations(page, axe) == []
        page.goto(base + "cards/dr-dreff/")
        page.locator(".menu summary").click()
        page.locator(".copy-link").first.click()
        assert violations(page, axe) == []
        page.goto(base + "errata/")
        page.locator(".fold summary").first.click()
        assert violations(page, axe) == []
        page.goto(base + "documents/netrunner-rulings/lines-301/#L312-316")
        assert violations(page, axe) == []
        page.goto(base + "documents/comprehensive-reference-manual/")
        page.locator(".contents-fold summary").click()
        assert violations(page, axe) == []
        page.goto(base + "pictures/")
        for summary in page.locator("main summary").all():
            summary.click()
        assert violations(page, axe) == []
        page.goto(base + "cards/doctor-dref/")
        page.wait_for_selector("#did-you-mean a")
        assert violations(page, axe) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_a_deck_sheet_and_in_the_quiz(
    browser: Browser, base: str, axe: str, scheme: Scheme
) -> None:
    with phone(browser, color_scheme=scheme) as page:
        page.goto(base + "deck/")
        page.locator(".deck-against summary").click()
        page.fill("#deck-ours", "3 Dr. Dreff\n2 Glacier\n1 arasaka\n1 no such card")
        page.fill("#deck-theirs", "3 Joan of Arc")
        page.click("#deck-form button[type=submit]")
        page.wait_for_selector("#deck-sheet section")
        assert violations(page, axe) == []
        page.goto(base + "quiz/#d=3.dr-dreff")
        page.click("#quiz-reveal")
        page.wait_for_selector("[data-known]")
        assert violations(page, axe) == []
        page.click("[data-known=false]")
        page.check("#quiz-remember")
        page.select_option("#quiz-topic", "tracing")
        page.select_option("#quiz-side", "Corp")
        until(page, "document.querySelector('#quiz-question').innerText.includes('No questions match')")
        assert violations(page, axe) == []


def test_the_notice_of_a_new_edition_is_accessible(browser: Browser, base: str, axe: str) -> None:
    for scheme in SCHEMES:
        with phone(browser, color_scheme=scheme) as page:
            page.goto(base + "topics/")
            page.evaluate(NOTICE)
            assert page.locator(".new-edition button").count() == 2
            tops = page.locator(".new-edition button").evaluate_all(
                "buttons => buttons.map(b => b.getBoundingClientRect().top)"
            )
            assert tops[0] == tops[1], "the two buttons are side by side"
            assert violations(page, axe) == []


def test_nothing_moves_with_reduced_motion(browser: Browser, base: str) -> None:
    with reader(browser, reduced_motion="reduce") as page:
        page.goto(base + "cards/dr-dreff/")
        moving = page.evaluate(
            "[...document.querySelectorAll('*')].filter(e => { const s = getComputedStyle(e); const t = parseFloat; "
            "return t(s.animationDuration) > 0.01 || t(s.transitionDuration) > 0.01 || s.scrollBehavior === 'smooth'; }).length"
        )
        assert moving == 0


@pytest.mark.parametrize("path", ["", "cards/dr-dreff/", "run-chart/", "search/?q=dreff", "tournament/", "cards/"])
def test_tap_targets_are_large_enough(browser: Browser, base: str, path: str) -> None:
    """Controls have 44 px; links within a line of text may be as low as the line (24 px or more)."""
    with phone(browser, has_touch=True) as page:
        page.goto(base + path)
        page.wait_for_timeout(200)
        small = page.evaluate(
            "[...document.querySelectorAll('button, input, select, summary, .copy-link, .copy-ruling, .share')].filter(e => e.checkVisibility())"
            ".map(e => [e.outerHTML.slice(0, 90), e.getBoundingClientRect()]).filter(([, r]) => r.height < 43.5 || r.width < 43.5)"
        )
        assert small == []
