"""Every kind of page on narrow screens, without JavaScript, from disk and in print;
also filters, the theme switch and other tools.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest
from browser_support import (
    NOT_FITTING,
    font_size_of,
    open_page,
    until,
    wait_until_filled,
)

from support.examples import some_of
from support.pages_of_each_kind import PAGES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

    from conftest import PageErrors


Scheme = Literal["light", "dark"]

NEED_JAVASCRIPT = ("Rulings for a deck", "Practice", "Search")
# Parts that scripts add or choose
MADE_BY_SCRIPTS = "#walk, #did-you-mean, #not-found .needs-js, .tools > summary"


# So that nothing below the screen is left unrendered
RENDER_ALL = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { content-visibility: visible !important; }");
  document.adoptedStyleSheets = [sheet];
}"""


def words_of(page: Page) -> list[str]:
    """The visible words of the content."""
    page.evaluate(RENDER_ALL)
    return page.locator("main").inner_text().split()


def test_every_page_can_be_read_without_javascript(
    page: Page, browser: Browser, site_address: str
) -> None:
    lost = {}
    with open_page(browser, java_script_enabled=False) as unscripted:
        for path in some_of(
            (PAGES[name] for name in PAGES if name not in NEED_JAVASCRIPT), 3
        ):
            page.goto(site_address + path)
            page.evaluate(
                "selector => document.querySelectorAll(selector).forEach(e => e.remove())",
                MADE_BY_SCRIPTS,
            )
            words = words_of(page)
            assert len(words) > 10
            unscripted.goto(site_address + path)
            if missing := set(words) - set(words_of(unscripted)):
                lost[path] = missing
            # It would not work
            assert unscripted.locator("button.theme-switch:visible").count() == 0
    assert lost == {}


@pytest.mark.parametrize("name", NEED_JAVASCRIPT)
def test_pages_that_need_javascript_say_so(
    browser: Browser, site_address: str, name: str
) -> None:
    with open_page(browser, java_script_enabled=False) as page:
        page.goto(site_address + PAGES[name])
        assert "needs JavaScript" in page.locator("main").inner_text()


def test_every_page_can_be_read_from_disk(
    context: BrowserContext, site_folder: Path
) -> None:
    page = context.new_page()
    # Not from disk: the links of “Not found” start at the root of the host, because it
    # is shown at any depth
    for path in some_of((PAGES[name] for name in PAGES if name != "Not found"), 3):
        folder, _, query = path.partition("?")
        file = folder if folder.endswith(".html") else f"{folder}index.html"
        page.goto(f"{(site_folder / file).as_uri()}{'?' + query if query else ''}")
        box_sizing = "getComputedStyle(document.querySelector('main')).boxSizing"
        assert page.evaluate(box_sizing) == "border-box", path


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
        assert all(key.startswith("rulings-") for key in keys), (
            "other sites may share the storage"
        )
        assert page.evaluate(background) == after
        script = "[...document.scripts].find(s => s.src.endsWith('/before-paint.js'))"
        assert page.evaluate(
            f"{script}.matches('head script:not([defer], [async])')"
        ), "it must run before the first paint"
        page.click(".menu-button")
        page.get_by_role("button", name=f"Switch to {scheme} colours").click()
        assert page.evaluate(background) == before


IS_RESPECTED = {  # what a reader can prefer → whether a page respects it
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
# End of an address of the site → the words of a link on the page, or the fragment that
# the address becomes
MANGLED = {
    **{f"cards/dr-dreff/{end}": "Dr. Dreff" for end in (").", ",", ">", "*", "”", "%E2%80%8B", "%3E%3E", "index.html)")},
    **dict.fromkeys(("Cards/Dr-Dreff/", "cards/dr-dreff).", "dr-dreff", "cards/dr+dreff", "card/dreff"), "Dr. Dreff"),
    **{f"{path}{RULING}": "When may the Corp use" for path in ("cards/dr-dreff/%23", "", "rulings/", "cards/dr-dreff/")},
    "rulings/8a16f88d.": "When may the Corp use", f"topics/{RULING.upper()}": "When may the Corp use",
    **dict.fromkeys(("run-chart/13", "run-chart/step-13).", "step/13"), "Step 13"),
    "topics/tag/": "Tags", "topics/tracing/*": "Tracing", "keywords/Virus)": "Virus",
    **{f"cards/dr-dreff/#{part}": RULING for part in (f"{RULING}.", f"{RULING})", RULING.upper(), f"{RULING}%E2%80%8B")},
    **{f"cards/dr-dreff/#{part}": RULING for part in ("8a16f88d", "8A16F88D.", "8a16f88d?utm=x", f"{RULING}?utm=x")},
    "cards/dr-dreff/#no-such": "no-such-part",
}  # fmt: skip


def test_an_address_from_a_chat_leads_to_what_it_meant(
    page: Page, site_address: str, page_errors: PageErrors
) -> None:
    page_errors.expected_errors += ("404 (Not Found)",)
    missed = []
    for path, found in some_of(MANGLED.items(), 5):
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
    page.goto(site_address + "nothing-here/")
    page.get_by_role("link", name="Search for “nothing here”").wait_for()
    assert page.locator("#did-you-mean li").count() == 0
    page.goto(site_address + "cards/dr-dreff/#no-such")
    note = page.locator(".remark", has_text="It has another address now, or none")
    assert note.locator("a").evaluate("link => link.search") == "?go=no-such"


@pytest.mark.parametrize("path", ["cards/dr-dreff/", "run-chart/"])
def test_a_card_and_the_run_chart_each_print_on_one_sheet(
    page: Page, site_address: str, path: str
) -> None:
    page.goto(site_address + path)
    page.emulate_media(media="print")
    assert (
        page.locator(
            "form.search:visible, .theme-switch:visible, footer:visible"
        ).count()
        == 0
    )
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1


SPLIT_WORDS = r"""() => [...document.querySelectorAll("main :is(.summary, .facts, h1, h2, .index, .cards) *")].flatMap((e) =>
  [...e.childNodes].filter((node) => node.nodeType === 3 && e.checkVisibility()).flatMap((node) =>
    [...node.data.matchAll(/[\p{L}\d’']+/gu)].filter(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
    }).map(([word]) => word)))"""


FITTING = (*PAGES.values(), "for-programs/", "cards/siren/")


def test_pages_fit_with_large_letters(page: Page, site_address: str) -> None:
    faults, set_font_size = {}, font_size_of(page)
    for path in some_of(FITTING, 5):
        page.goto(site_address + path)
        wait_until_filled(page)
        for font_size, widths in ((32, (320, 390, 1280)), (24, (360, 412))):
            set_font_size(font_size)
            for width in widths:
                page.set_viewport_size({"width": width, "height": 800})
                if found := page.evaluate(NOT_FITTING):
                    faults[path, font_size, width] = found
                # At one and a half times the usual size
                if (font_size, width) == (24, 360) and (
                    words := page.evaluate(SPLIT_WORDS)
                ):
                    faults[path, font_size, width] = words[:5]
    assert faults == {}


def test_the_first_tab_stop_skips_to_the_content(page: Page, site_address: str) -> None:
    page.goto(site_address + "cards/dr-dreff/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"


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
