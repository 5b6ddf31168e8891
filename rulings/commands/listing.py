"""`rulings list`: the names of the cards with the number of rulings on each, for people, grep and fzf."""

from __future__ import annotations

from rulings import terminal
from rulings.terminal import one_line

from . import printing
from .grammar import Typed, UsageError
from .lookup import limits


def list_cards(typed: Typed) -> int:
    """Prints the list and returns 0; 1 where no card is left."""
    if typed.arguments:
        raise UsageError("`rulings list` takes no name; rulings card NAME… shows a card")
    form = printing.form(typed)
    pages = printing.pages()
    limit = limits(pages, typed)
    rows = []
    for card in pages.get("cards"):
        if not limit.card(card["id"]):
            continue
        if limit.as_of:
            own = [r for r in pages.get(f"card:{card['id']}")["rulings"] if r["kind"] != "see"]
            left = [r for ruling in own if (r := limit.ruling(ruling))]
            card = {**card, "rulings": len(left), "errata": sum(r["kind"] == "errata" for r in left)}
        if card["rulings"] or not typed["ruled"]:
            rows.append(card)
    if not rows:
        terminal.complain("no card is left by these options")
        return 1
    if form == "json":
        printing.json({"cards": rows})
    elif form:
        terminal.put(
            "".join(
                "\t".join(
                    one_line(str(cell))
                    for cell in (c["id"], c["title"], c["side"], c["type"], c["rulings"], ", ".join(c["keywords"]))
                )
                + "\n"
                for c in rows
            )
        )
    else:
        screen = printing.screen(typed)
        for c in rows:
            screen.text(c["title"], "" if c["rulings"] else "dim", f"{c['rulings'] or '·':>3}  ", " " * 5)
        terminal.show(screen)
    return 0
