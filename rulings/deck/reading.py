"""The bytes of a deck list → its lines that may name cards. Reads lines of text, tables and OCTGN's `.o8d`.

Names are not looked up here: see `matching.py`. Input that cannot be a deck list (binary, far too long,
broken XML) raises `DeckError`, in bounded time and memory.

The page does the same in `site/theme/js/deck/reading.js`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from rulings.deck.constants import (
    MAX_CARD_NAME_LENGTH,
    MAX_DECK_BYTES,
    MAX_DECK_LINES,
    MAX_DECK_NAMES,
    PLACE_PATTERN,
)
from rulings.deck.deck_list import DeckError, DeckLine, DeckList
from rulings.deck.table import read_table
from rulings.deck.views import DeckForm

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")
_JSON = re.compile(r"\s*[\[{]\s*[{\"]")

# Lines of text
_COMMENT = re.compile(r"^\s*(?:#(?!\d)|//|;|--(?!\S)).*$|\s(?:#|//)\s.*$")
_PLACE = re.compile(PLACE_PATTERN)
_TITLE = re.compile(r"^\s*(?:#+\s*)?(?:deck(?:\s*name)?|name|title)\s*[:=]\s*(.{1,100})$", re.IGNORECASE)
_FIELD = re.compile(
    r"^\s*(?:author|by|date|player|event|format|side|notes?|comment|total|url|source|version)\s*[:=]", re.IGNORECASE
)
_RULE_CHARACTERS = frozenset("-=_*~|: ")  # a line of only these is a drawn rule


def read_file(name: str) -> DeckList:
    """The list in a file; `-` reads standard input."""
    try:
        if name == "-":
            stream = getattr(sys.stdin, "buffer", None)
            limit = MAX_DECK_BYTES + 1
            content = stream.read(limit) if stream else (sys.stdin.read(limit) if sys.stdin else "").encode()
        else:
            with Path(name).open("rb") as file:
                content = file.read(MAX_DECK_BYTES + 1)
    except (OSError, ValueError) as error:
        raise DeckError(f"{name[:100]}: cannot be read ({getattr(error, 'strerror', None) or error})") from None
    return read_deck(content, "standard input" if name == "-" else name)


def read_deck(content: bytes | str, file: str = "the deck list") -> DeckList:
    """The list in bytes or text. `file` names it in a `DeckError`."""
    text = _text(content.encode("utf-8", "replace") if isinstance(content, str) else content, file)
    form: DeckForm = "lines"
    title = ""
    if _JSON.match(text):
        raise DeckError(f"{file}: is JSON; save the deck as text, CSV or .o8d")
    if text.lstrip().startswith("<") and text.rstrip().endswith(">"):
        from rulings.deck.octgn import read_octgn

        form = "o8d"
        entries = read_octgn(text, file)
    else:
        lines = text.splitlines()
        if len(lines) > MAX_DECK_LINES:
            raise DeckError(f"{file}: has {len(lines):,} lines; a deck list has at most {MAX_DECK_LINES:,}")
        rows = read_table(lines)
        if rows is not None:
            form, entries = "csv", rows
        else:
            title = _title(lines)
            entries = list(_deck_lines(lines))
    if not any(line.text for line in entries):
        raise DeckError(f"{file}: has no cards; write one per line, such as “3 Dr. Dreff”")
    if len({line.text for line in entries}) > MAX_DECK_NAMES:
        raise DeckError(f"{file}: has more than {MAX_DECK_NAMES} different names; a deck list has fewer")
    return DeckList(file, form, title, tuple(entries))


def _text(content: bytes, file: str) -> str:
    if len(content) > MAX_DECK_BYTES:
        raise DeckError(f"{file}: is larger than {MAX_DECK_BYTES // 1024} KB; a deck list is a few KB")
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")  # what older programs for Windows write
    if _CONTROL.search(text):
        raise DeckError(f"{file}: is not text; save the deck as text, CSV or .o8d")
    return text


def _deck_lines(lines: list[str]) -> Iterator[DeckLine]:
    bare_lines = [(number, bare) for number, line in enumerate(lines, 1) if (bare := _bare_line(line))]
    places = {number: match for number, line in bare_lines if (match := _PLACE.match(line))}
    if not _is_numbered([int(place[1]) for place in places.values()]):
        places = {}
    last_place = max(places, default=0)
    for number, line in bare_lines:
        text = line[places[number].end() :] if number in places else line
        yield DeckLine(text[:MAX_CARD_NAME_LENGTH].strip(), number, as_typed=line if number == last_place else "")


def _bare_line(line: str) -> str:
    """The line without comment; empty if it names no card."""
    line = _COMMENT.sub("", line).strip()
    return "" if _FIELD.match(line) or _TITLE.match(line) or set(line) <= _RULE_CHARACTERS else line


def _is_numbered(numbers: list[int]) -> bool:
    """Whether numbers such as `1.` are places in a list: they count up from 1, perhaps several times."""
    return numbers[:1] == [1] and 2 in numbers and all(b == a + 1 or b == 1 < a for a, b in pairwise(numbers))


def _title(lines: list[str]) -> str:
    return next((match[1].strip() for line in lines[:20] if (match := _TITLE.match(line))), "")
