"""Nothing moves while a page loads: the sum of its layout shifts is near 0, on a phone and on a
desktop.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browser_support import until

from rulings.api import KnowledgeBase
from support.pages_of_each_kind import OPENED, PAGES_AND_STATES, address

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from conftest import PageErrors

MAX_SHIFT = 0.001  # on a busy machine, a first paint of half a header is a few ten-thousandths
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


@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize("path", PAGES_AND_STATES.values(), ids=PAGES_AND_STATES.keys())
def test_nothing_moves_while_a_page_loads(
    page: Page, site_address: str, page_errors: PageErrors, kb: KnowledgeBase, path: str, width: int
) -> None:
    page_errors.expected_errors = (*page_errors.expected_errors, "404 (Not Found)")
    page.set_viewport_size({"width": width, "height": 740})
    page.add_init_script(OPENED)
    page.add_init_script(RECORD_SHIFTS)
    page.goto(site_address + address(path, kb), wait_until="networkidle")
    if "?q=" in path:
        until(page, "document.querySelector('#results .notes')")
    shifts = page.evaluate("window.shifts")
    assert sum(shift[0] for shift in shifts) < MAX_SHIFT, shifts


@pytest.mark.parametrize("width", [360, 768, 1440])
def test_the_header_is_as_high_before_its_content_is_read(
    page: Page, site_address: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(site_address + "cards/dr-dreff/")
    height_of_header = "document.querySelector('.top').offsetHeight"
    height = page.evaluate(height_of_header)
    page.evaluate("document.querySelector('.top').replaceChildren()")
    assert height - page.evaluate(height_of_header) < 6
