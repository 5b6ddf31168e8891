"""Any text → text that is safe to print: free of control characters, in one line, shortened."""

from __future__ import annotations

MAX_QUOTED_LENGTH = 60  # characters of typed text that a message repeats

# C0, DEL and C1, soft hyphen, zero-width characters, line separators, direction overrides: these hide or reorder text.
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
    """Removes control characters, direction overrides and lone surrogates. Tabs become spaces; line feeds stay."""
    if words.isprintable():
        return words
    words = words.translate(_UNPRINTABLE)
    return words if words.isascii() else words.encode("utf-8", "replace").decode()


def one_line(words: str) -> str:
    """The printable text in one line with single spaces, for records and for echoed input."""
    return " ".join(printable(words).split())


def shortened(words: str, max_length: int = MAX_QUOTED_LENGTH) -> str:
    """The printable text in one line of at most `max_length` characters, for messages that repeat what was typed."""
    words = one_line(words)
    return words if len(words) <= max_length else words[: max_length - 1].rstrip() + "…"
