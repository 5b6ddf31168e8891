"""`rulings topic [NAME…]`: one topic with its rulings, or the list of topics."""

from __future__ import annotations

from rulings import card_page, terminal
from rulings.terminal import one_line

from . import printing
from .grammar import Typed
from .lookup import find, limits, names_of


def topic(typed: Typed) -> int:
    """Prints a topic or all of them and returns 0; 1 where a filter leaves nothing."""
    form = printing.form(typed)
    pages = printing.pages()
    limit = limits(pages, typed)
    name = " ".join(typed.arguments).strip()
    if name:
        key, ruling_id = find(pages, name, "topic")
        page = pages.get(key)
        page = {**page, "rulings": [r for r in limit.rulings(page["rulings"]) if ruling_id in (None, r["id"])]}
        if not page["rulings"]:
            terminal.complain(f"no ruling on {names_of(page)} is left by these options")
            return 1
        if form == "json":
            printing.json(page)
        elif form:
            printing.records(page["rulings"]) if form == "plain" else printing.citations(pages, page["rulings"])
        else:
            screen = printing.screen(typed)
            (card_page.show_topic if "topic" in page else card_page.show)(screen, page)
            terminal.show(screen)
        return 0
    rows = []
    for row in pages.get("topics"):
        left = len(limit.rulings(pages.get(f"topic:{row['id']}")["rulings"])) if limit.any else row["rulings"]
        if left:
            rows.append({**row, "rulings": left})
    if form == "json":
        printing.json({"topics": rows})
    elif form:
        terminal.put("".join(f"{row['id']}\t{one_line(row['title'])}\t{row['rulings']}\n" for row in rows))
    else:
        screen = printing.screen(typed)
        screen.text("Topics of the general rulings", "title")
        screen.text("with the number of rulings; rulings topic NAME shows one", "dim")
        screen.blank()
        for row in rows:
            screen.text(row["title"], "", f"{row['rulings']:4d}  ", " " * 6)
        terminal.show(screen)
    return 0 if rows else 1
