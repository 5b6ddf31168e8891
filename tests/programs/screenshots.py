"""Takes the screenshots that README and site show, or those of every kind of page.

`python tests/programs screenshots` takes the former anew, in `site/pages/screenshots`; `python tests/programs screenshots
FOLDER` takes every kind of page, at three widths and in both colour schemes. They are WebP.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from collections.abc import Container, Mapping
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
    "dr-dreff": "cards/dr-dreff/index.html",
    "search": "search/index.html?q=dreff%20rez%20cost",
    "run-chart": "run-chart/index.html#walk=y.n",
}
SHOWN = {"dr-dreff-1440-light", "dr-dreff-360-dark", "search-768-light", "run-chart-360-light"}
QUALITY = 62  # of the WebP: text stays sharp


def main(out: Path, pages: Mapping[str, str], only: Container[str] | None = None) -> None:
    """Builds the site, writes the pictures of the pages (name → address) to `out`, and prints their size.

    `only`: the names of the pictures to take, such as `dr-dreff-360-dark`; None for all.
    """
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
                        picture = f"{name}-{width}-{scheme}"
                        if only is not None and picture not in only:
                            continue
                        # Otherwise an address that differs only in its anchor would not be loaded.
                        page.goto("about:blank")
                        page.goto(site_address + path)
                        if "?q=" in path:
                            page.wait_for_selector("#results .notes *")
                        page.wait_for_timeout(150)
                        (out / f"{picture}.webp").write_bytes(_picture(page))
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
        main(OUT, PAGES, SHOWN)
