"""What a phone shows before anybody scrolls: the first card, the answers of the walk at their fixed place, readable labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from serving import until

if TYPE_CHECKING:
    from playwright.sync_api import Page

PHONE = {"width": 360, "height": 740}


def test_the_first_cards_are_on_the_first_screen(page: Page, base: str) -> None:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.goto(base + "cards/")
    box = page.locator("ul.cards li").nth(2).bounding_box()
    assert box and box["y"] + box["height"] < 740


def test_on_a_wider_screen_the_first_answer_does_not_move_the_walk(page: Page, base: str) -> None:
    page.set_viewport_size({"width": 768, "height": 1024})
    page.goto(f"{base}run-chart/")
    page.wait_for_selector(".walk-yes")
    before = page.locator(".walk-card").bounding_box()
    page.locator(".walk-yes").click()
    page.wait_for_selector(".walk-way")
    assert page.locator(".walk-card").bounding_box() == before


def test_the_answers_of_the_walk_are_always_at_the_same_place_at_the_bottom(page: Page, base: str) -> None:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    places = set()
    for way in ("", "y.", "y.n", "n"):
        page.goto(f"{base}?{way}")  # another page between, so that each way is opened from the top
        page.goto(f"{base}run-chart/#walk={way}")
        page.evaluate("scrollTo(0, 0)")
        if page.locator(".walk-yes").count():
            box = page.locator(".walk-yes").bounding_box()
            assert box
            places.add((round(box["x"]), round(box["y"])))
            assert 740 - 150 < box["y"] < 740 - box["height"]
    assert len(places) == 1


@pytest.mark.parametrize("width", [360, 768, 1440])
def test_labels_of_the_chart_are_at_least_12_pixels(page: Page, base: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(base + "run-chart/")
    sizes = page.evaluate(
        "[...document.querySelectorAll('svg.run-chart')].filter(svg => svg.checkVisibility()).flatMap(svg => {"
        " const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;"
        " return [...svg.querySelectorAll('text')].map(t => parseFloat(getComputedStyle(t).fontSize) * scale); })"
    )
    assert sizes and min(sizes) >= 12


def test_filters_of_a_phone_open_when_they_are_in_use(page: Page, base: str) -> None:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.goto(base + "cards/")
    assert not page.locator("#card-filter-side").is_visible()
    page.locator(".filter-fold summary").click()
    page.locator("#card-filter-side").select_option("Corp")
    page.goto(f"{base}cards/?type=Ice")
    until(page, "document.querySelector('.filter-fold').open")
    assert page.locator("#card-filter-type").is_visible()
