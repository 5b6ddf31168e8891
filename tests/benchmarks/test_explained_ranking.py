"""Tests that `python tests/benchmarks --explain` shows what the search has computed."""

from __future__ import annotations

from collections.abc import Callable

import explain
import pytest
import quality

from rulings.model.knowledge import Knowledge
from rulings.search.results import Results

ANSWERED = quality.queries(quality.PLAYERS_2)[::30]
UNANSWERED = quality.queries(quality.PLAYERS_2, answered=False)[::60]
QUERIES = [
    *[item["q"] for item in (*ANSWERED, *UNANSWERED)],
    "does ice from dr dreff count as rezzed",
    "dreff",  # a name
    "drefff rez",
    "loki self-modifying code",  # words and cards of the other game
    "dreff marionette",
    "rabbit errata",
    "tag",  # printed in a text of this game
    "newest errata by sparky",
    "damge prevnt",
    "card:dreff by:wylie sort:-date",
    "type:ice cost>5",
    "bits kind:card",
    'trace "base link"',
    "-trace tag*",
    "variant tags",  # a source with other rules
    "601afce4",
    "Catan: robber on a 7, discard half rounded up or down",  # its strength is negative
    "xyzzy qwfp",  # finds nothing
]


@pytest.mark.slow
@pytest.mark.parametrize("query", QUERIES)
def test_parts_make_the_scores_and_results_are_those_of_the_search(
    kb: Knowledge, results_of: Callable[[str], Results], query: str
) -> None:
    explained = explain.Explanation(kb, query).to_dict()
    results = results_of(query)
    rows = explained["results"]
    scores = [(row["id"], round(row["score"], 4)) for row in rows]
    assert scores == [(hit.id, hit.score) for hit in results]
    for row in rows:
        if "parts" in row:
            parts = row["parts"]
            of_words = sum(part for _, part in row["by_word"])
            assert explain.score_of(parts) == pytest.approx(row["score"])
            assert of_words == pytest.approx(parts["words"])
    confidence = explained["confidence"]
    assert confidence["confidence"] == results.confidence
    if rows:
        assert bool(confidence["doubts"]) is (results.confidence != "high")
    lines = "\n".join(explain.as_text(explained)).split("\n")
    assert max(map(len, lines)) <= 100


def test_a_chosen_result_is_compared_with_the_result_above_it(kb: Knowledge) -> None:
    query = "does ice from dr dreff count as rezzed"
    explanation = explain.Explanation(kb, query)
    *_, last = explanation.to_dict()["results"]
    assert last["rank"] == 10
    assert explanation.to_dict([last["id"]])["results"] == [last]
    first, second = explanation.to_dict(["c54dfa0f", "601afce4"])["results"]
    assert first["id"] == "dr-dreff-601afce4"
    assert second["why"].startswith("below 1 by nearness: official before far")
    assert explanation.to_dict(["manual-tags"])["results"][0]["rank"] is None
