"""`rulings card NAME…`: a card, one of its rulings, or what concerns two cards."""

from __future__ import annotations

from rulings import card_page, entry, terminal
from rulings.compiled import Pages

from . import printing
from .grammar import Typed, UsageError
from .lookup import find, limits, names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def card(typed: Typed) -> int:
    """Prints the page and returns 0; 1 where a filter leaves nothing."""
    name = " ".join(typed.arguments).strip()
    if not name:
        raise UsageError("which card? rulings card NAME… (rulings list prints the names)")
    form = printing.form(typed)
    pages = printing.pages()
    key, ruling_id = find(pages, name)
    page = pages.get(key)
    whole = len(page["rulings"])
    other = None
    if typed.text("with") is not None:
        other_key, _ = find(pages, typed.text("with") or "")
        other = other_key.partition(":")[2]
        page = _concerning(page, key.partition(":")[2], pages.get(other_key))
    page = _limited(page, pages, typed)
    if ruling_id:
        page = _only(page, ruling_id)
    nothing = _nothing(page, pages, typed, other, whole)
    if form == "json":
        printing.json(page)
    elif form:
        if form == "plain":
            terminal.put(entry.records(page))
        else:
            beyond = [*(r for g in page.get("inherited", ()) for r in g["rulings"]), *page.get("mentioned_in", ())]
            cited = [*page["rulings"], *(beyond if other or not page["rulings"] else ())]
            printing.citations(pages, [r for r in cited if r["kind"] != "see"])
    else:
        _show(page, typed, nothing, ruling_id)
    if nothing:
        terminal.complain(nothing)
    return 1 if nothing else 0


def _concerning(page: dict[str, Any], id: str, other: dict[str, Any]) -> dict[str, Any]:
    """Of both cards' rulings those that concern the other; of the rest of the world those that name both."""
    if "card" not in page or "card" not in other:
        raise UsageError("--with compares two cards")
    other_id = other["card"]["id"]

    def names(ruling: dict[str, Any], card_id: str) -> bool:
        subject = ruling["subject"]
        return (subject["kind"], subject["id"]) == ("card", card_id) or any(
            m["id"] == card_id for m in ruling["mentions"]
        )

    there = {r["id"] for r in other["mentioned_in"]} | {r["id"] for r in other["rulings"]}
    return {
        **page,
        "rulings": [r for r in page["rulings"] if names(r, other_id)],
        "inherited": [
            {**g, "rulings": kept}
            for g in page["inherited"]
            if (kept := [r for r in g["rulings"] if names(r, other_id)])
        ],
        "mentioned_in": [r for r in page["mentioned_in"] if r["id"] in there and names(r, id)],
    }


def _limited(page: dict[str, Any], pages: Pages, typed: Typed) -> dict[str, Any]:
    """What the filters leave of the page: of its own rulings, of inherited ones and of those that mention it."""
    limit = limits(pages, typed)
    if not limit.any:
        return page
    left = {**page, "rulings": limit.rulings(page["rulings"])}
    if "card" in page:
        left["inherited"] = [{**g, "rulings": kept} for g in page["inherited"] if (kept := limit.rulings(g["rulings"]))]
        left["mentioned_in"] = limit.rulings(page["mentioned_in"])
        left["steps"] = sorted({step for r in left["rulings"] for step in r["steps"]})
    return left


def _only(page: dict[str, Any], ruling_id: str) -> dict[str, Any]:
    kept = [r for r in page["rulings"] if r["id"] == ruling_id]
    if "card" not in page:
        return {**page, "rulings": kept}
    return {
        **page,
        "rulings": kept,
        "inherited": [],
        "mentioned_in": [],
        "steps": sorted({s for r in kept for s in r["steps"]}),
    }


def _nothing(page: dict[str, Any], pages: Pages, typed: Typed, other: str | None, whole: int) -> str:
    """The sentence for an answer that the options emptied, else nothing."""
    narrowed = other or any(typed[name] for name in ("as-of", "side", "type", "game"))
    if not narrowed or page["rulings"] or page.get("inherited") or page.get("mentioned_in"):
        return ""
    title = names_of(page)
    if other:
        return f"no ruling concerns both {title} and {names_of(pages.get(f'card:{other}'))}"
    if typed["as-of"] and whole:
        return f"nothing had been ruled on {title} by {typed.text('as-of')}; later, {card_page.count(whole, 'ruling')}"
    return f"no ruling on {title} is left by these options"


def _show(page: dict[str, Any], typed: Typed, nothing: str, ruling_id: str | None) -> None:
    screen = printing.screen(typed)
    if nothing:
        return
    if "topic" in page:
        card_page.show_topic(screen, page)
    elif typed["with"]:
        _show_both(screen, page)
    else:
        card_page.show(screen, page, bool(typed["full"]))
    if ruling_id:
        screen.blank()
        subject = page.get("card") or page["topic"]
        screen.text(f"One of its rulings; all: rulings {'topic ' if 'topic' in page else ''}{subject['id']}", "dim")
    terminal.show(screen)


def _show_both(screen: terminal.Screen, page: dict[str, Any]) -> None:
    used: dict[str, str] = {}
    several = [*page["rulings"], *(r for g in page["inherited"] for r in g["rulings"]), *page["mentioned_in"]]
    screen.text(page["card"]["title"], "title")
    screen.text(card_page.count(len(several), "ruling concerns both", "rulings concern both"), "dim")
    card_page.rulings(screen, several, used, subject=True)
    entry.legend(screen, used)
