"""Text → its width, lines of a given width, items separated by dots, records separated by tabs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rulings.model.printable import one_line

_MAX_UNBROKEN = 18  # characters; longer items of a dotted line may be broken between words


def display_width(text: str) -> int:
    """The width of a text in columns: combining marks take none, wide East Asian characters two."""
    if text.isascii() or all(c < "\u0300" or "\u2010" <= c < "\u2800" for c in text):
        return len(text)  # Latin letters, punctuation and our signs
    import unicodedata

    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def wrap(text: str, width: int, taken: int = 0) -> list[str]:
    """Lines of at most `width` columns, broken between words; only words longer than a line are broken themselves.

    `taken` columns of the first line are already used. No-break spaces become spaces at the end.
    `textwrap` is not used because it counts characters instead of columns, and imports `re`, which takes time.
    """
    width = max(width, 1)
    measure = len if text.isascii() else display_width
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        room = width - (0 if lines else taken)
        for word in filter(None, paragraph.split(" ")):
            size = measure(word)
            if line and size + 1 <= room:
                line, room = f"{line} {word}", room - size - 1
                continue
            if line or size > room < width:
                lines.append(line)
            while measure(word) > width:
                cut = width
                while cut > 1 and measure(word[:cut]) > width:
                    cut -= 1
                lines.append(word[:cut])
                word = word[cut:]
            room = (width - (0 if lines else taken)) - measure(word)
            line = word
        lines.append(line)
    return [line.replace("\xa0", " ") for line in lines]


def dotted(items: Iterable[str]) -> str:
    """The non-empty items, separated by dots that never begin a line; short items are not broken."""
    shown = (item.replace(" ", "\xa0") if len(item) <= _MAX_UNBROKEN else item for item in items if item)
    return "\xa0· ".join(shown)


class Record(NamedTuple):
    """A line of `--plain`, with the same cells whatever it is about. None is an empty one."""

    id: str
    kind: str
    title: str | None  # of a ruling, that of its subject
    date: str | None  # ISO 8601
    who: str | None
    text: str


def tab_separated(records: Iterable[Record]) -> str:
    """One record per line, its cells separated by tabs."""
    return "".join(
        "\t".join("" if cell is None else one_line(str(cell)) for cell in record) + "\n" for record in records
    )
