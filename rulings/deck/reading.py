"""The bytes of a deck list → its entries: names as typed, with counts. Reads lines of text, CSV and OCTGN's `.o8d`.

Names are not looked up here. Input that cannot be a deck list (binary, far too long, broken XML) raises `DeckError`,
in bounded time and memory.

The page does the same in `site/theme/js/deck/reading.js`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rulings.deck.constants import (
    COUNT_COLUMNS,
    DECK_HEADINGS,
    MAX_CARD_NAME_LENGTH,
    MAX_COPIES,
    MAX_DECK_BYTES,
    MAX_DECK_LINES,
    MAX_DECK_NAMES,
    NAME_COLUMNS,
)
from rulings.deck.views import DeckForm
from rulings.errors import RulingsError

_MAX_ELEMENTS, _MAX_DEPTH = 4_000, 20  # of XML
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")

# Lines of text
_BULLET = re.compile(r"\s*(?:[-*•·+]\s+)?")
_COMMENT = re.compile(r"^\s*(?:#|//|;|--(?!\S)).*$|\s(?:#|//)\s.*$")
_COUNT_BEFORE = re.compile(r"(?:[x×*]\s*(\d{1,12})|(\d{1,12})\s*[x×*]|(\d{1,12}))[\s:]+(?=\S)", re.IGNORECASE)
_COUNT_AFTER = re.compile(
    r"\s*(?:\s[x×*]\s*(\d{1,12})|\s(\d{1,12})\s*[x×]|\t\s*(\d{1,12})|\s[(\[](?:x\s*)?(\d{1,12})(?:\s*x)?[)\]])\s*$",
    re.IGNORECASE,
)
_BRACKETED_NOTE = re.compile(r"\s*[(\[][^()\[\]]*[)\]]\s*$")
_TITLE = re.compile(r"^\s*(?:#+\s*)?(?:deck(?:\s*name)?|name|title)\s*[:=]\s*(.{1,100})$", re.IGNORECASE)
_FIELD = re.compile(
    r"^\s*(?:author|by|date|player|event|format|side|notes?|comment|total|url|source|version)\s*[:=]", re.IGNORECASE
)
_RULE_CHARACTERS = frozenset("-=_*~ ")  # a line of only these is a drawn rule


class DeckError(RulingsError):
    """A deck list that cannot be read. The message names it, the line if there is one, and the reason."""


@dataclass(frozen=True, slots=True)
class DeckLine:
    """Copies of one card. `names`: possible readings of its name, likeliest first; `number`: of the line, from 1."""

    count: int
    names: tuple[str, ...]
    number: int


@dataclass(frozen=True, slots=True)
class DeckList:
    """A deck list as typed. `title`: the list's own title, or empty."""

    source: str
    form: DeckForm
    title: str
    lines: tuple[DeckLine, ...]


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


def read_deck(content: bytes | str, source: str = "the deck list") -> DeckList:
    """The list in bytes or text. `source` names it in a `DeckError`."""
    text = _text(content.encode("utf-8", "replace") if isinstance(content, str) else content, source)
    form: DeckForm = "lines"
    title = ""
    if text.lstrip().startswith("<"):
        form, entries = "o8d", _read_octgn(text, source)
    else:
        lines = text.splitlines()
        if len(lines) > MAX_DECK_LINES:
            raise DeckError(f"{source}: has {len(lines):,} lines; a deck list has at most {MAX_DECK_LINES:,}")
        rows = _read_table(lines)
        if rows is not None:
            form, entries = "csv", rows
        else:
            title, entries = _title(lines), list(_deck_lines(lines))
    for line in entries:
        if line.count > MAX_COPIES:
            raise DeckError(f"{source}, line {line.number}: {line.count:,} copies of one card cannot be in a deck")
    deck_lines = tuple(line for line in entries if line.count)
    if not deck_lines:
        raise DeckError(f"{source}: has no cards; write one per line, such as “3 Dr. Dreff”")
    if len({line.names for line in deck_lines}) > MAX_DECK_NAMES:
        raise DeckError(f"{source}: has more than {MAX_DECK_NAMES} different names; a deck list has fewer")
    return DeckList(source, form, title, deck_lines)


def _text(content: bytes, source: str) -> str:
    if len(content) > MAX_DECK_BYTES:
        raise DeckError(f"{source}: is larger than {MAX_DECK_BYTES // 1024} KB; a deck list is a few KB")
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")  # what older programs for Windows write
    if _CONTROL.search(text):
        raise DeckError(f"{source}: is not text; save the deck as text, CSV or .o8d")
    return text


def _deck_lines(lines: list[str]) -> Iterator[DeckLine]:
    for number, line in enumerate(lines, 1):
        line = _COMMENT.sub("", line).rstrip()
        line = line[_BULLET.match(line).end() :]  # type: ignore[union-attr]  # it matches the empty string
        if not line or _FIELD.match(line) or _TITLE.match(line) or set(line) <= _RULE_CHARACTERS:
            continue
        count_before = _COUNT_BEFORE.match(line)
        count_after = None if count_before else _COUNT_AFTER.search(line)
        count = next((int(n) for match in (count_before, count_after) if match for n in match.groups() if n), None)
        name = line[count_before.end() :] if count_before else line[: count_after.start()] if count_after else line
        name = name.strip().strip("|")[:MAX_CARD_NAME_LENGTH].strip()
        if not name or (count_before is None and _is_heading(line, name)):
            continue
        yield DeckLine(1 if count is None else count, _readings(name), number)


