"""A line of a deck list → the exact titles in it, each with the number beside it.

Signs are no part of a title, so that quotation marks, bullets, emphasis and the borders of tables need no rule.

The page does the same in `site/theme/js/deck/line-titles.js`.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from rulings.deck import constants
from rulings.model.ids import without_accents
from rulings.names.resolving import direct_positions, singular
from rulings.names.tables import NameTable

_MARKUP = re.compile(constants.TAG_PATTERN)
_NOTE = re.compile(constants.NOTE_PATTERN)
_GLUED_COUNT = re.compile(constants.GLUED_COUNT_PATTERN)
_COUNT = re.compile(constants.COUNT_PATTERN)
_PLACE = re.compile(constants.PLACE_PATTERN + "(?=.*[0-9])")
_HEADING = re.compile(r".*:|[=\[].*[=\]]")
_LABEL = re.compile(r"[^:]*[a-z]{2}[^:]*:(?=.*[a-z])")


def is_heading(text: str) -> bool:
    """Whether a line without an exact title is a heading or a total: words like `cards`, `Ice`, `total` and numbers."""
    return bool(_HEADING.fullmatch(text)) or all(map(_is_no_title, _words(_plain(text))))


def titles_in(table: NameTable, text: str) -> list[str]:
    """The exact titles in a line, whatever else it has."""
    return [table["titles"][position] for _, _, position in _title_spans(table, _plain(text))]


def exact_titles(table: NameTable, text: str, count: int | None = None) -> list[tuple[int, int]]:
    """The position in `table` of each title in a line, and its copies. `count`: known without reading the line.

    Empty if there is no exact title, if other words stand beside it, or if it is not clear which number is the count.
    A note in brackets, or a label such as `Agenda (9):`, is left out if a title remains.
    """
    plain = _plain(text)
    for line in (_without_label(table, _NOTE.sub(" ", plain)), _without_label(table, plain)):
        spans = list(_title_spans(table, line))
        if spans:
            break
    else:
        return []
    ends = [0, *(end for _, end, _ in spans)]
    starts = [*(start for start, _, _ in spans), len(line)]
    between = [line[end:start] for end, start in zip(ends, starts, strict=True)]
    if not all(_is_no_title(word) for piece in between for word in _words(piece)):
        return []
    if not all(piece.strip() for piece in between[1:-1]):
        return []
    counts = [count] * len(spans) if count is not None else _counts(between)
    return [(position, n) for (_, _, position), n in zip(spans, counts, strict=False)]


def _counts(between: list[str]) -> list[int]:
    """The numbers of copies in what stands before, between and after titles; empty if they are not clear.

    They stand before the titles if there is one before the first. Where there is none, there is one copy.
    """
    first = _PLACE.sub("", between[0])
    pieces = [first, *between[1:-1]] if re.search(r"\d", first) else between[1:]
    numbers = [_COUNT.findall(piece) for piece in pieces]
    are_clear = all(len(found) == bool(re.search(r"\d", piece)) for found, piece in zip(numbers, pieces, strict=True))
    return [int(found[0]) if found else 1 for found in numbers] if are_clear else []


def _is_no_title(word: str) -> bool:
    return not constants.WORDS_OF_NO_TITLE.isdisjoint((word, singular(word)))


def _plain(text: str) -> str:
    """The line in lower case, without accents and markup."""
    line = without_accents(html.unescape(text))
    return _GLUED_COUNT.sub(r"\1 ", _MARKUP.sub(" ", line))


def _without_label(table: NameTable, line: str) -> str:
    label = _LABEL.match(line)
    is_title = label and any(start < label.end() for start, _, _ in _title_spans(table, line))
    return line if label is None or is_title else line[label.end() :]


def _words(text: str) -> list[str]:
    return re.findall(r"(?!x[0-9]{1,3}\b)[a-z][a-z0-9]*", text)


def _title_spans(table: NameTable, line: str) -> Iterator[tuple[int, int, int]]:
    """The start and the end of each title in a line, longest first at each word, and its position in the table."""
    words = list(re.finditer(r"[a-z0-9]+", line))
    first = 0
    while first < len(words):
        for last in range(min(len(words), first + constants.MAX_TITLE_WORDS), first, -1):
            name = " ".join(word[0] for word in words[first:last])
            position = _title_position(table, name)
            if position is not None:
                yield words[first].start(), words[last - 1].end(), position
                first = last - 1
                break
        first += 1


def _title_position(table: NameTable, name: str) -> int | None:
    """The position of the card with exactly this name. A number before a name, in any order, is no part of it."""
    if name[0].isdigit():
        positions = table["exact"].get(name) or table["variants"].get(name) or []
    elif all(map(_is_no_title, name.split())):
        positions = table["exact"].get(name) or []
    else:
        positions = direct_positions(table, name)
    return positions[0] if len(positions) == 1 else None
