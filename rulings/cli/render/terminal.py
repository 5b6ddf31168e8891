"""Text with roles → lines for a terminal: wrapped, coloured if possible, free of control characters.

Look-ups by name use it, so it imports only what the interpreter has already loaded.
"""

from __future__ import annotations

import os
import sys

from rulings.model.printable import one_line, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

MAX_WIDTH = 100  # columns; longer lines of prose are hard to read
MIN_WIDTH = 20
_MAX_UNBROKEN = 18  # characters; longer items of a dotted line may be broken between words

# Magenta and red have a contrast of at least 3.6:1 on black and on white; the other basic colours fail on one of them.
_CODES = {
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
        "⇄": "#",
        "◇": "o",
        "†": "+",
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


def records(rows: Iterable[Iterable[object]]) -> str:
    """One row per line, its cells separated by tabs; None is an empty cell."""
    return "".join("\t".join("" if cell is None else one_line(str(cell)) for cell in row) + "\n" for row in rows)


def display_width(words: str) -> int:
    """The width of a text in columns: combining marks take none, wide East Asian characters two."""
    if words.isascii() or all(c < "\u0300" or "\u2010" <= c < "\u2800" for c in words):
        return len(words)  # Latin letters, punctuation and our signs
    import unicodedata

    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in words)


def wrap(words: str, width: int, taken: int = 0) -> list[str]:
    """Lines of at most `width` columns, broken between words; only words longer than a line are broken themselves.

    `taken` columns of the first line are already used. No-break spaces become spaces at the end.
    `textwrap` is not used because it counts characters instead of columns, and imports `re`, which takes time.
    """
    width = max(width, 1)
    measure = len if words.isascii() else display_width
    lines: list[str] = []
    for paragraph in words.split("\n"):
        line, room = "", width - (0 if lines else taken)
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


def terminal_width() -> int:
    """The width of the output in columns: `COLUMNS`, else that of the terminal, else 80; from 20 to 100."""
    given = os.environ.get("COLUMNS", "")
    width = int(given) if given.isdecimal() and len(given) < 6 else 0
    for stream in () if width else (sys.__stdout__, sys.__stderr__):
        try:
            width = os.get_terminal_size(stream.fileno()).columns if stream and stream.isatty() else 0
        except (OSError, ValueError):
            continue
        if width:
            break
    return min(max(width or 80, MIN_WIDTH), MAX_WIDTH)


