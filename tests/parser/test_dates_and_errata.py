"""Tests of what `dates.yaml` and `errata.yaml` change in a ruling: likely dates, doubts, and errata without a label."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from msgspec.structs import replace

from rulings.model.entities import Authority, Citation, Reference, Ruling, Source
from rulings.model.rows import Dates, Doubtful, Erratum, HandEdited, Misprinted, NotDoubtful
from rulings.parser.citations import DatesAndErrata

ID = "asp-00000000"
SPARKY = Authority("sparky", "Sparky", "person", None, ("Sparky",), "", True, start="1996-07-01", end="1997-06-30")
CITATION = Citation("Sparky, 1/1/96", "Sparky", date="1996-01-01", date_printed="1/1/96")
MISPRINTED = Misprinted(
    rulings=(ID,), authority="Sparky", printed="1/1/96", likely=date(1997, 1, 1), reason="He was not there yet."
)
RULING = Ruling(
    id=ID,
    kind="ruling",
    official=True,
    subject=Reference("card", "asp", "Asp"),
    printed="Words.",
    text="Words.",
    citations=(),
    mentions=(),
    see=(),
    source=Source("netrunner-rulings", (1, 1)),
)


def doubtful(doubt: str) -> Citation:
    return replace(CITATION, doubt=doubt)


def applied(citation: Citation, **dates: Any) -> Citation:
    """The citation of a ruling after the rows of `dates.yaml` were applied."""
    edited = HandEdited(dates=Dates(**{"misprinted": (), "doubtful": (), "not_doubtful": (), **dates}))
    return DatesAndErrata(edited, [SPARKY]).apply(replace(RULING, citations=(citation,))).citations[0]


def likely(date: str, doubt: str | None) -> Citation:
    return replace(CITATION, likely=date, likely_because="He was not there yet.", doubt=doubt)


@pytest.mark.parametrize(
    ("found_by_parser", "day", "expected"),
    [
        # a likely date settles the doubts about the printed one, but not those about something else
        (None, "1997-01-01", likely("1997-01-01", None)),
        ("before-release", "1997-01-01", likely("1997-01-01", None)),
        ("outside-term", "1997-01-01", likely("1997-01-01", None)),
        ("day-month-order", "1997-01-01", likely("1997-01-01", "day-month-order")),
        # after the end of the term, and on its last day
        (None, "1997-07-01", likely("1997-07-01", "outside-term")),
        ("before-release", "1997-06-30", likely("1997-06-30", None)),
    ],
)
def test_a_misprinted_date_gets_a_likely_one(found_by_parser: str | None, day: str, expected: Citation) -> None:
    citation = replace(CITATION, doubt=found_by_parser)
    assert applied(citation, misprinted=[replace(MISPRINTED, likely=date.fromisoformat(day))]) == expected


@pytest.mark.parametrize(
    "changes", [{"rulings": ("imp-00000000",)}, {"authority": "Tom Wylie"}, {"printed": "1/1/1996"}], ids=str
)
def test_a_row_about_another_citation_changes_nothing(changes: dict[str, Any]) -> None:
    assert applied(CITATION, misprinted=[replace(MISPRINTED, **changes)]) == CITATION


def test_a_plausible_date_is_not_doubtful() -> None:
    rows = [NotDoubtful(authority="Sparky", printed=("1/2/96", "1/1/96"), reason="Plausible.")]
    assert applied(doubtful("before-release"), not_doubtful=rows) == CITATION
    assert applied(doubtful("truncated"), not_doubtful=rows) == doubtful("truncated")


def test_a_doubt_in_the_file_replaces_the_one_found() -> None:
    row = Doubtful(ruling=ID, authority="Sparky", printed="1/1/96", doubt="names-later-card", reason="Proteus.")
    expected = replace(CITATION, doubt="names-later-card", doubt_because="Proteus.")
    assert applied(doubtful("before-release"), doubtful=[row]) == expected


def test_errata_without_the_label_give_the_reason() -> None:
    erratum = Erratum(ruling=ID, words="Words", reason="It changes the text.")
    dates_and_errata = DatesAndErrata(HandEdited(errata=[erratum]), [])
    assert dates_and_errata.apply(RULING) == replace(RULING, kind="errata", errata_because="It changes the text.")
    other = replace(RULING, id="imp-00000000")
    assert dates_and_errata.apply(other) == other
