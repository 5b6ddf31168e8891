"""axe-core finds nothing on any kind of page, in both colour schemes, on a phone and with results, dialogs and filters in use."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest
from serving import need, until
from test_pages import KINDS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Scheme = Literal["light", "dark"]

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@pytest.fixture(scope="module")
def axe() -> str:
    need(None if AXE.exists() else f"axe-core is not installed: npm ci in {AXE.parents[2]}")
    return AXE.read_text(encoding="utf-8")


def found(page: Page, axe: str) -> list[dict[str, Any]]:
    """What axe finds: the rule, how often, and where first."""
    page.evaluate(axe)
    result = page.evaluate("tags => axe.run(document, {runOnly: tags})", TAGS)
    return [{"rule": v["id"], "times": len(v["nodes"]), "first": v["nodes"][0]["html"][:160], "why": v["nodes"][0]["failureSummary"][:300]}
            for v in result["violations"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", KINDS.values(), ids=KINDS.keys())
def test_axe_finds_nothing(browser: Browser, base: str, axe: str, path: str, scheme: Scheme) -> None:
    context = browser.new_context(
        viewport={"width": 400, "height": 800}, color_scheme=scheme, service_workers="block", reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(base + path)
    if "?q=" in path:
        page.wait_for_selector("#results ol a")
    assert found(page, axe) == []
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_while_things_are_used(browser: Browser, base: str, axe: str, scheme: Scheme) -> None:
    context = browser.new_context(viewport={"width": 400, "height": 800}, color_scheme=scheme, service_workers="block")
    page = context.new_page()
    page.goto(base + "cards/dr-dreff/")
    page.locator("#q").fill("dreff rez")
    until(page, "document.querySelectorAll('#suggestions [role=option]').length > 3")
    page.keyboard.press("ArrowDown")
    assert found(page, axe) == []
    page.goto(base + "about-the-data/")
    page.locator("#q").fill("qwxz vbnmk plokij")
    until(page, "document.querySelector('.suggestion-none')")
    assert found(page, axe) == []
    page.goto(base + "run-chart/#walk=y.n")
    page.locator("#walk summary").click()
    assert found(page, axe) == []
    page.goto(base + "cards/?type=Ice")
    assert found(page, axe) == []
    page.goto(base + "tournament/?players=24")
    assert found(page, axe) == []
    page.goto(base + "search/?q=foo:bar qzxqzx dreff")
    page.wait_for_selector("#results .note")
    assert found(page, axe) == []
    context.close()


def test_reduced_motion_means_none(browser: Browser, base: str) -> None:
    context = browser.new_context(reduced_motion="reduce", service_workers="block")
    page = context.new_page()
    page.goto(base + "cards/dr-dreff/")
    moving = page.evaluate(
        "[...document.querySelectorAll('*')].filter(e => { const s = getComputedStyle(e); const t = parseFloat; "
        "return t(s.animationDuration) > 0.01 || t(s.transitionDuration) > 0.01 || s.scrollBehavior === 'smooth'; }).length"
    )
    assert moving == 0
    context.close()


@pytest.mark.parametrize("path", ["", "cards/dr-dreff/", "run-chart/", "search/?q=dreff", "tournament/", "cards/"])
def test_what_is_tapped_is_large_enough(browser: Browser, base: str, path: str) -> None:
    """44 px where a control stands alone; links within a line of text may be as high as the line (24 px and more)."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, service_workers="block")
    page = context.new_page()
    page.goto(base + path)
    page.wait_for_timeout(200)
    small = page.evaluate(
        "[...document.querySelectorAll('button, input, select, summary, .copy-link, .copy-cite')].filter(e => e.checkVisibility())"
        ".map(e => [e.outerHTML.slice(0, 90), e.getBoundingClientRect()]).filter(([, r]) => r.height < 43.5 || r.width < 43.5)"
    )
    assert small == []
    context.close()
