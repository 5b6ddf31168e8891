"""An address of the site (`/cards/dr-dreff/#id`) → a relative link from a page, which also works from disk."""

from __future__ import annotations


class RelativeLinks:
    """Makes the relative links of a page: `RelativeLinks("cards/dr-dreff/")("/run-chart/#step-3")`."""

    def __init__(self, url: str, base: str | None = None, *, served: bool = False) -> None:
        """`url`: the address of the page, without a leading slash; `base`: the prefix of links, instead of `../…`.

        `served`: whether the site has an address on the web. Links then name folders; otherwise they name files, so
        that the site can be read from disk.
        """
        self.served = served
        self.url = url.removeprefix("/")
        self.base = base if base is not None else "../" * self.url.count("/") or "./"

    def __call__(self, target: str) -> str:
        """The link to an address of the site."""
        path, hash_mark, anchor = target.removeprefix("/").partition("#")
        if hash_mark and path == self.url:
            return f"#{anchor}"
        return f"{self.base}{path if self.served else file_of(path)}{hash_mark}{anchor}"


def file_of(url: str) -> str:
    """The file at an address: `cards/` → `cards/index.html`; the address of a file is not changed."""
    return f"{url}index.html" if not url or url.endswith("/") else url
