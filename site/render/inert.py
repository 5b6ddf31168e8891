"""Text for a page or feed → the same text without invisible characters: control characters and direction overrides."""

from __future__ import annotations

import re
from typing import Any

# Unlike `rulings.model.printable`, this keeps soft hyphens and zero-width spaces, where a browser may break a line,
# and removes U+FFFE and U+FFFF, which XML forbids.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]"
)


def inert(text: str) -> str:
    """The text without such characters; `Markup` stays `Markup`."""
    return type(text)(_HIDDEN.sub("", text)) if _HIDDEN.search(text) else text


def inert_texts(data: Any) -> Any:
    """JSON data with `inert` applied to every text."""
    if isinstance(data, dict):
        return {key: inert_texts(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [inert_texts(value) for value in data]
    return inert(data) if isinstance(data, str) else data


def escaped(json: str) -> str:
    """The JSON with such characters escaped; it parses to the same data."""
    return _HIDDEN.sub(lambda match: f"\\u{ord(match[0]):04x}", json)


def finalize(value: Any) -> Any:
    """Jinja's `finalize` function, which is applied to each value before it is escaped."""
    return inert(value) if isinstance(value, str) else value
