"""The run chart: a diagram without JavaScript. With JavaScript also a walk, by taps or
keys; its path is in the address.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from browser_support import until

from rulings.model.formatting import attributions, cited_parts
from rulings.model.knowledge import Knowledge

if TYPE_CHECKING:
    from playwright.sync_api import Page

STEP = "#walk .walk-step"


def test_the_walk_follows_the_chart_by_taps(
    page: Page, site_address: str, kb: Knowledge
) -> None:
    first = kb.steps[0]
    assert first.decision
    assert first.decision.yes.go
    page.goto(site_address + "run-chart/")
    assert page.locator(STEP).inner_text().startswith("Step 1")
    assert page.locator("#walk .walk-question").inner_text() == first.decision.question
    page.locator("#walk .walk-yes").click()
    assert page.locator(STEP).inner_text().startswith(f"Step {first.decision.yes.go}")
    page.locator("#walk .walk-on").click()
    until(page, "location.href.endsWith('#walk=y.')")


def test_the_walk_follows_the_chart_by_keys_alone(
    page: Page, site_address: str
) -> None:
    page.goto(site_address + "run-chart/")
    page.locator("#walk .walk-yes").press("Enter")
    until(page, "document.activeElement.className === 'walk-step'")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    until(page, "location.href.endsWith('#walk=y.')")
    page.go_back()
    until(page, "location.hash === '#walk=y'")


def test_the_path_is_shown_as_far_as_it_is_possible_and_kept_in_the_address(
    page: Page, site_address: str
) -> None:
    page.goto(site_address + "run-chart/#walk=yyyyyyyynnn")
    assert page.locator(".walk-breadcrumb li").count() == 1
    page.goto(site_address + "run-chart/#walk=y.n")
    until(page, "document.querySelectorAll('.walk-breadcrumb li').length > 1")
    assert page.locator(".walk-breadcrumb li").count() == 3
    page.locator(".walk-breadcrumb a").nth(1).click()
    until(page, "document.querySelectorAll('.walk-breadcrumb li').length === 1")
    assert page.url.endswith("#walk=y")


def test_a_walk_of_noes_ends_and_can_be_restarted(
    page: Page, site_address: str
) -> None:
    page.goto(site_address + "run-chart/")
    for _ in range(60):
        if page.locator("#walk .walk-end").count():
            break
        page.locator("#walk .walk-no, #walk .walk-on").first.click()
    assert page.locator("#walk .walk-end").inner_text()
    page.locator("#walk .walk-again").click()
    assert page.locator(STEP).inner_text().startswith("Step 1")


def test_the_walk_shows_a_steps_status_and_goes_on_after_the_end(
    page: Page, site_address: str
) -> None:
    page.goto(site_address + "run-chart/#walk=n")
    assert page.locator(STEP).inner_text().startswith("Step 13")
    page.locator("#walk .walk-no").click()
    page.locator("#walk .walk-no").click()
    page.locator("#walk .walk-on").click()
    assert page.locator(STEP).inner_text().startswith("Step 16")
    status = page.locator("#walk .status").first.inner_text()
    assert status.casefold().startswith("✗ superseded in part")
    for _ in range(3):
        page.locator("#walk .walk-back").click()
    page.locator("#walk .walk-yes").click()
    assert page.locator("#walk .walk-end").inner_text() == "End the run"
    page.locator("#walk .walk-on").click()
    assert page.locator(STEP).inner_text().startswith("Step 20")


def test_the_rulings_on_a_step_are_folded_below_it(
    page: Page, site_address: str, kb: Knowledge
) -> None:
    step = next(step for step in kb.steps if step.number == 2)
    page.set_viewport_size({"width": 768, "height": 1024})
    page.goto(site_address + "run-chart/#walk=y")
    folded = page.locator("#walk details.walk-rulings")
    assert not folded.evaluate("details => details.open")
    folded.locator("summary").click()
    assert folded.locator("li").count() == len(step.applied)
    folded.locator(".walk-ruling").first.wait_for()
    shown = folded.locator(".walk-ruling").evaluate_all(
        "all => all.map(ruling => [...ruling.querySelectorAll('.hit-text, .attribution')]"
        # A no-break space binds a sign to its word
        ".map(node => node.textContent.replaceAll('\\u00a0', ' ')))"
    )
    rulings = [kb.rulings_by_id[applied.ruling] for applied in step.applied]
    assert shown == [
        [
            words
            for part in cited_parts(ruling)
            for words in (part.text, attributions(ruling, part))
        ]
        for ruling in rulings
    ]
    with page.expect_navigation():
        folded.locator("a").first.click()
    assert "#" in page.url
    assert page.locator(":target").count() == 1
