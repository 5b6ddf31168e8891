"""Tests of the hits of a search: passages, highlighted words, scores and JSON."""

from __future__ import annotations

import json
import re

from rulings.api import KnowledgeBase
from rulings.model.search_views import HitView, ResultsView
from rulings.search import Options, search
from rulings.search.analysis import Analyzer
from rulings.search.constants import MAX_PASSAGE_LENGTH, UNHIGHLIGHTED_WORDS
from rulings.search.passages import best_passage

ANALYZER = Analyzer.read()


def test_table_rows_are_shown_with_their_header(kb: KnowledgeBase) -> None:
    hit = search(kb, "how many rounds for 24 players").hits[0]
    assert "Size of Cut · 4-8 | 3 | No Cut · 9-24 | 4 | Top 4 · " in hit.passage
    assert len(hit.passage) <= MAX_PASSAGE_LENGTH
    row = best_passage(ANALYZER, hit.text, {"65": 2.0, "player": 1.0})
    assert row == "Number of Registered Players | Number of Swiss Rounds | Size of Cut · 65-96 | 6 | Top 8"


def test_section_hits_show_the_matching_passage(kb: KnowledgeBase) -> None:
    hit = next(
        h for h in search(kb, "how many rounds for 24 players", Options(5)).hits if h.id == "tournament-basic-structure"
    )
    assert hit.passage
    assert len(hit.passage) < len(hit.text)
    assert not set("*<>") & set(hit.passage)


def test_passages_contain_no_markdown(kb: KnowledgeBase) -> None:
    """Each word of a section in turn decides which passage is shown."""
    for section in kb.sections:
        for word in set(ANALYZER.stems(section.text)):
            passage = best_passage(ANALYZER, section.text, {word: 1.0})
            assert not re.search(r"[*`]|^[-+•|]|^#+ |---", passage), (section.id, passage)


def test_lists_are_shown_with_their_introduction(kb: KnowledgeBase) -> None:
    hit = search(kb, "how many points does a win give?").hits[0]
    assert hit.passage.startswith(
        "For each game, players receive tournament points as follows: Game Win = 3 tournament points · "
    )
    assert hit.passage.endswith("Game Loss = 0 tournament points")
    assert len(hit.passage) <= MAX_PASSAGE_LENGTH


def test_hits_have_the_documented_keys(kb: KnowledgeBase) -> None:
    results = json.loads(json.dumps(search(kb, "jack out").view()))
    assert results.keys() == ResultsView.__annotations__.keys() - {"reading"}
    assert results["query"] == "jack out"
    for hit in results["hits"]:
        assert hit.keys() == HitView.__annotations__.keys() - {"features"}
    scores = [hit["score"] for hit in results["hits"]]
    assert scores == sorted(scores, reverse=True)
    assert results["total"] >= len(scores)


def test_hits_explain_their_score(kb: KnowledgeBase) -> None:
    hit = search(kb, "trace limit").hits[0]
    assert {"text", "questions", "similarity", "card", "coverage"} <= hit.features.keys()
    explained = search(kb, "trace limit").view(explain=True)
    assert explained.keys() == ResultsView.__annotations__.keys()
    assert explained["hits"][0].keys() == HitView.__annotations__.keys()


def test_spans_mark_the_query_words_in_any_form(kb: KnowledgeBase) -> None:
    hit = next(h for h in search(kb, "trashing program").hits if h.id == "trashing-cards-824be6e1")
    highlighted = {hit.passage[start:end].lower() for start, end in hit.spans}
    assert highlighted == {"trashing", "trashes", "trashed", "program"}


def test_everyday_words_are_not_marked(kb: KnowledgeBase) -> None:
    hit = search(kb, "can the corp rezz it during a run").hits[0]
    highlighted = {hit.passage[start:end].lower() for start, end in hit.spans}
    assert "during" in highlighted
    assert highlighted.isdisjoint(UNHIGHLIGHTED_WORDS.split())
    assert not set(hit.passage.lower().split()).isdisjoint(UNHIGHLIGHTED_WORDS.split())
