"""The date of a citation (`8/6/96`, `15/02/00`, `2035-01-31`) → an ISO date, and why it is doubtful if it is."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass

from rulings.model.constants import RELEASE_DATE
from rulings.model.printed_entry import PRINTED_DATE

_PRINTED_DATE = re.compile(PRINTED_DATE)


@dataclass(frozen=True, slots=True)
class DateOrder:
    """Whether day or month comes first in dates from `start` to `end` (ISO 8601), and whether this is certain."""

    start: str
    end: str
    day_first: bool
    certain: bool


@dataclass(frozen=True, slots=True)
class ParsedDate:
    """An ISO date, None if there is no such date; and one of `constants.DOUBTS`, or None."""

    iso: str | None
    doubt: str | None


def read_date(printed: str, orders: tuple[DateOrder, ...]) -> ParsedDate:
    """What a date as printed or in ISO 8601 means.

    A printed one is in 1990–2089, with the month first unless that is impossible or an order says otherwise.
    """
    match = _PRINTED_DATE.fullmatch(printed)
    if match is None:
        return _checked(printed if is_date(printed) else None)
    first, second, short = (int(part) for part in match.groups())
    year = 1900 + short if short >= 90 else 2000 + short
    month_first, day_first = _iso(year, first, second), _iso(year, second, first)
    if month_first is None or day_first is None or month_first == day_first:
        return _checked(month_first or day_first)
    order = next((o for o in orders if o.start <= month_first <= o.end or o.start <= day_first <= o.end), None)
    iso = day_first if order and order.day_first else month_first
    return ParsedDate(iso, "day-month-order") if order and not order.certain else _checked(iso)


def is_date(iso: str | None) -> bool:
    """Whether this is a date like `2035-01-31` that exists."""
    try:
        return iso is not None and datetime.date.fromisoformat(iso).isoformat() == iso
    except ValueError:
        return False


def _checked(iso: str | None) -> ParsedDate:
    if iso is None:
        return ParsedDate(None, "impossible")
    return ParsedDate(iso, "before-release" if iso < RELEASE_DATE else None)


def _iso(year: int, month: int, day: int) -> str | None:
    try:
        return datetime.date(year, month, day).isoformat()
    except ValueError:
        return None
