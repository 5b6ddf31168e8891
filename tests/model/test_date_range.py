"""Dates as users type them, for `--as-of`, `before:` and `after:`."""

from __future__ import annotations

import pytest

from rulings.model.status import InvalidDateError, date_range


@pytest.mark.parametrize(
    ("typed", "first", "last"),
    [
        ("1997", "1997-01-01", "1997-12-31"),
        ("1997-2", "1997-02-01", "1997-02-28"),
        ("1996-02", "1996-02-01", "1996-02-29"),
        (" 1996-8-06 ", "1996-08-06", "1996-08-06"),
    ],
)
def test_a_year_month_or_day_is_a_range(typed: str, first: str, last: str) -> None:
    assert date_range(typed) == (first, last)


@pytest.mark.parametrize(
    "typed", ["", "97", "0000", "1997-0", "1997-13", "1997-02-30", "1997-003", "1997-1-1-1", "١٩٩٧", "3/11/97"]
)
def test_anything_else_is_an_invalid_date(typed: str) -> None:
    with pytest.raises(InvalidDateError, match="is not a date; use 1997, 1997-03 or 1997-03-31"):
        date_range(typed)
