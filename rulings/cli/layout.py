"""A screen: lines of wrapped text, coloured by role."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from io import BufferedWriter, RawIOBase, TextIOWrapper

from rulings.model import plain_text

# The exit status of a pager that failed (`false`), and the statuses of a shell that
# cannot run or find the command
_NOT_SHOWN = (1, 126, 127)


def show_in_pager(text: str) -> bool:
    """Shows the text in the user's pager (`RULINGS_PAGER`, `PAGER`, else `less`) and
    waits for it to end. A shell runs the pager. Returns False if there is no pager; the
    caller then prints the text.
    """
    import shutil
    import signal
    import subprocess

    default = "less" if shutil.which("less") else ""
    pager = os.environ.get("PAGER", default)
    command = os.environ.get("RULINGS_PAGER", pager).strip()
    if command in ("", "cat") or is_dumb():
        return False
    environment = {"LESS": "FX", "LESSCHARSET": "utf-8", "LV": "-c", **os.environ}
    # Without `-R`, less shows colours as ESC[1m
    environment["LESS"] = f"-R {environment['LESS']}"
    sys.stdout.flush()
    process = subprocess.Popen(
        command,
        shell=True,
        stdin=subprocess.PIPE,
        env=environment,
    )
    # The pager handles Ctrl-C itself
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        process.communicate(text.encode("utf-8", "replace"))
    finally:
        signal.signal(signal.SIGINT, handler)
    return process.returncode not in _NOT_SHOWN


# Lines of a given width; dots separate items, tabs separate the cells of a record.

# Longer items of a dotted line, in characters, may be broken between words
_MAX_UNBROKEN = 18


def wrap(text: str, width: int, lead_length: int = 0) -> list[str]:
    """Lines of at most `width` characters, broken between words. A longer word, such as
    an id or an address, is not broken.

    `lead_length`: how many characters of the first line are taken. No-break spaces
    become spaces at the end.
    """
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        words = list[str]()
        for word in paragraph.split(" "):
            # If it is too long for a line, no-break spaces are broken
            words += word.split("\xa0") if len(word) > width else [word]
        for word in filter(None, words):
            room = width if lines else width - lead_length
            longer_line = f"{line} {word}"
            if line and len(longer_line) <= room:
                line = longer_line
                continue
            # Also if the first word does not fit after `lead_length`
            if line or len(word) > room < width:
                lines.append(line)
            line = word
        lines.append(line)
    return [line.replace("\xa0", " ").rstrip() for line in lines]


def dotted(items: Iterable[str]) -> str:
    """The non-empty items, separated by dots. No line begins with a dot, and short
    items are not broken.
    """
    unbroken_items = []
    for item in filter(None, items):
        if len(item) <= _MAX_UNBROKEN:
            item = item.replace(" ", "\xa0")
        unbroken_items.append(item)
    return "\xa0· ".join(unbroken_items)


def tab_separated(rows: Iterable[Sequence[str | None]]) -> str:
    """One row per line, its cells separated by tabs."""
    lines = []
    for row in rows:
        cells = [plain_text.one_line(cell or "") for cell in row]
        line = "\t".join(cells)
        lines.append(f"{line}\n")
    return "".join(lines)


_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # categories of characters


def write_csv(rows: Iterable[Sequence[str | None]], names: Sequence[str]) -> None:
    """Writes rows to standard output as CSV in UTF-8, below the names of the columns.
    No cell can be read as a formula.

    A file begins with a byte-order mark; without it, a spreadsheet assumes another
    encoding.
    """
    import csv

    if _on_empty_file():
        sys.stdout.write("\ufeff")
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(map(_inert, row) for row in rows)


def _on_empty_file() -> bool:
    import stat

    try:
        status = os.fstat(sys.stdout.fileno())
    except (OSError, ValueError):
        return False
    return stat.S_ISREG(status.st_mode) and not status.st_size


def _inert(cell: str | None) -> str:
    """The cell without control or invisible characters. If a spreadsheet would read it
    as a formula, an apostrophe is put before it.
    """
    from unicodedata import category

    characters = []
    for character in cell or "":
        if category(character) == "Zs":
            characters.append(" ")
        elif character == "\n" or category(character) not in _INVISIBLE:
            characters.append(character)
    words = "".join(characters).strip()
    is_formula = words.startswith(("=", "+", "-", "@"))
    return f"'{words}" if is_formula else words


# The terminal: its width and colours, and writing to it

MAX_WIDTH = 100  # columns; longer lines of prose are hard to read
MIN_WIDTH = 20


def terminal_width() -> int:
    """The width of the output in columns, from 20 to 100: `COLUMNS`, else the width of
    the terminal of the output or of the errors, else 80.
    """
    columns = os.environ.get("COLUMNS", "")
    is_number = columns.isdecimal() and len(columns) < 6
    width = int(columns) if is_number else 0
    # Standard error may be on the screen even if the output is piped
    for stream in (1, 2):
        with suppress(OSError):
            width = width or os.get_terminal_size(stream).columns
    return min(max(width or 80, MIN_WIDTH), MAX_WIDTH)


def use_colour(choice: str | None) -> bool:
    """Whether to colour standard output. `choice`: `always`, `never`, or else `auto`
    (on a terminal, unless `NO_COLOR` is set).
    """
    if choice in ("always", "never"):
        return choice == "always"
    settings = map(os.environ.get, ("FORCE_COLOR", "CLICOLOR"))
    wishes = {setting.lower() for setting in filter(None, settings)}
    is_refused = os.environ.get("NO_COLOR") or wishes & {"0", "false"}
    if is_refused or is_dumb() or not on_terminal():
        return False
    # Older consoles of Windows print the escape sequences
    return os.name != "nt" or "WT_SESSION" in os.environ


def is_dumb() -> bool:
    """Whether the terminal can only print lines, as far as is known. Windows does not
    set `TERM`, so the answer there is no.
    """
    default = "windows" if os.name == "nt" else ""
    return os.environ.get("TERM", default) in ("", "dumb")


def on_terminal(name: str = "stdout") -> bool:
    """Whether standard output, or another standard stream, is a terminal."""
    stream = getattr(sys, name)
    return bool(stream and not stream.closed and stream.isatty())


def configure_output() -> None:
    """Makes the standard streams UTF-8 in every locale. Characters that cannot be
    encoded become `?`, and undecodable bytes become `�`.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    raw = getattr(sys.stdout, "buffer", None)
    # With PYTHONUNBUFFERED, a text that is only written in part would raise no error.
    if isinstance(raw, RawIOBase):
        sys.stdout = TextIOWrapper(
            BufferedWriter(raw),
            "utf-8",
            "replace",
            line_buffering=raw.isatty(),
        )


