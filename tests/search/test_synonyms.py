"""Tests of the synonyms: each is used in the directions that the file says."""

from __future__ import annotations

from rulings.api import KnowledgeBase
from rulings.search import synonyms
from rulings.search.analysis import Analyzer


def test_synonyms_work_both_ways_and_typed_words_one_way(kb: KnowledgeBase) -> None:
    compiled = synonyms.by_stems(kb.synonyms, Analyzer.read())
    assert "server" in dict(compiled["fort"])
    assert "fort" in dict(compiled["server"])
    assert "damag" in dict(compiled["dmg"])
    assert "dmg" not in dict(compiled.get("damag", []))
    weights = {(word, other): weight for word, others in compiled.items() for other, weight in others}
    assert {words: weight for words, weight in weights.items() if not 0 < weight <= 1} == {}
