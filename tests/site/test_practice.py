"""Tests of which questions the page for practice can ask."""

from __future__ import annotations

import pytest

from rulings.model.entities import Ruling
from rulings.model.knowledge import Knowledge
from rulings.site.practice import TODAY_PREFIX, questions


@pytest.fixture(scope="module")
def all_questions(kb: Knowledge) -> list[tuple[str, Ruling]]:
    return list(questions(kb.rulings))


def test_only_official_rulings_that_are_not_superseded_are_asked_about(
    all_questions: list[tuple[str, Ruling]], kb: Knowledge
) -> None:
    asked = [ruling for _, ruling in all_questions]
    assert {ruling.official for ruling in asked} == {True}
    assert not {"superseded"} & {ruling.status for ruling in asked}
    assert any(not r.official for r in kb.rulings)
    assert any(r.status == "superseded" for r in kb.rulings)


def test_questions_about_disputed_rulings_say_so(
    all_questions: list[tuple[str, Ruling]],
) -> None:
    assert len(all_questions) > 300
    said = [text.startswith(TODAY_PREFIX) for text, _ in all_questions]
    assert said == [ruling.status != "in-force" for _, ruling in all_questions]
    assert any(said)
    assert {ruling.kind for _, ruling in all_questions} == {"ruling"}


def test_of_rulings_with_the_same_words_exactly_one_is_asked(
    all_questions: list[tuple[str, Ruling]], kb: Knowledge
) -> None:
    asked = {ruling.id for _, ruling in all_questions}
    askable = {ruling.id for ruling in kb.rulings if list(questions([ruling]))}
    groups = {
        frozenset({ruling.id, *ruling.near_identical_ids}) & askable
        for ruling in kb.rulings
        if ruling.near_identical_ids
    }
    assert len(groups) > 20
    assert [
        sorted(group) for group in groups if group and len(group & asked) != 1
    ] == []
