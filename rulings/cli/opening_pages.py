"""`--open`: a page of the site at `RULINGS_SITE` is opened in a browser."""

from __future__ import annotations

import os
from pathlib import Path

from rulings.cli.grammar import Arguments
from rulings.cli.render import terminal
from rulings.errors import RulingsError
from rulings.model.pages import Page


def open_if_asked(args: Arguments, url: str) -> None:
    """Carries out `--open` for the page at this address of the site (`/cards/dr-dreff/#id`)."""
    if args["open"]:
        open_page(url)


def page_url(page: Page, ruling_id: str | None) -> str:
    """The address of the page, or of the one entry that was asked for."""
    if ruling_id and page.rulings:
        return page.rulings[0].url
    return page.subject.url


def open_page(url: str) -> None:
    """Opens a page of the site at `RULINGS_SITE` in a browser. Raises `RulingsError` if that cannot be done."""
    import webbrowser

    site = os.environ.get("RULINGS_SITE", "").strip()
    if not site:
        raise RulingsError(
            f"the page is {url} of the site; set RULINGS_SITE to the address of a site, or to the folder of one that "
            "`rulings site build` has written, and --open opens it"
        )
    address = _address(url, site)
    if not webbrowser.open(address):
        raise RulingsError(f"no browser could be opened (set BROWSER to choose one); the page is {address}")
    terminal.print_note(address)


def _address(url: str, site: str) -> str:
    """The address of a page (`/cards/dr-dreff/#id`, `/search/?q=trace`) of the site at an address or in a folder."""
    if "://" in site:
        return f"{site.rstrip('/')}{url}"
    path = url.partition("#")[0].partition("?")[0]
    try:
        folder = Path(site).expanduser().resolve()
        file = folder / path.lstrip("/") / ("index.html" if path.endswith("/") else "")
        found = file.is_file()
    except (OSError, RuntimeError, ValueError) as error:  # no such user, a circle of links
        raise RulingsError(f"RULINGS_SITE is no folder that can be read: {error}") from None
    if not found:
        raise RulingsError(f"{file}: no such page; RULINGS_SITE must be the address or the folder of a built site")
    return f"{file.as_uri()}{url.removeprefix(path)}"
