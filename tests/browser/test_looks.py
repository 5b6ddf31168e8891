"""What a reader sees at once: the content in sight, in its place and in its size."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from browser_support import large_text, open_page, phone, wait_until_filled

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from conftest import PageErrors

WIDTHS = (360, 768, 1440)
FIRST_ON_A_PHONE = {  # a list or card → what begins on the first screen of a phone
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


@pytest.mark.parametrize(
    "query",
    [
        "jack out after ice",
        "dreff marionette",
        "does ice from Dr. Dreff count as rezzed",
        # with notes, with a doubt besides, or with a long name
        "does scoring an agenda take an action",
        "skivvis",
        "fetch 401",
        "galveston grid",
        "foo:bar qzxqzx dreff",
        "thoerem proof trojan hrose",
    ],
)
def test_the_words_of_the_first_result_begin_high_on_a_phone(
    page: Page, site_address: str, query: str
) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{site_address}search/?q={query}")
    box = page.locator(".hit-text").first.bounding_box()
    assert box
    assert box["y"] <= 330


OURS_IN_SERIF = """() => [...document.querySelectorAll(".section *")].filter((e) =>
  e.closest(":not(.section, mark)[class]")?.closest(".section") // words of the document have no class
  && !/^system-ui/.test(getComputedStyle(e).fontFamily)).map((e) => e.textContent.trim().slice(0, 40))"""


def test_what_is_ours_in_a_document_is_not_in_the_face_of_its_words(
    page: Page, site_address: str
) -> None:
    for path in (
        "comprehensive-reference-manual/",
        "the-big-sell-out/",
        "android-netrunner-tournament-regulations/",
    ):
        page.goto(f"{site_address}documents/{path}")
        assert page.evaluate(OURS_IN_SERIF) == []
    page.goto(f"{site_address}documents/comprehensive-reference-manual/")
    assert page.locator(".section :is(.see-note, .status)").count() > 10


def test_the_header_is_one_row_on_a_wide_screen(page: Page, site_address: str) -> None:
    page.set_viewport_size({"width": 1440, "height": 740})
    page.goto(f"{site_address}cards/")
    parts = (".wordmark", ".top .search", ".main-nav", ".menu-button")
    boxes = [box for part in parts if (box := page.locator(part).bounding_box())]
    assert len(boxes) == len(parts)
    for left, right in pairwise(boxes):
        assert left["x"] + left["width"] <= right["x"] + 1
        assert abs(left["y"] + left["height"] / 2 - right["y"] - right["height"] / 2) < 3


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
def test_the_box_has_room_and_the_tab_key_follows_the_eye(
    page: Page, site_address: str, path: str
) -> None:
    page.goto(site_address + path)
    widths = (360, 768, 1024, 1152, 1280, 1440, 1920)
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        order = page.evaluate(ORDER)
        assert len(order) >= 4
        assert order == sorted(order), width
    page.fill("#q", "does ice from Dr. Dreff count as rezzed when the Corp rezzes")  # 60 letters
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        is_whole, box = page.evaluate("[q.scrollWidth <= q.clientWidth, q.form.offsetWidth]")
        if width >= 1152:
            assert box >= page.evaluate(
                "26 * parseFloat(getComputedStyle(document.documentElement).fontSize)"
            )
        if width >= 768 and not path:
            assert is_whole, width
            column = page.locator("main > .two-columns").first.bounding_box()
            assert column
            assert abs(column["width"] - box) < 2, width
        if width >= 1680 or width == 1024:
            assert is_whole, width


def test_the_box_stands_in_one_place(page: Page, site_address: str) -> None:
    for width in (360, 768, 1024, 1280, 1680):
        page.set_viewport_size({"width": width, "height": 900})
        boxes = []
        for path in ("cards/dr-dreff/", "search/?q=dreff", "topics/", "404.html"):
            page.goto(site_address + path)
            boxes.append(page.locator("#q").bounding_box())
        assert all(box == boxes[0] for box in boxes), width


def test_a_list_of_cards_is_read_downwards_in_even_rows(page: Page, site_address: str) -> None:
    page.set_viewport_size({"width": 1440, "height": 740})
    page.goto(f"{site_address}cards/")
    rows = [box for row in page.locator("#letter-A li").all() if (box := row.bounding_box())]
    first, second = rows[:2]
    assert (second["x"], second["y"]) == (first["x"], first["y"] + first["height"])
    assert len({round(row["height"]) for row in rows}) == 1


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


OUT_OF_PLACE = {  # what stands out of its place: page → its parts, and when one is wrong
    "cards/bartmoss-memorial-icebreaker/": (".numbers > span", "box.bottom > head.bottom - 4"),
    "cards/pattel-antibody/": (".numbers > span", "box.bottom > head.bottom - 4"),
    "authorities/sparky/": ("dt", "box.left !== edge.left"),
    "reliability/": ("table", "box.right !== edge.right"),
    "cards/": (".cards .type", "box.right < row.right - 1"),
    "cards/doctor-dref/": ("#did-you-mean b, #did-you-mean .hit-title", "box.left !== edge.left"),
}
WRONG_PARTS = """(parts) => parts.filter((e) => {
  const boxOf = (node) => node?.getBoundingClientRect(), main = boxOf(document.querySelector("main"));
  const gap = parseFloat(getComputedStyle(document.querySelector("main")).paddingLeft);
  const edge = { left: main.left + gap, right: main.right - gap };
  const isWrong = (box, row, head) => CONDITION;
  return isWrong(boxOf(e), boxOf(e.parentElement), boxOf(document.querySelector(".card-head")));
}).map((e) => e.textContent)"""


@pytest.mark.parametrize("width", [360, 1024, 1280, 1680])
def test_what_belongs_together_stands_together(
    page: Page, site_address: str, page_errors: PageErrors, width: int
) -> None:
    page_errors.expected_errors += ("404 (Not Found)",)
    page.set_viewport_size({"width": width, "height": 900})
    for path, (parts, condition) in OUT_OF_PLACE.items():
        page.goto(site_address + path)
        page.locator(f"main :is({parts})").first.wait_for()
        wrong = WRONG_PARTS.replace("CONDITION", condition)
        assert page.locator(f"main :is({parts})").evaluate_all(wrong) == [], path


def test_results_line_up_with_the_page_of_a_card(page: Page, site_address: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    edges = []
    for path, words, beside in (
        ("cards/joan-of-arc/", ".ruling:not(.errata)", ".sidebar"),
        ("search/?q=dreff", ".hit", ".result-filters"),
    ):
        page.goto(site_address + path)
        wait_until_filled(page)
        boxes = [page.locator(f"main {part}").first.bounding_box() for part in (words, beside)]
        edges.append([(box["x"], box["width"]) for box in boxes if box])
    assert edges[0] == edges[1]


@pytest.mark.parametrize(
    "path", ["cards/dr-dreff/", "run-chart/step-7/", "errata/", "search/?q=dreff"]
)
def test_the_ruling_is_the_largest_text_but_for_the_title(
    page: Page, site_address: str, path: str
) -> None:
    page.goto(site_address + path)
    wait_until_filled(page)
    sizes = page.evaluate(
        "[...document.querySelectorAll('main :is(.ruling, .hit) :is(a, p, b, blockquote)')].map((e) =>"
        " [parseFloat(getComputedStyle(e).fontSize), Boolean(e.closest('blockquote'))])"
    )
    assert {size for size, is_ruling in sizes if is_ruling} == {max(size for size, _ in sizes)}


def test_what_an_answer_asks_next_stands_further_in(page: Page, site_address: str) -> None:
    page.goto(f"{site_address}run-chart/step-7/")
    yes, next_yes, next_no, no = [
        box["x"] for answer in page.locator(".answers b").all() if (box := answer.bounding_box())
    ]
    question = page.locator(".answers .step-question").bounding_box()
    assert question
    assert yes == no < next_yes == next_no == question["x"]


LINES = "e => { const r = new Range(); r.selectNodeContents(e); return r.getClientRects().length }"


@pytest.mark.parametrize(
    ("font_size", "width", "height", "gap"),
    [
        *((16, width, 740, 40) for width in WIDTHS),
        (16, 740, 360, 60),
        (24, 360, 740, 60),
        (32, 360, 740, 60),
    ],
)
def test_the_answers_of_the_walk_are_directly_below_their_question_each_on_one_line(
    browser: Browser, site_address: str, font_size: int, width: int, height: int, gap: int
) -> None:
    with large_text(browser, font_size, width, height) as page:
        for letters in ("", "y.", "y.n", "n"):
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


def test_the_menu_button_has_a_sign_in_forced_colours(browser: Browser, site_address: str) -> None:
    with open_page(browser, 360, forced_colors="active", bypass_csp=True) as page:
        page.goto(site_address)
        button = page.locator(".menu-button")
        shown = button.screenshot()
        page.add_style_tag(content=".menu-button::before { visibility: hidden; }")
        assert button.screenshot() != shown
