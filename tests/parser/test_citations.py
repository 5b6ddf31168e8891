"""Tests of reading citations and their dates. To test an unusual citation, add a row to
one of the tables.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from rulings.model.entities import (
    Authority,
    Citation,
    Reference,
    Ruling,
    SourceLines,
    TermOfOffice,
)
from rulings.model.hand_edited import DateOrder, DateRow, HandEdited
from rulings.model.vocabulary import RULINGS_DOCUMENT
from rulings.parser.citations import CitationReader, DatesAndErrata
from rulings.parser.entries import ParsedKnowledge
from rulings.parser.sources import read_date
from support.source_documents import printed_rulings

BEFORE_1999 = DateOrder(order="month-first", end="1998-12-31")
DAY_FIRST = DateOrder(
    order="day-first", start="1999-01-01", end="1999-12-31", certain=False
)
MONTH_FIRST = DateOrder(order="month-first", start="2000-01-01")


@pytest.mark.parametrize(
    ("printed", "iso", "doubt"),
    [
        ("8/6/96", "1996-08-06", None),
        ("12/21/99", "1999-12-21", None),  # can only be month first
        ("15/02/00", "2000-02-15", None),  # can only be day first
        (
            "11/12/99",
            "1999-12-11",
            "day-month-order",
        ),  # day first, as other dates of that year
        # The edition's own date; the editor's page is evidence for it
        ("03/11/00", "2000-03-11", None),
        ("10/10/99", "1999-10-10", None),  # the same both ways
        ("11/11/95", "1995-11-11", "before-release"),
        ("4/25/96", "1996-04-25", "before-release"),  # the game came out a day later
        ("4/26/96", "1996-04-26", None),
        ("13/13/99", None, None),  # there is no such date
        ("2035-01-31", "2035-01-31", None),
        ("1990-01-01", "1990-01-01", "before-release"),
    ],
)
def test_dates_are_read_with_their_doubts(
    printed: str, iso: str | None, doubt: str | None
) -> None:
    assert read_date(printed, (BEFORE_1999, DAY_FIRST, MONTH_FIRST)) == (iso, doubt)


def single_citation(reader: CitationReader, text: str) -> Citation:
    ((_, _, citation),) = reader.find(text)
    return citation


@pytest.fixture(scope="module")
def reader(parsed: ParsedKnowledge) -> CitationReader:
    term = (TermOfOffice("1997-11-04", "1998-12-15"),)
    authorities = [
        replace(a, terms=term) if a.id == "skipper-pickle" else a
        for a in parsed.sources.edited.authorities
    ]
    return CitationReader(
        authorities, parsed.sources.documents[RULINGS_DOCUMENT].row.dates
    )


CITATIONS = """\
(Sparky, Netrunner-L, 8/6/96)
    authority: Sparky; person: Marc Schmalz; venue: Netrunner-L; date: 1996-08-06
(Tom Wylie via JD Wiker, Netrunner-L, 3/11/97)
    authority: Tom Wylie; person: Tom Wylie; via: JD Wiker; venue: Netrunner-L; date: 1997-03-11
(Sparky on Vienna 22 and the Run chart, Netrunner-L, 9/9/96)
    authority: Sparky; person: Marc Schmalz; about: Vienna 22 and the Run chart; venue: Netrunner-L; date: 1996-09-09
(Skipper Pickle,Netrunner-L, 9/29/98)
    authority: Skipper Pickle; person: Skipper Pickle; venue: Netrunner-L; date: 1998-09-29
(Skipper Pickle, NR-L, 3/16/98)
    authority: Skipper Pickle; person: Skipper Pickle; venue: Netrunner-L; date: 1998-03-16
(Skipper Pickle, Netrunner-L, 3/16/99)
    authority: Skipper Pickle; person: Skipper Pickle; venue: Netrunner-L; date: 1999-03-16; doubt: outside-term
(Netrunner FAQ v.1.0, 5/22/96)
    authority: Netrunner FAQ v1.0; date: 1996-05-22
(Netrunner Rulebook, pp9-10)
    authority: Netrunner Rulebook; pages: pp9-10
