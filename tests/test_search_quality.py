"""How often the ruling that answers comes first, by the judges' queries and by queries that took no part in the tuning."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import engines
import pytest
import quality

from rulings.api import KnowledgeBase
from rulings.errors import RulingsError
from rulings.search import synonyms
from rulings.search.analysis import Analyzer
from rulings.search.documents import documents
from rulings.search.results import Results

FLOORS = [
    # queries, half, kind, first, in the first three
    (quality.JUDGES, "", "all", 0.97, 1.0),
    (quality.JUDGES, "", "question", 0.85, 0.93),
    (quality.JUDGES, "", "name", 1.0, 1.0),
    (quality.JUDGES, "", "typo", 1.0, 1.0),
    (quality.JUDGES, "", "pair", 1.0, 1.0),
    (quality.HELD_OUT, "", "all", 0.94, 0.98),
    (quality.HELD_OUT, "", "question", 0.85, 0.93),
    (quality.PLAYERS, "held", "all", 0.8, 0.9),
]


ResultsOf = Callable[[str], Results]


@pytest.fixture(scope="module")
def search(kb: KnowledgeBase, results_of: ResultsOf) -> quality.Search:
    return engines.as_documents(results_of, documents(kb))


@pytest.mark.parametrize(("path", "half", "kind", "first", "three"), FLOORS, ids=lambda value: getattr(value, "stem", value))
def test_the_answer_comes_first(
    kb: KnowledgeBase, search: quality.Search, path: Path, half: str, kind: str, first: float, three: float
) -> None:
    items = [item for item in quality.queries(path, half) if kind in ("all", quality.kind_of(item))]
    score = quality.by(kb, items, search)["all"]
    assert (score.first >= first, score.three >= three) == (True, True), score


@pytest.mark.slow
def test_without_our_questions_it_still_beats_fts5_with_none(kb: KnowledgeBase) -> None:
    plain = [replace(document, questions=()) for document in documents(kb)]
    items = quality.queries(quality.PLAYERS, "tune")
    with engines.fts5_engine(kb, plain) as other:
        theirs = quality.by(kb, items, other)["all"]
    ours = quality.by(kb, items, engines.searching(engines.ours(kb, plain), plain))["all"]
    assert ours.first > theirs.first and ours.three > theirs.three


@pytest.mark.slow
def test_unanswered_questions_are_doubted_and_answered_ones_are_not(results_of: ResultsOf) -> None:
    def doubted(items: list[dict[str, Any]]) -> float:
        results = [results_of(item["q"]) for item in items]
        return sum(not r.hits or r.confidence == "low" for r in results) / len(results)

    unanswered = quality.queries(quality.UNANSWERED)
    far = [item for item in unanswered if item["kind"] in ("other-game", "missing-rule", "prices", "trivia")]
    assert doubted(far) >= 0.7 and doubted(unanswered) >= 0.58  # the others are about cards and rules that rulings are near to
    for items in (quality.queries(quality.JUDGES), *(quality.queries(quality.PLAYERS, half) for half in ("tune", "held"))):
        assert doubted(items) <= 0.05


FILES = (quality.JUDGES, quality.MORE, quality.HELD_OUT, quality.PLAYERS)


def test_no_question_of_ours_is_a_query_it_is_measured_with(kb: KnowledgeBase) -> None:
    words = Analyzer.read().words
    asked = {" ".join(words(q)) for document in documents(kb) for q in document.questions}
    assert not asked & {" ".join(words(item["q"])) for path in FILES for item in quality.queries(path)}


def test_every_measured_query_has_an_answer_in_the_sources(kb: KnowledgeBase) -> None:
    found = documents(kb)
    for path in FILES:
        for item in quality.queries(path):
            assert any(quality.answers(kb, item, document) for document in found), item["q"]


# The synonyms


def test_a_synonym_without_a_reason_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "synonyms.yaml").write_text("same:\n  - {words: [bit, credit]}\n", encoding="utf-8")
    with pytest.raises(RulingsError, match="has no reason"):
        synonyms.read(tmp_path)


def test_synonyms_work_both_ways_and_typed_words_one_way(kb: KnowledgeBase) -> None:
    compiled = synonyms.by_stems(synonyms.read(kb.folder), Analyzer.read())
    assert "server" in dict(compiled["fort"]) and "fort" in dict(compiled["server"])
    assert "damag" in dict(compiled["dmg"]) and "dmg" not in dict(compiled.get("damag", []))
    assert all(0 < weight <= 1 for others in compiled.values() for _, weight in others)
