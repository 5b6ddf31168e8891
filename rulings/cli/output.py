"""Prints pages and rulings in the requested format: screen, JSON, records or citations."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from rulings import api, errors
from rulings.cli import entries, grammar, layout, lookup
from rulings.model import entities, knowledge
from rulings.storage import files

# What is said on standard error while a long task runs: its current step.


def show_progress(step: str) -> None:
    """Shows the current step of a long task, if standard error is a terminal; an empty `step` clears the line."""
    try:
        if sys.stderr and sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
            sys.stderr.write(f"\r\x1b[K{step}…" if step else "\r\x1b[K")
            sys.stderr.flush()
    except ValueError:
        return


# `--open`: a page of the site at `RULINGS_SITE` is opened in a browser.


def open_if_asked(args: grammar.Arguments, url: str) -> None:
    """Carries out `--open` for the page at this address of the site (`/cards/dr-dreff/#id`)."""
    if args["open"]:
        open_page(url)


def page_url(page: knowledge.Page, ruling_id: str | None) -> str:
    """The address of the page, or of the one entry that was asked for."""
    if ruling_id and page.rulings:
        return page.rulings[0].url
    return page.subject.url


def open_page(url: str) -> None:
    """Opens a page of the site at `RULINGS_SITE` in a browser. Raises `RulingsError` if that cannot be done."""
    import webbrowser

    site = os.environ.get("RULINGS_SITE", "").strip()
    if not site:
        raise errors.RulingsError(
            f"the page is {url} of the site; set RULINGS_SITE to the address of a site, or to the folder of one that "
            "`rulings site build` has written, and --open opens it"
        )
    address = _address(url, site)
    if not webbrowser.open(address):
        raise errors.RulingsError(f"no browser could be opened (set BROWSER to choose one); the page is {address}")
    layout.print_note(address)


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
        raise errors.RulingsError(f"RULINGS_SITE is no folder that can be read: {error}") from None
    if not found:
        raise errors.RulingsError(
            f"{file}: no such page; RULINGS_SITE must be the address or the folder of a built site"
        )
    return f"{file.as_uri()}{url.removeprefix(path)}"


def new_screen(args: grammar.Arguments) -> layout.Screen:
    """An empty screen, coloured or not according to `--color`."""
    return layout.Screen(coloured=layout.use_colour(args.text("color") or "auto"))


def is_interactive(args: grammar.Arguments) -> bool:
    """Whether there is a person to ask, and the answer is for a screen."""
    return args.output_format == "screen" and layout.is_interactive()


def print_answer(
    args: grammar.Arguments,
    kb: api.KnowledgeBase,
    *,
    json: Any,
    show: Callable[[layout.Screen], None],
    rulings: list[entities.Ruling] | None = None,
    records: Iterable[layout.Record] | None = None,
) -> None:
    """Prints an answer in the requested format.

    `json`: the data for `--json`; `show`: adds the answer to a screen; `rulings`: what `--cite` prints; `records`: the
    lines of `--plain`, if they are not simply those rulings.
    """
    if args.output_format == "json":
        print_json(json)
    elif args.output_format == "screen":
        answer = new_screen(args)
        show(answer)
        layout.print_paged(str(answer))
    elif args.output_format == "cite":
        if rulings is None:
            raise grammar.UsageError("--cite prints rulings, and there are none in this list; use --plain or --json")
        print_citations(kb, rulings)
    else:
        print_records(map(entries.record, rulings or ()) if records is None else records)


def print_json(data: Any) -> None:
    """Prints data (a view, or a dict of views) as indented JSON."""
    layout.write_data(files.to_json(data))


def print_records(records: Iterable[layout.Record]) -> None:
    """Prints one record per line."""
    layout.write_data(layout.tab_separated(records))


def print_citations(kb: api.KnowledgeBase, rulings: list[entities.Ruling]) -> None:
    """Prints one ruling per line with its citation, to paste."""
    layout.write("".join(line + "\n" for line in quotations(kb, rulings)))


def quotations(kb: api.KnowledgeBase, rulings: list[entities.Ruling]) -> list[str]:
    """Each ruling as one line to paste, with its citation."""
    titles = lookup.document_titles(kb)
    return [entries.quotation(ruling, titles) for ruling in rulings]
