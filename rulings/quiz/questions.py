"""The rulings → the questions that can be asked, each once; and filters for them.

Only official rulings that are not superseded are asked about. If one is disputed, or superseded in part, its question
begins with "As it stands today".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from rulings.model.constants import IN_FORCE
from rulings.model.entities import Card, Ruling
from rulings.model.selecting import subject_and_named_cards
from rulings.quiz.views import QuizQuestion

TODAY_PREFIX = "As it stands today: "  # before a question about a ruling that is not wholly in force


def make_questions(rulings: Iterable[Ruling], cards: Mapping[str, Card]) -> list[QuizQuestion]:
    """The questions, one for each ruling that is asked about, or for the first of several near-identical ones."""
    questions: list[QuizQuestion] = []
    covered: set[str] = set()
    for ruling in rulings:
        status = ruling.status
        if ruling.is_see_entry or not ruling.official or not ruling.questions or status == "superseded":
            continue
        if covered & {ruling.id, *ruling.also_under}:
            continue
        covered.add(ruling.id)
        subject = ruling.subject
        card = cards.get(subject.id) if subject.kind == "card" else None
        as_it_stands = status != IN_FORCE
        words = ruling.questions[0]
        questions.append(
            QuizQuestion(
                id=ruling.id,
                question=f"{TODAY_PREFIX}{words}" if as_it_stands else words,
                as_it_stands=as_it_stands,
                side=card.side if card else None,
                topic=subject.id if subject.kind == "topic" else None,
                keywords=card.keywords if card else (),
                steps=ruling.steps,
                ruling=ruling,
            )
        )
    return questions


def filter_questions(
    questions: Iterable[QuizQuestion],
    side: str | None = None,
    topic: str | None = None,
    step: int | None = None,
    keyword: str | None = None,
    cards: Collection[str] | None = None,
) -> list[QuizQuestion]:
    """The questions that pass all filters. `cards`: ids; the ruling must be filed under one of them or name one."""
    return [
        question
        for question in questions
        if (side is None or (question.side or "").lower() == side)
        and (topic is None or question.topic == topic)
        and (step is None or step in question.steps)
        and (keyword is None or keyword.lower() in (k.lower() for k in question.keywords))
        and (cards is None or not subject_and_named_cards(question.ruling).isdisjoint(cards))
    ]
