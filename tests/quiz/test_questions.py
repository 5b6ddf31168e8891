"""Tests of which questions the quiz can ask, and of the filters for them."""

from __future__ import annotations

from rulings.api import KnowledgeBase
from rulings.model import serializing
from rulings.quiz.questions import TODAY_PREFIX, filter_questions, make_questions
from rulings.quiz.views import QuizQuestionView


def test_nothing_superseded_is_asked_and_disputes_are_mentioned(
    all_questions: list[QuizQuestionView], kb: KnowledgeBase
) -> None:
    assert len(all_questions) > 300
    for question in all_questions:
        status = question["ruling"]["status"]
        assert status != "superseded"
        assert not (status == "in-force" and question["as_it_stands"])
        assert question["as_it_stands"] == question["question"].startswith(TODAY_PREFIX)
        assert question["ruling"]["official"]
        assert question["ruling"]["kind"] != "see"
    assert any(question["as_it_stands"] for question in all_questions)
    assert any(r.status == "superseded" for r in kb.rulings)


def test_a_disputed_ruling_is_asked_as_it_stands_today(
    all_questions: list[QuizQuestionView], kb: KnowledgeBase
) -> None:
    cards = {c.id: serializing.card_view(c) for c in kb.cards}
    disputed = {**all_questions[0]["ruling"], "status": "disputed"}
    superseded = {**all_questions[1]["ruling"], "status": "superseded"}
    asked = make_questions([disputed, superseded], cards)  # type: ignore[list-item]
    assert [question["question"].startswith(TODAY_PREFIX) for question in asked] == [True]


def test_near_identical_rulings_are_asked_once(all_questions: list[QuizQuestionView]) -> None:
    asked = {question["id"] for question in all_questions}
    for question in all_questions:
        assert not asked & set(question["ruling"]["also_under"])


def test_filters_select_matching_questions(all_questions: list[QuizQuestionView]) -> None:
    assert {question["side"] for question in filter_questions(all_questions, side="corp")} == {"Corp"}
    assert {question["topic"] for question in filter_questions(all_questions, topic="tracing")} == {"tracing"}
    on_step, on_viruses = filter_questions(all_questions, step=13), filter_questions(all_questions, keyword="virus")
    assert on_step
    assert [question["id"] for question in on_step if 13 not in question["steps"]] == []
    assert on_viruses
    assert [question["id"] for question in on_viruses if "Virus" not in question["keywords"]] == []
    on_dreff = filter_questions(all_questions, cards={"dr-dreff"})
    assert {question["ruling"]["subject"]["id"] for question in on_dreff} > {"dr-dreff"}
    assert not filter_questions(all_questions, side="corp", topic="tracing")
