"""The search box under typing fingers → how long each key takes until the results are laid out, at full speed and slowed down.

`python tests/browser/keystrokes.py [--check]` types judges' queries key by key and prints the median, the 95th of a
hundred and the longest, in milliseconds, and how long the first use takes, with its longest task. With `--check` it fails
where the median is above one frame (16 ms), or the 95th above 80 ms with the processor slowed to a quarter.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml
from serving import browsing, reader, served, until

from rulings.site.build import build

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

QUERIES = Path(__file__).parents[1] / "data" / "judge-queries.yaml"
EACH = 5  # every fifth query is typed; a hundred would only take longer
LIMITS = {1: (0.5, 16.0), 4: (0.95, 80.0)}  # slower by → share of the keys, milliseconds
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


FIRST_USE = """async () => {
  let longest = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((one) => (longest = Math.max(longest, one.duration)))).observe({ type: "longtask" });
  const start = performance.now();
  await Rulings.searchEngine();
  const taken = performance.now() - start;
  await new Promise((resolve) => setTimeout(resolve, 100));
  return [taken, longest];
}"""


def first_use(browser: Browser, base: str, slower: int) -> tuple[float, float]:
    """Milliseconds until the search is ready, and of the longest task meanwhile (0: none above 50)."""
    with reader(browser) as page:
        page.goto(base + "about-the-data/")
        slow(page, slower)
        taken, longest = page.evaluate(FIRST_USE)
    return taken, longest


def measure(browser: Browser, base: str, slower: int) -> list[float]:
    """Milliseconds for each key, with the processor `slower` times slower."""
    with reader(browser) as page:
        page.goto(base + "about-the-data/")
        page.locator("#q").focus()
        until(page, "window.Rulings.show && window.Rulings.searchData", 20)
        page.evaluate("Rulings.searchEngine().then(() => true)")
        slow(page, slower)
        taken: list[float] = page.evaluate(TYPING, queries())
    return taken


def slow(page: Page, slower: int) -> None:
    """Slows the processor of a page down."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})


def main(check: bool) -> int:
    """Prints the table; 1 where a limit is passed and `check` was asked for."""
    passed = True
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "site"
        build(folder, progress=None)
        with served(folder) as base, browsing() as browser:
            print("processor  keys  median  95 %  longest   (ms from key to laid-out results)   first use  longest task")
            for slower, (share, limit) in LIMITS.items():
                ready, task = first_use(browser, base, slower)
                taken = sorted(measure(browser, base, slower))
                median, most = statistics.median(taken), taken[int(len(taken) * 0.95)]
                passed = passed and taken[int(len(taken) * share)] <= limit
                print(f"1/{slower}        {len(taken):5}  {median:6.1f}  {most:5.1f}  {taken[-1]:7.1f}  {ready:40.0f}  {task:12.0f}")
    return 0 if passed or not check else 1


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
