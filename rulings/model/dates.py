"""Reads dates as people type them, and puts dates into words."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta, timezone

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_TYPED_DATE = r"([1-9][0-9]{3})(?:-(0?[1-9]|1[0-2])(?:-(0?[1-9]|[12][0-9]|3[01]))?)?"
# A day, month or year in figures, as typed; case-insensitive
DATE_IN_FIGURES = (
    r"(?:19|20)[0-9]{2}[-/.](?:0?[1-9]|1[0-2])(?:[-/.][0-9]{1,2})?(?![0-9/])"
    r"|[0-9]{1,2}/(?:(?:19|20)[0-9]{2}|9[5-9]|00)(?![0-9/])"
    r"|[0-9]{1,2}[-/.][0-9]{1,2}[-/.](?:[0-9]{4}|[0-9]{2})(?![0-9])"
)
_MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_DAY = "[0-9]{1,2}(?:st|nd|rd|th)?"
_YEAR = "'?(?:(?:19|20)[0-9]{2}|9[5-9]|00)"
_BETWEEN = "[-/., ]{1,2}(?:of |the )?"
# A day within a text, after the character before it, between its brackets if there are
# any; case-insensitive
DAY_PATTERN = (
    r"(^|[\s(,])([\"<[]?)("
    rf"{_DAY}{_BETWEEN}{_MONTH}{_BETWEEN}{_YEAR}"
    rf"|{_MONTH}{_BETWEEN}{_DAY}{_BETWEEN}{_YEAR}"
    rf"|(?:19|20)[0-9]{{2}}{_BETWEEN}(?:{_MONTH}{_BETWEEN}{_DAY}"
    rf"|{_DAY}{_BETWEEN}{_MONTH}|[0-9]{{1,2}}[-/.] ?[0-9]{{1,2}}(?:T[0-9:.]+Z?)?)"
    r"|[0-9]{1,2} ?[-/.] ?[0-9]{1,2} ?[-/.] ?(?:[0-9]{4}|'?[0-9]{2})"
    r")([\"\]>]?)(?![0-9/-])"
)
# Other characters in a date, in upper or lower case: `8 / 9 / '96`,
# `1996-08-09T00:00:00Z`, `Fri, 9 Aug 1996`
SPACES_IN_FIGURES = (
    r" ?([-/.]) ?'?|T[0-9:.]+Z?$"
    r"|^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?[,.]? "
)
# Parts of a date that can be ignored
DATE_FILLERS = (
    r"([0-9])(?:st|nd|rd|th)\b|\b(?:of|the|in|during|from|rulings?)\b|[-/.,'’]"
)
DATE_SHAPES = (
    "y",
    "my",
    "ym",
    "dmy",
    "mdy",
    "ymd",
    "ydm",
)  # the order of year, month and day


def iso_date(text: str) -> str:
    """`sept 98` → `1998-09`; `9-Aug-96`, `August the 9th, 1996`, `8/9/96` →
    `1996-08-09`; anything else as it was typed.

    In figures the month comes before the day, unless there is no such day.
    """
    figures = re.sub(SPACES_IN_FIGURES, r"\1", text.strip(), flags=re.IGNORECASE)
    if re.fullmatch(DATE_IN_FIGURES, figures):
        return _date_in_figures(figures) or text
    without_fillers = re.sub(DATE_FILLERS, r"\1 ", figures.lower())
    parts = [_date_part(word) for word in without_fillers.split()]
    shape = "".join(kind for kind, _ in parts)
    if shape not in DATE_SHAPES:
        return text
    figures_by_kind = dict(parts)
    return "-".join(figures_by_kind[kind] for kind in "ymd" if kind in figures_by_kind)


def month_alone(text: str) -> str:
    """`in October 1996` → `1996-10`; empty for a text that is not just a month."""
    month = iso_date(text)
    is_month = re.fullmatch("[0-9]{4}-[0-9]{2}", month) and is_date(month)
    return month if is_month else ""


def with_iso_days(text: str) -> str:
    """The text with each day in ISO 8601: `(Sparky, 8/6/96)` →
    `(Sparky, 1996-08-06)`.
    """

    def day(match: re.Match[str]) -> str:
        before, opening, typed_date, closing = match.groups()
        iso = iso_date(typed_date)
        if not is_date(iso):
            return match[0]
        after = "" if opening else closing  # it closes what is not opened here
        return f"{before}{iso}{after}"

    return re.sub(DAY_PATTERN, day, text, flags=re.IGNORECASE)


def _date_in_figures(text: str) -> str:
    parts = re.split("[-/.]", text)
    figures = [part.zfill(2) for part in parts]
    if len(figures[0]) == 4:
        day = "-".join(figures)
        return day if is_date(day) else ""
    *month_and_day, year = figures
    for order in (month_and_day, month_and_day[::-1]):
        day = "-".join([_full_year(year), *order])
        if is_date(day):
            return day
    return ""


def _date_part(word: str) -> tuple[str, str]:
    """The kind of a word in a date (`y`, `m`, `d`, or `?` for none of these), and its
    figures.
    """
    name = "sep" if word == "sept" else word
    if len(name) > 2:
        for number, month in enumerate(MONTHS, 1):
            if month.lower().startswith(name):
                return "m", f"{number:02}"
    if re.fullmatch("(?:19|20)[0-9][0-9]|9[5-9]|00", word):
        return "y", _full_year(word)
    if re.fullmatch("[0-9]{1,2}", word):
        return "d", word.zfill(2)
    return "?", word


def _full_year(figures: str) -> str:
    if len(figures) == 4:
        return figures
    century = "19" if figures > "50" else "20"  # `96` → 1996, `05` → 2005
    return f"{century}{figures}"


def is_date(text: str) -> bool:
    """Whether this is a day, month or year that `date_range` can read."""
    try:
        return bool(date_range(text))
    except InvalidDateError:
        return False


def today() -> str:
    """Today's date (ISO 8601) where it is latest (UTC+14): a day that has begun
    somewhere is in the future nowhere.
    """
    return datetime.now(timezone(timedelta(hours=14))).date().isoformat()


class InvalidDateError(ValueError):
    """A date that cannot be read. Its message is for users."""


def date_range(text: str) -> tuple[str, str]:
    """`1997` → `1997-01-01`, `1997-12-31`; `1997-2` → `1997-02-01`, `1997-02-28`.
    Raises `InvalidDateError`.
    """
    from calendar import monthrange

    match = re.fullmatch(_TYPED_DATE, text.strip())
    try:
        if match is None:
            raise ValueError
        figures = (digits or "0" for digits in match.groups())
        year, month, day = map(int, figures)
        first = date(year, month or 1, day or 1)
        last_month = month or 12
        if not day:
            _, day = monthrange(year, last_month)
        last = date(year, last_month, day)
    except ValueError:
        raise InvalidDateError(
            f"“{text[:40]}” is not a date; use 1997, 1997-03 or 1997-03-31"
        ) from None
    return first.isoformat(), last.isoformat()


def date_in_words(iso: str) -> str:
    """`1997-02-25` → `25 February 1997`, `1996-08` → `August 1996`; a year alone is
    returned unchanged.
    """
    year, *month_and_day = iso.split("-")
    words = [year]
    if month_and_day:
        words.insert(0, MONTHS[int(month_and_day[0]) - 1])
    if month_and_day[1:]:
        words.insert(0, month_and_day[1].lstrip("0"))
    return " ".join(words)
