"""Each kind of page, at three widths. One visit checks whether anything moves while the
page loads, whether words touch or are cut off, whether everything fits, what a
selection copies, and what axe-core finds. Nothing moves either in pages as a reader has
left them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from axe import violations_in_both_schemes
from browser_support import NOT_FITTING, until, wait_until_filled

from rulings.api import KnowledgeBase
from support.examples import some_of
from support.pages_of_each_kind import PAGES, PAGES_AND_STATES, address

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from conftest import PageErrors

MAX_SHIFT = 0.001  # on a busy machine, half a header painted first shifts a little
RECORD_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const moved = entry.sources.map(({ node, previousRect: a, currentRect: b }) =>
      `${node && (node.id || node.className || node.nodeName)}: ${a.x},${a.y} ${a.width}×${a.height} → ${b.x},${b.y} ${b.width}×${b.height}`);
    window.shifts.push([entry.value, ...moved]);
  }
}).observe({ type: "layout-shift", buffered: true });
"""
# Text in the same flow of inline boxes is one sentence. Words may be cut off by a fade,
# an ellipsis or a scroll bar, which show that the text goes on.
FAULTS = r"""() => {
  const faults = [], style = (e) => getComputedStyle(e), short = (words) => words.trim().replace(/\s+/g, " ").slice(0, 40);
  const isClipped = (e) => e && (style(e).clipPath !== "none" || isClipped(e.parentElement));
  const isSeen = (e) => e.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
    && !e.closest("svg") && !isClipped(e);
  const isInline = (e) => style(e).display.startsWith("inline") || (e.parentElement.childNodes.length === 1 && isInline(e.parentElement));
  const flowOf = (e) => (isInline(e) ? flowOf(e.parentElement) : e);
  const texts = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.data.trim() || !isSeen(node.parentElement) || node.parentElement.closest("button")) continue;
    const range = document.createRange(), flow = flowOf(node.parentElement);
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) if (box.width > 2 && box.height > 6) texts.push({ node, box, flow });
  }
  texts.forEach(({ node, box, flow }, i) => {
    for (const other of texts.slice(i + 1, i + 40)) {
      if (other.flow === flow) continue;
      const [left, right] = box.left < other.box.left ? [box, other.box] : [other.box, box];
      const isRow = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > 6;
      if (isRow && right.left - left.right < 4) faults.push(`touch: ${short(node.data)} | ${short(other.node.data)}`);
    }
  });
  for (const e of document.querySelectorAll("main, main *")) {
    if (!isSeen(e) || !e.innerText || e.clientWidth < 4) continue;
    const { overflowX, scrollbarWidth, maskImage, textOverflow, webkitLineClamp } = style(e);
    const isHidden = overflowX === "hidden" || overflowX === "clip" || (overflowX !== "visible" && scrollbarWidth === "none");
    const isTooNarrow = e.scrollWidth > e.clientWidth + 3 && (isHidden || e.matches("th, td"));
    if (isTooNarrow && maskImage === "none" && textOverflow !== "ellipsis" && webkitLineClamp === "none")
      faults.push(`cut off: ${e.className || e.tagName}: ${short(e.innerText)}`);
  }
  return [...new Set(faults)];
}"""

SPACED = """() => {
  const sheet = new CSSStyleSheet(); // WCAG 1.4.12
  sheet.replaceSync("* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }"
    + "p { margin-bottom: 2em !important; }");
  document.adoptedStyleSheets = [sheet];
}"""

TEXT_SIZE = "size => { document.documentElement.style.fontSize = size; }"  # WCAG 1.4.4

# Invisible words that a selection of the entire page copies
COPIED = r"""() => {
  getSelection().selectAllChildren(document.querySelector("main"));
  const copy = `${getSelection()}`, hidden = document.querySelectorAll("main :is(.visually-hidden, .tools > summary)");
  return [...hidden].map((e) => (e.ariaLabel ?? e.textContent).trim()).filter((words) => words.length > 12)
    .concat("\nCopy\n").filter((words) => copy.includes(words));
}"""


VISITS = [(name, width) for name in PAGES_AND_STATES for width in (360, 1440)]
VISITS += [(name, 768) for name in PAGES]


@pytest.mark.parametrize(("name", "width"), some_of(VISITS, 7))
def test_a_page_has_no_fault_of_layout_or_access(
    page: Page,
    site_address: str,
    page_errors: PageErrors,
    library: KnowledgeBase,
    name: str,
    width: int,
) -> None:
    path = PAGES_AND_STATES[name]
    page_errors.expected_errors += ("404 (Not Found)",) * (name not in PAGES)
    page.set_viewport_size({"width": width, "height": 740})
    page.add_init_script(RECORD_SHIFTS)
    page.goto(site_address + address(path, library), wait_until="networkidle")
    if "?q=" in path:
        until(page, "document.querySelector('#results .notes')")
    shifts = page.evaluate("window.shifts")
    assert sum(shift[0] for shift in shifts) < MAX_SHIFT, shifts
    if name not in PAGES:
        return
    wait_until_filled(page)
    page.set_viewport_size({"width": width, "height": 900})
    assert page.evaluate(FAULTS) == []
    if width > 360:
        assert page.evaluate(COPIED) == []
        return
    for narrow in (360, 320):
        page.set_viewport_size({"width": narrow, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") <= narrow
    page.evaluate(SPACED)
    assert page.evaluate(NOT_FITTING) == []
    page.evaluate("document.adoptedStyleSheets = []")
    page.set_viewport_size({"width": 390, "height": 740})
    page.evaluate(TEXT_SIZE, "200%")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.evaluate(TEXT_SIZE, "")
    page.set_viewport_size({"width": 360, "height": 740})
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    assert violations_in_both_schemes(page) == []
