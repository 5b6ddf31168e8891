"""Tests that notes that are right pass the checks of what a judge is told to follow."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from rulings.model.hand_edited import checked_rows
from rulings.parser.checks import check_references
from rulings.parser.entries import ParsedKnowledge
from rulings.storage.yaml_files import parse_yaml
from support.data_files import now
from support.source_documents import data_from

# Two by the publisher on one card, the second is later; an unofficial one and one of the publisher's
EARLIER, LATER = "loan-from-chiba-12297dd9", "loan-from-chiba-98ec6c59"
UNOFFICIAL, OFFICIAL = "the-shell-traders-c9768992", "the-shell-traders-75a6df93"
WORDS = {
    EARLIER: "you start the turn",
    LATER: "cannot be used",
    UNOFFICIAL: "the last counter",
    OFFICIAL: "remove it from the game",
    "mouse-8af88c75": "Cannot expose",
}


def note(one: str, other: str, follow: str = "other", kind: str = "later-against-earlier") -> str:
    more = {"neither": "table: X", "other": "extent: part"}[
        "neither" if "neither" in follow else "other"
    ]
    more = "" if kind == "exception" else f", {more}"
    sides = f"one: {{ruling: {one}, words: {WORDS[one]}}}, other: {{ruling: {other}, words: {WORDS[other]}}}"
    return f"- {{title: T, id: t, kind: {kind}, {sides}, follow: {follow}, reason: X{more}}}"


def errors_of(parsed: ParsedKnowledge, note_text: str) -> list[str]:
    """What is wrong if the note is added to the shipped ones."""
    rows, _ = checked_rows({"notes": parse_yaml(now(note_text), "notes")})
    edited = parsed.sources.edited
    notes = [*edited.notes, *rows.notes]
    edited = structs.replace(edited, questions={}, unanswered=[], notes=notes)
    changed = replace(parsed, sources=replace(parsed.sources, edited=edited))
    return [problem.text for problem in check_references(changed, data_from(changed))]


@pytest.mark.parametrize(
    "text",
    [
        note(EARLIER, "mouse-8af88c75").replace("reason: X", "reason: X, about: both"),
        note(EARLIER, LATER),
        note(EARLIER, LATER, "neither"),
        note(UNOFFICIAL, OFFICIAL, kind="exception"),
    ],
)
def test_a_note_that_is_right_is_not_refused(parsed: ParsedKnowledge, text: str) -> None:
    assert errors_of(parsed, text) == []
