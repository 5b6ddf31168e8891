"""Tests of the status of entries: in force, superseded, superseded in part or disputed.
The pages that show a status give reasons that can be checked.
"""

from __future__ import annotations

from typing import Any

import pytest

from rulings.model import entities, hand_edited, remarks
from rulings.model.knowledge import Knowledge
from rulings.model.status import entry_notes, with_notes


def quotation(id: str, *also: str) -> entities.Quotation:
    return entities.Quotation(ruling=id, words=f"words of {id}", also=also)


def note(
    kind: Any,
    follow: Any,
    extent: Any,
    one: Any,
    other: Any,
    related: tuple[str, ...] = (),
) -> entities.Note:
    return entities.Note(
        id=f"{kind}-{follow}",
        title="A title",
        kind=kind,
        follow=follow,
        extent=extent,
        reason="For a reason.",
        one=one,
        other=other,
        related=related,
        at_the_table="decide it before the game"
        if (kind, follow) == (LATER, "neither") or other is None
        else None,
    )


A, B, C, D = "a-00000000", "b-00000000", "c-00000000", "d-00000000"
LATER = "later-against-earlier"


@pytest.mark.parametrize(
    ("notes", "reversals", "expected"),
    [
        (
            [note(LATER, "other", "whole", quotation(A), quotation(B))],
            [],
            {A: ("superseded", (B,)), B: ("in-force", ())},
        ),
        (
            [note(LATER, "one", "part", quotation(A), quotation(B))],
            [],
            {B: ("superseded-in-part", (A,)), A: ("in-force", ())},
        ),
        # entries that repeat one side have its status
        (
            [note(LATER, "other", "whole", quotation(A, C), quotation(B, D))],
            [],
            {A: ("superseded", (B, D)), C: ("superseded", (B, D)), D: ("in-force", ())},
        ),
        (
            [note(LATER, "neither", None, quotation(A), quotation(B, C))],
            [],
            {A: ("disputed", ()), B: ("disputed", ()), C: ("disputed", ())},
        ),
        # clarifications and related entries do not change the status
        (
            [note("clarification", "other", None, quotation(A), quotation(B), (C,))],
            [],
            dict.fromkeys((A, B, C), ("in-force", ())),
        ),
        # neither does an exception, on either side
        (
            [note("exception", "other", None, quotation(A), quotation(B))],
            [],
            dict.fromkeys((A, B), ("in-force", ())),
        ),
        # the other side is not in any document
        (
            [note("manual-against-rulebook", "other", "part", quotation(A), None)],
            [],
            {A: ("superseded-in-part", ())},
        ),
        # one part of an entry overrules another part
        (
            [note("within-document", "other", "part", quotation(A), quotation(A))],
            [],
            {A: ("superseded-in-part", ())},
        ),
        (
            [],
            [
                hand_edited.ReversalRow(
                    ruling=A,
                    words="REVERSEs",
                    replaces=(B,),
                    may_replace=(C,),
                    at_the_table="follow it",
                )
            ],
            {B: ("superseded", (A,)), C: ("disputed", ())},
        ),
        # the most serious status counts; it names all entries that supersede
        (
            [
                note(LATER, "neither", None, quotation(A), quotation(B)),
                note(LATER, "other", "part", quotation(A), quotation(C)),
                note("within-document", "other", "whole", quotation(A), quotation(D)),
            ],
            [],
            {A: ("superseded", (C, D)), B: ("disputed", ())},
        ),
    ],
)
def test_the_status_follows_from_notes_and_reversals(
    notes: list[Any], reversals: list[Any], expected: dict[str, Any]
) -> None:
    notes_on = entry_notes(notes, reversals)
    entries = {id: with_notes(entities.Entry(), notes_on[id]) for id in expected}
    assert {
        id: (entry.status, entry.superseded_by) for id, entry in entries.items()
    } == expected


def test_an_entry_that_a_note_quotes_and_names_as_related_has_the_note_once() -> None:
    notes: list[Any] = [
        note(LATER, "other", "whole", quotation(A), quotation(B), (A, C))
    ]
    notes_on = entry_notes(notes, [])
    assert {id: [n.side for n in notes_on[id]] for id in (A, B, C)} == {
        A: ["one"],
        B: ["other"],
        C: [None],
    }


def test_what_is_superseded_has_the_words_that_decide_instead(kb: Knowledge) -> None:
    shown = [
        remark
        for entry in kb.entries
        for remark in remarks.of_entry(entry, remarks.Verbosity.ALWAYS)
    ]
    superseded = [remark for remark in shown if remark.relation != "disputed"]
    assert {bool(remark.at_the_table) for remark in superseded} == {True, False}
    for remark in superseded:
        decision = remark.at_the_table or remark.decides or remark.instead or ""
        assert len(decision) > 20, remark
        assert decision in remark.line
