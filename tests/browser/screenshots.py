"""The site → pictures of it at three widths in both colour schemes, as WebP in `site/pages/screenshots`.

`python tests/browser/screenshots.py [FOLDER]` writes them; FOLDER is another place for them, and gets every kind of page.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from serving import SUB_PATH, browsing, served

from rulings.site.build import build

if TYPE_CHECKING:
    from playwright.sync_api import Page

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
OUT = Path(__file__).parents[2] / "site" / "pages" / "screenshots"
WIDTHS = {360: 740, 768: 1024, 1440: 900}
PAGES = {
    "home": "index.html",
    "dr-dreff": "cards/dr-dreff/index.html",
    "no-rulings": "cards/access-to-arasaka/index.html",
    "search": "search/index.html?q=dreff%20rez%20cost",
    "run-chart": "run-chart/index.html#walk=y.n",
    "topic": "topics/tracing/index.html",
    "pictures": "pictures/index.html",
}
QUALITY = 62  # WebP; text stays sharp and the pictures stay below two megabytes


def main(out: Path, pages: Mapping[str, str]) -> None:
    """Builds the site, takes the pictures of the pages (name → address), says how large they are."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "site"
        build(folder, progress=None, site_url=f"http://127.0.0.1{SUB_PATH}")
        with served(folder) as base, browsing() as browser:
            for scheme in SCHEMES:
                for width, height in WIDTHS.items():
                    context = browser.new_context(
                        viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce", service_workers="block"
                    )
                    page = context.new_page()
                    for name, path in pages.items():
                        page.goto("about:blank")  # an address that differs by its anchor only would not be loaded anew
                        page.goto(base + path)
                        if "?q=" in path:
                            page.wait_for_selector("#results .notes *")
                        page.wait_for_timeout(150)
                        (out / f"{name}-{width}-{scheme}.webp").write_bytes(_picture(page))
                    context.close()
    total = sum(file.stat().st_size for file in out.glob("*.webp"))
    print(f"{len(list(out.glob('*.webp')))} pictures, {total / 1024:.0f} KB, in {out}")


def _picture(page: Page) -> bytes:
    """What the window shows, as WebP made by the browser itself."""
    session = page.context.new_cdp_session(page)
    shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    session.detach()
    return base64.b64decode(shot["data"])


if __name__ == "__main__":
    if len(sys.argv) > 1:
        from test_layout_shift import LOADED

        main(Path(sys.argv[1]), {name.replace(" ", "-"): path for name, path in LOADED.items()})
    else:
        main(OUT, PAGES)
