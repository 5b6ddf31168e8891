"""Every kind of page: on narrow screens, without JavaScript, from disk and in print; filters, the
theme switch and other tools.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest
from browser_support import (
    MAX_SECONDS,
    SUB_PATH,
    large_text,
    open_page,
    serving,
    until,
    wait_until_filled,
)

from rulings.api import KnowledgeBase
from support.pages_of_each_kind import PAGES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

    from conftest import PageErrors


Scheme = Literal["light", "dark"]

NEED_JAVASCRIPT = ("Rulings for a deck", "Practice", "Search")
# What scripts add or choose
MADE_BY_SCRIPTS = "#walk, #daily, #offline, #did-you-mean, .tools > summary"


@pytest.mark.parametrize("name", [name for name in PAGES if name not in NEED_JAVASCRIPT])
def test_every_page_can_be_read_without_javascript(
    page: Page, browser: Browser, site_address: str, name: str
) -> None:
    # So that nothing is left unrendered below the screen
    page.set_viewport_size({"width": 800, "height": 30_000})
    page.goto(site_address + PAGES[name])
    page.evaluate(
        "selector => document.querySelectorAll(selector).forEach(e => e.remove())", MADE_BY_SCRIPTS
    )
    words = page.locator("main").inner_text().split()
    assert len(words) > 10
    with open_page(browser, 800, 30_000, java_script_enabled=False) as unscripted:
        unscripted.goto(site_address + PAGES[name])
        end = time.monotonic() + MAX_SECONDS
        # A long page is not drawn at once
        while lost := set(words) - set(unscripted.locator("main").inner_text().split()):
            assert time.monotonic() < end, lost
            unscripted.wait_for_timeout(50)
        assert unscripted.locator("button.theme-switch:visible").count() == 0  # it would not work


@pytest.mark.parametrize("name", NEED_JAVASCRIPT)
def test_pages_that_need_javascript_say_so(browser: Browser, site_address: str, name: str) -> None:
    with open_page(browser, java_script_enabled=False) as page:
        page.goto(site_address + PAGES[name])
        assert "needs JavaScript" in page.locator("main").inner_text()


# The links of “Not found” start at the root of the host, because it is shown at any depth.
@pytest.mark.parametrize("name", [name for name in PAGES if name != "Not found"])
def test_every_page_can_be_read_from_disk(
    context: BrowserContext, site_folder: Path, name: str
) -> None:
    page = context.new_page()
    folder, _, query = PAGES[name].partition("?")
    file = folder if folder.endswith(".html") else f"{folder}index.html"
    page.goto(f"{(site_folder / file).as_uri()}{'?' + query if query else ''}")
    assert (
        page.evaluate("getComputedStyle(document.querySelector('main')).boxSizing") == "border-box"
    )


def test_the_search_works_from_disk(context: BrowserContext, site_folder: Path) -> None:
    page = context.new_page()
    page.goto((site_folder / "cards" / "dr-dreff" / "index.html").as_uri())
    page.locator("#q").fill("joan of arc")
    until(page, "document.querySelector('#suggestions').childElementCount > 0")
    page.keyboard.press("Enter")
    page.wait_for_url("**/cards/joan-of-arc/index.html**")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_theme_is_remembered_and_never_flashes(
    browser: Browser, site_address: str, scheme: Scheme
) -> None:
    other = "dark" if scheme == "light" else "light"
    with open_page(browser, color_scheme=scheme) as page:
        page.goto(site_address)
        background = "getComputedStyle(document.body).backgroundColor"
        before = page.evaluate(background)
        page.click(".menu-button")
        button = page.get_by_role("button", name=f"Switch to {other} colours")
        button.click()
        after = page.evaluate(background)
        assert after != before
        page.goto(site_address + "cards/dr-dreff/")
        assert page.evaluate("document.documentElement.dataset.theme") == other
        keys = page.evaluate("Object.keys(localStorage)")
        assert all(key.startswith("rulings-") for key in keys), "other sites may share the storage"
        assert page.evaluate(background) == after
        script = "[...document.scripts].find(s => s.src.endsWith('/before-paint.js'))"
        assert page.evaluate(f"{script}.matches('head script:not([defer], [async])')"), (
            "it must run before the first paint"
        )
        page.click(".menu-button")
        page.get_by_role("button", name=f"Switch to {scheme} colours").click()
        assert page.evaluate(background) == before


def test_home_shows_one_ruling_as_todays(page: Page, site_address: str) -> None:
    page.goto(site_address)
    assert page.locator("#daily h2").inner_text() == "Today’s ruling"
    assert page.locator(".daily-ruling:visible").count() == 1


IS_RESPECTED = {  # what a reader can prefer → whether a page does it
    "contrast": "['--quiet', '--ink'].map(name => getComputedStyle(document.body).getPropertyValue(name)).every((c, _, all) => c === all[0])"
    " && getComputedStyle(document.querySelector('.attribution a')).textDecorationThickness === '2px'",
    "forced_colors": "getComputedStyle(document.querySelector('.side-mark')).fill === getComputedStyle(document.body).color",
    "reduced_motion": "(document.querySelector('#q').focus(), getComputedStyle(document.documentElement).scrollBehavior === 'auto')",
}


@pytest.mark.parametrize(
    ("feature", "value"),
    [("contrast", "more"), ("forced_colors", "active"), ("reduced_motion", "reduce")],
)
def test_what_a_reader_prefers_is_respected(
    page: Page, site_address: str, feature: str, value: Any
) -> None:
    page.goto(site_address + "cards/dr-dreff/")
    assert not page.evaluate(IS_RESPECTED[feature])
    page.emulate_media(**{feature: value})
    assert page.evaluate(IS_RESPECTED[feature])


RULING = "dr-dreff-8a16f88d"
# What follows the address of the site → the words of a link, or the fragment of the address to
# which it leads
MANGLED = {
    **{f"cards/dr-dreff/{end}": "Dr. Dreff" for end in (").", ",", ">", "*", "”", "%E2%80%8B", "%3E%3E", "index.html)")},
    **dict.fromkeys(("Cards/Dr-Dreff/", "cards/dr-dreff).", "dr-dreff", "cards/dr+dreff", "card/dreff"), "Dr. Dreff"),
    **{f"{path}{RULING}": "When may the Corp use" for path in ("cards/dr-dreff/%23", "", "rulings/", "cards/dr-dreff/")},
    "rulings/8a16f88d.": "When may the Corp use", f"topics/{RULING.upper()}": "When may the Corp use",
    **dict.fromkeys(("run-chart/13", "run-chart/step-13).", "step/13"), "Step 13"),
    "topics/tag/": "Tags", "topics/tracing/*": "Tracing", "keywords/Virus)": "Virus",
    **{f"cards/dr-dreff/#{part}": RULING for part in (f"{RULING}.", f"{RULING})", RULING.upper(), f"{RULING}%E2%80%8B")},
    "cards/dr-dreff/#no-such": "no-such-part",
}  # fmt: skip


def test_an_address_from_a_chat_leads_to_what_it_meant(
    page: Page, site_address: str, page_errors: PageErrors
) -> None:
    page_errors.expected_errors += ("404 (Not Found)",)
    missed = []
    for path, found in MANGLED.items():
        page.goto("about:blank")
        page.goto(site_address + path)
        try:
            if "/#" in path:
                until(page, f"document.querySelector('#{found}:is(:target, .remark)')")
            else:
                page.locator("#did-you-mean li a", has_text=found).first.wait_for()
        except Exception:
            missed.append(path)
    assert missed == []


def test_the_last_five_opened_are_listed_until_they_are_cleared(
    page: Page, site_address: str
) -> None:
    for path in (
        "cards/asp/",
        "cards/imp/",
        f"cards/dr-dreff/#{RULING}",
        "topics/tracing/",
        "cards/clown/",
        "cards/asp/",
    ):
        page.goto(site_address + path)
    page.goto("about:blank")
    page.goto(f"{site_address}cards/hammer/")
    for path in ("", "search/"):
        page.goto(site_address + path)
        listed = page.locator("#recent li").all_inner_texts()
        assert listed == [
            "Hammer",
            "Asp",
            "Clown",
            "Tracing",
            "Dr. Dreff: When may the Corp use Dr. Dreff?",
        ]
    page.get_by_role("button", name="Clear this list").click()
    assert not page.locator("#recent").is_visible()
    page.goto(site_address)
    assert not page.locator("#recent").is_visible()


def test_a_printed_document_keeps_its_copyright_and_licence(
    page: Page, site_address: str, kb: KnowledgeBase
) -> None:
    document = next(
        document for document in kb.documents if document.copyright and document.licence
    )
    page.goto(site_address + document.url[1:])
    page.emulate_media(media="print")
    shown = " ".join(page.locator("main").inner_text().split())
    assert [
        words for words in (document.copyright, document.licence) if str(words) not in shown
    ] == []


@pytest.mark.parametrize("path", ["cards/dr-dreff/", "run-chart/"])
def test_a_card_and_the_run_chart_each_print_on_one_sheet(
    page: Page, site_address: str, path: str
) -> None:
    page.goto(site_address + path)
    page.emulate_media(media="print")
    assert page.locator("form.search:visible, .theme-switch:visible, footer:visible").count() == 0
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1


SPACED = """() => {
  const sheet = new CSSStyleSheet(); // WCAG 1.4.12
  sheet.replaceSync("* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }"
    + "p { margin-bottom: 2em !important; }");
  document.adoptedStyleSheets = [sheet];
}"""


SPLIT_WORDS = r"""() => [...document.querySelectorAll("main :is(.summary, .facts, h1, h2, .index, .cards) *")].flatMap((e) =>
  [...e.childNodes].filter((node) => node.nodeType === 3 && e.checkVisibility()).flatMap((node) =>
    [...node.data.matchAll(/[\p{L}\d’']+/gu)].filter(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
    }).map(([word]) => word)))"""
NOT_FITTING = """() => {
  const below = (selector) => document.querySelector(selector).getBoundingClientRect().bottom;
  const box = [...document.querySelectorAll(".search :is(input, .go)")].findLast((e) => e.checkVisibility());
  const parts = {
    "the page": document.documentElement.scrollWidth > innerWidth,
    "the name": below(".wordmark") > below(".top"),
    "the edge of the box": getComputedStyle(box).borderRightWidth === "0px",
  };
  return Object.keys(parts).filter((name) => parts[name]);
}"""


@pytest.mark.parametrize(
    ("font_size", "setting", "width", "is_spaced"),
    [
        (32, "default", 320, False),
        (32, "default", 390, False),
        (32, "default", 1280, False),
        (24, "default", 360, False),
        (24, "default", 412, False),
        (24, "minimum", 360, False),
        (16, "default", 320, True),
    ],
)
def test_pages_fit_with_large_or_spaced_letters(
    browser: Browser, site_address: str, font_size: int, setting: str, width: int, is_spaced: bool
) -> None:
    faults = {}
    with large_text(browser, font_size, width, setting=setting) as page:
        for path in (*PAGES.values(), "for-programs/", "cards/siren/"):
            page.goto(site_address + path)
            if is_spaced:
                page.evaluate(SPACED)
            if found := page.evaluate(NOT_FITTING):
                faults[path] = found
            # Where text is half as large again
            if (font_size, setting, width) == (24, "default", 360):
                wait_until_filled(page)
                if words := page.evaluate(SPLIT_WORDS):
                    faults[path] = words[:5]
    assert faults == {}


def test_a_page_in_a_sandbox_works_without_errors(
    page: Page, page_errors: PageErrors, site_folder: Path
) -> None:
    with serving(site_folder) as server:
        server.is_sandbox = True
        page_errors.site_address = f"http://127.0.0.1:{server.server_address[1]}{SUB_PATH}"
        for path in ("", "cards/dr-dreff/", "search/?q=dreff"):
            page.goto(page_errors.site_address + path)  # after the test, errors fail it
            assert page.evaluate("origin") == "null"
        page.wait_for_selector(".hit")
        page.fill("#q", "dreff rez")
        page.wait_for_selector(".hit mark")


def test_every_column_of_the_tables_of_commands_has_a_head(page: Page, site_address: str) -> None:
    page.goto(f"{site_address}command-line/")
    assert "" not in page.locator("th").all_inner_texts()


def test_the_first_tab_stop_skips_to_the_content(page: Page, site_address: str) -> None:
    page.goto(site_address + "cards/dr-dreff/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"


def test_the_book_prints_in_two_columns(page: Page, site_address: str) -> None:
    page.goto(site_address + "book/")
    page.emulate_media(media="print")
    assert (
        page.evaluate("getComputedStyle(document.querySelector('#book-cards')).columnCount") == "2"
    )
    pages = page.pdf(format="A4").count(b"/Type /Page\n")
    assert 20 <= pages <= 60


def test_search_results_print_without_filters(page: Page, site_address: str) -> None:
    page.goto(site_address + "search/?q=dreff")
    page.wait_for_selector("#results ol a")
    page.wait_for_selector(".result-filters")
    page.emulate_media(media="print")
    assert page.locator("#results ol a").first.is_visible()
    assert (
        page.locator(
            "form.search:visible, select:visible, .result-filters:visible, button:visible"
        ).count()
        == 0
    )
