"""Words and their roles → lines of a terminal, wrapped by words, coloured if it can, without control characters.

A look-up pays for every import, so this module imports only what the interpreter has loaded anyway.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

WIDEST = 100  # columns: longer lines of prose are hard to read, however wide the terminal
NARROWEST = 20
_WHOLE = 18  # an item of a dotted line up to this length stays on one line

# Magenta and red keep a contrast of 3.6 : 1 or more on black and on white; other plain colours fail on one of the two.
_CODES = {
    "title": "1",
    "dim": "2",
    "question": "35",
    "bar": "31",
    "errata": "1;31",
    "match": "1;4",
    "game": "7",
    "strong": "1",
}
_ASCII = str.maketrans(
    {
        "┃": "|",
        "⚑": "+",
        "→": ">",
        "·": "-",
        "–": "-",
        "—": "-",
        "…": ".",
        "↺": "<",
        "✗": "x",
        "≈": "~",
        "“": '"',
        "”": '"',
        "’": "'",
        "‘": "'",
        "×": "x",
        "●": "*",
        "▸": ">",
        "•": "*",
    }
)
# C0, DEL and C1, soft hyphen, zero width, line separators, direction overrides: what can hide or turn words around.
_HIDDEN = (
    *range(32),
    *range(127, 160),
    0xAD,
    0x61C,
    0x200B,
    0x200E,
    0x200F,
    0xFEFF,
    *range(0x2028, 0x202F),
    *range(0x2066, 0x206A),
)
_UNPRINTABLE: dict[int, str | None] = {**dict.fromkeys(_HIDDEN), 9: " ", 10: "\n"}


def printable(words: str) -> str:
    """Without control characters, direction overrides and half characters; tabs are spaces, line feeds stay."""
    words = words.translate(_UNPRINTABLE)
    return words if words.isascii() else words.encode("utf-8", "replace").decode()


def one_line(words: str) -> str:
    """Printable and without line breaks or tabs: for records and for what a person typed."""
    return " ".join(printable(words).split())


def shortened(words: str, most: int = 60) -> str:
    """What a person typed, fit to be said back."""
    words = one_line(words)
    return words if len(words) <= most else words[: most - 1] + "…"


def columns(words: str) -> int:
    """How many columns the words take: marks that combine take none, wide East Asian letters two."""
    if words.isascii() or all(
        c < "\u0300" or "\u2010" <= c < "\u2800" for c in words
    ):  # Latin, punctuation, our ornaments
        return len(words)
    import unicodedata

    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in words)


def wrap(words: str, width: int, taken: int = 0) -> list[str]:
    """Lines of at most `width` columns, broken between words; a word longer than a line is broken where it must be.

    `taken` columns of the first line are used already. A no-break space holds a mark and its word together.
    """
    width = max(width, 1)
    lines: list[str] = []
    for paragraph in words.split("\n"):
        line, room = "", width - (0 if lines else taken)
        for word in filter(None, paragraph.split(" ")):
            size = columns(word)
            if line and size + 1 <= room:
                line, room = f"{line} {word}", room - size - 1
                continue
            if line or size > room < width:
                lines.append(line)
            while columns(word) > width:
                cut = width
                while cut > 1 and columns(word[:cut]) > width:
                    cut -= 1
                lines.append(word[:cut])
                word = word[cut:]
            room = (width - (0 if lines else taken)) - columns(word)
            line = word
        lines.append(line)
    return [line.replace("\xa0", " ") for line in lines]


def width() -> int:
    """Columns to write in: `COLUMNS`, else the terminal's, else 80; never below 20 nor above 100."""
    given = os.environ.get("COLUMNS", "")
    found = int(given) if given.isdecimal() and len(given) < 6 else 0
    for stream in () if found else (sys.__stdout__, sys.__stderr__):
        try:
            found = os.get_terminal_size(stream.fileno()).columns if stream and stream.isatty() else 0
        except (OSError, ValueError):
            continue
        if found:
            break
    return min(max(found or 80, NARROWEST), WIDEST)


