"""Tests that the notes and reversals are named that are older than a new ruling on their
subject.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from rulings.model.hand_edited import Addition
from rulings.parser.checks import check_references
from rulings.parser.entries import ParsedKnowledge
from support.data_files import now
from support.source_documents import data_from


@pytest.mark.parametrize(
    ("like", "added", "unread"),
    [
        (
            now("lockjaw-d32fc35e"),
            "lockjaw-00000000",
            "speaks of a doubt, and lockjaw-00000000 is newer",
        ),
        (
            now("dropp-02b728e2"),
            "dropp-00000000",
            "dropp-00000000 is newer than the notes run-ended-by-the-runner",
        ),
        (now("jack-attack-6f6f52e2"), now("jack-attack-6f6f52e2"), ""),  # the note on it names it
        (now("digiconda-423d2698"), "digiconda-00000000", ""),  # there is no note on it
    ],
)
def test_notes_that_are_older_than_a_new_ruling_are_named(
    parsed: ParsedKnowledge, like: str, added: str, unread: str
) -> None:
    (ruling,) = (ruling for ruling in parsed.rulings if ruling.id == like)
    citations = (structs.replace(ruling.citations[0], likely="2035-01-31"),)
    source = structs.replace(ruling.source, document="additions-2035", lines=(0, 0))
    newer = structs.replace(ruling, id=added, citations=citations, source=source)
    row = Addition(subject=ruling.subject.title, printed=ruling.printed)
    without_questions = structs.replace(
        parsed.sources.edited, questions={}, unanswered=[], additions={"2035": [row]}
    )
    changed = replace(
        parsed,
        sources=replace(parsed.sources, edited=without_questions),
        rulings=[newer, *parsed.rulings],
        bodies=[(newer.printed,), *parsed.bodies],
    )
    warnings = check_references(changed, data_from(changed), []).warnings
    found = [warning.text for warning in warnings if f"{added} is newer" in warning.text]
    assert bool(unread) == bool(found)
    assert all(unread in text for text in found)
