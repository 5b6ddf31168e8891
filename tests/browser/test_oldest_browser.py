"""The pages in Chromium 92 of July 2021, one of the oldest browsers that they are for. It comes with
the packages of `npm ci`.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from browser_support import FLAGS, need, open_page, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.weekly
PACKED = Path(__file__).parent / "node_modules/@sparticuz/chromium/bin/chromium.br"
UNPACK = "const [from, to] = process.argv.slice(1), fs = require('fs'); fs.writeFileSync(to, require('zlib').brotliDecompressSync(fs.readFileSync(from)), { mode: 0o755 })"
PAGES = (
    "",
    "cards/",
    "cards/dr-dreff/",
    "topics/tracing/",
    "documents/comprehensive-reference-manual/",
    "run-chart/",
    "errata/",
    "deck/#d=3.dr-dreff",
    "quiz/",
    "search/?q=jack out after ice",
)
# Texts on the first screens with a contrast below 4.5 : 1, or behind something else.
UNREADABLE = """async () => {
  const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = (colour) => parts(colour).slice(0, 3).map((p) => p / 255)
    .map((p) => (p <= 0.04045 ? p / 12.92 : ((p + 0.055) / 1.055) ** 2.4))
    .reduce((sum, p, i) => sum + p * [0.2126, 0.7152, 0.0722][i], 0);
  const isSolid = (colour) => /^rgb/.test(colour) && (parts(colour)[3] ?? 1) > 0.9;
  const isClipped = (e) => e && (getComputedStyle(e).clipPath !== "none" || isClipped(e.parentElement));
  const filled = (e) => (e instanceof SVGElement ? getComputedStyle(e).fill : getComputedStyle(e).backgroundColor);
  const found = [], seen = new Set();
  for (let screen = 0; screen < 3; screen++) {
    scrollTo(0, screen * innerHeight * 0.8);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode, e = node.parentElement, range = document.createRange();
      if (!node.data.trim() || getComputedStyle(e).visibility === "hidden") continue;
      range.selectNodeContents(node);
      const box = range.getClientRects()[0];
      if (!box || box.width < 3 || box.top < 0 || box.bottom > innerHeight) continue;
      const stack = document.elementsFromPoint(box.left + 2, box.top + box.height / 2);
      const isInHeader = e.closest(".top, main > .search");
      if (!stack.length || !isInHeader && box.top < 80 || isClipped(e)) continue;
      if (!stack.includes(e) && getComputedStyle(e).pointerEvents !== "none") continue; // cut off by a part that scrolls
      seen.add(node);
      const words = node.data.trim().slice(0, 30), top = stack[0];
      if (!(e instanceof SVGElement) && stack.slice(0, Math.max(0, stack.indexOf(e))).some((each) => !e.contains(each) && isSolid(filled(each))))
        found.push(`${words}: behind ${top.outerHTML.slice(0, 60)}`);
      const colour = e instanceof SVGElement ? getComputedStyle(e).fill : getComputedStyle(e).color;
      const behind = stack.filter((each) => each !== e || !(e instanceof SVGElement)).map(filled).find(isSolid);
      if (!behind) { found.push(`${words}: on no colour`); continue; }
      const [low, high] = [light(colour), light(behind)].sort((a, b) => a - b);
      if ((high + 0.05) / (low + 0.05) < 4.5) found.push(`${words}: ${colour} on ${behind}`);
    }
  }
  scrollTo(0, 0);
  return [seen.size, found];
}"""


@pytest.fixture(scope="module")
def oldest(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Chromium 92. The newer browser is only asked for so that the two are started in one way."""
    need(None if PACKED.exists() else "Chromium 92 is missing: cd tests/browser && npm ci")
    program = tmp_path_factory.mktemp("oldest") / "chromium"
    subprocess.run(["node", "-e", UNPACK, str(PACKED), str(program)], check=True)
    with browser.browser_type.launch(executable_path=program, args=list(FLAGS)) as running_browser:
        assert running_browser.version.startswith("92.")
        yield running_browser


def press(page: Page, selector: str) -> None:
    """Presses the middle of the first element (Playwright's own `click` needs a newer browser)."""
    point = page.evaluate(
        "s => { const r = document.querySelector(s).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }",
        selector,
    )
    page.mouse.click(*point)


def visible(page: Page, selector: str) -> Any:
    """Whether there is such an element, with a size."""
    return page.evaluate("s => !!document.querySelector(s)?.offsetWidth", selector)


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
def test_words_are_readable_the_menu_opens_and_nothing_fails(
    oldest: Browser, site_address: str, width: int, scheme: Any
) -> None:
    errors: list[str] = []
    with open_page(oldest, width, color_scheme=scheme, reduced_motion="reduce") as page:
        page.on("pageerror", lambda error: errors.append(f"{page.url}: {error}"))
        for path in PAGES:
            page.goto("about:blank")
            page.goto(site_address + path)
            until(page, "!document.documentElement.matches('.is-loading')")
            if "?q=" in path:
                until(page, "document.querySelector('.hit')")
            number, unreadable = page.evaluate(UNREADABLE)
            assert number > 10
            assert unreadable == [], path
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert not visible(page, ".site-menu a")
            press(page, ".menu-button")
            until(page, "document.querySelector('.site-menu a').offsetWidth")
            number, unreadable = page.evaluate(
                UNREADABLE.replace("document.body", "document.querySelector('.top')")
            )
            assert unreadable == [], path
            press(page, ".menu-button")
            until(page, "!document.querySelector('.site-menu a').offsetWidth")
    assert errors == []


def test_what_scripts_do(oldest: Browser, site_address: str) -> None:
    errors: list[str] = []
    with open_page(oldest, 390) as page:
        page.on("pageerror", lambda error: errors.append(f"{page.url}: {error}"))
        page.goto(site_address)
        press(page, "#q")
        page.keyboard.type("Doctor Dref")
        until(page, "document.querySelector('[role=option]')?.innerText.includes('Dr. Dreff')")
        page.goto(site_address + "search/?q=does ice from dreff count as rezzed before 1998")
        until(page, "document.querySelector('.hit-text')?.innerText.includes('not considered')")
        page.goto(site_address + "deck/#d=3.dr-dreff_2.glacier")
        until(page, "document.querySelector('#deck-sheet section')")
        page.goto(site_address + "quiz/")
        until(page, "document.querySelector('#quiz-reveal')")
        press(page, "#quiz-reveal")
        until(page, "document.querySelector('#quiz-question blockquote')")
        page.goto(site_address + "run-chart/")
        until(page, "document.querySelector('.walk-yes')?.offsetWidth")
        press(page, ".walk-rulings summary")
        until(page, "document.querySelector('.walk-ruling')")
        page.goto(site_address + "cards/doctor-dref/")
        until(page, "document.querySelector('#did-you-mean a')")
    assert errors == []
