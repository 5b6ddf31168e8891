"""What a reader sees at once: which content is in sight, where, and how large."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browser_support import large_text, phone, wait_until_filled

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


WIDTHS = (360, 768, 1440)
FIRST_ON_A_PHONE = {  # a list or card → the part that begins on the first screen of a phone
    "cards/": "ul.cards li:nth-child(3)",
    "topics/": ".index li:nth-child(3)",
    "keywords/": ".index li:nth-child(3)",
    "keywords/virus/": "h2",
    "errata/": ".subject",
    "reversals/": ".subject",
    "documents/": ".directory li:nth-child(2)",
    "authorities/": ".directory li:nth-child(2)",
    "authorities/jd-wiker/": "section[id^=year]",
    "whats-new/": "h2",
    "search/?q=dreff": ".hit:nth-child(2)",
    "cards/dr-dreff/": "blockquote",
    "cards/priority-requisition/": "blockquote",
    "cards/joan-of-arc/": "blockquote",
    "cards/mystery-box/": "blockquote",
    "run-chart/": ".walk-yes",
}
IN_WINDOW = "e => { const r = e.getBoundingClientRect(), bar = document.querySelector('.top').getBoundingClientRect().bottom; return r.top >= bar && r.top + 24 < innerHeight; }"


def test_a_list_or_card_begins_on_the_first_screen_of_a_phone(
    page: Page, site_address: str
) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    for path, selector in FIRST_ON_A_PHONE.items():
        page.goto(site_address + path)
        wait_until_filled(page)
        assert page.locator(f"main {selector}").first.evaluate(IN_WINDOW), path


def test_the_words_of_the_first_result_begin_high_on_a_phone(
    page: Page, site_address: str
) -> None:
    """Even with notes, a doubt, or a long name."""
    page.set_viewport_size({"width": 360, "height": 740})
    for query in (
        "jack out after ice",
        "foo:bar qzxqzx dreff",
        "thoerem proof trojan hrose",
    ):
        page.goto(f"{site_address}search/?q={query}")
        box = page.locator(".hit-text").first.bounding_box()
        assert box
        assert box["y"] <= 330, query


def test_a_card_that_the_search_recognizes_is_beside_the_number_of_results(
    page: Page, site_address: str
) -> None:
    page.goto(f"{site_address}search/?q=does ice from Dr. Dreff count as rezzed")
    for width, words in ((360, " · Dr. Dreff"), (1280, " · recognized: Dr. Dreff")):
        page.set_viewport_size({"width": width, "height": 740})
        reading = page.locator(".understood")
        assert reading.inner_text() == words
        box = reading.bounding_box()
        assert box
        assert box["height"] < 30, width


def test_lists_on_a_desktop_are_rows_that_scroll_with_the_page(
    page: Page, site_address: str
) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    for path in ("errata/", "reversals/", "authorities/sparky/"):
        page.goto(site_address + path)
        for parts in page.locator(".sheet, .link-rows.columns").all():
            boxes = [part.bounding_box() for part in parts.locator("> *").all()[:8]]
            corners = [(box["y"], box["x"]) for box in boxes if box]
            assert corners == sorted(corners), path
    page.goto(f"{site_address}search/?q=jack out")
    page.wait_for_selector(".chip")
    filters = page.locator(".result-filters")
    assert filters.evaluate("e => e.scrollHeight <= e.clientHeight")


ORDER = """() => {
  const boxes = [];
  for (const e of document.querySelectorAll(".skip ~ * :is(a, button, input, summary)")) {
    if (!e.closest(".top, .search") || !e.checkVisibility({ visibilityProperty: true })) continue;
    const { left, top, height } = e.getBoundingClientRect();
    boxes.push([Math.round((top + height / 2) / 24), Math.round(left)]);
  }
  return boxes;
}"""


@pytest.mark.parametrize("path", ["", "search/?q=dreff", "cards/dr-dreff/"])
def test_the_tab_key_follows_the_eye(page: Page, site_address: str, path: str) -> None:
    page.goto(site_address + path)
    for width in (360, 768, 1152, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        order = page.evaluate(ORDER)
        assert len(order) >= 4
        assert order == sorted(order), width


def test_a_question_and_its_answer_are_in_sight_on_a_phone(
    browser: Browser, site_address: str
) -> None:
    with phone(browser, reduced_motion="reduce") as page:
        page.goto(f"{site_address}quiz/")
        for _ in range(8):
            page.click("#quiz-reveal")
            assert page.locator("#quiz-question blockquote").first.evaluate(IN_WINDOW)
            page.click("[data-known]")
            assert page.locator("#quiz-question .question").evaluate(IN_WINDOW)


def test_the_words_of_a_ruling_do_not_touch_the_line_beside_them(
    page: Page, site_address: str
) -> None:
    for card in ("dr-dreff", "the-shell-traders", "synchronized-attack-on-hq"):
        page.goto(f"{site_address}cards/{card}/")
        for ruling in page.locator(".ruling:is(.errata, .unofficial)").all():
            space = ruling.evaluate("e => parseFloat(getComputedStyle(e).paddingLeft)")
            assert space > 8, card


LINES_OF_DATES = """() => [...document.querySelectorAll(".attribution, .attribution time")]
  .flatMap(part => [...part.childNodes]).filter(node => node.nodeType === Node.TEXT_NODE)
  .flatMap(node => [...node.data.matchAll(/\\d+\\s\\w+\\s\\d{4}/g)].map(date => {
    const range = new Range();
    range.setStart(node, date.index);
    range.setEnd(node, date.index + date[0].length);
    return range.getClientRects().length;
  }))"""


@pytest.mark.parametrize("path", ["cards/boardwalk/", "search/?q=virus counter"])
def test_a_date_is_on_one_line_on_a_phone(
    page: Page, site_address: str, path: str
) -> None:
    page.goto(site_address + path)
    wait_until_filled(page)
    for width in range(320, 440, 10):
        page.set_viewport_size({"width": width, "height": 740})
        assert {*page.evaluate(LINES_OF_DATES)} == {1}, width


LINES = "e => { const r = new Range(); r.selectNodeContents(e); return r.getClientRects().length }"


@pytest.mark.parametrize(
    ("font_size", "width", "height", "gap"),
    [*((16, width, 740, 40) for width in WIDTHS), (32, 360, 740, 60)],
)
def test_the_answers_of_the_walk_are_directly_below_their_question_each_on_one_line(
    browser: Browser,
    site_address: str,
    font_size: int,
    width: int,
    height: int,
    gap: int,
) -> None:
    with large_text(browser, font_size, width, height) as page:
        for letters in ("", "y.n"):
            page.goto("about:blank")
            page.goto(f"{site_address}run-chart/#walk={letters}")
            question = page.locator(".walk-question").bounding_box()
            for answer in (page.locator(".walk-yes"), page.locator(".walk-no")):
                box = answer.bounding_box()
                assert question
                assert box
                assert 0 < box["y"] - question["y"] - question["height"] < gap, letters
                assert answer.evaluate(LINES) == 1


@pytest.mark.parametrize("width", WIDTHS)
def test_text_in_the_run_chart_is_at_least_12_pixels(
    page: Page, site_address: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(site_address + "run-chart/")
    sizes = page.evaluate(
        "[...document.querySelectorAll('svg.run-chart')].filter(svg => svg.checkVisibility()).flatMap(svg => {"
        " const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;"
        " return [...svg.querySelectorAll('text')].map(t => parseFloat(getComputedStyle(t).fontSize) * scale); })"
    )
    assert sizes
    assert min(sizes) >= 12
