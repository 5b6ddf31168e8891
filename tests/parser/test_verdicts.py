"""Tests that no row overrules, disputes, excepts, hides or passes on a ruling by a slip: each type
of row with each fault.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from rulings.model.hand_edited import Addition, checked_rows
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
    findings = check_references(changed, data_from(changed), [])
    return [problem.text for problem in findings.errors]


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


@pytest.mark.parametrize(
    ("reason", "is_named"),
    [("At the events of the Top Runners' Conference", True), ("At its events", False)],
)
def test_a_council_is_named_as_a_search_reads_its_name(
    parsed: ParsedKnowledge, reason: str, is_named: bool
) -> None:
    text = (
        "- {title: T, id: t, kind: later-against-earlier, follow: other, extent: part, "
        f"reason: {reason}, one: {{ruling: ice-and-icebreakers-3baff435, words: moves in}}, "
        "other: {ruling: ice-and-icebreakers-6b8d3e44, words: Use the following procedure}}"
    )
    errors = errors_of(parsed, text)
    assert [error for error in errors if "write the council's name" in error] == errors
    assert bool(errors) is not is_named


@pytest.mark.parametrize(
    ("reason", "date", "is_refused"),
    [
        ("A league says so", "2035-01-31", True),
        ("A league says so", None, True),
        ("The League List says so", "2035-01-31", False),
        ("A list says so", "1997-05-01", False),  # when the publisher printed lists
    ],
)
def test_a_document_later_than_the_printed_list_is_named_as_a_council_is(
    parsed: ParsedKnowledge, reason: str, date: str | None, is_refused: bool
) -> None:
    (ruling,) = (ruling for ruling in parsed.rulings if ruling.id == now(LATER))
    citation = structs.replace(
        ruling.citations[0], authority="League List", standing="document", date=date
    )
    source = structs.replace(ruling.source, document="additions-2035", lines=(0, 0))
    later = structs.replace(ruling, citations=(citation,), source=source)
    row = Addition(subject=ruling.subject.title, printed=ruling.printed)
    sources = replace(
        parsed.sources, edited=structs.replace(parsed.sources.edited, additions={"2035": [row]})
    )
    changed = replace(
        parsed, sources=sources, rulings=[later if r is ruling else r for r in parsed.rulings]
    )
    errors = errors_of(changed, note(EARLIER, LATER).replace("reason: X", f"reason: {reason}"))
    advice = f"{LATER} is the word of a later document (League List), and {EARLIER} that of the publisher"
    assert [error for error in errors if now(advice) in error] == errors
    assert bool(errors) is is_refused
