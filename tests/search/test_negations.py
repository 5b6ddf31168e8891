"""Tests that what is to be left out is left out or told, however it is put."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from rulings.api import KnowledgeBase
from rulings.model.entities import Ruling
from support.examples import some_of

NEGATIONS = ("not", "without", "except", "except for", "excluding", "other than", "but not")
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
DENIED = (
    "trace rulings that are not {}",
    "tags except {}",
    "all but {} on virus",
    "damage, but it isn't {}",
    "nothing by {} on virus",
    "tags and damage apart from {}",
)
ABOUT = ("rulings", "all rulings", "rulings on Marionette", "reversals by Wylie")


def test_what_is_to_be_left_out_is_never_shown_for_certain(kb: KnowledgeBase) -> None:
    for about, negation, (excluded, has) in some_of(product(ABOUT, NEGATIONS, EXCLUDED.items())):
        results = kb.search(f"{about} {negation} {excluded}", None)
        rulings = [kb.rulings_by_id[hit.id] for hit in results if hit.kind == "ruling"]
        assert results.confidence == "low" or not any(map(has, rulings)), results.query


def test_what_full_text_denies_ranks_nothing_and_is_doubted(kb: KnowledgeBase) -> None:
    denied = ["Sparky", "sparkys", "Tom Wylie's", "1996", "errata", "the rulings of Sparky"]
    queries = [query.format(words) for query, words in product(DENIED, denied)]
    queries += ["Tracing except Rabbit", "Tracing, Rabbit left out", "programs, !viruses"]
    queries += ["virus rulings that sparky did not give", "trace rulings Wylie never mentions"]
    for results in map(kb.search, queries):
        assert results.confidence == "low", results.query
        assert "because it is denied" in " ".join(results.notes), results.query


def test_a_card_that_a_question_only_denies_a_rule_of_is_searched(kb: KnowledgeBase) -> None:
    for question in ("can I not rez Glacier", "does Rabbit not trace", "no base link"):
        assert "denied" not in " ".join(kb.search(question).notes), question
