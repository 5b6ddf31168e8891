"""The lines of a deck list → the cards they mean, and the lines that mean no card, with the nearest titles."""

from __future__ import annotations

from collections.abc import Callable

from rulings.deck.reading import DeckLine, DeckList
from rulings.deck.views import ReadAsView, UnreadView
from rulings.names.resolving import known, resolve
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
    settled: dict[tuple[str, ...], tuple[str, list[str], list[str], bool]] = {}
    for line in deck.lines:
        if line.names not in settled:
            settled[line.names] = _settle(line, names, ask)
        status, ids, titles, exact = settled[line.names]
        if status != "found":
            matched.unread.append(
                {
                    "line": line.number,
                    "count": line.count,
                    "name": line.names[-1],
                    "reason": "ambiguous" if status == "ambiguous" else "unknown",
                    "candidates": titles,
                }
            )
            continue
        matched.counts[ids[0]] = matched.counts.get(ids[0], 0) + line.count
        if not exact:
            matched.read_as.append({"line": line.number, "name": line.names[-1], "title": titles[0]})
    return matched


def _settle(line: DeckLine, names: NameTables, ask: Ask | None) -> tuple[str, list[str], list[str], bool]:
    """Status, ids and titles as from `resolve`, and whether the name was a title, an alias or a spelling variant."""
    table = names["card"]
    for name in line.names:
        ids = known(names, name)
        if len(ids) == 1:
            return "found", ids, [table["titles"][table["ids"].index(ids[0])]], True
    status, ids, titles = "none", list[str](), list[str]()
    for name in line.names:
        found, its_ids, its_titles = resolve(names, name)
        if found != "none" or not titles:
            status, ids, titles = found, its_ids, its_titles
        if found != "none":
            break
    if status == "ambiguous" and ask:
        chosen = ask(line.names[-1], titles)
        if chosen is not None:
            return "found", [ids[chosen]], [titles[chosen]], True
    return status, ids, titles, False
