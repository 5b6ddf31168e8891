"""A typed name → the compiled page it means; what it does not mean is a sentence with the nearest titles."""

from __future__ import annotations

from rulings.compiled import Pages
from rulings.errors import Ambiguous, NotFound
from rulings.limits import Limits, NoDate, last_day
from rulings.search.names import resolve
from rulings.terminal import shortened

from .grammar import Typed, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def find(pages: Pages, typed: str, kind: str = "card") -> tuple[str, str | None]:
    """The key of the page (`card:dr-dreff`), and a ruling's id if that was typed. Raises `NotFound` or `Ambiguous`."""
    by_id = _by_id(pages, typed.strip().lower())
    if by_id:
        return by_id
    status, ids, titles = resolve(pages.get("names"), typed, kind)
    if status == "found":
        return f"{kind}:{ids[0]}", None
    shown = shortened(typed)
    if status == "ambiguous":
        lines = "".join(f"\n  {id}  {title}" for id, title in zip(ids, titles, strict=True))
        raise Ambiguous(f"“{shown}” may be several {kind}s; say which:{lines}", tuple(titles))
    ids = _near_ids(pages, typed.strip().lower())
    if ids:
        raise NotFound(f"no ruling is called “{shown}”\ndid you mean {_or(ids)}?", tuple(ids))
    raise NotFound(f"no {kind} is called “{shown}”{_hints(pages, typed, kind, titles)}", tuple(titles))


def _by_id(pages: Pages, typed: str) -> tuple[str, str | None] | None:
    """Ids are names too: of a card or topic, of a ruling, and one that has moved."""
    typed = pages.get("moved").get(typed, typed) if "-" in typed else typed
    where = pages.get("where")
    if typed in where:
        return where[typed], typed
    return (f"card:{typed}", None) if f"card:{typed}" in pages else None


def _near_ids(pages: Pages, typed: str) -> list[str]:
    """The rulings' ids most like what was typed, if that has the form of one: a name and eight hexadecimal digits."""
    digits = typed.rpartition("-")[2]
    if len(digits) != 8 or digits.strip("0123456789abcdef"):
        return []
    from difflib import get_close_matches

    return get_close_matches(typed, pages.get("where"), n=2, cutoff=0.85)


def _hints(pages: Pages, typed: str, kind: str, titles: list[str]) -> str:
    hints = [f"\ndid you mean {_or(titles)}?"] if titles else []
    other = "topic" if kind == "card" else "card"
    status, ids, near = resolve(pages.get("names"), typed, other)
    if status == "found":
        hints.append(f"\nthere is a {other} {near[0]}: rulings {other} {ids[0]}")
    if kind == "card":
        hints += _command_hint(typed)
        hints.append(f"\nto search the text: rulings search {shortened(typed)}")
    return "".join(hints)


def _command_hint(typed: str) -> list[str]:
    from difflib import get_close_matches

    from rulings.commands.spec import COMMANDS

    near = get_close_matches(typed.split()[0].lower() if typed.split() else "", list(COMMANDS), n=1, cutoff=0.75)
    return [f"\nor the command: rulings {near[0]}"] if near else []


def _or(titles: list[str]) -> str:
    return titles[0] if len(titles) == 1 else f"{', '.join(titles[:-1])} or {titles[-1]}"


def limits(pages: Pages, typed: Typed) -> Limits:
    """The filters that were typed. `UsageError` for a date that is none."""
    try:
        as_of = last_day(typed.text("as-of") or "") if typed.text("as-of") is not None else None
    except NoDate as error:
        raise UsageError(f"--as-of: {error}") from None
    said: dict[str, str | None] = {}
    if as_of:
        for id, ruling in pages.get("rulings").items():
            said[id] = min((c["date"] for c in ruling["citations"] if c["date"]), default=None)
    return Limits(
        cards={card["id"]: card for card in pages.get("cards")},
        published={d["id"]: d["date"] for d in pages.get("documents") if d["date"]},
        said=said,
        as_of=as_of,
        side=typed.text("side"),
        type=typed.text("type"),
        game=typed.text("game"),
    )


def documents(pages: Pages) -> dict[str, str]:
    """Document id → its title and edition, as a citation names it."""
    return {d["id"]: f"{d['title']} {d['edition']}" if d["edition"] else d["title"] for d in pages.get("documents")}


def names_of(page: dict[str, Any]) -> str:
    """The title of a card's or topic's page."""
    return str((page.get("card") or page["topic"])["title"])