def write(text: str) -> None:
    """Writes to standard output."""
    flush_notes()
    sys.stdout.write(text)


def print_paged(text: str) -> None:
    """Writes to standard output, through a pager if the terminal is too low for the
    text. Notes come first.
    """
    if text and _notes:
        notes = "\n".join(map(plain_text.printable, _notes))
        lines = wrap(notes, terminal_width())
        text = "\n".join([*lines, "", text])
        _notes.clear()
    is_low = False
    with suppress(OSError, ValueError, AttributeError):
        if on_terminal():
            height = os.get_terminal_size(sys.stdout.fileno()).lines
            is_low = text.count("\n") >= height
    if not (is_low and show_in_pager(text)):
        write(text)


# Notes on a terminal. They become the first lines of the next output.
_notes: list[str] = []

_LONG_WORD = r"(?<=\S{400})[^\s:]+"


def print_error(sentence: str) -> None:
    """Prints a message on standard error, with the name of the program before each line
    that is not indented. Very long words, such as paths, are cut.
    """
    flush_notes()
    text = re.sub(_LONG_WORD, "…", plain_text.printable(sentence))
    text = re.sub(r"(?m)^(?! )", "rulings: ", text)
    if on_terminal("stderr"):  # only for readers: programs expect each note on one line
        width = terminal_width()
        lines = []
        for line in text.split("\n"):
            lines += wrap(line, width) if len(line) > width else [line]
        text = "\n".join(lines)
    write_error(f"{text}\n")


def write_error(text: str) -> None:
    """Writes to standard error if possible; otherwise the command goes on without it.

    After a failure, standard error becomes the null device. Otherwise Python would try
    to write the rest at exit, and end with status 120.
    """
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except (OSError, ValueError, AttributeError):
        # It stays open
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115


