"""Tests of the confidence: what nothing answers is doubted, and questions listed as unanswered make a query doubtful."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from rulings.api import KnowledgeBase
from rulings.names import index_of
from rulings.search.documents import documents
from rulings.search.index import Index
from rulings.search.indexing import read_weights, values_for_documents
from rulings.search.options import Options
from rulings.search.results import Results
from rulings.search.searching import search_index

QUESTION = "May the Runner jack out or choose to end the run here?"


def confidence(kb: KnowledgeBase, unanswered: tuple[str, ...], query: str) -> str:
    """The confidence of the best of the run chart's steps for the query if nothing answers the questions `unanswered`."""
    steps = [document for document in documents(kb) if document.kind == "step"]
    values = dict(values_for_documents(replace(kb, unanswered=unanswered), steps, read_weights()))
    return search_index(Index(values, index_of(kb)), query, Options()).confidence


def test_a_query_is_doubted_if_it_resembles_an_unanswered_question(kb: KnowledgeBase) -> None:
    assert confidence(kb, (), QUESTION) == "high"
    assert confidence(kb, ("may one eat at the table",), QUESTION) == "high"
    assert confidence(kb, (QUESTION,), QUESTION) == "low"


@pytest.mark.slow
@pytest.mark.xdist_group("queries")
def test_most_questions_listed_as_unanswered_are_doubted(
    kb: KnowledgeBase, results_of: Callable[[str], Results]
) -> None:
    results = [results_of(question) for question in kb.unanswered[::10]]
    assert sum(found.confidence == "low" for found in results) >= 0.9 * len(results)
