"""Text in any script → ASCII: accents removed, quotes straightened, π spelled out.

The page does the same in `site/theme/js/engine/analysis.js`.
"""

from __future__ import annotations

import unicodedata

from rulings.model.ids import SPELLED_OUT

_LETTERS = str.maketrans(
    {**SPELLED_OUT, "Π": "pi", "Æ": "AE", "Ø": "O", "™": None, "®": None, "–": "-", "—": "-", "…": "..."}
)


def to_ascii(text: str) -> str:
    """The text in ASCII. A letter of another script becomes its code point (`u4f60`), which matches no known word."""
    text = text.translate(_LETTERS)
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKD", text)
    return "".join(
        c if c < "\x80" else "" if unicodedata.combining(c) else f"u{ord(c):x}" if c.isalpha() else " " for c in text
    )