def colour(choice: str = "auto") -> bool:
    """Whether to colour standard output: `always`, `never`, or `auto` (a terminal that can, and no `NO_COLOR`)."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not on_terminal():
        return False
    if os.name == "nt":
        os.system("")  # switches the console to understanding escape sequences
    return True


def on_terminal() -> bool:
    """Whether a person reads standard output as it comes."""
    try:
        return bool(sys.stdout and sys.stdout.isatty())
    except ValueError:
        return False


def dotted(items: Iterable[str]) -> str:
    """Items with a dot between them, which ends a line rather than begin one; short items are not broken."""
    kept = (item.replace(" ", "\xa0") if len(item) <= _WHOLE else item for item in items if item)
    return "\xa0· ".join(kept)


class Screen:
    """Lines being made. Every method takes words of any origin and makes them printable."""

    def __init__(self, columns_wide: int | None = None, coloured: bool = False) -> None:
        self.width = columns_wide or width()
        self.coloured = coloured
        self.lines: list[str] = []
        self.marked: frozenset[str] = frozenset()  # words that stand out in running text: what was searched for

    def paint(self, words: str, role: str = "") -> str:
        """The words in the colour of their role, if there is colour."""
        code = _CODES.get(role) if self.coloured else None
        return f"\x1b[{code}m{words}\x1b[0m" if code and words else words

    def blank(self) -> None:
        """An empty line, unless there is one already."""
        if self.lines and self.lines[-1]:
            self.lines.append("")

    def text(self, words: str, role: str = "", first: str = "", rest: str | None = None, bar: bool = False) -> None:
        """Wrapped words; `first` and `rest` stand before the first and the further lines, after a bar if asked for."""
        rest = " " * columns(first) if rest is None else rest
        edge = self.paint("┃", "bar") + " " if bar else ""
        room = self.width - (2 if bar else 0)
        hanging = columns(rest)
        for number, line in enumerate(wrap(printable(words), room - hanging, columns(first) - hanging)):
            before = first if number == 0 else rest
            shown = self._with_marked(line) if self.marked and not role else self.paint(line, role)
            self.lines.append((edge + before + shown).rstrip())

    def _with_marked(self, line: str) -> str:
        words = []
        for word in line.split(" "):
            core = word.strip("\"'“”‘’().,;:!?")
            words.append(word.replace(core, self.paint(core, "match"), 1) if core in self.marked else word)
        return " ".join(words)

    def pair(self, left: str, right: str, role: str = "dim", indent: str = "", bar: bool = False) -> None:
        """Words with an id at the right edge: on their last line if both fit, else below, broken at its hyphens."""
        self.text(left, role, indent, bar=bar)
        right = one_line(right)
        room = self.width - (2 if bar else 0)
        last = columns(indent) + columns(wrap(printable(left), room - columns(indent))[-1]) if left else room
        if last + 2 + columns(right) <= room:
            self.lines[-1] += " " * (room - last - columns(right)) + self.paint(right, "dim")
            return
        edge = self.paint("┃", "bar") + " " if bar else ""
        for piece in wrap(right if columns(right) <= room else right.replace("-", "- "), room):
            piece = piece.replace("- ", "-")
            self.lines.append(edge + " " * (room - columns(piece)) + self.paint(piece, "dim"))

    def band(self, words: str, beside: str) -> None:
        """A label that cannot be overlooked, and a remark beside it (below it, where there is no room)."""
        if columns(words) + columns(beside) + 4 <= self.width:
            self.row(((f" {words} ", "game"), ("  " + beside, "dim")))
        else:
            self.text(words, "game", " ")
            self.text(beside, "dim", " ")

    def row(self, cells: Iterable[tuple[str, str]]) -> None:
        """Cells of words and role, one after the other, as they are."""
        self.lines.append("".join(self.paint(one_line_kept(words), role) for words, role in cells).rstrip())

    def __str__(self) -> str:
        return "\n".join(self.lines) + "\n" if self.lines else ""


def one_line_kept(words: str) -> str:
    """Printable, its spaces as they are."""
    return printable(words).replace("\n", " ")


def prepare() -> None:
    """Standard output and error write UTF-8 into pipes and on odd locales; a terminal that cannot shows a `?`."""
    for stream in (sys.stdout, sys.stderr):
        encoding = (getattr(stream, "encoding", None) or "").lower().replace("-", "").replace("_", "")
        if encoding in ("utf8", "cp65001", "") or os.environ.get("PYTHONIOENCODING"):
            continue
        try:
            if encoding in ("ascii", "646", "ansix3.41968") or not stream.isatty():
                stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
            else:
                stream.reconfigure(errors="replace")  # type: ignore[union-attr]
        except (AttributeError, ValueError, OSError):
            continue


def put(words: str) -> None:
    """Writes to standard output. A legacy encoding gets plain signs for the ornaments it lacks."""
    encoding = (sys.stdout.encoding or "utf-8").lower()
    if not encoding.startswith("utf") and not words.isascii():
        words = words.translate(_ASCII)
    sys.stdout.write(words)


def show(screen: Screen) -> None:
    """Writes a screen; on a terminal that is too low for it, through a pager."""
    if on_terminal() and _too_high(len(screen.lines)):
        from rulings.pager import page

        if page(str(screen)):
            return
    put(str(screen))


def _too_high(lines: int) -> bool:
    try:
        return lines >= os.get_terminal_size(sys.stdout.fileno()).lines
    except (OSError, ValueError, AttributeError):
        return False


def complain(sentence: str) -> None:
    """One sentence on standard error, after the program's name."""
    if sys.stderr is not None:
        sys.stderr.write(f"rulings: {printable(sentence)}\n")
