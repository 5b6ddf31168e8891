"""Takes screenshots of the site at three widths in both colour schemes.

`python tests/programs screenshots` takes those that the site shows, and writes them to `site/pages/screenshots` as WebP;
`python tests/programs screenshots FOLDER` takes every kind of page, and writes to FOLDER.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from browser_support import SUB_PATH, browsing, served

import rulings
from rulings.site.build import build
from support.pages_of_each_kind import PAGES_AND_STATES, address

if TYPE_CHECKING:
    from playwright.sync_api import Page

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
OUT = Path(__file__).parents[2] / "site" / "pages" / "screenshots"
HEIGHTS = {360: 740, 768: 1024, 1440: 900}  # by width
PAGES = {
    "home": "index.html",
    "dr-dreff": "cards/dr-dreff/index.html",
    "no-rulings": "cards/access-to-arasaka/index.html",
    "search": "search/index.html?q=dreff%20rez%20cost",
    "run-chart": "run-chart/index.html#walk=y.n",
    "topic": "topics/tracing/index.html",
}
QUALITY = 62  # of the WebP: text stays sharp, and all pictures together stay below two megabytes


def main(out: Path, pages: Mapping[str, str]) -> None:
    """Builds the site, writes the pictures of the pages (name → address) to `out`, and prints their size."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "site"
        build(folder, site_url=f"http://127.0.0.1{SUB_PATH}")
        with served(folder) as site_address, browsing() as browser:
            for scheme in SCHEMES:
                for width, height in HEIGHTS.items():
                    context = browser.new_context(
                        viewport={"width": width, "height": height},
                        color_scheme=scheme,
                        reduced_motion="reduce",
                        service_workers="block",
                    )
                    page = context.new_page()
                    for name, path in pages.items():
                        # Otherwise an address that differs only in its anchor would not be loaded.
                        page.goto("about:blank")
                        page.goto(site_address + path)
                        if "?q=" in path:
                            page.wait_for_selector("#results .notes *")
                        page.wait_for_timeout(150)
                        (out / f"{name}-{width}-{scheme}.webp").write_bytes(_picture(page))
                    context.close()
    total = sum(file.stat().st_size for file in out.glob("*.webp"))
    print(f"{len(list(out.glob('*.webp')))} pictures, {total / 1024:.0f} KB, in {out}")


def _picture(page: Page) -> bytes:
    """What the window shows, as WebP, which Playwright's own screenshots do not support."""
    session = page.context.new_cdp_session(page)
    shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    session.detach()
    return base64.b64decode(shot["data"])


if __name__ == "__main__":
    if len(sys.argv) > 1:
        kb = rulings.open()
        main(Path(sys.argv[1]), {name.replace(" ", "-"): address(path, kb) for name, path in PAGES_AND_STATES.items()})
    else:
        main(OUT, PAGES)
