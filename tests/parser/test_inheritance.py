"""Tests of what a card inherits from another card or a topic, for a few cards and
entries with hand-made results.
"""

from __future__ import annotations

from typing import Any

import pytest

from rulings.model.entities import Inheritance, Reference, Ruling, SourceLines
from rulings.model.hand_edited import InheritanceRow
from rulings.model.ids import ruling_id
from rulings.parser.entries import find_inheritances

VIRUS_ENTRY = "For notes on Virus programs, see Boardwalk."


BOARDWALK = Reference("card", "boardwalk", "Boardwalk")
ASP = Reference("card", "asp", "Asp")
COSTS = Reference("topic", "costs", "Costs")


def entry(subject: Reference, text: str, *see: Reference) -> Ruling:
    return Ruling(
        id=ruling_id(subject.id, text),
        kind="cross-reference" if see else "ruling",
        erratum=False,
        official=True,
        subject=subject,
        printed=text,
        text=text,
        citations=(),
        mentions=(),
        see=see,
        source=SourceLines("rulings", (1, 1)),
    )


RULING = entry(BOARDWALK, "Viruses stay.")
OTHER_RULING = entry(BOARDWALK, "Viruses go.")
ON_VIRUSES = entry(ASP, VIRUS_ENTRY, BOARDWALK)
BY_ENTRY = {"asp": (Inheritance(BOARDWALK, "see", VIRUS_ENTRY),)}


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ([RULING], {}),
        # A cross-reference about something else applies only to its own card, and only
        # cards inherit.
        (
            [entry(ASP, "See Costs.", COSTS)],
            {"asp": (Inheritance(COSTS, "see", "See Costs."),)},
        ),
        ([entry(COSTS, "See Asp.", ASP)], {}),
        ([ON_VIRUSES], BY_ENTRY),
    ],
)
def test_entries_lead_to_inheritances(
    entries: list[Ruling], expected: dict[str, tuple[Inheritance, ...]]
) -> None:
    assert find_inheritances(entries) == expected


ONE, BOTH = (RULING.id,), (RULING.id, OTHER_RULING.id)
BY_SEE = {"basis": "see", "words": VIRUS_ENTRY}


@pytest.mark.parametrize(
    ("card", "takes", "rulings", "expected"),
    [
        ("asp", "only", ONE, {**BY_SEE, "only_ids": ONE}),
        ("asp", "not", ONE, {**BY_SEE, "without_ids": ONE}),
        ("asp", "only", BOTH, {**BY_SEE, "only_ids": BOTH}),
        ("asp", "not", BOTH, {**BY_SEE, "without_ids": BOTH}),
        ("asp", "also", ONE, BY_SEE),  # it inherits all of them anyway
        ("asp", "all", (None,), BY_SEE),
        ("site", "also", ONE, {"basis": "named", "words": "Virus", "only_ids": ONE}),
        ("site", "also", BOTH, {"basis": "named", "words": "Virus", "only_ids": BOTH}),
        ("pox", "all", (None,), {"basis": "keyword", "words": "Virus"}),
        ("pox", "only", ONE, None),  # nothing is left to inherit
    ],
)
def test_rows_of_inheritance_yaml_change_what_is_inherited(
    card: str,
    takes: Any,
    rulings: tuple[str | None, ...],
    expected: dict[str, Any] | None,
) -> None:
    rows = [
        InheritanceRow(
            ruling=id,
            subject="boardwalk",
            cards=(card,),
            takes=takes,
            words="Virus",
            reason=f"{n}.",
        )
        for n, id in enumerate(rulings)
    ]
    inherited = find_inheritances([RULING, OTHER_RULING, ON_VIRUSES], rows)
    assert inherited.keys() == {"asp", *([card] if expected else [])}
    for inheritance in inherited[card] if expected else ():
        reason = (
            " ".join(row.reason for row in rows)
            if inheritance.only_ids or inheritance.without_ids
            else None
        )
        assert inheritance == Inheritance(BOARDWALK, reason=reason, **(expected or {}))
