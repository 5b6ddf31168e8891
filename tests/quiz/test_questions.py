"""Tests of which questions the quiz can ask, and of the filters for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rulings.api import KnowledgeBase
from rulings.model.selecting import subject_and_named_cards
from rulings.quiz import TODAY_PREFIX, QuizQuestion, filter_questions, make_questions


def test_only_official_rulings_that_are_not_superseded_are_asked_about(
    all_questions: list[QuizQuestion], kb: KnowledgeBase
) -> None:
    asked = [question.ruling for question in all_questions]
    assert {ruling.official for ruling in asked} == {True}
    assert not {"superseded"} & {ruling.status for ruling in asked}
    assert any(not r.official for r in kb.rulings)
    assert any(r.status == "superseded" for r in kb.rulings)


def test_questions_about_disputed_rulings_say_so(all_questions: list[QuizQuestion]) -> None:
    assert len(all_questions) > 300
    for question in all_questions:
        assert question.as_it_stands == (question.ruling.status != "in-force")
        assert question.as_it_stands == question.question.startswith(TODAY_PREFIX)
        assert question.ruling.kind != "see"
    assert any(question.as_it_stands for question in all_questions)


def test_of_rulings_with_the_same_words_exactly_one_is_asked(
    all_questions: list[QuizQuestion], kb: KnowledgeBase
) -> None:
    asked = {question.id for question in all_questions}
    askable = {ruling.id for ruling in kb.rulings if make_questions([ruling], {})}
    groups = {
        frozenset({ruling.id, *ruling.near_identical}) & askable
        for ruling in kb.rulings
        if ruling.near_identical
    }
    assert len(groups) > 20
    assert [sorted(group) for group in groups if group and len(group & asked) != 1] == []


@pytest.mark.parametrize(
    ("filters", "matches"),
    [
        ({"side": "corp"}, lambda question: question.side == "Corp"),
        ({"topic": "tracing"}, lambda question: question.topic == "tracing"),
        ({"step": 13}, lambda question: 13 in question.steps),
        ({"keyword": "virus"}, lambda question: "Virus" in question.keywords),
        (
            {"cards": {"dr-dreff", "tycho-extension"}},
            lambda question: (
                subject_and_named_cards(question.ruling) & {"dr-dreff", "tycho-extension"}
            ),
        ),
        (
            {"side": "runner", "step": 13},
            lambda question: question.side == "Runner" and 13 in question.steps,
        ),
    ],
    ids=["side", "topic", "step", "keyword", "cards", "side and step"],
)
def test_filters_select_exactly_the_matching_questions(
    all_questions: list[QuizQuestion],
    filters: dict[str, Any],
    matches: Callable[[QuizQuestion], bool],
) -> None:
    selected = [question.id for question in filter_questions(all_questions, **filters)]
    assert selected == [question.id for question in all_questions if matches(question)]
    assert 1 < len(selected) < len(all_questions)
