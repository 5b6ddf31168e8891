"""The lines of a deck list → the cards they mean, and the lines that mean no card, with the nearest titles."""

from __future__ import annotations

from collections.abc import Callable

from rulings.deck.reading import DeckLine, DeckList
from rulings.deck.views import ReadAsView, UnreadView
from rulings.names.resolving import Resolved, exact_ids, resolve
from rulings.names.tables import NameTables

# Chooses which of several titles was meant by the typed name: its index, or None.
Ask = Callable[[str, list[str]], int | None]


class Matched:
    """Card id → copies, in the order of the list, and the lines that were not exact titles."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        self.unread: list[UnreadView] = []
        self.read_as: list[ReadAsView] = []


def match(deck: DeckList, names: NameTables, ask: Ask | None = None) -> Matched:
    """Looks up every name in the tables of `rulings.names`. `ask` resolves ambiguous names, else they stay unread."""
    matched = Matched()
    settled: dict[tuple[str, ...], tuple[Resolved, bool]] = {}
    for line in deck.lines:
        if line.names not in settled:
            settled[line.names] = _settle(line, names, ask)
        meant, exact = settled[line.names]
        if meant.status != "found":
            matched.unread.append(
                {
                    "line": line.number,
                    "count": line.count,
                    "name": line.names[-1],
                    "reason": "ambiguous" if meant.ids else "unknown",
                    "candidates": meant.titles or meant.nearest,
                }
            )
            continue
        id = meant.ids[0]
        matched.counts[id] = matched.counts.get(id, 0) + line.count
        if not exact:
            matched.read_as.append({"line": line.number, "name": line.names[-1], "title": meant.titles[0]})
    return matched


def _settle(line: DeckLine, names: NameTables, ask: Ask | None) -> tuple[Resolved, bool]:
    """What the line means, and whether its name was a title, an alias or a spelling variant, or was chosen."""
    table = names["card"]
    for name in line.names:
        ids = exact_ids(names, name)
        if len(ids) == 1:
            return Resolved(ids, [table["titles"][table["ids"].index(ids[0])]], []), True
    meant = Resolved([], [], [])
    for name in line.names:
        resolved = resolve(names, name)
        if resolved.ids or not meant.nearest:
            meant = resolved
        if resolved.ids:
            break
    if meant.status == "ambiguous" and ask:
        chosen = ask(line.names[-1], meant.titles)
        if chosen is not None:
            return Resolved([meant.ids[chosen]], [meant.titles[chosen]], []), True
    return meant, False