(Charles Keith-Stanley, Netrunner-L, (5/3/96)
    authority: Charles Keith-Stanley; person: Charles Keith-Stanley; venue: Netrunner-L; date: 1996-05-03
(Sensei 03/11/00)
    authority: Sensei; person: Holger Janssen; date: 2000-03-11
(Tom Wylie 11/12/99)
    authority: Tom Wylie; person: Tom Wylie; date: 1999-12-11; doubt: day-month-order
"""
FIELDS = ("authority", "person", "via", "about", "venue", "pages", "date", "doubt")


@pytest.mark.parametrize(
    ("printed", "facts"), re.findall(r"(.+)\n    (.+)\n", CITATIONS)
)
def test_citations_are_split_into_fields(
    reader: CitationReader, printed: str, facts: str
) -> None:
    """Skipper Pickle had a term."""
    citation = single_citation(reader, f"You may.  {printed}")
    values = {name: getattr(citation, name) for name in FIELDS}
    expected = dict.fromkeys(FIELDS) | dict(
        fact.split(": ") for fact in facts.split("; ")
    )
    assert (citation.printed, values) == (printed, expected)


@pytest.mark.parametrize(
    "text",
    [
        "two subroutines (see notes on Armageddon).",
        "as an unknown name says (Jane Roe, Netrunner-L, 2030-05-01).",
        "which is cut (Wendy Wallace, Netrunner-L,",
        "prevented (REVERSEs previous rulings).",
        "Central data forts (HQ, R&D, and the Archives) always exist.",
        "(e.g., Wilson, Weeflerunner Apprentice)",
        "would rez ice for (X-1)/2).",
        "(i.e., if you play two Retrofits, you avoid your next two tags)",
    ],
)
def test_other_parentheses_remain_text(reader: CitationReader, text: str) -> None:
    assert reader.find(text) == []


def test_one_parenthesis_can_cite_two_authorities(reader: CitationReader) -> None:
    found = reader.find(
        "always exist.  (Netrunner Rulebook, pp9-10; Sparky, Netrunner-L, 5/30/96)"
    )
    assert [c.printed for _, _, c in found] == [
        "(Netrunner Rulebook, pp9-10;",
        "Sparky, Netrunner-L, 5/30/96)",
    ]
    assert [c.authority for _, _, c in found] == ["Netrunner Rulebook", "Sparky"]


@pytest.fixture(scope="module")
def citations(parsed: ParsedKnowledge) -> list[Citation]:
    """Every citation of the rulings document."""
    return [c for r in printed_rulings(parsed) for c in r.citations]


def test_every_date_of_the_rulings_document_is_cited(
    citations: list[Citation], parsed: ParsedKnowledge
) -> None:
    dates = [
        date
        for r in printed_rulings(parsed)
        for date in re.findall(r"\d+/\d+/\d+", r.printed)
    ]
    assert [c.date_printed for c in citations if c.date_printed] == dates
    restored = [
        row
        for row in parsed.sources.edited.restorations.lines
        if row.what == "citation"
    ]
    assert sum(c.restored_from is not None for c in citations) == len(restored)


def test_citations_support_words_of_the_entry_in_their_order(
    parsed: ParsedKnowledge,
) -> None:
    for r in parsed.rulings:
        ends = [c.supports[1] for c in r.citations]
        assert ends == sorted(ends)
        outside = [
            c
            for c in r.citations
            if not 0 <= c.supports[0] < c.supports[1] <= len(r.text)
        ]
        assert outside == []


ID = "asp-00000000"
TERMS = (TermOfOffice("1996-07-01", "1997-06-30"), TermOfOffice("1999-01-01"))
SPARKY = Authority(
    id="sparky",
    name="Sparky",
    kind="person",
    names=("Sparky",),
    role="",
    official=True,
    standing="publisher",
    terms=TERMS,
)
CITATION = Citation(
    "Sparky, 1/1/96", "Sparky", date="1996-01-01", date_printed="1/1/96"
)
ROW = DateRow(
    rulings=(ID, "asp-00000001"),
    authority="Sparky",
    printed="1/1/96",
    reason="The evidence.",
)
MISPRINTED = replace(ROW, likely="1997-01-01")
RULING = Ruling(
    id=ID,
    kind="ruling",
    erratum=False,
    official=True,
    subject=Reference("card", "asp", "Asp"),
    printed="Words.",
    text="Words.",
    citations=(),
    mentions=(),
    see=(),
    source=SourceLines("netrunner-rulings", (1, 1)),
)


def doubtful(doubt: str) -> Citation:
    return replace(CITATION, doubt=doubt)


def applied(citation: Citation, row: DateRow) -> Citation:
    """The ruling's citation after a row of `dates.yaml` is applied."""
    rows = DatesAndErrata(HandEdited(dates=[row], authorities=[SPARKY]))
    return rows.apply(replace(RULING, citations=(citation,))).citations[0]


def likely(date: str, doubt: str | None) -> Citation:
    official = doubt != "outside-term"
    return replace(
        CITATION,
        likely_date=date,
        likely_date_reason="The evidence.",
        doubt=doubt,
        official=official,
    )


@pytest.mark.parametrize(
    ("found_by_parser", "day", "expected"),
    [
        # a likely date settles doubts about the printed date, but not other doubts
        (None, "1997-01-01", likely("1997-01-01", None)),
        ("before-release", "1997-01-01", likely("1997-01-01", None)),
        ("outside-term", "1997-01-01", likely("1997-01-01", None)),
        ("day-month-order", "1997-01-01", likely("1997-01-01", "day-month-order")),
        # after the end of the term, on its last day, and in a second term
        (None, "1997-07-01", likely("1997-07-01", "outside-term")),
        (None, "2035-01-31", likely("2035-01-31", None)),
        ("before-release", "1997-06-30", likely("1997-06-30", None)),
    ],
)
def test_a_misprinted_date_gets_a_likely_one(
    found_by_parser: str | None, day: str, expected: Citation
) -> None:
    citation = replace(CITATION, doubt=found_by_parser)
    assert applied(citation, replace(MISPRINTED, likely=day)) == expected


@pytest.mark.parametrize(
    "changes",
    [
        {"rulings": ("imp-00000000",)},
        {"authority": "Tom Wylie"},
        {"printed": "1/1/1996"},
    ],
    ids=str,
)
def test_a_row_about_another_citation_changes_nothing(changes: dict[str, Any]) -> None:
    assert applied(CITATION, replace(MISPRINTED, **changes)) == CITATION


def test_a_plausible_date_is_not_doubtful() -> None:
    assert applied(doubtful("before-release"), ROW) == CITATION


def test_a_doubt_in_the_file_replaces_the_one_found() -> None:
    expected = replace(CITATION, doubt="names-later-card", doubt_reason="The evidence.")
    row = replace(ROW, doubt="names-later-card")
    assert applied(doubtful("before-release"), row) == expected
