"""Tests of the wording of an entry: its label, kind, text and paragraphs, and what each citation supports."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rulings.model.entities import Citation
from rulings.model.loading import CitationSpan, Wording, read_wording

CITATION = Citation(printed="(Sparky)", authority="Sparky", official=True)
NUMBERED = ["1) Pay the cost.", "2) Trash the card.", "3) Draw another. (Sparky)"]


def wording(*lines: str, citation: Citation = CITATION) -> Wording:
    """The wording of an entry with these lines, in which each `(Sparky)` is a citation."""
    printed = " ".join(lines)
    starts = [i for i in range(len(printed)) if printed.startswith(CITATION.printed, i)]
    spans = [CitationSpan(start, start + len(CITATION.printed), (citation,)) for start in starts]
    return read_wording(list(lines), spans)


@pytest.mark.parametrize(
    ("line", "kind", "label", "text"),
    [
        ("It is ice. (Sparky)", "ruling", None, "It is ice."),
        ("ERRATA: It is ice. (Sparky)", "errata", "ERRATA", "It is ice."),
        ("Unofficial  Errata: It is ice. (Sparky)", "errata", "Unofficial Errata", "It is ice."),
        ("Errata are rare. (Sparky)", "ruling", None, "Errata are rare."),
        ("See Tracing.", "see", None, "See Tracing."),
        ("For notes on traces, see Tracing.", "see", None, "For notes on traces, see Tracing."),
        ("See what it says. (Sparky)", "ruling", None, "See what it says."),
    ],
)
def test_label_kind_and_text(line: str, kind: str, label: str | None, text: str) -> None:
    read = wording(line)
    assert (read.kind, read.label, read.text) == (kind, label, text)
    assert read.is_see_entry == (kind == "see")


def test_a_sentence_that_calls_the_entry_an_erratum_is_its_reason() -> None:
    read = wording("It is ice. This should be considered an erratum; it was printed in haste. (Sparky)")
    assert (read.kind, read.label) == ("errata", None)
    assert read.errata_because == "This should be considered an erratum"


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
    assert wording(line, citation=replace(CITATION, official=has_authority)).is_official == is_official


def test_each_citation_supports_the_words_before_it() -> None:
    read = wording("It is ice. (Sparky) It is", "not a wall. (Sparky)  (Sparky)")
    assert read.text == "It is ice. It is not a wall."
    supported = [read.text[start:end] for start, end in (citation.supports for citation in read.citations)]
    assert supported == ["It is ice.", "It is not a wall.", "It is not a wall."]


@pytest.mark.parametrize("first", ["", "To trash it:", "ERRATA:", "Then it is drawn. (Sparky)"])
def test_numbered_items_begin_lines(first: str) -> None:
    read = wording(*filter(None, [first]), *NUMBERED)
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
    assert wording(full, "and it goes on. (Sparky)").text == f"{full} and it goes on."
    assert wording("A short paragraph.", f"{full}", "and on. (Sparky)").text == f"A short paragraph.\n{full} and on."
