"""`rulings document [NAME [SECTION]]`: the documents, one of them, or one of its sections."""

from __future__ import annotations

from rulings import terminal
from rulings.errors import Ambiguous, NotFound
from rulings.search.names import fold
from rulings.terminal import Screen, dotted, one_line, shortened

from . import printing
from .grammar import Typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Row = dict[str, Any]

_GAMES = {"netrunner": "Netrunner (1996)", "android-netrunner": "Android: Netrunner (2012)"}


def document(typed: Typed) -> int:
    """Prints documents or sections and returns 0; 1 for a name that none has."""
    form = printing.form(typed)
    pages = printing.pages()
    every = [d for d in pages.get("documents") if typed["game"] in (None, d["game"])]
    sections = pages.get("sections")
    if not typed.arguments:
        if form == "json":
            printing.json({"documents": every})
        elif form:
            terminal.put(
                "".join(
                    "\t".join(one_line(str(d[k] or "")) for k in ("id", "title", "edition", "date", "game", "words"))
                    + "\n"
                    for d in every
                )
            )
        else:
            _list(printing.screen(typed), every, sections)
        return 0 if every else 1
    chosen, rest = _named(every, typed.arguments)
    own = [s for s in sections if s["document"] == chosen["id"]]
    if rest:
        own = _section(own, " ".join(rest), chosen)
    if form == "json":
        printing.json({"section": own[0]} if rest and len(own) == 1 else {"document": chosen, "sections": own})
    elif form:
        terminal.put("".join(f"{s['id']}\t{one_line(s['title'])}\t{one_line(s['text'])}\n" for s in own))
    else:
        screen = printing.screen(typed)
        _head(screen, chosen)
        if not own:
            screen.blank()
            screen.text(
                {
                    "rulings": "Its rulings: rulings topic, rulings NAME, rulings search",
                    "run-chart": "Its steps: rulings run",
                }.get(chosen["short"], "")
            )
        for section in own:
            screen.blank()
            (_outline if typed["outline"] else _whole)(screen, section)
        terminal.show(screen)
    return 0


def _named(every: list[Row], words: list[str]) -> tuple[Row, list[str]]:
    """The document that the first words name (as many of them as do), and the words that are left."""
    for size in range(len(words), 0, -1):
        wanted = fold(" ".join(words[:size]))
        exact = [d for d in every if wanted in (fold(d["id"]), fold(d["short"]), fold(d["title"]))]
        loose = [d for d in every if wanted and all(any(w.startswith(p) for w in _words(d)) for p in wanted.split())]
        found = exact or loose
        if len(found) == 1:
            return found[0], words[size:]
        if found and size == 1:
            raise Ambiguous(
                f"“{shortened(words[0])}” may be several documents; say which:"
                + "".join(f"\n  {d['short']}  {d['title']}" for d in found)
            )
    raise NotFound(
        f"no document is called “{shortened(words[0])}”; there are "
        + ", ".join(f"{d['short']} ({d['title']})" for d in every)
    )


def _words(document: Row) -> list[str]:
    return fold(f"{document['short']} {document['title']} {document['id']}").split()


def _section(own: list[Row], words: str, chosen: Row) -> list[Row]:
    """The section of that id, number or title, with those below it."""
    wanted = fold(words)
    bare = {i: fold(s["id"]).removeprefix(fold(chosen["short"])).strip() for i, s in enumerate(own)}
    ways: tuple[Callable[[int, Row], bool], ...] = (
        lambda i, s: wanted in (fold(s["id"]), bare[i], fold(s["title"])),
        lambda i, s: bool(wanted) and f"{fold(s['title'])} ".startswith(f"{wanted} "),
        lambda i, s: (
            bool(wanted) and all(any(w.startswith(p) for w in fold(s["title"]).split()) for p in wanted.split())
        ),
    )
    for fits in ways:
        found = [i for i, s in enumerate(own) if fits(i, s)]
        if len(found) == 1:
            return _with_below(own, found[0])
        if found:
            raise Ambiguous(
                f"“{shortened(words)}” may be several sections; say which:"
                + "".join(f"\n  {own[i]['id']}  {own[i]['title']}" for i in found)
            )
    from difflib import get_close_matches

    near = get_close_matches(words.lower(), [s["title"].lower() for s in own], n=3, cutoff=0.5)
    titles = [s["title"] for name in near for s in own if s["title"].lower() == name]
    hint = (
        f"; did you mean {' or '.join(dict.fromkeys(titles))}?"
        if titles
        else f"; rulings document {chosen['short']} --outline lists them"
    )
    raise NotFound(f"{chosen['title']} has no section “{shortened(words)}”{hint}")


def _with_below(own: list[Row], at: int) -> list[Row]:
    end = at + 1
    while end < len(own) and own[end]["level"] > own[at]["level"]:
        end += 1
    return own[at:end]


def _list(screen: Screen, every: list[Row], sections: list[Row]) -> None:
    screen.text("The documents", "title")
    for d in every:
        screen.blank()
        _head(screen, d)
        size = sum(s["document"] == d["id"] for s in sections)
        screen.text(
            dotted([f"{d['words']} words", *([f"{size} sections"] if size else []), f"rulings document {d['short']}"]),
            "dim",
            "  ",
        )
    terminal.show(screen)


def _head(screen: Screen, d: Row) -> None:
    screen.text(d["title"], "title")
    if d["game"] != "netrunner":
        screen.band(str(_GAMES.get(d["game"], d["game"])), "not the game of 1996")
    facts = [d["edition"], d["date"], _GAMES.get(d["game"], d["game"]) if d["game"] == "netrunner" else None]
    screen.text(dotted(f for f in facts if f), "dim", "  ")
    if d["copyright"]:
        screen.text(d["copyright"], "dim", "  ")


def _outline(screen: Screen, section: Row) -> None:
    if screen.lines and not screen.lines[-1]:
        screen.lines.pop()
    screen.pair(section["title"], section["id"], "", "  " * max(section["level"] - 1, 0))


def _whole(screen: Screen, section: Row) -> None:
    screen.pair(section["title"], section["id"], "strong")
    for paragraph in section["text"].split("\n"):
        stripped = paragraph.lstrip()
        indent = " " * (len(paragraph) - len(stripped))
        mark = next((stripped[: len(m)] for m in ("- ", "* ", "• ") if stripped.startswith(m)), "")
        screen.text(stripped[len(mark) :], "", f"  {indent}{mark}", f"  {indent}{' ' * len(mark)}")
    for table in section["tables"]:
        screen.blank()
        _table(screen, table)


def _table(screen: Screen, table: Row) -> None:
    """Columns side by side where they fit, else each row as lines of `column: cell`."""
    names = [one_line(_bare(c)) for c in table["columns"]]
    rows = [[one_line(_bare(c)) for c in row] for row in table["rows"]]
    widths = [max(len(row[i]) for row in [names, *rows] if i < len(row)) for i in range(len(names))]
    if sum(widths) + 2 * len(widths) <= screen.width:
        for row, role in [(names, "dim"), *((r, "") for r in rows)]:
            screen.row(
                [("  ", ""), *((cell.ljust(width) + "  ", role) for cell, width in zip(row, widths, strict=False))]
            )
        return
    for row in rows:
        for name, cell in zip(names, row, strict=False):
            screen.text(f"{name}: {cell}", "", "  ", "    ")
        screen.blank()


def _bare(cell: str) -> str:
    return cell.replace("<i>", "").replace("</i>", "").replace("*", "")
