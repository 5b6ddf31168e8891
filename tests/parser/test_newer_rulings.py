"""Tests that the notes and reversals are named that are older than a new ruling on their subject."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from rulings.parser.checks import check_references
from rulings.parser.entries import ParsedKnowledge


def test_nothing_is_wrong_in_what_is_shipped(parsed: ParsedKnowledge) -> None:
    findings = check_references(parsed, [])
    assert findings.errors == []
    assert [warning for warning in findings.warnings if "is newer" not in warning.text] == []


@pytest.mark.parametrize(
    ("added", "unread"),
    [
        (
            "joan-of-arc-48e96d65",  # of two notes and a reversal, one note knows it
            ["speaks of a doubt, and joan-of-arc-48e96d65 is newer"] * 2,
        ),
        ("jack-attack-6f6f52e2", []),  # the note on it knows it
        ("dropp-02b728e2", ["is newer than the notes run-ended-by-the-runner"]),
        ("digiconda-423d2698", []),  # there is no note on it
    ],
)
def test_notes_that_are_older_than_a_new_ruling_are_named(
    parsed: ParsedKnowledge, added: str, unread: list[str]
) -> None:
    (ruling,) = (ruling for ruling in parsed.rulings if ruling.id == added)
    citations = (structs.replace(ruling.citations[0], likely="2035-01-31"),)
    source = structs.replace(ruling.source, document="additions-2035")
    newer = structs.replace(ruling, citations=citations, source=source)
    rulings = [newer if each == ruling else each for each in parsed.rulings]
    found = [
        w.text for w in check_references(replace(parsed, rulings=rulings), []).warnings if f"{added} is newer" in w.text
    ]
    assert len(found) == len(unread)
    assert all(part in text for part, text in zip(unread, found, strict=True))
