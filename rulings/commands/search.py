"""`rulings search QUERY…`: the best answers first; without a query, on a terminal, the finder."""

from __future__ import annotations

import sys

from rulings import entry, facts, terminal
from rulings.card_page import count
from rulings.compiled import Pages
from rulings.terminal import Screen, dotted, one_line

from . import printing
from .grammar import Typed, UsageError
from .lookup import limits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from rulings.search.hits import Hit, Results

    Limited = Callable[[list[dict[str, Any]]], list[dict[str, Any]]]


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
    from rulings.search import search_folder

    results = search_folder(None, query, limit=limit, **limits_of(typed), progress=_building, note=printing.note_once)
    printing.progress("")
    for note in results.notes:
        terminal.complain(f"note: {note}")
    if not results.hits:
        _say_why(results)
    if form == "json":
        told = results.to_json(bool(typed["explain"]))
        printing.json({**told, "hits": _by_then(told["hits"], typed)})
    elif form == "plain":
        hits = _by_then(results.to_json()["hits"], typed)
        cells = ([one_line(hit[key]) for key in ("kind", "id", "title", "text")] for hit in hits)
        terminal.put("".join("\t".join(row) + "\n" for row in cells))
    elif results.hits:
        pages = printing.pages()
        rulings = limits(pages, typed).rulings
        if form == "cite":
            known = pages.get("rulings")
            printing.citations(pages, rulings([known[h.id] for h in results.hits if h.kind == "ruling"]))
        else:
            screen = printing.screen(typed)
            show(screen, results, pages, rulings, bool(typed["explain"]))
            terminal.show(screen)
    return 0 if results.hits else 1


def _by_then(hits: list[dict[str, Any]], typed: Typed) -> list[dict[str, Any]]:
    """With `--as-of`, of each ruling only the sentences that had been said by then."""
    if typed["as-of"] is None:
        return hits
    pages = printing.pages()
    known, limit = pages.get("rulings"), limits(pages, typed)
    left = {hit["id"]: limit.ruling(known[hit["id"]]) for hit in hits if hit["id"] in known}
    return [{**hit, "text": (left.get(hit["id"]) or hit)["text"]} for hit in hits]


def _building(done: int, of: int) -> None:
    printing.progress(f"building the search index: {done} of {of}")


def _say_why(results: Results) -> None:
    """Why nothing was found, and what may be meant."""
    for sentence in results.explanation or ("nothing was found",):
        terminal.complain(sentence)
    if results.nearest:
        terminal.complain(f"did you mean {' or '.join(results.nearest)}?")


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
    if not (words.isascii() and words.isdigit()) or int(words[:9]) < 1 or len(words) > 6:
        raise UsageError(f"--limit is a number of answers from 1 to 999999, not “{terminal.shortened(words)}”")
    return int(words)


def show(
    screen: Screen, results: Results, pages: Pages, limited: Limited = lambda several: several, explain: bool = False
) -> None:
    """Hits one below the other, rulings whole, and how many there are. `limited`: what the filters leave of rulings."""
    known = pages.get("rulings")
    used: dict[str, str] = {}
    for hit in results.hits:
        screen.blank()
        screen.marked = _marked(hit) if screen.coloured else frozenset()
        if hit.kind == "ruling" and hit.id in known:
            for ruling in limited([known[hit.id]]):
                entry.show(screen, ruling, used, subject=True)
            if hit.also_under:
                screen.text("Also under " + ", ".join(title for _, title in hit.also_under), "dim", "  ")
        elif hit.kind == "card" and f"card:{hit.id}" in pages:
            _card(screen, pages.get(f"card:{hit.id}"))
        else:
            _other(screen, hit)
        screen.marked = frozenset()
        if explain:
            parts = ", ".join(f"{name} {value:.2f}" for name, value in hit.why)
            screen.text(f"score {hit.score:.2f}: {parts}", "dim", "  ")
    entry.legend(screen, used)
    for sentence in results.explanation:
        screen.blank()
        screen.text(sentence, "dim")
    if results.total > len(results.hits):
        screen.blank()
        screen.text(f"{len(results.hits)} of {results.total}; -n {min(results.total, 50)} shows more", "dim")


def _marked(hit: Hit) -> frozenset[str]:
    """The words of the query in the hit; not the small ones, which stand everywhere."""
    words = (hit.text[start:end] for start, end in hit.spans)
    return frozenset(word for word in words if len(word) > 2 or word.isupper())


def _card(screen: Screen, page: dict[str, Any]) -> None:
    screen.text(page["card"]["title"], "title")
    own = sum(r["kind"] != "see" for r in page["rulings"])
    screen.text(dotted([*facts.line(page["card"]), count(own, "ruling") if own else "nothing was ruled on it"]), "dim")


def _other(screen: Screen, hit: Hit) -> None:
    screen.text(hit.title, "strong")
    if hit.question:
        screen.text(hit.question, "question")
    if hit.game == "android-netrunner":
        screen.band("Android: Netrunner (2012)", "not the game of 1996")
    for paragraph in hit.text.split("\n"):
        screen.text(paragraph, "", "  ")
    screen.pair(
        {"section": "section", "step": "step of a run", "topic": "topic"}.get(hit.kind, hit.kind), hit.id, "dim", "  "
    )
