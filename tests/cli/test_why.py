"""Tests of `rulings why ID`: what overrules an entry, why, and what to do at the table."""

from __future__ import annotations

import json

import pytest
from msgspec import structs

from rulings.api import KnowledgeBase
from rulings.model import records, remarks
from rulings.model.knowledge import Knowledge
from rulings.model.vocabulary import Status
from support.command_line import run_cli
from support.data_files import now


@pytest.mark.parametrize(
    "id",
    [
        now("access-through-alpha-94f16a3d"),
        "94f16a3d",
        now("/cards/access-through-alpha/#access-through-alpha-94f16a3d"),
    ],
)
def test_what_overrules_a_ruling_is_quoted_with_the_reason_and_what_to_follow(
    id: str,
) -> None:
    result = run_cli("why", id)
    assert (result.status, result.err) == (0, "")
    words = " ".join(result.out.split())
    assert (
        "Here: “You must establish a base link value by paying the base link cost on"
        in words
    )
    assert "the Runner always starts with a base link of zero" in words
    advice = now("superseded in part: follow signpost-f31716cd, ")
    # What to do comes before why
    assert advice in words.partition("At the table")[2].partition("Here:")[0]


@pytest.mark.parametrize("id", ["manual-tags", "step 2", now("dr-dreff-601afce4")])
def test_sections_and_steps_have_a_status_too(id: str) -> None:
    data = json.loads(run_cli("why", id, "--json").out)
    assert data["status"] in ("in-force", "superseded-in-part")
    assert "At the table" in run_cli("why", id).out


def test_what_to_follow_is_cited(library: KnowledgeBase) -> None:
    lines = run_cli(
        "why", now("access-through-alpha-94f16a3d"), "--cite"
    ).out.splitlines()
    assert [line.partition("[")[2].partition("]")[0] for line in lines] == [
        *library.ruling(now("access-through-alpha-94f16a3d")).superseded_by
    ]
    for format in ("--cite", "--md"):
        in_force = run_cli("why", now("dr-dreff-601afce4"), format)
        assert in_force.out == run_cli(now("dr-dreff-601afce4"), format).out


def test_a_section_of_a_document_is_never_to_be_followed_as_a_rule(
    kb: Knowledge,
) -> None:
    for section in kb.sections:
        words = " ".join(run_cli("why", section.id).out.split())
        assert (
            f"Do not follow it as a rule. {section.source.title}: {section.standing_in_words}."
            in words
        )
        assert "Follow it" not in words.partition("Here:")[0]
        assert all(id in words for id in section.superseded_by)


@pytest.mark.parametrize("status", ["superseded", "superseded-in-part", "disputed"])
def test_for_whom_the_word_of_a_council_counts_is_said_on_both_sides(
    kb: Knowledge, status: Status
) -> None:
    loser = next(ruling for ruling in kb.rulings if ruling.status == "superseded")
    council = next(
        ruling for ruling in kb.rulings if any(c.council for c in ruling.citations)
    )
    note = next(note for note in loser.notes if note.relation == "superseded")
    assert note.opposite
    words = "official at the events of the league"
    opposite = structs.replace(note.opposite, council=words)
    winners = () if status == "disputed" else note.superseded_by
    note = structs.replace(
        note, status=status, opposite=opposite, superseded_by=winners
    )
    overruled = structs.replace(loser, notes=(note,), status=status)
    assert f"a players’ council, {words}" in " ".join(remarks.advice(overruled))
    for door in (
        overruled.cite(),
        overruled.cite(markdown=True),
        overruled.remarks[0].line,
    ):
        assert f"(the word of a players’ council, {words})" in door
    assert words in (records.record(overruled).cells(("remarks",))[0] or "")
    by_council = structs.replace(council, notes=(note,), status=status)
    assert words not in by_council.cite(), "both are the word of a council"
    advice = " ".join(remarks.advice(by_council))
    assert ("Follow it where" in advice) == (status == "superseded-in-part")
    assert "official at the events of the Conference" in advice
    (by_both,) = (
        ruling
        for ruling in kb.rulings
        if {"publisher", "players-council"} <= {c.standing for c in ruling.citations}
    )
    assert "Follow it; part of it comes from a council: " in " ".join(
        remarks.advice(by_both)
    )


def test_the_id_of_a_note_opens_it_with_the_words_of_both_sides(kb: Knowledge) -> None:
    for note in kb.notes:
        shown = run_cli("why", note.id, "--plain").out
        for side in filter(None, (note.one, note.other)):
            assert f"{side.entry_id}: “{' '.join(side.words.split())}”" in shown
        assert run_cli(note.id, "--json").out == run_cli("why", note.id, "--json").out


def test_a_note_says_first_what_to_do_at_the_table() -> None:
    _, advice, *_ = run_cli("why", "runner-actions-per-turn").out.splitlines()
    assert advice.startswith("At the table: ")


def test_a_reversal_names_all_rulings_that_it_puts_in_doubt(kb: Knowledge) -> None:
    reversals = [r for r in kb.rulings if r.takes_back and r.takes_back.may_replace]
    assert reversals
    for ruling in reversals:
        assert ruling.takes_back
        for words in (["why", ruling.id], [ruling.id], [ruling.id, "--json"]):
            out = run_cli(*words).out
            assert all(id in out for id in ruling.takes_back.may_replace), words
