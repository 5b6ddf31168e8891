"""How often the ruling that answers comes first, by the judges' queries and by queries that took no part in the tuning."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent / "benchmarks"))

import engines
import quality

from rulings.errors import RulingsError
from rulings.knowledge import KnowledgeBase
from rulings.search import synonyms, tokens
from rulings.search.entries import entries

FLOORS = [
    # queries, style, first, in the first three
    (quality.JUDGES, "all", 0.92, 0.97),
    (quality.JUDGES, "question", 0.85, 0.93),
    (quality.JUDGES, "name", 1.0, 1.0),
    (quality.JUDGES, "typo", 1.0, 1.0),
    (quality.JUDGES, "pair", 1.0, 1.0),
    (quality.HELD_OUT, "all", 0.92, 0.97),
    (quality.HELD_OUT, "question", 0.85, 0.93),
]


@pytest.fixture(scope="module")
def shares(kb: KnowledgeBase) -> dict[Path, dict[str, quality.Score]]:
    search = engines.searching(*engines.ours(kb))
    return {path: quality.by_style(kb, quality.queries(path), search) for path in (quality.JUDGES, quality.HELD_OUT)}


@pytest.mark.parametrize(("path", "style", "first", "three"), FLOORS, ids=lambda value: getattr(value, "stem", value))
def test_the_answer_comes_first(
    shares: dict[Path, dict[str, quality.Score]], path: Path, style: str, first: float, three: float
) -> None:
    score = shares[path][style]
    assert (score.first >= first, score.three >= three) == (True, True), score


def test_without_our_questions_it_still_beats_fts5_with_none(kb: KnowledgeBase) -> None:
    plain = entries(kb, questions=False)
    items = [item for item in quality.queries(quality.HELD_OUT) if item["style"] == "question"]
    with engines.fts5_engine(kb, plain) as other:
        theirs = quality.by_style(kb, items, other)["question"]
    ours = quality.by_style(kb, items, engines.searching(*engines.ours(kb, plain)))["question"]
    assert ours.first > theirs.first and ours.three > theirs.three


def test_no_question_of_ours_is_a_query_it_is_measured_with(kb: KnowledgeBase) -> None:
    asked = {" ".join(tokens.words_of(q)) for entry in entries(kb) for q in entry.questions}
    files = (quality.JUDGES, quality.MORE, quality.HELD_OUT)
    measured = {" ".join(tokens.words_of(item["q"])) for path in files for item in quality.queries(path)}
    assert not asked & measured


def test_every_measured_query_has_an_answer_in_the_sources(kb: KnowledgeBase) -> None:
    found = entries(kb)
    for path in (quality.JUDGES, quality.MORE, quality.HELD_OUT):
        for item in quality.queries(path):
            assert any(quality.answers(kb, item, entry) for entry in found), item["q"]


# The synonyms


def test_a_synonym_without_a_reason_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "synonyms.yaml").write_text("same:\n  - {words: [bit, credit]}\n", encoding="utf-8")
    with pytest.raises(RulingsError, match="has no reason"):
        synonyms.read(tmp_path)


def test_synonyms_work_both_ways_and_typed_words_one_way(kb: KnowledgeBase) -> None:
    compiled = synonyms.compiled(synonyms.read(kb.folder))
    assert "server" in dict(compiled["fort"]) and "fort" in dict(compiled["server"])
    assert "damag" in dict(compiled["dmg"]) and "dmg" not in dict(compiled.get("damag", []))
    assert all(0 < weight <= 1 for others in compiled.values() for _, weight in others)
