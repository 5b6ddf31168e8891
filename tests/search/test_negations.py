"""Tests that what is to be left out is left out or told, however it is put."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle, product

from rulings.api import KnowledgeBase
from rulings.model.entities import Ruling

NEGATIONS = (
    *(
        "not",
        "no",
        "without",
        "except",
        "except for",
        "excluding",
        "other than",
        "but not",
        "minus",
    ),
    *("apart from", "besides", "leaving out", "instead of", "rather than", "and not", "never"),
)
# What is negated → whether a ruling has it
EXCLUDED: dict[str, Callable[[Ruling], bool]] = {
    "errata": lambda ruling: ruling.kind == "errata",
    "reversals": lambda ruling: ruling.reverses,
    "superseded rulings": lambda ruling: ruling.status.startswith("superseded"),
    "rulings by Sparky": lambda ruling: "Sparky" in {c.authority for c in ruling.citations},
    "Tom Wylie": lambda ruling: "Tom Wylie" in {c.authority for c in ruling.citations},
    "1996": lambda ruling: any(day.startswith("1996") for day in ruling.dates),
    "from 1997": lambda ruling: any(day.startswith("1997") for day in ruling.dates),
}
ABOUT = (  # a card, a word, few words, many
    *("Dr. Dreff", "damage", "Marionette", "AI Boon", "rulings", "all rulings", "tracing"),
    *("rulings on Dr. Dreff", "rulings on tracing and base link", "Bartmoss Memorial Icebreaker"),
    "the rulings on cards that are trashed while they are being accessed",
)
ORDERS = (
    "{about} {negation} {excluded}",
    "{about}, {negation} {excluded}",
    "{about}, {negation} {excluded}.",
    "{about} ({negation} {excluded})",
    "{about}: {negation} {excluded}",
    "{about} - {negation} {excluded}",
    "{negation} {excluded}, {about}",
    "{negation} {excluded}: {about}",
    "show me {about} {negation} {excluded}!",
)


def wordings() -> list[tuple[str, str]]:
    """Each negation with each thing that is negated, beside each subject in some order."""
    orders, made = cycle(ORDERS), list[tuple[str, str]]()
    for about, negation, excluded in product(ABOUT, NEGATIONS, EXCLUDED):
        order = next(orders)
        made.append((order.format(about=about, negation=negation, excluded=excluded), excluded))
    return made


def test_what_is_to_be_left_out_is_never_shown_for_certain(kb: KnowledgeBase) -> None:
    shown_for_certain, certain = list[str](), 0
    for query, excluded in wordings():
        results = kb.search(query, 5)
        if results.confidence == "low":
            continue
        certain += 1
        rulings = [kb.rulings_by_id[hit.id] for hit in results if hit.kind == "ruling"]
        if any(map(EXCLUDED[excluded], rulings)):
            shown_for_certain.append(query)
    assert shown_for_certain == []
    assert certain > len(wordings()) / 2
