"""Tests of the shipped rulings, cards and notes: reversals, references, questions,
steps and corrections.
"""

from __future__ import annotations

from collections import Counter

from rulings.api import KnowledgeBase
from rulings.model.knowledge import Knowledge
from rulings.model.plain_text import fold
from rulings.parser.entries import ParsedKnowledge


def test_every_cross_reference_is_resolved(
    kb: Knowledge, library: KnowledgeBase
) -> None:
    assert len(kb.cross_references) == 60
    for ruling in kb.cross_references:
        (target,) = ruling.see
        assert any(
            i.subject == target and i.basis == "see"
            for i in kb.cards_by_id[ruling.subject.id].inherits
        ), ruling.id
        assert library.rulings_for(target.id)


def test_questions_do_not_repeat_the_ruling(kb: Knowledge) -> None:
    for ruling in kb.ruling_entries:
        for question in ruling.questions:
            assert (
                fold(question) not in fold(ruling.printed) or len(question.split()) < 4
            ), question


def test_first_questions_under_one_subject_differ(kb: Knowledge) -> None:
    headings = Counter(
        (r.subject.id, *r.questions[:1]) for r in kb.ruling_entries if r.questions
    )
    assert [heading for heading, count in headings.items() if count > 1] == []


def test_timing_rulings_are_linked_to_their_steps(kb: Knowledge) -> None:
    pairs = [(step.number, applied) for step in kb.steps for applied in step.applied]
    assert len(pairs) >= 60
    for number, applied in pairs:
        ruling = kb.rulings_by_id[applied.ruling]
        assert number in ruling.steps
        assert applied.reason.endswith(".")
    assert {number for number, _ in pairs} == set(range(1, 21))


def test_opened_rulings_equal_parsed_ones(
    kb: Knowledge, parsed: ParsedKnowledge
) -> None:
    """The YAML leaves out spans, texts and the words that citations support. Opening it
    must compute the same values.
    """
    opened = {(r.source.document, r.source.lines): r for r in kb.ruling_entries}
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
