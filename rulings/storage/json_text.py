"""Data in the shapes of `rulings.model.views` → JSON text, indented and without control characters; and back."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def to_json(data: Any, indent: int | None = 2) -> str:
    """JSON for people and programs: indented, in UTF-8, without a control character. `indent`: None for one line."""
    import json  # and with it regular expressions: a look-up by name only reads and does not need it

    text = json.dumps(plain(data), ensure_ascii=False, indent=indent)
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


def from_json(text: str) -> Any:
    """The data of a JSON text that begins and ends with a value. `ValueError` where it is no JSON.

    It uses the C scanner of `json` directly: importing that package would take as long as the rest of a look-up.
    """
    try:
        from _json import make_scanner
    except ImportError:
        from json import loads

        return loads(text)
    try:
        scan = make_scanner(_Context)  # type: ignore[arg-type]
        value, end = scan(text, 0)
    except (StopIteration, RecursionError):
        raise ValueError("not JSON") from None
    if text[end:].strip():
        raise ValueError("not JSON")
    return value


class _Context:
    """What a JSON scanner is told: as `json.loads` does it."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float
    memo: dict[str, str] = {}  # noqa: RUF012 - the scanner asks for it and uses its own
