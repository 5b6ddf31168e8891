"""An address of the site (`/cards/dr-dreff/#id`) → a relative link from one page, which also works from disk."""

from __future__ import annotations


class Place:
    """Where a page stands: makes relative links from it. `Place("cards/dr-dreff/")("/run-chart/#step-3")`."""

    def __init__(self, url: str, base: str | None = None) -> None:
        """`url`: the page's own address without a leading slash; `base` replaces the way to the top (404 page)."""
        self.url = url.removeprefix("/")
        self.base = base if base is not None else "../" * self.url.count("/") or "./"

    def __call__(self, target: str) -> str:
        """The link to an address of the site. Folders get their `index.html`: file systems have no other."""
        path, hash_mark, anchor = target.removeprefix("/").partition("#")
        if hash_mark and path == self.url:
            return f"#{anchor}"
        return f"{self.base}{file_of(path)}{hash_mark}{anchor}"


def file_of(url: str) -> str:
    """The file an address is read from: `cards/` → `cards/index.html`; a file stays as it is."""
    return f"{url}index.html" if not url or url.endswith("/") else url
