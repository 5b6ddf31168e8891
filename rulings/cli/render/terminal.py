"""The terminal: how wide it is, whether it shows colours and links, and what is written to it."""

from __future__ import annotations

import json
import os
import sys
from itertools import chain
from typing import Any

from rulings.cli.render.text import display_width, wrap
from rulings.model.printable import printable

MAX_WIDTH = 100  # columns; longer lines of prose are hard to read
MIN_WIDTH = 20

_ASCII = str.maketrans(  # for characters that are not signs of marks
    {
        "┃": "|",
        "→": ">",
        "·": "-",
        "–": "-",
        "—": "-",
        "…": ".",
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


def configure_output() -> None:
    """Makes standard output and error write UTF-8 to pipes, unless `PYTHONIOENCODING` asks for another encoding.

    A character that the encoding of a stream lacks becomes `?`.
    """
    is_chosen = bool(os.environ.get("PYTHONIOENCODING"))
    for stream in (sys.stdout, sys.stderr):
        encoding = (getattr(stream, "encoding", None) or "").lower().replace("-", "").replace("_", "")
        if encoding in ("utf8", "cp65001", ""):
            continue
        try:
            if not is_chosen and (encoding in ("ascii", "646", "ansix3.41968") or not stream.isatty()):
                stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
            elif stream.errors == "strict":
                stream.reconfigure(errors="replace")  # type: ignore[union-attr]
        except (AttributeError, ValueError, OSError):
            continue


def write(text: str) -> None:
    """Writes to standard output, with ASCII replacements for what its encoding lacks."""
    sys.stdout.write(_for_encoding(text, sys.stdout.encoding))


def write_data(text: str) -> None:
    r"""Writes data for programs: what the encoding of standard output lacks becomes `\u2026`, which JSON reads back."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text if encoding.lower().startswith("utf") else _escaped(text, encoding))


def _escaped(text: str, encoding: str) -> str:
    lacking = {c for c in set(text) if not c.encode(encoding, "ignore")}
    return text.translate({ord(c): json.dumps(c)[1:-1] for c in lacking})


def _for_encoding(text: str, encoding: str | None) -> str:
    """The text for a stream with that encoding: what it lacks is replaced, accented letters by plain ones."""
    if text.isascii() or (encoding or "utf").lower().startswith("utf"):
        return text
    from unicodedata import normalize

    from rulings.model.ids import SPELLED_OUT
    from rulings.model.marks import ASCII_SIGNS

    replacements: dict[int, str] = {}
    for c in set(text):
        if not c.encode(encoding or "ascii", "ignore"):
            sign = c.translate(_ASCII).translate(ASCII_SIGNS)
            letters = normalize("NFKD", SPELLED_OUT.get(c, c)).encode("ascii", "ignore").decode()
            replacements[ord(c)] = sign if sign != c else letters or "?"
    return text.translate(replacements)


def print_paged(text: str) -> None:
    """Writes to standard output, but on a terminal that is too low for the text, through a pager."""
    if on_terminal() and _exceeds_terminal(text.count("\n")):
        from rulings.cli.pager import page

        if page(text):
            return
    write(text)


def _exceeds_terminal(lines: int) -> bool:
    try:
        return lines >= os.get_terminal_size(sys.stdout.fileno()).lines
    except (OSError, ValueError, AttributeError):
        return False


def print_error(sentence: str) -> None:
    """Prints a message on standard error, after the name of the program."""
    if sys.stderr is None:
        return
    text = f"rulings: {printable(sentence)}"
    if sys.stderr.isatty():  # what programs read is left in one line
        width = terminal_width()
        lines = (wrap(line, width) if display_width(line) > width else [line] for line in text.split("\n"))
        text = "\n".join(chain(*lines))
    sys.stderr.write(_for_encoding(f"{text}\n", sys.stderr.encoding))


def print_note(sentence: str) -> None:
    """Prints a note, which is no error, on standard error: `rulings: note: ` and the sentence."""
    print_error(f"note: {sentence}")
