"""`--copy` and `--open`: rulings are copied to the clipboard, and a page of the site is opened in a browser."""

from __future__ import annotations

import os
from pathlib import Path

from rulings.cli import output
from rulings.cli.grammar import Arguments
from rulings.cli.progress import show_progress
from rulings.cli.render import terminal
from rulings.cli.view_store import ViewStore
from rulings.errors import RulingsError
from rulings.model.formatting import count
from rulings.model.views import PageView, RulingView


def copy_and_open(args: Arguments, store: ViewStore, url: str, rulings: list[RulingView], other_text: str = "") -> None:
    """Carries out `--copy` and `--open`. `url`: the page to open; `other_text`: copied if there are no rulings."""
    if args["copy"]:
        copy_rulings(store, rulings, other_text)
    if args["open"]:
        open_page(url)


def page_url(page: PageView, ruling_id: str | None) -> str:
    """The address of the page, or of the one entry that was asked for."""
    if ruling_id and page["rulings"]:
        return page["rulings"][0]["url"]
    return (page["topic"] if "topic" in page else page["card"])["url"]


def copy_rulings(store: ViewStore, rulings: list[RulingView], other_text: str = "") -> None:
    """Copies the rulings, one per line, or else the other text. Raises `RulingsError` if there is neither."""
    from rulings.cli.clipboard import copy

    cited = output.quotations(store, rulings)
    text = "\n".join(cited) or other_text
    if not text:
        raise RulingsError("nothing to copy: no rulings are shown")
    tool = copy(text)
    terminal.print_note(f"{count(len(cited), 'ruling') if cited else 'the text'} copied ({tool})")


def open_page(url: str) -> None:
    """Opens a page in a browser, from the site at `RULINGS_SITE` or else from one built in the cache folder."""
    import webbrowser

    address = _address(url, os.environ.get("RULINGS_SITE", "").strip() or _cached_site())
    if not webbrowser.open(address):
        raise RulingsError(f"no browser could be opened (set BROWSER to choose one); the page is {address}")
    terminal.print_note(address)


def _address(url: str, site: str) -> str:
    """The address of a page (`/cards/dr-dreff/#id`) of the site at an address or in a folder."""
    path, mark, anchor = url.partition("#")
    if "://" in site:
        return f"{site.rstrip('/')}{path}{mark}{anchor}"
    folder = Path(site).expanduser().resolve()
    file = folder / path.lstrip("/") / ("index.html" if path.endswith("/") else "")
    if not file.is_file():
        raise RulingsError(f"{file}: no such page; RULINGS_SITE must be the address or the folder of a built site")
    return f"{file.as_uri()}{mark}{anchor}"


def _cached_site() -> str:
    """The folder of the site in the cache, built anew if the knowledge base, the program or a file in it changed."""
    from rulings.storage.cache_folder import cache_folder, distrust_reason
    from rulings.storage.cache_keys import cache_key
    from rulings.storage.opening import SHIPPED

    why = distrust_reason(cache_folder())
    if why:
        raise RulingsError(
            f"no site can be kept in {cache_folder() or 'a cache folder'} ({why}); set RULINGS_SITE instead"
        )
    folder = Path(cache_folder()) / "site"
    stamp = folder.with_name("site-stamp.txt")
    key = cache_key(str(SHIPPED))
    try:
        if stamp.read_text(encoding="utf-8") == f"{key} {_digest(folder)}":
            return str(folder)
    except (OSError, UnicodeDecodeError):
        pass
    from rulings.site.build import build

    show_progress("building the site, once")
    try:
        folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        build(folder)
        stamp.write_text(f"{key} {_digest(folder)}", encoding="utf-8")
    except OSError as error:
        raise RulingsError(f"{folder}: cannot be written ({error.strerror}); set RULINGS_SITE instead") from None
    finally:
        show_progress("")
    return str(folder)


def _digest(folder: Path) -> str:
    """A hash of all files in the folder and their paths. Raises `OSError` if one cannot be read."""
    from hashlib import sha256

    digest = sha256()
    for path in sorted(folder.rglob("*")):
        content = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
        digest.update(f"{path.relative_to(folder)}\0{len(content)}\n".encode("utf-8", "surrogateescape") + content)
    return digest.hexdigest()
