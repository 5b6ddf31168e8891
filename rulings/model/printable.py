"""Any text → text that is safe to show: with codes for invisible characters, in one line, shortened."""

from __future__ import annotations

MAX_QUOTED_LENGTH = 60  # characters of typed text that a message repeats

# Control characters (except tab and line ends), soft hyphen, zero-width and joining characters, fillers, direction
# overrides, variation selectors, tags, lone surrogates: these hide words, or show them in another order.
INVISIBLE = (  # a regular expression
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def with_codes(words: str) -> str:
    """The words with a code such as `[U+202E]` in place of each invisible character. Tabs and line ends stay."""
    import re  # only here: most words have none, and this import would slow a look-up down

    return re.sub(INVISIBLE, lambda found: f"[U+{ord(found[0]):04X}]", words)


def printable(words: str) -> str:
    """The words with the codes of invisible characters, for a terminal. Tabs become spaces; line feeds stay."""
    return (
        words
        if words.replace("\n", "").replace("\xa0", "").isprintable()
        else with_codes(words.replace("\r", "").replace("\t", " "))
    )


def one_line(words: str) -> str:
    """The printable text in one line with single spaces, for records and for echoed input."""
    return " ".join(printable(words).split())


def shortened(words: str, max_length: int = MAX_QUOTED_LENGTH) -> str:
    """The printable text in one line of at most `max_length` characters, for messages that repeat what was typed."""
    words = one_line(words)
    return words if len(words) <= max_length else words[: max_length - 1].rstrip() + "…"
