"""Where there is little room: the answers of the walk, the labels of the run chart, the filters of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browser_support import large_text, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PHONE_SIZE = {"width": 360, "height": 740}


@pytest.mark.parametrize(("font_size", "width", "height"), [(16, 740, 360), (24, 360, 740), (32, 360, 740)])
def test_the_answers_do_not_cover_their_question_where_there_is_little_room(
    browser: Browser, site_address: str, font_size: int, width: int, height: int
) -> None:
    with large_text(browser, font_size, width, height) as page:
        page.goto(f"{site_address}run-chart/")
        question = page.locator(".walk-question").bounding_box()
        for answer in (".walk-yes", ".walk-no"):
            box = page.locator(answer).bounding_box()
            assert question
            assert box
            assert 0 < box["y"] - question["y"] - question["height"] < 60
            assert (
                page.locator(answer).evaluate(
                    "e => { const r = new Range(); r.selectNodeContents(e); return r.getClientRects().length }"
                )
                == 1
            )  # its label is on one line


@pytest.mark.parametrize("width", [360, 768, 1440])
def test_text_in_the_run_chart_is_at_least_12_pixels(page: Page, site_address: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(site_address + "run-chart/")
    sizes = page.evaluate(
        "[...document.querySelectorAll('svg.run-chart')].filter(svg => svg.checkVisibility()).flatMap(svg => {"
        " const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;"
        " return [...svg.querySelectorAll('text')].map(t => parseFloat(getComputedStyle(t).fontSize) * scale); })"
    )
    assert sizes
    assert min(sizes) >= 12


def test_filters_on_a_phone_are_open_only_when_in_use(page: Page, site_address: str) -> None:
    page.set_viewport_size(PHONE_SIZE)  # type: ignore[arg-type]
    page.goto(site_address + "cards/")
    assert not page.locator("#card-filter-side").is_visible()
    page.locator(".filter-fold summary").click()
    page.locator("#card-filter-side").select_option("Corp")
    page.goto(f"{site_address}cards/?type=Ice")
    until(page, "document.querySelector('.filter-fold').open")
    assert page.locator("#card-filter-type").is_visible()