def use_colour(choice: str = "auto") -> bool:
    """Whether to colour standard output. `choice`: `always`, `never`, or `auto` (on a terminal without `NO_COLOR`)."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not on_terminal():
        return False
    return os.name != "nt" or _enable_escape_sequences()


def _enable_escape_sequences() -> bool:
    """Makes a Windows console interpret escape sequences; returns whether it can."""
    import ctypes

    kernel: Any = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined]
    handle, mode = kernel.GetStdHandle(-11), ctypes.c_ulong()  # standard output
    if not kernel.GetConsoleMode(handle, ctypes.byref(mode)):
        return False
    return bool(kernel.SetConsoleMode(handle, mode.value | 4))  # ENABLE_VIRTUAL_TERMINAL_PROCESSING


_LINK_VARIABLES = (  # environment variables set by terminals that support links (OSC 8)
    "VTE_VERSION",
    "WT_SESSION",
    "KITTY_WINDOW_ID",
    "KONSOLE_VERSION",
    "DOMTERM",
    "WEZTERM_PANE",
    "GHOSTTY_RESOURCES_DIR",
)


def link_base() -> str:
    """The address with which links begin; empty if `RULINGS_SITE` is not an address or the terminal shows no links."""
    site = os.environ.get("RULINGS_SITE", "").strip().rstrip("/")
    if "://" not in site or not site.isprintable() or not on_terminal():
        return ""
    forced = os.environ.get("FORCE_HYPERLINK", "")
    if forced:
        return site if forced != "0" else ""
    program, term = os.environ.get("TERM_PROGRAM", ""), os.environ.get("TERM", "")
    shows_links = (
        any(os.environ.get(name) for name in _LINK_VARIABLES)
        or program in ("iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper")
        or term in ("xterm-kitty", "alacritty", "foot", "xterm-ghostty")
    )
    return site if shows_links else ""


def on_terminal() -> bool:
    """Whether standard output is a terminal."""
    try:
        return bool(sys.stdout and sys.stdout.isatty())
    except ValueError:
        return False


def is_interactive() -> bool:
    """Whether there is a person to ask: both standard output and standard input are terminals."""
    return bool(on_terminal() and sys.stdin and sys.stdin.isatty())


def dotted(items: Iterable[str]) -> str:
    """The non-empty items, separated by dots that never begin a line; short items are not broken."""
    shown = (item.replace(" ", "\xa0") if len(item) <= _MAX_UNBROKEN else item for item in items if item)
    return "\xa0· ".join(shown)


class Screen:
    """Lines of output. Every public method adds lines, of text that it has made printable."""

    def __init__(self, width: int | None = None, coloured: bool = False) -> None:
        self.width = width or terminal_width()
        self.coloured = coloured
        self.site = link_base() if coloured else ""
        self.lines: list[str] = []
        self.highlighted: frozenset[str] = frozenset()  # words of the query, highlighted in running text

    def _paint(self, words: str, role: str = "") -> str:
        """The text in the colour of its role, if colour is on."""
        code = _CODES.get(role) if self.coloured else None
        return f"\x1b[{code}m{words}\x1b[0m" if code and words else words

    def _link(self, words: str, url: str) -> str:
        """The words as a link to a page of the site (OSC 8), or just the words (see `link_base`)."""
        return f"\x1b]8;;{self.site}{url}\x1b\\{words}\x1b]8;;\x1b\\" if self.site and url else words

    def blank(self, always: bool = False) -> None:
        """Adds an empty line; without `always`, not at the beginning and not below another."""
        if always or (self.lines and self.lines[-1]):
            self.lines.append("")

    def text(self, words: str, role: str = "", first: str = "", rest: str | None = None, bar: bool = False) -> None:
        """Adds wrapped text. `first` and `rest` precede the first and the other lines; `bar`: a bar at the left."""
        rest = " " * display_width(first) if rest is None else rest
        edge = self._paint("┃", "bar") + " " if bar else ""
        room = self.width - (2 if bar else 0)
        hanging = display_width(rest)
        for number, line in enumerate(wrap(printable(words), room - hanging, display_width(first) - hanging)):
            prefix = first if number == 0 else rest
            shown = self._with_highlights(line) if self.highlighted and not role else self._paint(line, role)
            self.lines.append((edge + prefix + shown).rstrip())

    def _with_highlights(self, line: str) -> str:
        words = []
        for word in line.split(" "):
            core = word.strip("\"'“”‘’().,;:!?")
            words.append(word.replace(core, self._paint(core, "match"), 1) if core in self.highlighted else word)
        return " ".join(words)

    def text_with_id(
        self, left: str, right: str, role: str = "dim", indent: str = "", bar: bool = False, url: str = ""
    ) -> None:
        """Adds text with an id at the right edge: on the last line if it fits, else on the next, broken at hyphens."""
        self.text(left, role, indent, bar=bar)
        right = one_line(right)
        room = self.width - (2 if bar else 0)
        if left:
            last_line = wrap(printable(left), room - display_width(indent))[-1]
            gap = room - display_width(indent) - display_width(last_line) - display_width(right)
            if gap >= 2:
                self.lines[-1] += " " * gap + self._link(self._paint(right, "dim"), url)
                return
        edge = self._paint("┃", "bar") + " " if bar else ""
        for piece in wrap(right if display_width(right) <= room else right.replace("-", "- "), room):
            piece = piece.replace("- ", "-")
            self.lines.append(edge + " " * (room - display_width(piece)) + self._link(self._paint(piece, "dim"), url))

    def labelled(self, label: str, role: str, words: str, words_role: str) -> None:
        """Adds a label followed by words, with a bar at the left."""
        lines = wrap(printable(words), self.width - 2, display_width(label) + 2)
        self.row((("┃", "bar"), (" ", ""), (label, role), ("  ", ""), (lines[0], words_role)))
        for line in lines[1:]:
            self.text(line, words_role, bar=True)

    def banner(self, words: str, remark: str) -> None:
        """Adds a conspicuous label with a remark beside it, or below it if there is no room."""
        if display_width(words) + display_width(remark) + 4 <= self.width:
            self.row(((f" {words} ", "game"), ("  " + remark, "dim")))
        else:
            self.text(words, "game", " ")
            self.text(remark, "dim", " ")

    def row(self, cells: Sequence[tuple[str, str]]) -> None:
        """Adds one line of (text, role) cells, without wrapping."""
        painted = (self._paint(printable(words).replace("\n", " "), role) for words, role in cells)
        self.lines.append("".join(painted).rstrip())

    def __str__(self) -> str:
        return "\n".join(self.lines) + "\n" if self.lines else ""


DRAWING_METHODS = tuple(name for name in vars(Screen) if not name.startswith("_"))


class RecordedScreen(Screen):
    """A screen that records its method calls as JSON data, to be drawn when the width of the terminal is known."""

    def __init__(self) -> None:
        super().__init__(MAX_WIDTH)
        self.calls: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []  # name of the method, and its arguments
        for name in DRAWING_METHODS:
            setattr(self, name, self._recorder(name))

    def _recorder(self, name: str) -> Callable[..., None]:
        def record(*args: Any, **kwargs: Any) -> None:
            self.calls.append((name, args, kwargs))

        return record


def replay(screen: Screen, calls: Iterable[Sequence[Any]]) -> None:
    """Repeats the recorded calls of a `RecordedScreen`."""
    methods = {name: getattr(screen, name) for name in DRAWING_METHODS}
    for name, args, kwargs in calls:
        methods[name](*args, **kwargs)


def configure_output() -> None:
    """Makes standard output and error write UTF-8 to pipes; on terminals that cannot, other characters become `?`."""
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


def write(words: str) -> None:
    """Writes to standard output, with ASCII replacements for signs that its encoding lacks."""
    encoding = (sys.stdout.encoding or "utf-8").lower()
    if not encoding.startswith("utf") and not words.isascii():
        words = words.translate(_ASCII)
    sys.stdout.write(words)


def show(screen: Screen) -> None:
    """Writes a screen, through a pager if it is longer than the terminal."""
    if on_terminal() and _exceeds_terminal(len(screen.lines)):
        from rulings.cli.pager import page

        if page(str(screen)):
            return
    write(str(screen))


def _exceeds_terminal(lines: int) -> bool:
    try:
        return lines >= os.get_terminal_size(sys.stdout.fileno()).lines
    except (OSError, ValueError, AttributeError):
        return False


def print_error(sentence: str) -> None:
    """Prints a message on standard error, after the name of the program."""
    if sys.stderr is not None:
        sys.stderr.write(f"rulings: {printable(sentence)}\n")
