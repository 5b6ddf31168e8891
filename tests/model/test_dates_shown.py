"""Tests of dates: as users type them, and as they are shown if doubtful."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from rulings.model import formatting as citing
from rulings.model import formatting as marks
from rulings.model.dates import InvalidDateError, date_range, iso_date, today
from rulings.model.knowledge import Knowledge
from support.data_files import now


@pytest.mark.parametrize(
    ("id", "printed", "shown", "likely"),
    [
        (
            now("dr-dreff-c54dfa0f"),
            "3/11/96",
            "11 March 1997, printed 3/11/96",
            "1997-03-11",
        ),
        (
            now("digiconda-423d2698"),
            "11/11/95",
            "11 November 1996, printed 11/11/95",
            "1996-11-11",
        ),
        (
            now("world-domination-6f360ab2"),
            "5/22/96",
            "22 May 1996, printed 5/22/96",
            "1996-05-22",
        ),
    ],
)
def test_both_dates_are_shown_and_the_likely_one_is_used(
    kb: Knowledge, id: str, printed: str, shown: str, likely: str
) -> None:
    ruling = kb.rulings_by_id[id]
    citation = next(c for c in ruling.citations if c.date_printed == printed)
    assert citing.citation_date(citation) == shown
    assert next(marks.citation_marks(citation)).explanation
    assert citation.best_date == likely


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
    "typed",
    [
        "",
        *"97 0000 0001 0999-12 1997-0 1997-13 1997-02-30 1997-003 1997-1-1-1 ١٩٩٧ 3/11/97".split(),
    ],
)
def test_anything_else_is_an_invalid_date(typed: str) -> None:
    with pytest.raises(
        InvalidDateError, match="is not a date; use 1997, 1997-03 or 1997-03-31"
    ):
        date_range(typed)


@pytest.mark.parametrize(
    ("typed", "iso"),
    [
        ("august 9, 1996", "1996-08-09"),
        ("9 Aug 1996", "1996-08-09"),
        ("the 9th of August, 1996", "1996-08-09"),
        ("8/9/96", "1996-08-09"),
        ("15/02/00", "2000-02-15"),
        ("11/03/00", "2000-11-03"),
        ("9/96", "1996-09"),
        ("sept 98", "1998-09"),
        ("1998 September", "1998-09"),
        ("oct '96", "1996-10"),
        ("96", "1996"),
        ("00", "2000"),
        ("13/13/97", "13/13/97"),
        ("may", "may"),
        ("in October 1996", "1996-10"),
        ("1996, 17 May", "1996-05-17"),
        ("3 bits 1997", "3 bits 1997"),
    ],
)
def test_a_typed_date_is_read(typed: str, iso: str) -> None:
    assert iso_date(typed) == iso


def test_a_day_that_has_begun_in_auckland_is_not_in_the_future_elsewhere() -> None:
    in_auckland = datetime.now(timezone(timedelta(hours=13)))
    assert today() >= in_auckland.date().isoformat()
