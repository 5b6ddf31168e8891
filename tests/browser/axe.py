"""Runs axe-core, which finds faults for readers who use other senses or tools than a
screen and a mouse.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from browser_support import need

if TYPE_CHECKING:
    from playwright.sync_api import Page

_AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
_BACKGROUND = "getComputedStyle(document.body).backgroundColor"
_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# axe's time grows with the page. Long lists are cut to the first entries and those with
# a tag, a class or an empty element that no earlier entry has. Content that is not
# rendered seems to cover other content, so all is rendered.
_SHORTEN_LISTS = """() => {
  const lists = [...document.querySelectorAll("main *")].map((element) => element.children);
  for (const items of [...lists, document.querySelectorAll(".subject-part")]) {
    const kinds = new Set();
    for (const [number, item] of [...items].entries()) {
      const before = kinds.size;
      for (const e of [item, ...item.querySelectorAll("*")])
        kinds.add(`${e.nodeName} ${e.getAttribute("class")} ${e.textContent.trim() === ""}`);
      if (number > 7 && kinds.size === before) item.remove();
    }
  }
  for (const part of document.querySelectorAll(".letter, .subject-part")) part.style.contentVisibility = "visible";
}"""


@cache
def _script() -> str:
    need(
        None
        if _AXE.exists()
        else f"axe-core is not installed: npm ci in {_AXE.parents[2]}"
    )
    return _AXE.read_text(encoding="utf-8")


def violations(page: Page, only: list[str] = _TAGS) -> list[dict[str, Any]]:
    """The rule, the number of places and the first place of each fault that axe finds.
    `only`: tags or names of the rules to check.
    """
    # A link half covered by the sticky header would count as too small
    page.evaluate("scrollTo(0, 0)")
    if page.evaluate("!window.axe"):
        page.evaluate(_script())
    found = page.evaluate(
        "async only => (await axe.run(document, {runOnly: only, resultTypes: ['violations']})).violations",
        only,
    )
    return [
        {
            "rule": violation["id"],
            "count": len(violation["nodes"]),
            "first": violation["nodes"][0]["html"][:160],
            "reason": violation["nodes"][0]["failureSummary"][:300],
        }
        for violation in found
    ]


def violations_in_both_schemes(page: Page) -> list[dict[str, Any]]:
    """The faults that axe finds in the light scheme, and those that its colour rules
    find in the dark one. This shortens the lists of the page.
    """
    page.evaluate(_SHORTEN_LISTS)
    light_background = page.evaluate(_BACKGROUND)
    found = violations(page)
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(_BACKGROUND) != light_background
    return found + violations(page, ["color-contrast", "link-in-text-block"])
