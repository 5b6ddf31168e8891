"""An address of the site (`/cards/dr-dreff/#id`) → a relative link from a page, which also works from disk."""

from __future__ import annotations


class RelativeLinks:
    """Makes the relative links of a page: `RelativeLinks("/cards/dr-dreff/")("/run-chart/#step-3")`."""

    def __init__(self, url: str, base: str | None = None, *, has_address: bool = False) -> None:
        """`url`: the address of the page; `base`: the prefix of links, instead of `../…`.

        `has_address`: whether the site has an address on the web. Links then name folders; otherwise they name
        files, so that the site can be read from disk.
        """
        self.has_address = has_address
        self.url = url
        self.base = base if base is not None else "../" * (url.count("/") - 1) or "./"

    def __call__(self, target: str) -> str:
        """The link to an address of the site."""
        url, hash_mark, anchor = target.partition("#")
        if hash_mark and url == self.url:
            return f"#{anchor}"
        return f"{self.base}{url[1:] if self.has_address else file_of(url)}{hash_mark}{anchor}"

    def to_card(self, id: str) -> str:
        """The link to the page of a card."""
        return self(f"/cards/{id}/")


def file_of(url: str) -> str:
    """The file at an address, relative to the root: `/cards/` → `cards/index.html`, `/feed.xml` → `feed.xml`."""
    return f"{url[1:]}index.html" if url.endswith("/") else url[1:]
