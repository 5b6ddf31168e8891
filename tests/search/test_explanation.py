"""Tests of the sentences about a query: why nothing was found, what has no rulings, and how the query was read."""

from __future__ import annotations

import random
import re

import pytest

from rulings.api import KnowledgeBase
from rulings.search import Options, search
from rulings.search.explanation import cards_without_joint_ruling, cards_without_rulings, why_nothing_found
from rulings.search.index import open_index
from rulings.search.request import understand


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
            ["your filters exclude everything (side, type, game, date or official)"],
        ),
        (
            "card:dreff",  # an upgrade
            Options(type="agenda"),
            ["your filters exclude everything (side, type, game, date or official)"],
        ),
        ("trace", Options(side="corp", type="agenda"), ["your filters exclude every match for these words"]),
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


@pytest.mark.parametrize(
    ("query", "options", "sentence", "nearest"),
    [
        ("(...)", Options(), "there is no word in the query to search for", []),
        ("xyzzy plugh", Options(), "no ruling, section or step has “xyzzy” or “plugh”", []),
        ("bits", Options(), "nothing matches well enough", ["Boring Bit"]),
        ("in:manual bits", Options(), "your filters exclude every match for these words", ["Boring Bit"]),
        ("bits", Options(side="corp"), "your filters exclude every match for these words", ["Boring Bit"]),
        (
            "bits",
            Options(side="corp", type="prep"),
            "your filters exclude everything (side, type, game, date or official)",
            [],
        ),
        (
            "dreff",
            Options(type="agenda"),
            "your filters exclude every match for these words",
            [],
        ),  # not: did you mean it?
        (
            'card:dreff "no such words"',
            Options(type="agenda"),
            "nothing matches the whole query",
            [],
        ),
    ],
)
def test_the_reason_for_finding_nothing_and_the_nearest_titles(
    kb: KnowledgeBase, query: str, options: Options, sentence: str, nearest: list[str]
) -> None:
    assert why_nothing_found(understand(open_index(kb), query, options)) == ([sentence], nearest)


@pytest.mark.parametrize(
    ("query", "sentences"),
    [
        ("aardvark and dreff", ["no ruling concerns both Aardvark and Dr. Dreff"]),
        ("olivia salazar and dreff", []),  # there is one
        ("dreff and dr dreff", []),  # one card
        ("aardvark, dreff and glacier", []),  # three cards
        ("arasaka and dreff", []),  # one of several cards
    ],
)
def test_two_cards_without_a_joint_ruling_are_named(kb: KnowledgeBase, query: str, sentences: list[str]) -> None:
    assert cards_without_joint_ruling(understand(open_index(kb), query, Options())) == sentences


@pytest.mark.parametrize(
    ("query", "sentences"),
    [
        (
            "accounts receivable and dreff",
            ["nothing was ever ruled on Accounts Receivable; rulings on its keywords: keyword:transactions"],
        ),
        ("dreff", []),
        ("receivable", []),  # not surely the card
    ],
)
def test_cards_without_rulings_are_named(kb: KnowledgeBase, query: str, sentences: list[str]) -> None:
    assert cards_without_rulings(understand(open_index(kb), query, Options())) == sentences
