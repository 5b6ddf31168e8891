"""Tests of the search: queries without results, how queries are read, and the knowledge base that is searched."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import rulings
from rulings.api import KnowledgeBase
from rulings.search import Options, search


def test_nonsense_finds_nothing_and_names_the_words(kb: KnowledgeBase) -> None:
    rng = random.Random(1)
    for _ in range(100):
        words = ["".join(rng.choices("bcdfghjklmnpqrstvwxz", k=9)) for _ in range(3)]
        results = search(kb, " ".join(words))
        assert (results.total, results.hits, results.confidence) == (0, (), "low")
        assert results.explanation == (f"no ruling, section or step has “{words[0]}”, “{words[1]}” or “{words[2]}”",)


@pytest.mark.parametrize(
    ("query", "options", "explanation"),
    [
        (
            "trace",
            Options(side="corp", type="prep"),  # only the Runner has preps
            ["your filters exclude everything (side, type, game, as of or official)"],
        ),
        (
            "card:dreff",  # an upgrade
            Options(type="agenda"),
            ["your filters exclude everything (side, type, game, as of or official)"],
        ),
        (
            'card:dreff "no such words"',
            Options(type="agenda"),
            ["nothing matches all the fields, phrases and patterns of the query together"],
        ),
        ("trace", Options(side="corp", type="agenda"), ["nothing with these words passes the filters"]),
    ],
)
def test_filters_that_leave_nothing_are_explained(
    kb: KnowledgeBase, query: str, options: Options, explanation: list[str]
) -> None:
    results = search(kb, query, options)
    assert not results.hits
    assert list(results.explanation) == explanation


def test_the_reading_names_cards_then_each_word_with_synonyms_then_unknown_words(kb: KnowledgeBase) -> None:
    reading = search(kb, "dreff bits xyzzy").reading
    assert [re.sub(r"\(\d\.\d\)", "(weight)", sentence) for sentence in reading] == [
        "dreff: card Dr. Dreff",
        "bits: also cash, credit, monei (weight)",
        "dreff: (weight)",
        "xyzzy: in no entry",
    ]


@pytest.mark.parametrize("query", ["jack out", "dreff rez", "is:errata"])
def test_a_folder_and_an_open_knowledge_base_answer_alike(kb: KnowledgeBase, one_card: Path, query: str) -> None:
    in_folder = search(one_card, query).hits
    assert in_folder
    assert in_folder == search(rulings.open(one_card), query).hits != search(kb, query).hits
