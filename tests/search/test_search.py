"""Tests of the search: queries without results, and the knowledge base that is searched."""

from __future__ import annotations

import random

from rulings.api import KnowledgeBase
from rulings.search import Options, search


def test_nonsense_finds_nothing_and_names_the_words(kb: KnowledgeBase) -> None:
    rng = random.Random(1)
    for _ in range(100):
        words = ["".join(rng.choices("bcdfghjklmnpqrstvwxz", k=9)) for _ in range(3)]
        results = search(kb, " ".join(words))
        assert (results.total, results.hits, results.confidence) == (0, (), "low")
        assert results.explanation == (f'no ruling, section or step has "{words[0]}", "{words[1]}" or "{words[2]}"',)


def test_filters_that_match_nothing_are_explained(kb: KnowledgeBase) -> None:
    results = search(kb, "trace", Options(side="corp", type="prep"))
    assert not results.hits
    assert any("your filters exclude everything" in sentence for sentence in results.explanation)


def test_a_folder_and_an_open_knowledge_base_answer_alike(kb: KnowledgeBase) -> None:
    for query in ("jack out", "dreff rez", "is:errata trace"):
        assert search(None, query).hits == search(kb, query).hits
