"""The search box under typing fingers → how long each key takes until the results are laid out, at full speed and slowed down.

`python tests/browser/keystrokes.py [--check]` types judges' queries key by key and prints the median, the 95th of a
hundred and the longest, in milliseconds. With `--check` it fails where the median is above one frame (16 ms), or above
50 ms with the processor slowed to a quarter.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml
from serving import browsing, served, until

from rulings.site.build import build

if TYPE_CHECKING:
    from playwright.sync_api import Browser

QUERIES = Path(__file__).parents[1] / "data" / "judge-queries.yaml"
EACH = 5  # every fifth query is typed; a hundred would only take longer
LIMITS = {1: 16.0, 4: 50.0}
TYPING = """async (queries) => {
  const box = document.getElementById("q"), list = document.getElementById("suggestions"), taken = [];
  for (const query of queries) {
    for (let n = 1; n <= query.length; n++) {
      box.value = query.slice(0, n);
      const start = performance.now();
      box.dispatchEvent(new Event("input", { bubbles: true }));
      for (let i = 0; i < 5; i++) await null;
      list.getBoundingClientRect();
      taken.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }
  return taken;
}"""


def queries() -> list[str]:
    """What is typed."""
    items: list[dict[str, Any]] = yaml.safe_load(QUERIES.read_text(encoding="utf-8"))
    return [item["q"] for item in items][::EACH]


def measure(browser: Browser, base: str, slower: int) -> list[float]:
    """Milliseconds for each key, with the processor `slower` times slower."""
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    page.goto(base + "about-the-data/")
    page.locator("#q").focus()
    until(page, "window.Rulings.show && window.RULINGS_SEARCH", 20)
    page.evaluate("Rulings.searchEngine().then(() => true)")
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    taken: list[float] = page.evaluate(TYPING, queries())
    context.close()
    return taken


def main(check: bool) -> int:
    """Prints the table; 1 where a limit is passed and `check` was asked for."""
    passed = True
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "site"
        build(folder, progress=None)
        with served(folder) as base, browsing() as browser:
            print("processor  keys  median  95 %  longest   (ms from key to laid-out results)")
            for slower, limit in LIMITS.items():
                taken = sorted(measure(browser, base, slower))
                median = statistics.median(taken)
                passed = passed and median <= limit
                print(f"1/{slower}        {len(taken):5}  {median:6.1f}  {taken[int(len(taken) * 0.95)]:5.1f}  {taken[-1]:7.1f}")
    return 0 if passed or not check else 1


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
