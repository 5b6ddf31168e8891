"""Data in the shapes of the contract → its JSON text: indented, in UTF-8, without a control character."""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def to_json(data: Any) -> str:
    """JSON for people and programs: indented, in UTF-8, without a control character."""
    text = json.dumps(plain(data), ensure_ascii=False, indent=2)
    if not text.isascii() or "\x7f" in text:
        text = "".join(
            c if c == "\n" or c.isprintable() else json.dumps(c)[1:-1].replace("\x7f", "\\u007f") for c in text
        )
    return text + "\n"


def plain(value: Any) -> Any:
    """Dicts, lists and strings only."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value
