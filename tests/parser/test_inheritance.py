"""Tests of what a card inherits from another card or a topic, with a few cards and entries worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from rulings.model.constants import CardType, Side
from rulings.model.entities import Card, Inheritance, Reference, Ruling, Source
from rulings.model.ids import ruling_id
from rulings.model.rows import Inheritance as InheritanceRow
from rulings.parser.entries import find_inheritances

VIRUS_ENTRY = "For notes on Virus programs, see Boardwalk."


def card_of(id: str, type: CardType, *keywords: str, side: Side = "Runner") -> Card:
    return Card(id=id, title=id.capitalize(), side=side, type=type, keywords=keywords, set="Base", rarity="Common")


CARDS = [
    card_of("boardwalk", "Program", "Virus"),
    card_of("pox", "Program", "Virus"),
    card_of("incubator", "Resource", "Virus"),
    card_of("site", "Upgrade", "Virus", side="Corp"),
    card_of("asp", "Program"),
]
BOARDWALK = Reference("card", "boardwalk", "Boardwalk")
ASP = Reference("card", "asp", "Asp")
COSTS = Reference("topic", "costs", "Costs")


def entry(subject: Reference, text: str, *see: Reference) -> Ruling:
    return Ruling(
        id=ruling_id(subject.id, text),
        kind="see" if see else "ruling",
        official=True,
        subject=subject,
        printed=text,
        text=text,
        citations=(),
        mentions=(),
        see=see,
        source=Source("rulings", (1, 1)),
    )


RULING = entry(BOARDWALK, "Viruses stay.")
OTHER_RULING = entry(BOARDWALK, "Viruses go.")
ON_VIRUSES = entry(ASP, VIRUS_ENTRY, BOARDWALK)
BY_ENTRY = {"asp": (Inheritance(BOARDWALK, "see", VIRUS_ENTRY),)}
BY_KEYWORD = {"pox": (Inheritance(BOARDWALK, "keyword", "Virus"),)}


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ([RULING], {}),
        # A `see` entry about other words leads only the card itself there, and only a card inherits.
        ([entry(ASP, "See Costs.", COSTS)], {"asp": (Inheritance(COSTS, "see", "See Costs."),)}),
        ([entry(COSTS, "See Asp.", ASP)], {}),
        # One about a keyword counts for all cards of that keyword, type and side except its target.
        ([ON_VIRUSES], {**BY_ENTRY, **BY_KEYWORD}),
        (
            [entry(COSTS, "For notes on Virus cards, see Boardwalk.", BOARDWALK)],
            {**BY_KEYWORD, "incubator": (Inheritance(BOARDWALK, "keyword", "Virus"),)},
        ),
        # The card's own entry counts before the keyword.
        (
            [ON_VIRUSES, entry(Reference("card", "pox", "Pox"), "See Boardwalk.", BOARDWALK)],
            {**BY_ENTRY, "pox": (Inheritance(BOARDWALK, "see", "See Boardwalk."),)},
        ),
    ],
)
def test_entries_and_keywords_lead_to_inheritances(
    entries: list[Ruling], expected: dict[str, tuple[Inheritance, ...]]
) -> None:
    assert find_inheritances(CARDS, entries) == expected


@pytest.mark.parametrize(
    ("cards", "takes", "expected"),
    [
        (["pox"], "only", {"pox": Inheritance(BOARDWALK, "keyword", "Virus", only=(RULING.id,), reason="Why.")}),
        (["pox"], "not", {"pox": Inheritance(BOARDWALK, "keyword", "Virus", without=(RULING.id,), reason="Why.")}),
        (
            ["site", "nobody"],
            "also",
            {"site": Inheritance(BOARDWALK, "named", "Viruses", only=(RULING.id,), reason="Why.")},
        ),
        (["pox"], "also", {}),  # it inherits all of them
        (["site"], "only", {}),  # it inherits nothing
    ],
)
def test_rows_of_inheritance_yaml_change_what_is_inherited(
    cards: list[str], takes: Any, expected: dict[str, Inheritance]
) -> None:
    row = InheritanceRow(
        ruling=RULING.id, subject="boardwalk", cards=tuple(cards), takes=takes, words="Viruses", reason="Why."
    )
    changed = {id: (inheritance,) for id, inheritance in expected.items()}
    assert find_inheritances(CARDS, [RULING, ON_VIRUSES], [row]) == {**BY_ENTRY, **BY_KEYWORD, **changed}


@pytest.mark.parametrize(
    ("card", "takes", "expected"),
    [
        ("site", "also", {"basis": "named", "words": "Viruses", "only": (RULING.id, OTHER_RULING.id)}),
        ("pox", "only", {"basis": "keyword", "words": "Virus", "only": (RULING.id, OTHER_RULING.id)}),
        ("pox", "not", {"basis": "keyword", "words": "Virus", "without": (RULING.id, OTHER_RULING.id)}),
    ],
)
def test_two_rows_of_inheritance_yaml_on_the_same_card_both_count(
    card: str, takes: Any, expected: dict[str, Any]
) -> None:
    rows = [
        InheritanceRow(ruling=id, subject="boardwalk", cards=(card,), takes=takes, words="Viruses", reason=reason)
        for id, reason in ((RULING.id, "Why."), (OTHER_RULING.id, "Why else."))
    ]
    inherited = find_inheritances(CARDS, [RULING, OTHER_RULING, ON_VIRUSES], rows)[card]
    assert inherited == (Inheritance(BOARDWALK, reason="Why. Why else.", **expected),)
