"""Data in the shapes of `rulings.model.views` → JSON text, indented and without control characters; and back."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def to_json(data: Any, indent: int | None = 2) -> str:
    """JSON for people and programs: indented, in UTF-8, without a control character. `indent`: None for one line."""
    import json  # only here: look-ups by name do not write JSON, and this import would slow them down

    text = json.dumps(data, ensure_ascii=False, indent=indent)
    if not text.replace("\n", "").isprintable():
        text = "".join(
            c if c == "\n" or c.isprintable() else json.dumps(c)[1:-1].replace("\x7f", "\\u007f") for c in text
        )
    return text + "\n"


def from_json(text: str) -> Any:
    """The data of a JSON text without white space before it. Raises `ValueError` if it is not JSON.

    This uses the C scanner of `json` directly: importing that package would take as long as the rest of a look-up.
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
    """The settings of a JSON scanner, the same as those of `json.loads`."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float
    memo: dict[str, str] = {}  # noqa: RUF012 - required by the scanner, which does not change it
