"""A document's file → its lines, numbered from 1, whatever its line ends, tabs or byte-order mark."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rulings.storage.text import read_text, split_lines


@dataclass(frozen=True, slots=True)
class Line:
    """One line. If it was lost and restored, `restored` names the evidence and `number` is that of its neighbour."""

    number: int
    text: str
    restored: str | None = None

    @property
    def is_blank(self) -> bool:
        """Whether it contains only white space."""
        return not self.text.strip()

    @property
    def is_indented(self) -> bool:
        """Whether it is indented."""
        return self.text[:1].isspace()


def read_lines(path: Path) -> list[Line]:
    """All lines of the file, without line ends. Raises `RulingsError` if it is missing or not UTF-8."""
    return numbered(read_text(path))


def numbered(text: str) -> list[Line]:
    """All lines of a text. Only CR, LF and CRLF end a line, not a form feed or U+2028."""
    return [Line(n, line) for n, line in enumerate(split_lines(text.removeprefix("\ufeff")), 1)]
