"""A screen: lines of output, to which wrapped text is added in the colour of its role."""

from __future__ import annotations

from collections.abc import Iterable

from rulings.cli.render.terminal import link_base, terminal_width
from rulings.cli.render.text import display_width, wrap
from rulings.model.printable import one_line, printable

Cell = tuple[str, str]  # text and its role

# Magenta and red have a contrast of at least 3.6:1 on black and on white; the other basic colours fail on one of them.
_STYLES = {  # role → parameters of the escape sequence (SGR)
    "title": "1",
    "dim": "2",
    "question": "35",
    "bar": "31",
    "errata": "1;31",
    "status": "1",
    "match": "1;4",
    "game": "7",
    "strong": "1",
}


class Screen:
    """Lines of output. Every public method makes its text printable and adds it as lines."""

    def __init__(self, width: int | None = None, coloured: bool = False) -> None:
        self.width = width or terminal_width()
        self.coloured = coloured
        self.site = link_base() if coloured else ""
        self.lines: list[str] = []
        self.highlighted: frozenset[str] = frozenset()  # words of the query, highlighted in running text

    def _paint(self, text: str, role: str) -> str:
        """The text in the colour of its role, if colour is on."""
        style = _STYLES.get(role) if self.coloured else None
        return f"\x1b[{style}m{text}\x1b[0m" if style and text else text

    def _link(self, text: str, url: str) -> str:
        """The text as a link to a page of the site (OSC 8), or just the text (see `link_base`)."""
        return f"\x1b]8;;{self.site}{url}\x1b\\{text}\x1b]8;;\x1b\\" if self.site and url else text

    def _edge(self, bar: bool) -> tuple[str, int]:
        """What begins a line: the bar or nothing; and the number of columns that it leaves."""
        return (self._paint("┃", "bar") + " ", self.width - 2) if bar else ("", self.width)

    def blank(self, always: bool = False) -> None:
        """Adds an empty line; without `always`, not at the beginning and not below another."""
        if always or (self.lines and self.lines[-1]):
            self.lines.append("")

    def text(
        self, text: str, role: str = "", *, prefix: str | None = None, indent: str | None = None, bar: bool = False
    ) -> None:
        """Adds wrapped text. `bar`: with a bar at the left.

        `prefix` begins the first line and `indent` the others; without a prefix, `indent` begins all. The default
        indent is as wide as the prefix.
        """
        first = (indent or "") if prefix is None else printable(prefix)
        rest = " " * display_width(first) if indent is None else indent
        edge, room = self._edge(bar)
        hanging = display_width(rest)
        for number, line in enumerate(wrap(printable(text), room - hanging, display_width(first) - hanging)):
            shown = self._with_highlights(line) if self.highlighted and not role else self._paint(line, role)
            self.lines.append((edge + (rest if number else first) + shown).rstrip())

    def _with_highlights(self, line: str) -> str:
        words = []
        for word in line.split(" "):
            core = word.strip("\"'“”‘’().,;:!?")
            words.append(word.replace(core, self._paint(core, "match"), 1) if core in self.highlighted else word)
        return " ".join(words)

    def text_with_id(
        self, text: str, id: str, *, role: str = "", indent: str = "", bar: bool = False, url: str = ""
    ) -> None:
        """Adds text with an id at the right edge: on the last line if it fits, else on the next, broken at hyphens.

        `url`: the page of the site that the id links to.
        """
        self.text(text, role, indent=indent, bar=bar)
        id = one_line(id)
        edge, room = self._edge(bar)
        if text:
            last_line = wrap(printable(text), room - display_width(indent))[-1]
            gap = room - display_width(indent) - display_width(last_line) - display_width(id)
            if gap >= 2:
                self.lines[-1] += " " * gap + self._link(self._paint(id, "dim"), url)
                return
        for piece in wrap(id if display_width(id) <= room else id.replace("-", "- "), room):
            piece = piece.replace("- ", "-")
            self.lines.append(edge + " " * (room - display_width(piece)) + self._link(self._paint(piece, "dim"), url))

    def labelled(self, label: Cell, text: Cell) -> None:
        """Adds a label followed by text, with a bar at the left."""
        (label_words, label_role), (words, role) = label, text
        *label_lines, last_label_line = wrap(printable(label_words), self.width - 2)
        for line in label_lines:
            self.text(line, label_role, bar=True)
        lines = wrap(printable(words), self.width - 2, display_width(last_label_line) + 2)
        self.row((("┃", "bar"), (" ", ""), (last_label_line, label_role), ("  ", ""), (lines[0], role)))
        for line in lines[1:]:
            self.text(line, role, bar=True)

    def banner(self, text: str, remark: str) -> None:
        """Adds a conspicuous label with a remark beside it, or below it if there is no room."""
        if display_width(text) + display_width(remark) + 4 <= self.width:
            self.row(((f" {text} ", "game"), ("  " + remark, "dim")))
        else:
            self.text(text, "game", indent=" ")
            self.text(remark, "dim", indent=" ")

    def row(self, cells: Iterable[Cell]) -> None:
        """Adds one line of cells, without wrapping."""
        painted = (self._paint(printable(words).replace("\n", " "), role) for words, role in cells)
        self.lines.append("".join(painted).rstrip())

    def __str__(self) -> str:
        return "\n".join(self.lines) + "\n" if self.lines else ""
