"""Measures how long the search takes from a key to the results, at full speed and with the processor slowed down.

`python tests/programs keystrokes [--check]` types judges' queries key by key, in the search box of a page and on the
search page, and prints the median, the 95th percentile and the maximum, in milliseconds, and how long the first use
takes, with its longest task. With `--check` it fails if the median is above one frame (16 ms), or the 95th percentile
above 80 ms with the processor slowed to a quarter.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from browser_support import browsing, open_page, served, until

from rulings.site.build import build
from support.data_files import read_data

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

QUERIES = "queries/judges-1-tune.yaml"
STEP = 5  # every fifth query is typed
PAGES = {"about-the-data/": "suggestions", "search/": "results"}  # page → the element with the results
LIMITS = {1: (0.5, 16.0), 4: (0.95, 80.0)}  # slowdown → share of the keys, and the milliseconds that they may take
TYPING = """async ([queries, id]) => {
  const box = document.getElementById("q"), list = document.getElementById(id), durations = [];
  for (const query of queries) {
    for (let n = 1; n <= query.length; n++) {
      box.value = query.slice(0, n);
      const start = performance.now();
      box.dispatchEvent(new Event("input", { bubbles: true }));
      for (let i = 0; i < 5; i++) await null;
      list.getBoundingClientRect();
      durations.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }
  return durations;
}"""


def queries() -> list[str]:
    """The queries that are typed."""
    items: list[dict[str, Any]] = read_data(QUERIES)
    return [item["q"] for item in items][::STEP]


FIRST_USE = """async () => {
  let longest = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((task) => (longest = Math.max(longest, task.duration)))).observe({ type: "longtask" });
  const start = performance.now();
  await Rulings.searchEngine();
  const duration = performance.now() - start;
  await new Promise((resolve) => setTimeout(resolve, 100));
  return [duration, longest];
}"""


def first_use(browser: Browser, site_address: str, slowdown: int) -> tuple[float, float]:
    """Milliseconds until the search is ready, and of the longest task meanwhile (0 if none took more than 50 ms)."""
    with open_page(browser) as page:
        page.goto(site_address + "about-the-data/")
        slow_down(page, slowdown)
        duration, longest_task = page.evaluate(FIRST_USE)
    return duration, longest_task


def measure(browser: Browser, site_address: str, path: str, slowdown: int) -> list[float]:
    """Milliseconds for each key on a page, with the processor `slowdown` times slower."""
    with open_page(browser) as page:
        page.goto(site_address + path)
        page.locator("#q").focus()
        until(page, "window.Rulings.hits && window.Rulings.searchData", 20)
        page.evaluate("Rulings.searchEngine().then(() => true)")
        slow_down(page, slowdown)
        durations: list[float] = page.evaluate(TYPING, [queries(), PAGES[path]])
    return durations


def slow_down(page: Page, slowdown: int) -> None:
    """Makes the processor of a page `slowdown` times slower."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowdown})


def main(check: bool) -> int:
    """Prints the table. Returns 1 if `check` is true and a limit is exceeded, otherwise 0."""
    within_limits = True
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "site"
        build(folder)
        with served(folder) as site_address, browsing() as browser:
            print("processor                keys  median  95 %  longest   (ms from key to laid-out results)")
            for slowdown, (share, limit) in LIMITS.items():
                for path in PAGES:
                    durations = sorted(measure(browser, site_address, path, slowdown))
                    keys = len(durations)
                    median = statistics.median(durations)
                    percentile = durations[int(keys * 0.95)]
                    within_limits = within_limits and durations[int(keys * share)] <= limit
                    print(f"1/{slowdown}  {path:20} {keys:5}  {median:6.1f}  {percentile:5.1f}  {durations[-1]:7.1f}")
                ready, longest_task = first_use(browser, site_address, slowdown)
                print(f"1/{slowdown}  first use: {ready:.0f}, its longest task: {longest_task:.0f}")
    return 0 if within_limits or not check else 1


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
