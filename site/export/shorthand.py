"""Columns of English text → the same with one character for each common word, and the list of those words.

Deflate looks back only 32 KB; with one character (two bytes) per common word its window covers more text. The space
before such a character is left out. `site/theme/js/search-index.js` reads it back.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

_WORD = re.compile(r"[A-Za-z']+")
_CODES = [chr(c) for c in (*range(0x0100, 0x0300), *range(0x0400, 0x0530))]  # all take two bytes in UTF-8


def compress(columns: Mapping[str, str], least: int = 4) -> tuple[dict[str, str], dict[str, str]]:
    """The columns rewritten, and `{"words": the words in order, "taken": characters that stand for themselves}`.

    A word gets a character if it occurs at least `least` times in the columns and has at least two letters.
    """
    text = "\n".join(columns.values())
    taken = "".join(sorted(set(text) & set(_CODES)))
    counted = Counter(word for word in _WORD.findall(text) if len(word) > 1)
    free = [code for code in _CODES if code not in taken]
    common = sorted((w for w in counted if counted[w] >= least), key=lambda w: (-counted[w], w))[: len(free)]
    code = dict(zip(common, free, strict=False))
    return {name: _write(column, code) for name, column in columns.items()}, {"words": " ".join(common), "taken": taken}


def _write(text: str, code: dict[str, str]) -> str:
    out: list[str] = []
    end = 0
    for word in _WORD.finditer(text):
        between = text[end : word.start()]
        short = code.get(word.group())
        implied = short and between == " " and end > 0
        out.append(("" if implied else between) + (short or word.group()))
        end = word.end()
    return "".join([*out, text[end:]])
