"""The run chart: a diagram without JavaScript; with it also a walk by taps or keys, whose path is
in the address.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from browser_support import IN_SIGHT, until

from rulings.api import KnowledgeBase
from rulings.model.formatting import cited_parts, said_by

if TYPE_CHECKING:
    from playwright.sync_api import Page

STEP = "#walk .walk-step"


def test_the_walk_follows_the_chart_by_taps(
    page: Page, site_address: str, kb: KnowledgeBase
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


def test_the_walk_follows_the_chart_by_keys_alone(page: Page, site_address: str) -> None:
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


def test_a_walk_of_noes_ends_and_can_be_restarted(page: Page, site_address: str) -> None:
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
    page: Page, site_address: str, kb: KnowledgeBase
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
        ".map(node => node.textContent))"
    )
    rulings = [kb.rulings_by_id[applied.ruling] for applied in step.applied]
    assert shown == [
        [words for part in cited_parts(ruling) for words in (part.text, said_by(ruling, part))]
        for ruling in rulings
    ]
    with page.expect_navigation():
        folded.locator("a").first.click()
    assert "#" in page.url
    assert page.locator(":target").count() == 1


def test_on_a_wide_screen_path_step_words_and_its_place_in_the_chart_are_in_sight(
    page: Page, site_address: str, kb: KnowledgeBase
) -> None:
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    page.set_viewport_size({"width": 1024, "height": 700})
    page.goto(site_address + "run-chart/")
    in_sight = (
        STEP,
        "#walk .walk-yes",
        ".walk-ruling blockquote",
        ".chart.tall .current-step .box",
    )
    assert all(page.locator(part).first.evaluate(IN_SIGHT) for part in in_sight)
    words = page.locator("#walk .walk-ruling blockquote").all_inner_texts()
    rulings = [kb.rulings_by_id[applied.ruling] for applied in kb.steps[0].applied]
    assert len(words) == sum(len(cited_parts(ruling)) for ruling in rulings)
    page.wait_for_timeout(300)
    # The words of other steps are fetched only when the walk begins
    assert not [url for url in requested if "search.js" in url]
    y = page.locator(".walk-card").evaluate("e => e.getBoundingClientRect().top")
    page.locator("#walk .walk-yes").click()
    page.locator("#walk .walk-ruling").first.wait_for()
    for number in (2, 3, 6):
        assert page.locator(".chart.tall .current-step").get_attribute("data-step") == str(number)
        for part in (".walk-breadcrumb li", *in_sight[2:]):
            assert page.locator(part).first.evaluate(IN_SIGHT)
        assert page.locator(".walk-card").evaluate("e => e.getBoundingClientRect().top") == y
        page.locator("#walk :is(.walk-yes, .walk-on)").click()
    scrolled = "[...document.querySelectorAll('#walk, #walk *')].filter((e) => e.scrollHeight > e.clientHeight + 1)"
    assert (
        page.evaluate(f"{scrolled}.filter((e) => getComputedStyle(e).overflowY === 'auto').length")
        == 0
    )
