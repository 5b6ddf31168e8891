"""Takes the screenshots of the README and the site again, as WebP, into
`site/pages/screenshots`: `python tests/browser/screenshots.py`.
"""

from __future__ import annotations

import base64
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from browser_support import SUB_PATH, browsing, open_page, served

from rulings.site.build import build

if TYPE_CHECKING:
    from playwright.sync_api import Page

Scheme = Literal["light", "dark"]
OUT = Path(__file__).parents[2] / "site" / "pages" / "screenshots"
HEIGHTS = {360: 740, 768: 1024, 1440: 900}  # by width
PICTURES: tuple[
    tuple[str, str, int, Scheme], ...
] = (  # name, address, width and colour scheme
    ("dr-dreff", "cards/dr-dreff/index.html", 1440, "light"),
    ("dr-dreff", "cards/dr-dreff/index.html", 360, "dark"),
    ("search", "search/index.html?q=dreff%20rez%20cost", 768, "light"),
    ("run-chart", "run-chart/index.html#walk=y.n", 360, "light"),
)
QUALITY = 62  # of the WebP: text stays sharp


def main() -> None:
    """Builds the site and writes the pictures."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "site"
        build(folder, site_url=f"http://127.0.0.1{SUB_PATH}")
        with served(folder) as site_address, browsing() as browser:
            for name, path, width, scheme in PICTURES:
                with open_page(
                    browser,
                    width,
                    HEIGHTS[width],
                    color_scheme=scheme,
                    reduced_motion="reduce",
                ) as page:
                    page.goto(site_address + path)
                    if "?q=" in path:
                        page.wait_for_selector("#results .notes *")
                    page.wait_for_timeout(150)
                    (OUT / f"{name}-{width}-{scheme}.webp").write_bytes(_picture(page))


def _picture(page: Page) -> bytes:
    """The visible part of the page as WebP, which Playwright itself cannot make."""
    session = page.context.new_cdp_session(page)
    shot = session.send(
        "Page.captureScreenshot", {"format": "webp", "quality": QUALITY}
    )
    session.detach()
    return base64.b64decode(shot["data"])


if __name__ == "__main__":
    main()
