"""EDN (https://github.com/edn-format/edn), the notation of Clojure's data, → Python data; nothing in it is run.

Maps become `dict`, vectors, lists and sets `list`, strings and keywords `str` (a keyword without its colon).
"""

from __future__ import annotations

import re
from typing import Any

_END = r'\s,;"()\[\]{}'  # what ends a number, symbol, keyword or tag
_PART = re.compile(
    rf"""(?P<comment>;[^\n]*) | "(?P<string>[^"\\]*(?:\\.[^"\\]*)*)"
    | (?P<opening>\#?\{{|\(|\[) | (?P<closing>[)\]}}])
    | (?P<discard>\#_) | (?P<tag>\#[^{_END}\#][^{_END}]*)
    | (?P<atom>\\.[^{_END}]* | [^{_END}\\\#][^{_END}]*)
    | (?P<wrong>[^\s,])""",
    re.VERBOSE | re.DOTALL,
)
_CLOSING = {"{": "}", "#{": "}", "(": ")", "[": "]"}
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", '"': '"', "\\": "\\"}
_CONSTANTS = {"nil": None, "true": True, "false": False}
_DISCARD = object()  # `#_`: the next value is left out


def parse_edn(text: str) -> Any:
    """The value in the text, or a list if there is not exactly one. Raises `ValueError` if the text is not EDN."""
    opening, values = "", list[Any]()  # the innermost bracket that is open, and the values so far in it
    outer: list[tuple[str, list[Any]]] = []
    for part in _PART.finditer(text):
        kind, word = part.lastgroup, part[part.lastgroup or 0]
        if kind in ("comment", "tag"):  # what a tag, such as `#inst`, belongs to is read as if it had none
            continue
        if kind == "opening":
            outer.append((opening, values))
            opening, values = word, []
            continue
        value: Any = _DISCARD
        if kind == "string":
            value = _ESCAPE.sub(_unescaped, word) if "\\" in word else word
        elif kind == "atom":
            value = _atom(word)
        elif kind != "discard":
            if word != _CLOSING.get(opening):
                raise ValueError(f"line {text.count(chr(10), 0, part.start()) + 1}: {word!r} is unexpected here")
            value = _collection(opening, values)
            opening, values = outer.pop()
        if value is not _DISCARD and values and values[-1] is _DISCARD:
            values.pop()
        else:
            values.append(value)
    if outer:
        raise ValueError(f"{opening!r} is not closed")
    values = _collection("", values)
    return values[0] if len(values) == 1 else values


def _collection(opening: str, values: list[Any]) -> Any:
    if values and values[-1] is _DISCARD:
        raise ValueError("nothing follows `#_`")
    if opening != "{":
        return values
    if len(values) % 2:
        raise ValueError("a map has a key without a value")
    return {str(key): value for key, value in zip(values[::2], values[1::2], strict=True)}


def _unescaped(match: re.Match[str]) -> str:
    if len(match[1]) > 1:
        return chr(int(match[1][1:], 16))
    if match[1] not in _ESCAPED:
        raise ValueError(f"{match[0]!r} is no escape sequence")
    return _ESCAPED[match[1]]


def _atom(word: str) -> Any:
    if word in _CONSTANTS:
        return _CONSTANTS[word]
    return float(word.rstrip("MN")) if re.match(r"[+-]?\d", word) else word.removeprefix(":")
