"""Tests of what is derived from the printed lines of an entry: its label, kind, text
and paragraphs, and the words that each citation supports.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rulings.model.entities import Citation, Reference, Ruling, SourceLines
from rulings.model.loader import derive
from rulings.parser.entries import is_cross_reference, read_erratum
from rulings.parser.entries import is_official as is_official_entry

CITATION = Citation(printed="(Sparky)", authority="Sparky", official=True)
NUMBERED = ["1) Pay the cost.", "2) Trash the card.", "3) Draw another. (Sparky)"]


def entry(*lines: str, citation: Citation = CITATION) -> Ruling:
    """The ruling with these printed lines. Each `(Sparky)` is a citation."""
    ruling = Ruling(
        id="",
        kind="ruling",
        erratum=False,
        official=True,
        subject=Reference("card", "asp", "Asp"),
        printed="",
        text="",
        citations=(citation,) * " ".join(lines).count(CITATION.printed),
        mentions=(),
        see=(),
        source=SourceLines("netrunner-rulings", (1, 1)),
    )
    return derive(ruling, lines)


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("It is ice. (Sparky)", None),
        ("ERRATA: It is ice. (Sparky)", "ERRATA"),
        ("Unofficial  Errata: It is ice. (Sparky)", "Unofficial Errata"),
        ("Errata are rare. (Sparky)", None),
        ("It no longer has an erratum. (Sparky)", None),
        ("See Tracing.", None),
    ],
)
def test_a_label_makes_an_erratum(line: str, label: str | None) -> None:
    read = entry(line)
    text = "It is ice." if label else line.removesuffix(" (Sparky)")
    assert (read.label, read.text) == (label, text)
    assert read_erratum(read) == (label is not None, None)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("It is ice. (Sparky)", False),
        ("See Tracing.", True),
        ("For notes on traces, see Tracing.", True),
        ("See what it says. (Sparky)", False),
    ],
)
def test_an_uncited_entry_that_begins_with_see_is_a_cross_reference(
    line: str, expected: bool
) -> None:
    assert is_cross_reference(entry(line)) == expected


def test_a_sentence_that_calls_the_entry_an_erratum_is_its_reason() -> None:
    read = entry(
        "It is ice. This should be considered an erratum; it was printed in haste. (Sparky)"
    )
    assert read_erratum(read) == (True, "This should be considered an erratum")
    assert read.label is None


@pytest.mark.parametrize(
    ("line", "has_authority", "is_official"),
    [
        ("It is ice. (Sparky)", True, True),
        ("It is ice. (Sparky)", False, False),
        ("Unofficial Errata: It is ice. (Sparky)", True, False),
        ("See Tracing.", True, True),
    ],
)
def test_official_needs_an_authority_and_no_label_that_denies_it(
    line: str, has_authority: bool, is_official: bool
) -> None:
    ruling = entry(line, citation=replace(CITATION, official=has_authority))
    kind = "cross-reference" if is_cross_reference(ruling) else "ruling"
    assert is_official_entry(replace(ruling, kind=kind)) == is_official


def test_each_citation_supports_the_words_before_it() -> None:
    read = entry("It is ice. (Sparky) It is", "not a wall. (Sparky)  (Sparky)")
    assert read.text == "It is ice. It is not a wall."
    supported = [
        read.text[start:end]
        for start, end in (citation.supports for citation in read.citations)
    ]
    assert supported == ["It is ice.", "It is not a wall.", "It is not a wall."]


@pytest.mark.parametrize(
    "first", ["", "To trash it:", "ERRATA:", "Then it is drawn. (Sparky)"]
)
def test_numbered_items_begin_lines(first: str) -> None:
    read = entry(*filter(None, [first]), *NUMBERED)
    above = first.removeprefix("ERRATA:").removesuffix(" (Sparky)")
    assert read.text.split("\n") == [
        *filter(None, [above]),
        "1) Pay the cost.",
        "2) Trash the card.",
        "3) Draw another.",
    ]
    assert read.text[slice(*read.citations[-1].supports)].endswith("Draw another.")


def test_a_line_that_ends_a_sentence_early_ends_a_paragraph() -> None:
    full = "These words fill the width of the column up to here,"
    assert entry(full, "and it goes on. (Sparky)").text == f"{full} and it goes on."
    assert (
        entry("A short paragraph.", f"{full}", "and on. (Sparky)").text
        == f"A short paragraph.\n{full} and on."
    )