def print_note(sentence: str, label: str = "note") -> None:
    """Prints a note (not an error) on standard error: `rulings: note: ` and the
    sentence. `label`: `doubt` if it is a reason to doubt the results.

    If the output is a terminal, the note is kept for `print_paged`, because a pager
    would hide it.
    """
    note = f"{label}: {sentence}"
    if on_terminal():
        _notes.append(note)
    else:
        print_error(note)


def flush_notes() -> None:
    """Prints the notes that were kept, on standard error."""
    notes, _notes[:] = [*_notes], []
    for note in notes:
        print_error(note)


Cell = tuple[str, str]  # text and its role

# Magenta and red have a contrast of at least 3.6:1 on black and on white; the other
# basic colours fail on one of them.
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
    """Lines of output. Every public method makes its text printable and adds it as
    lines.
    """

    def __init__(self, width: int | None = None, coloured: bool = False) -> None:
        self.width = width or terminal_width()
        self.coloured = coloured
        self.lines: list[str] = []
        # words of the query that are highlighted in running text
        self.highlighted: frozenset[str] = frozenset()

    def _paint(self, text: str, role: str) -> str:
        """The text in the colour of its role, if colour is on."""
        style = _STYLES.get(role) if self.coloured else None
        if not style or not text:
            return text
        return f"\x1b[{style}m{text}\x1b[0m"

    def blank(self) -> None:
        """Adds an empty line, but not at the beginning and not below another."""
        if self.lines and self.lines[-1]:
            self.lines.append("")

    def text(
        self,
        text: str,
        role: str = "",
        *,
        prefix: str | None = None,
        indent: str | None = None,
        label: Cell = ("", ""),
    ) -> None:
        """Adds wrapped text after an optional label with a role of its own.

        `prefix` begins the first line and `indent` the others; without a prefix,
        `indent` begins all lines. The default indent is as wide as the prefix.
        """
        first = indent or ""
        if prefix is not None:
            first = plain_text.printable(prefix)
        hanging_indent = " " * len(first) if indent is None else indent
        words, label_role = label
        label_length = len(words)  # characters of the label
        if words:
            text = f"{words} {text}"
        text = plain_text.printable(text)
        width = self.width - len(hanging_indent)
        lead_length = len(first) - len(hanging_indent)
        bar = self._paint("┃", "bar")
        for number, line in enumerate(wrap(text, width, lead_length)):
            start = hanging_indent if number else first
            start = start.replace("┃", bar)
            coloured_label = self._paint(line[:label_length], label_role)
            coloured_line = coloured_label + self._paint(line[label_length:], role)
            if self.highlighted and not role:
                coloured_line = self._with_highlights(line)
            self.lines.append((start + coloured_line).rstrip())
            label_length = max(label_length - len(line) - 1, 0)

    def heading(self, text: str, role: str = "strong") -> None:
        """Adds a heading below an empty line."""
        self.blank()
        self.text(text, role)

    def facts(self, items: Iterable[str], indent: str = "") -> None:
        """Adds facts in one line, with dots between them."""
        self.text(dotted(items), "dim", indent=indent)

    def _with_highlights(self, line: str) -> str:
        words = []
        for word in line.split(" "):
            core = word.strip("\"'“”‘’().,;:!?")
            if core in self.highlighted:
                highlighted_core = self._paint(core, "match")
                word = word.replace(core, highlighted_core, 1)
            words.append(word)
        return " ".join(words)

    def text_with_id(
        self,
        text: str,
        id: str,
        *,
        role: str = "",
        indent: str = "",
    ) -> None:
        """Adds text with an id at the right edge of its last line. If the id does not
        fit, the last word moves to a new line, with what no-break spaces join to it; if
        even that leaves no room, the id goes below the text.
        """
        id = plain_text.one_line(id)
        text = plain_text.printable(text)
        room = self.width - len(indent)
        *lines, last = wrap(f"{text}\xa0\xa0{id}", room)
        words = last.removesuffix(id).rstrip()
        for line in (*lines, words):
            self.text(line, role, indent=indent)
        gap = " " * (room - len(words) - len(id))
        self.lines[-1] += gap + self._paint(id, "dim")

    def __str__(self) -> str:
        return "".join(f"{line}\n" for line in self.lines)
