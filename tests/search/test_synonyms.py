"""Tests of the synonyms: each has a reason, and is used in the directions that the file says."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulings.api import KnowledgeBase
from rulings.errors import RulingsError
from rulings.search import synonyms
from rulings.search.analysis import Analyzer


def test_a_synonym_without_a_reason_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "synonyms.yaml").write_text("same:\n  - {words: [bit, credit]}\n", encoding="utf-8")
    with pytest.raises(RulingsError, match="has no reason"):
        synonyms.read(tmp_path)


def test_synonyms_work_both_ways_and_typed_words_one_way(kb: KnowledgeBase) -> None:
    compiled = synonyms.by_stems(synonyms.read(kb.folder), Analyzer.read())
    assert "server" in dict(compiled["fort"])
    assert "fort" in dict(compiled["server"])
    assert "damag" in dict(compiled["dmg"])
    assert "dmg" not in dict(compiled.get("damag", []))
    weights = {(word, other): weight for word, others in compiled.items() for other, weight in others}
    assert {words: weight for words, weight in weights.items() if not 0 < weight <= 1} == {}
