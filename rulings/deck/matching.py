"""The lines of a deck list → the cards they mean, and the lines that mean no card, with the nearest titles.

The page does the same in `site/theme/js/deck/matching.js`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from rulings.deck.constants import (
    COUNT_AFTER_PATTERN,
    COUNT_PATTERN,
    LONE_NUMBER_PATTERN,
    NOTE_PATTERN,
    SIGNS_BEFORE_NAME,
)
from rulings.deck.deck_list import UNREADABLE, DeckLine, DeckList
from rulings.deck.line_titles import exact_titles, is_heading, titles_in
from rulings.deck.views import ReadAs, Unread
from rulings.model.ids import fold
from rulings.names.resolving import ResolvedName, resolve
from rulings.names.tables import NameTables

_LONE_NUMBER = re.compile(LONE_NUMBER_PATTERN)
_SIGNS_BEFORE_NAME = re.compile(SIGNS_BEFORE_NAME, re.IGNORECASE)
_COUNT = re.compile(COUNT_PATTERN)
_COUNT_AFTER = re.compile(COUNT_AFTER_PATTERN, re.IGNORECASE)
_NOTE_AFTER = re.compile(rf"\s*{NOTE_PATTERN}\s*$", re.IGNORECASE)

# Asks which of several titles was meant by a typed name: returns its index, or None.
Ask = Callable[[str, list[str]], int | None]


class MatchedCards:
    """`counts`: card id → copies, in list order; `unread`: lines that match no card; `read_as`: inexact matches."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        self.unread: list[Unread] = []
        self.read_as: list[ReadAs] = []


def match(deck: DeckList, names: NameTables, ask: Ask | None = None) -> MatchedCards:
    """Looks up the names in a deck list. `ask` decides ambiguous ones; without it they are not read."""
    matched = MatchedCards()
    asked: dict[str, int | None] = {}
    table = names["card"]
    for line in deck.lines:
        if line.as_read:
            matched.read_as.append(ReadAs(line.number, line.as_typed, line.as_read))
            continue
        found = exact_titles(table, line.text, line.count) if line.count != UNREADABLE else []
        for position, count in found:
            _add(matched, table["ids"][position], count)
        if found and line.as_typed:
            title = table["titles"][found[0][0]]
            matched.read_as.append(ReadAs(line.number, line.as_typed, title))
        if not found and not is_heading(line.text):
            _match_inexactly(matched, line, names, ask, asked)
    return matched


def _add(matched: MatchedCards, id: str, count: int) -> None:
    if count:
        matched.counts[id] = matched.counts.get(id, 0) + count


def _match_inexactly(
    matched: MatchedCards, line: DeckLine, names: NameTables, ask: Ask | None, asked: dict[str, int | None]
) -> None:
    """Reads a line whose name is no exact title, or adds it to `unread`. `asked`: the answers of `ask` until now."""
    name, count, resolved = line.text, max(line.count or 1, 1), ResolvedName([], [], [])
    for name, count in _readings(line):
        resolved = resolve(names, name)
        if resolved.outcome == "ambiguous" and ask:
            if name not in asked:
                asked[name] = ask(name, resolved.titles)
            chosen = asked[name]
            if chosen is not None:
                return _add(matched, resolved.ids[chosen], count)
        if resolved.outcome == "found" and not _has_other_number(name, resolved.titles[0]):
            matched.read_as.append(ReadAs(line.number, name, resolved.titles[0]))
            return _add(matched, resolved.ids[0], count)
    matched.unread.append(
        Unread(
            line=line.number,
            count=count,
            name=name,
            reason="ambiguous" if resolved.outcome == "ambiguous" else "unknown",
            possible_titles=resolved.titles or titles_in(names["card"], name) or resolved.nearest,
        )
    )
    return None


def _readings(line: DeckLine) -> list[tuple[str, int]]:
    """What may be the name in a line without an exact title, and the number of copies; none if a number is unclear."""
    signs = _SIGNS_BEFORE_NAME.match(line.text)[0]  # type: ignore[index]  # it matches the empty string
    whole = line.text[len(signs) :].strip()
    name = _NOTE_AFTER.sub("", whole) or whole
    after = _COUNT_AFTER.search(name)
    if line.count is not None:
        return [(name, line.count)] if line.count != UNREADABLE else []
    if re.search(r"\d", signs):
        numbers = _COUNT.findall(signs)
        return [(name, int(numbers[0]))] if len(numbers) == 1 else []
    return [(name, 1), *([(name[: after.start()], int(after[1]))] if after else [])]


def _has_other_number(name: str, title: str) -> bool:
    """Whether a number in the name is not in the title, so that it may be a number of copies."""
    return not set(_LONE_NUMBER.findall(fold(name))) <= set(_LONE_NUMBER.findall(fold(title)))
