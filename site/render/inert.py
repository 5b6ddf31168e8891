"""Text for a page or feed → the same without invisible characters that have effects: controls, direction overrides."""

from __future__ import annotations

import re
from typing import Any

_HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]"
)


def inert(words: str) -> str:
    """The text without such characters; `Markup` stays `Markup`."""
    return type(words)(_HIDDEN.sub("", words)) if _HIDDEN.search(words) else words


def inert_texts(data: Any) -> Any:
    """JSON data with `inert` applied to every text."""
    if isinstance(data, dict):
        return {key: inert_texts(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [inert_texts(value) for value in data]
    return inert(data) if isinstance(data, str) else data


def escaped(json: str) -> str:
    """The JSON text with such characters escaped, so that it reads back the same."""
    return _HIDDEN.sub(lambda found: f"\\u{ord(found[0]):04x}", json)


def finalize(value: Any) -> Any:
    """The `finalize` function of Jinja: applied to each value before it is escaped."""
    return inert(value) if isinstance(value, str) else value
