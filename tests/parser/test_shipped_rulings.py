"""Tests of the shipped rulings, cards and notes: reversals, references, questions, steps and
corrections.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations
from math import log

from rulings.api import KnowledgeBase
from rulings.model.plain_text import fold
from rulings.parser.entries import ParsedKnowledge
from rulings.parser.question_checks import NEARLY_SAME, alike


def test_every_see_reference_is_resolved(kb: KnowledgeBase) -> None:
    see_entries = [r for r in kb.rulings if r.kind == "see"]
    assert see_entries
    for ruling in see_entries:
        (target,) = ruling.see
        assert any(
            i.subject == target and i.basis == "see"
            for i in kb.cards_by_id[ruling.subject.id].inherits
        ), ruling.id
        assert any(r.kind != "see" for r in kb.rulings_for(target.id))


def test_questions_do_not_repeat_the_ruling(kb: KnowledgeBase) -> None:
    for ruling in kb.rulings:
        for question in ruling.questions:
            assert fold(question) not in fold(ruling.printed) or len(question.split()) < 4, question


def test_every_two_questions_of_nearly_the_same_words_are_compared(kb: KnowledgeBase) -> None:
    questions = sorted({question for ruling in kb.rulings for question in ruling.questions})[::12]
    questions += [" ".join(question.split()[2:]) for question in questions]
    words = [set(fold(question).split()) for question in questions]
    count = Counter(chain.from_iterable(words))

    def weight(shared: set[str]) -> float:
        return sum(log(len(questions) / count[word]) for word in shared)

    pairs = {(a, b) for a, b in combinations(range(len(questions)), 2) if words[a] & words[b]}
    same = {
        (a, b)
        for a, b in pairs
        if weight(words[a] & words[b]) >= NEARLY_SAME * weight(words[a] | words[b])
    }
    assert len(same) > 100
    assert {(first, second) for first, second, _ in alike(questions)} == same


def test_first_questions_under_one_subject_differ(kb: KnowledgeBase) -> None:
    headings = Counter((r.subject.id, *r.questions[:1]) for r in kb.rulings if r.questions)
    assert [heading for heading, count in headings.items() if count > 1] == []


def test_timing_rulings_are_linked_to_their_steps(kb: KnowledgeBase) -> None:
    pairs = [(step.number, applied) for step in kb.steps for applied in step.applied]
    assert len(pairs) >= 60
    for number, applied in pairs:
        ruling = kb.rulings_by_id[applied.ruling]
        assert number in ruling.steps
        assert applied.reason.endswith(".")
    assert {number for number, _ in pairs} == set(range(1, 21))


def test_opened_rulings_equal_parsed_ones(kb: KnowledgeBase, parsed: ParsedKnowledge) -> None:
    """The YAML leaves out spans, texts and what a citation supports; opening it must compute the
    same values.
    """
    opened = {(r.source.document, r.source.lines): r for r in kb.rulings}
    for ruling in parsed.rulings:
        assert ruling.subject
        reopened = opened[ruling.source.document, ruling.source.lines]
        assert (
            reopened.text,
            reopened.printed,
            reopened.citations,
            reopened.mentions,
            reopened.see,
        ) == (
            ruling.text,
            ruling.printed,
            ruling.citations,
            ruling.mentions,
            ruling.see,
        )
