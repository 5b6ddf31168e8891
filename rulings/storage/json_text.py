"""Entities and other data → JSON text, without control characters."""

from __future__ import annotations

import json
from typing import Any

from msgspec import to_builtins


def to_json(data: Any, indent: int | None = 2) -> str:
    """JSON for people and programs: indented, in UTF-8, without a control character. `indent`: None for one line."""
    text = json.dumps(to_builtins(data), ensure_ascii=False, indent=indent)
    if not text.replace("\n", "").isprintable():
        text = "".join(
            c if c == "\n" or c.isprintable() else json.dumps(c)[1:-1].replace("\x7f", "\\u007f") for c in text
        )
    return text + "\n"
