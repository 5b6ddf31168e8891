"""Prints pages and rulings in the requested format: screen, JSON, records or citations."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rulings.api import KnowledgeBase
from rulings.cli.grammar import Arguments, UsageError
from rulings.cli.lookup import document_titles
from rulings.cli.render import ruling as render_ruling
from rulings.cli.render import terminal
from rulings.cli.render.screen import Screen
from rulings.cli.render.text import Record, tab_separated
from rulings.model.entities import Ruling
from rulings.storage.json_text import to_json


def new_screen(args: Arguments) -> Screen:
    """An empty screen, coloured or not according to `--color`."""
    return Screen(coloured=terminal.use_colour(args.text("color") or "auto"))


def is_interactive(args: Arguments) -> bool:
    """Whether there is a person to ask, and the answer is for a screen."""
    return args.output_format == "screen" and terminal.is_interactive()


def print_answer(
    args: Arguments,
    kb: KnowledgeBase,
    *,
    json: Any,
    show: Callable[[Screen], None],
    rulings: list[Ruling] | None = None,
    records: Iterable[Record] | None = None,
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
        terminal.print_paged(str(answer))
    elif args.output_format == "cite":
        if rulings is None:
            raise UsageError("--cite prints rulings, and there are none in this list; use --plain or --json")
        print_citations(kb, rulings)
    else:
        print_records(map(render_ruling.record, rulings or ()) if records is None else records)


def print_json(data: Any) -> None:
    """Prints data (a view, or a dict of views) as indented JSON."""
    terminal.write_data(to_json(data))


def print_records(records: Iterable[Record]) -> None:
    """Prints one record per line."""
    terminal.write_data(tab_separated(records))


def print_citations(kb: KnowledgeBase, rulings: list[Ruling]) -> None:
    """Prints one ruling per line with its citation, to paste."""
    terminal.write("".join(line + "\n" for line in quotations(kb, rulings)))


def quotations(kb: KnowledgeBase, rulings: list[Ruling]) -> list[str]:
    """Each ruling as one line to paste, with its citation."""
    titles = document_titles(kb)
    return [render_ruling.quotation(ruling, titles) for ruling in rulings]
