"""Text for a page or feed → the same text, with a code such as `[U+202E]` in place of each invisible character."""

from __future__ import annotations

import re
from json import dumps
from typing import Any

from rulings.model.printable import INVISIBLE, with_codes


def inert(text: str) -> str:
    """The text with such characters shown as their codes; `Markup` stays `Markup`."""
    return type(text)(with_codes(text)) if re.search(INVISIBLE, text) else text


def inert_texts(data: Any) -> Any:
    """JSON data with `inert` applied to every text."""
    if isinstance(data, dict):
        return {key: inert_texts(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [inert_texts(value) for value in data]
    return inert(data) if isinstance(data, str) else data


def escaped(text: str) -> str:
    """The JSON with such characters escaped; it parses to the same data."""
    return re.sub(INVISIBLE, lambda found: dumps(found[0])[1:-1].replace("\x7f", "\\u007f"), text)


def finalize(value: Any) -> Any:
    """Jinja's `finalize` function, which is applied to each value before it is escaped."""
    return inert(value) if isinstance(value, str) else value
