"""Tests of the sheet of rulings on a deck, or on two decks that meet."""

from __future__ import annotations

import pytest

from rulings.api import KnowledgeBase
from rulings.deck.decklist import read_deck
from rulings.deck.sheet import Sheet, make_sheet, resolve_deck
from rulings.model.knowledge import Knowledge
from support.data_files import now


def sheet_of(kb: Knowledge, ours: str, theirs: str | None = None) -> Sheet:
    against = resolve_deck(kb, read_deck(theirs)) if theirs is not None else None
    return make_sheet(kb, resolve_deck(kb, read_deck(ours)), against)


def test_rulings_on_two_cards_of_a_deck_name_both(
    kb: Knowledge, library: KnowledgeBase
) -> None:
    sheet = sheet_of(kb, "3 Dr. Dreff\n1 Marionette")
    assert library.ruling(now("dr-dreff-504d5230")) in [
        entry.ruling for entry in sheet.together
    ]
    assert {tuple(card.id for card in entry.cards) for entry in sheet.together} == {
        ("dr-dreff", "marionette")
    }
    assert not sheet_of(kb, "3 Dr. Dreff").together


def test_copies_and_agenda_points_of_each_side_are_added(kb: Knowledge) -> None:
    typed = "2 Priority Requisition\n1 Corporate War\n1 Priority Requisition\n2 Clown"
    corp, runner = resolve_deck(kb, read_deck(typed)).sides
    assert (corp.side, corp.card_count, corp.agenda_points) == ("Corp", 4, 3 * 3 + 3)
    assert (runner.side, runner.card_count, runner.agenda_points) == ("Runner", 2, None)


def test_rulings_where_decks_meet_name_cards_of_both(kb: Knowledge) -> None:
    sheet = sheet_of(
        kb, "2 Hunting Pack\n3 Data Wall", "3 Startup Immolator\n3 Pattel's Virus"
    )
    assert {entry.ruling.id for entry in sheet.meeting} >= {
        now("startup-immolator-0ede85ed"),
        now("pattels-virus-0ede85ed"),
    }
    for entry in sheet.meeting:
        assert entry.cards
        assert entry.others
    # If the decks are exchanged, the rulings are the same and the sides are exchanged.
    exchanged = sheet_of(
        kb, "3 Startup Immolator\n3 Pattel's Virus", "2 Hunting Pack\n3 Data Wall"
    )
    assert [(o.ruling.id, o.others) for o in sheet.meeting] == [
        (o.ruling.id, o.cards) for o in exchanged.meeting
    ]


def test_inherited_rulings_are_found_where_decks_meet(kb: Knowledge) -> None:
    """The expected rulings are found card by card, as inheritance is defined."""
    heirs = [card for card in kb.cards if card.inherits]
    expected = {
        ruling.id
        for card in heirs
        for group in kb.inherited(card.id)
        for ruling in group.rulings
        if any(m.id not in (ruling.subject.id, card.id) for m in ruling.mentions)
    }
    named = {m.id for ruling in kb.rulings for m in ruling.mentions}
    sheet = sheet_of(
        kb,
        "\n".join(card.title for card in heirs),
        "\n".join(kb.cards_by_id[id].title for id in sorted(named)),
    )
    assert expected
    assert expected <= {entry.ruling.id for entry in sheet.meeting}


def test_every_ruling_of_every_card_is_on_the_sheet(
    kb: Knowledge, library: KnowledgeBase
) -> None:
    sheet = sheet_of(
        kb, "\n".join(card.title for card in kb.cards if card.side == "Corp")
    )
    shown = {r.id for card in sheet.cards for r in card.rulings}
    assert shown == {
        r.id
        for card in kb.cards
        if card.side == "Corp"
        for r in library.rulings_for(card.id)
    }
    assert {entry.id for entry in sheet.unruled} | {
        entry.card.id for entry in sheet.cards
    } == {c.id for c in kb.cards if c.side == "Corp"}


@pytest.mark.parametrize(
    ("ours", "theirs", "side"),
    [
        ("3 Glacier", "3 Data Wall", "Corp"),
        ("3 Clown", "3 Rabbit", "Runner"),
        ("3 Glacier", "3 Clown", None),
        ("3 Glacier\n1 Clown", "3 Data Wall", None),
        ("3 Glacier\n1 Clown", "3 Data Wall\n1 Rabbit", None),
        ("3 Glacier", "nothing", None),
        ("3 Glacier", None, None),
    ],
)
def test_two_decks_of_one_side_are_said_to_be(
    kb: Knowledge, ours: str, theirs: str | None, side: str | None
) -> None:
    assert sheet_of(kb, ours, theirs).same_side == side