def _is_heading(line: str, name: str) -> bool:
    words = re.findall(r"[a-z]+", name.lower())
    return (
        line.endswith(":") or bool(words and set(words) <= DECK_HEADINGS) or bool(re.fullmatch(r"[=\[].*[=\]]", name))
    )


def _readings(name: str) -> tuple[str, ...]:
    """The name as typed, then without what follows in brackets (a set, a number)."""
    bare = _BRACKETED_NOTE.sub("", name).strip()
    return (name, bare) if bare and bare != name else (name,)


def _title(lines: list[str]) -> str:
    return next((match[1].strip() for line in lines[:20] if (match := _TITLE.match(line))), "")


def _read_table(lines: list[str]) -> list[DeckLine] | None:
    """The cards of a CSV table, or None if the lines are not one: neither a header row nor a column of counts."""
    rows, delimiter = _rows(lines)
    if not rows:
        return None
    header = [cell.strip().lower() for cell in rows[0][1]]
    name_column = next((i for i, cell in enumerate(header) if cell in NAME_COLUMNS), None)
    if name_column is not None:
        count_column = next((i for i, cell in enumerate(header) if cell in COUNT_COLUMNS), None)
        return [line for number, row in rows[1:] if (line := _table_line(number, row, count_column, name_column))]
    for column in (0, 1):
        if all(len(row) > 1 and _count_in(row[column]) is not None for _, row in rows):
            return [line for number, row in rows if (line := _table_line(number, row, column, 1 - column, delimiter))]
    return None


def _rows(lines: list[str]) -> tuple[list[tuple[int, list[str]]], str]:
    """The number and the cells of each line, and what separates these; no rows if the lines are not a table."""
    import csv

    numbered_lines = [
        (number, line) for number, line in enumerate(lines, 1) if line.strip() and not line.lstrip().startswith("#")
    ]
    if not numbered_lines:
        return [], ""
    first = numbered_lines[0][1]
    delimiter = max(",;\t", key=first.count)
    if delimiter not in first:
        return [], ""
    try:
        rows = [
            (number, next(csv.reader([line], delimiter=delimiter, skipinitialspace=True), []))
            for number, line in numbered_lines
        ]
    except csv.Error:
        return [], ""
    return rows, delimiter


def _table_line(
    number: int, row: list[str], count_column: int | None, name_column: int, delimiter: str = ""
) -> DeckLine | None:
    """The card of a row, or None if it names none; one copy if no number is given.

    `delimiter`: what separates the cells, if the table has no heading row. A title with an unquoted comma is then
    divided into cells, so all cells from the name on, joined again, are the first reading.
    """
    name = row[name_column].strip()[:MAX_CARD_NAME_LENGTH] if name_column < len(row) else ""
    count = _count_in(row[count_column]) if count_column is not None and count_column < len(row) else 1
    if not name:
        return None
    names = _readings(name)
    if delimiter and name_column and len(row) > 2:  # 3,Disinfectant, Inc.
        names = (f"{delimiter} ".join(cell.strip() for cell in row[name_column:])[:MAX_CARD_NAME_LENGTH], *names)
    return DeckLine(1 if count is None else count, names, number)


def _count_in(cell: str) -> int | None:
    match = re.fullmatch(r"\s*(?:x\s*)?(\d{1,12})(?:\s*x)?\s*", cell, re.IGNORECASE)
    return int(match[1]) if match else None


def _read_octgn(text: str, source: str) -> list[DeckLine]:
    """The cards of `<deck><section><card qty="3">Dr. Dreff</card>…`. Document types, and so entities, are refused."""
    from xml.parsers import expat

    parser = expat.ParserCreate()
    deck_lines: list[DeckLine] = []
    open_elements: list[tuple[str, dict[str, str]]] = []
    words: list[str] = []
    element_count = 0

    def refuse(*_: object) -> None:
        raise DeckError(f"{source}: declares a document type; an .o8d deck has none")

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal element_count
        element_count += 1
        if element_count > _MAX_ELEMENTS or len(open_elements) >= _MAX_DEPTH:
            raise DeckError(f"{source}: has too many elements for a deck")
        if not open_elements and name.lower() != "deck":
            raise DeckError(f"{source}: is XML, but not an .o8d deck: its first element is not <deck>")
        open_elements.append((name.lower(), attributes))
        words.clear()

    def end(_: str) -> None:
        name, attributes = open_elements.pop()
        title = " ".join("".join(words).split()) or attributes.get("name", "").strip()
        if name == "card" and title:
            count = _count_in(attributes.get("qty", "1"))
            deck_lines.append(
                DeckLine(
                    1 if count is None else count, _readings(title[:MAX_CARD_NAME_LENGTH]), parser.CurrentLineNumber
                )
            )
        words.clear()

    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = words.append
    try:
        parser.Parse(re.sub(r"^\s*<\?xml[^>]*\?>", "", text), True)  # the text is already decoded
    except expat.ExpatError as error:
        raise DeckError(
            f"{source}, line {error.lineno}: is not well-formed XML ({expat.ErrorString(error.code)})"
        ) from None
    return deck_lines
