"""Tests of the words for dates, for the facts of a card, and for counts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulings.api import KnowledgeBase
from rulings.model import formatting, serializing
from rulings.model.entities import RulingKind


@pytest.mark.parametrize(
    ("iso", "words"), [("1997-02-25", "25 February 1997"), ("1996-08", "August 1996"), ("2000", "2000")]
)
def test_dates_are_written_out(iso: str, words: str) -> None:
    assert formatting.date_in_words(iso) == words


def test_the_summary_of_a_card_lists_its_printed_facts(kb: KnowledgeBase) -> None:
    dreff, boon = (serializing.card_view(kb.cards_by_id[id]) for id in ("dr-dreff", "ai-boon"))
    assert formatting.card_summary(dreff) == [
        "Corp upgrade",
        "Sysop",
        "rez 0",
        "trash 3",
        "Base, uncommon",
    ]
    assert formatting.printed_numbers(boon) == ["install 12", "strength *", "1 MU"]


def test_x_is_shown_like_a_number(kb: KnowledgeBase) -> None:
    assert formatting.printed_numbers(serializing.card_view(kb.cards_by_id["homing-missile"]))[:2] == [
        "rez 4",
        "strength X",
    ]
    assert formatting.printed_numbers(serializing.card_view(kb.cards_by_id["power-grid-overload"])) == ["cost X"]


@pytest.mark.parametrize(
    ("kinds", "words"),
    [
        ("", []),
        ("s", []),
        ("r", ["1 ruling"]),
        ("e", ["1 erratum"]),
        ("errs", ["1 erratum", "2 rulings"]),
        ("ee", ["2 errata"]),
    ],
)
def test_errata_and_rulings_are_counted_separately(kb: KnowledgeBase, kinds: str, words: list[str]) -> None:
    ruling = kb.rulings[0]
    kind: dict[str, RulingKind] = {"s": "see", "r": "ruling", "e": "errata"}
    assert (
        formatting.ruling_counts(serializing.ruling_view(replace(ruling, kind=kind[letter])) for letter in kinds)
        == words
    )


def test_count_uses_singular_and_plural() -> None:
    assert [formatting.count(n, "ruling") for n in (0, 1, 2)] == ["0 rulings", "1 ruling", "2 rulings"]
