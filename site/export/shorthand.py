"""Columns of English text → the same with one character for each common word, and the list of those words.

Deflate looks back only 32 KB, and this window covers more text if each common word is one character (two bytes). The
space before such a character is left out. `site/theme/js/engine/documents.js` reverses this.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

_WORD = re.compile(r"[A-Za-z']+")
_MIN_COUNT = 4  # of a word that gets a character
CODE_RANGES = ((0x0100, 0x02FF), (0x0400, 0x052F))  # first and last; all take two bytes in UTF-8
_CODES = [chr(c) for first, last in CODE_RANGES for c in range(first, last + 1)]


def compress(columns: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """The rewritten columns, and `{"words": the common words, "taken": characters of the text that are not codes}`.

    A word of at least two letters gets a character if it occurs at least `_MIN_COUNT` times in the columns.
    """
    text = "\n".join(columns.values())
    taken = "".join(sorted(set(text) & set(_CODES)))
    counts = Counter(word for word in _WORD.findall(text) if len(word) > 1)
    free = [code for code in _CODES if code not in taken]
    common = sorted((w for w in counts if counts[w] >= _MIN_COUNT), key=lambda w: (-counts[w], w))[: len(free)]
    codes = dict(zip(common, free, strict=False))
    rewritten = {name: _with_codes(column, codes) for name, column in columns.items()}
    return rewritten, {"words": " ".join(common), "taken": taken}


def _with_codes(text: str, codes: dict[str, str]) -> str:
    """The text with the codes of common words instead of the words."""
    parts: list[str] = []
    end = 0
    for word in _WORD.finditer(text):
        between = text[end : word.start()]
        code = codes.get(word.group())
        is_implied = code and between == " " and end > 0
        parts.append(("" if is_implied else between) + (code or word.group()))
        end = word.end()
    return "".join([*parts, text[end:]])
