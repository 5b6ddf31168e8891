"""Titles and words → ids: lower-case ASCII words joined by `-`, stable for ever."""

from __future__ import annotations

import hashlib
import re
import unicodedata

_MARKS = re.compile(r"\[tm\]|\(tm\)|\(r\)|[™®]", re.IGNORECASE)
_LETTERS = str.maketrans({"π": "pi", "Π": "pi", "æ": "ae", "ø": "o", "ß": "ss", "’": "'", "‘": "'", "“": '"', "”": '"'})


def fold(words: str) -> str:
    """Lower-case ASCII letters, digits and single spaces: how names are compared.

    Accents, ™/[TM]/(R) and apostrophes vanish, `&` is read "and", all else that is no letter or digit is a space.
    """
    words = _MARKS.sub("", words.translate(_LETTERS))
    words = "".join(c for c in unicodedata.normalize("NFKD", words) if not unicodedata.combining(c)).lower()
    return " ".join(re.findall(r"[a-z0-9]+", words.replace("&", " and ").replace("'", "")))


def alphabetical(title: str) -> str:
    """What titles are put in order by: word by word, as the printed lists do it (`Data Sifters` before `Datacomb`)."""
    return fold(title.replace("&", " "))


def slug(title: str) -> str:
    """The id of a titled thing: `Skälderviken SA Beta Test Site` → `skalderviken-sa-beta-test-site`."""
    return fold(title).replace(" ", "-")


def ruling_id(subject: str, text: str) -> str:
    """`<subject>-<8 hex digits>`, from the ruling's own words: not from its place, its label or its citations."""
    return f"{subject}-{hashlib.sha256(' '.join(text.split()).encode()).hexdigest()[:8]}"
