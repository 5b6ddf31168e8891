"""A date as users type it (a year, a month or a day) → its first and last day."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date

_TYPED = re.compile(r"([0-9]{4})(?:-([0-9]{1,2}))?(?:-([0-9]{1,2}))?")


class InvalidDateError(ValueError):
    """A date that cannot be read. Its message is for users."""


def date_range(typed: str) -> tuple[str, str]:
    """`1997` → `1997-01-01`, `1997-12-31`; `1997-2` → `1997-02-01`, `1997-02-28`. Raises `InvalidDateError`."""
    match = _TYPED.fullmatch(typed.strip())
    try:
        if match is None:
            raise ValueError
        year, month, day = match.groups()
        first = date(int(year), int(month or 1), int(day or 1))
        last = date(int(year), int(month or 12), int(day or monthrange(int(year), int(month or 12))[1]))
    except ValueError:
        raise InvalidDateError(f"“{typed[:40]}” is not a date; use 1997, 1997-03 or 1997-03-31") from None
    return first.isoformat(), last.isoformat()
