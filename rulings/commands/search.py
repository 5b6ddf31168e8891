"""`rulings search QUERY…`: the best answers first; without a query, on a terminal, the finder."""

from __future__ import annotations

import sys
from typing import Any

from rulings import entry, facts, terminal
from rulings.compile_pages import ready
from rulings.compiled import FOLDER, Pages
from rulings.terminal import Screen, one_line

from . import printing
from .grammar import Typed, UsageError
from .lookup import limits


def search(typed: Typed) -> int:
    """Prints the hits and returns 0; 1 where nothing is found, with the reasons on standard error."""
    query = " ".join(typed.arguments).strip()
    form = printing.form(typed)
    limit = _count(typed)
    if not query:
        if terminal.on_terminal() and sys.stdin and sys.stdin.isatty() and not form:
            from .finder import find_interactively

            return find_interactively(typed)
        raise UsageError("what are you looking for? rulings search QUERY… (rulings search --help shows the language)")
    asked = limits_of(typed)
    from rulings.search import search_folder

    results = search_folder(FOLDER, query, limit=limit, **asked)
    for note in results.notes:
        terminal.complain(note)
    if form == "json":
        printing.json(as_json(results))
        return 0 if results.hits else 1
    if not results.hits:
        return 1
    pages = ready(progress=printing.progress)
    printing.progress("")
    if form == "plain":
        terminal.put("".join("\t".join(one_line(c) for c in (h.kind, h.id, h.title, h.text)) + "\n" for h in results.hits))
    elif form == "cite":
        rulings = pages.get("rulings")
        printing.citations(pages, [rulings[h.id] for h in results.hits if h.kind == "ruling"])
    else:
        screen = printing.screen(typed)
        show(screen, results, pages, bool(typed["explain"]))
        terminal.show(screen)
    return 0


def limits_of(typed: Typed) -> dict[str, Any]:
    """The filters as the search takes them."""
    from rulings.limits import NoDate, last_day

    try:
        as_of = last_day(typed.text("as-of") or "") if typed.text("as-of") is not None else None
    except NoDate as error:
        raise UsageError(f"--as-of: {error}") from None
    return {"side": typed.text("side"), "type": typed.text("type"), "game": typed.text("game"), "as_of": as_of}


def _count(typed: Typed) -> int:
    words = typed.text("limit")
    if words is None:
        return 10
    if not (words.isascii() and words.isdigit()) or not 0 < int(words[:9]) or len(words) > 6:
        raise UsageError(f"--limit is a number of answers from 1 to 999999, not “{terminal.shortened(words)}”")
    return int(words)


def as_json(results: Any) -> dict[str, Any]:
    """The shape of the contract."""
    keys = ("kind", "id", "title", "document", "game", "text", "score", "url")
    return {"query": results.query, "total": results.total, "notes": list(results.notes),
            "hits": [{key: getattr(hit, key) for key in keys} for hit in results.hits]}


def show(screen: Screen, results: Any, pages: Pages, explain: bool = False) -> None:
    """Hits one below the other, rulings whole, and how many there are."""
    rulings = pages.get("rulings")
    used: dict[str, str] = {}
    for number, hit in enumerate(results.hits):
        if number:
            screen.blank()
        if hit.kind == "ruling" and hit.id in rulings:
            entry.show(screen, rulings[hit.id], used, subject=True)
        elif hit.kind == "card" and pages.get(f"card:{hit.id}"):
            page = pages.get(f"card:{hit.id}")
            screen.text(hit.title, "title")
            own = sum(r["kind"] != "see" for r in page["rulings"])
            screen.text(" · ".join([*facts.line(page["card"]), f"{own} ruling{'' if own == 1 else 's'}"]), "dim")
        else:
            _other(screen, hit)
        if explain and getattr(hit, "explanation", None):
            for line in hit.explanation if isinstance(hit.explanation, list | tuple) else str(hit.explanation).split("\n"):
                screen.text(line, "dim", "    ")
    entry.legend(screen, used)
    if results.total > len(results.hits):
        screen.blank()
        screen.text(f"{len(results.hits)} of {results.total}; -n shows more", "dim")


def _other(screen: Screen, hit: Any) -> None:
    screen.text(hit.title, "strong")
    if hit.game == "android-netrunner":
        screen.row(((" Android: Netrunner (2012) ", "game"), ("  not the game of 1996", "dim")))
    for paragraph in hit.text.split("\n"):
        screen.text(paragraph, "", "  ")
    screen.pair({"section": "section", "step": "step of a run", "topic": "topic"}.get(hit.kind, hit.kind), hit.id, "dim", "  ")


__all__ = ["limits", "search", "show"]
