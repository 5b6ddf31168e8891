"""Titles and texts → ids: lower-case ASCII words joined by `-`, which never change."""

from __future__ import annotations

import hashlib
import re
import unicodedata

_MARKS = re.compile(r"\[tm\]|\(tm\)|\(r\)|[™®]", re.IGNORECASE)
_LETTERS = str.maketrans({"π": "pi", "Π": "pi", "æ": "ae", "ø": "o", "ß": "ss", "’": "'", "‘": "'", "“": '"', "”": '"'})


def fold(words: str) -> str:
    """The form in which names are compared: lower-case ASCII letters, digits and single spaces.

    Accents, ™/[TM]/(R) and apostrophes are removed, `&` becomes "and", any other character becomes a space.
    """
    if words.isascii():
        words = _MARKS.sub("", words)
    else:
        words = _MARKS.sub("", words.translate(_LETTERS))
        words = "".join(c for c in unicodedata.normalize("NFKD", words) if not unicodedata.combining(c))
    return " ".join(re.findall(r"[a-z0-9]+", words.lower().replace("&", " and ").replace("'", "")))


def alphabetical(title: str) -> str:
    """The sort key of a title: word by word, as in the printed lists (`Data Sifters` before `Datacomb`)."""
    return fold(title.replace("&", " "))


def slug(title: str) -> str:
    """The id of a title: `Skälderviken SA Beta Test Site` → `skalderviken-sa-beta-test-site`."""
    return fold(title).replace(" ", "-")


def ruling_id(subject: str, text: str) -> str:
    """`<subject>-<8 hex digits>`, a hash of the text only, not of position, label or citations."""
    return f"{subject}-{hashlib.sha256(' '.join(text.split()).encode()).hexdigest()[:8]}"
