"""The lines of a deck list → the cards they mean, and the lines that mean no card, with the nearest titles.

The page does the same in `site/theme/js/deck/matching.js`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from rulings.deck.constants import LONE_NUMBER_PATTERN
from rulings.deck.deck_list import DeckLine, DeckList
from rulings.deck.views import ReadAsView, UnreadView
from rulings.model.ids import fold
from rulings.names.resolving import ResolvedName, direct_matches, resolve
from rulings.names.tables import NameTables

_LONE_NUMBER = re.compile(LONE_NUMBER_PATTERN)

# Asks which of several titles was meant by a typed name: returns its index, or None.
Ask = Callable[[str, list[str]], int | None]


class MatchedCards:
    """`counts`: card id → copies, in list order; `unread`: lines that match no card; `read_as`: inexact matches."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        self.unread: list[UnreadView] = []
        self.read_as: list[ReadAsView] = []


def match(deck: DeckList, names: NameTables, ask: Ask | None = None) -> MatchedCards:
    """Looks up every name of a deck list. `ask` decides ambiguous names; without it they are not read."""
    matched = MatchedCards()
    resolved_by_names: dict[tuple[str, ...], tuple[ResolvedName, bool]] = {}
    for line in deck.lines:
        if line.names not in resolved_by_names:
            resolved_by_names[line.names] = _resolve_line(line, names, ask)
        resolved, is_certain = resolved_by_names[line.names]
        is_unclear = not (is_certain or line.has_count) and _has_other_number(line.names[-1], resolved.titles)
        if resolved.outcome != "found" or is_unclear:
            matched.unread.append(
                {
                    "line": line.number,
                    "count": line.count,
                    "name": line.names[-1],
                    "reason": "ambiguous" if resolved.outcome == "ambiguous" else "unknown",
                    "possible_titles": resolved.titles or resolved.nearest,
                }
            )
            continue
        id = resolved.ids[0]
        matched.counts[id] = matched.counts.get(id, 0) + line.count
        if not is_certain or line.as_typed:
            name = line.as_typed or line.names[-1]
            matched.read_as.append({"line": line.number, "name": name, "title": resolved.titles[0]})
    return matched


def _has_other_number(name: str, titles: list[str]) -> bool:
    """Whether a number in the name is in none of the titles, so that it may be a number of copies."""
    numbers = set(_LONE_NUMBER.findall(fold(name)))
    return not numbers <= {number for title in titles for number in _LONE_NUMBER.findall(fold(title))}


def _resolve_line(line: DeckLine, names: NameTables, ask: Ask | None) -> tuple[ResolvedName, bool]:
    """What the line means, and whether it is certain: a title, an alias, a spelling variant, or chosen by the user."""
    for name in line.names:
        if len(direct_matches(names, name)) == 1:
            return resolve(names, name), True
    resolved = ResolvedName([], [], [])
    for name in line.names:
        candidate = resolve(names, name)
        if candidate.ids or not resolved.nearest:
            resolved = candidate
        if candidate.ids:
            break
    if resolved.outcome == "ambiguous" and ask:
        chosen = ask(line.names[-1], resolved.titles)
        if chosen is not None:
            return ResolvedName([resolved.ids[chosen]], [resolved.titles[chosen]], []), True
    return resolved, False
