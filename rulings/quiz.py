"""The questions of the quiz, each once, and filters for them.

Only official rulings that are not superseded are asked about. If one is disputed, or superseded in
part, its question begins with "As it stands today".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from rulings.model import entities, selecting, vocabulary

# This stands before a question about a ruling that is not wholly in force.
TODAY_PREFIX = "As it stands today: "


class QuizQuestion(entities.Entity, frozen=True):
    """A question (ours) and the ruling that answers it: the shape of `rulings quiz --json`.

    `as_it_stands`: the question begins with "As it stands today", because the ruling is disputed or
    superseded in part. `side`, `keywords`: those of the card that the ruling is on; `side` is null
    for a topic.
    """

    id: str
    question: str
    as_it_stands: bool
    side: str | None
    topic: str | None
    keywords: Sequence[str]
    steps: Sequence[int]
    ruling: entities.Ruling

    def __repr__(self) -> str:
        return f"<QuizQuestion {self.id}: {self.titled}>"

    @property
    def subject(self) -> str:
        """The title of the card or topic, unless the question names it; else empty."""
        title = self.ruling.subject.title
        return "" if title.lower() in self.question.lower() else title

    @property
    def titled(self) -> str:
        """The question in one line: `Dr. Dreff: Is the ice rezzed?`."""
        return f"{self.subject}: {self.question}" if self.subject else self.question


def make_questions(
    rulings: Iterable[entities.Ruling], cards: Mapping[str, entities.Card]
) -> list[QuizQuestion]:
    """The questions, one for each ruling that is asked about, or for the first of several
    near-identical ones.
    """
    questions: list[QuizQuestion] = []
    covered: set[str] = set()
    for ruling in rulings:
        if _is_asked(ruling) and covered.isdisjoint((ruling.id, *ruling.near_identical)):
            covered.add(ruling.id)
            is_on_card = ruling.subject.kind == "card"
            card = cards.get(ruling.subject.id) if is_on_card else None
            questions.append(_question(ruling, card))
    return questions


def _is_asked(ruling: entities.Ruling) -> bool:
    is_answer = ruling.official and not ruling.is_see_entry and ruling.status != "superseded"
    return is_answer and bool(ruling.question)


def _question(ruling: entities.Ruling, card: entities.Card | None) -> QuizQuestion:
    """The question that a ruling on this card, or on a topic, answers."""
    as_it_stands = ruling.status != vocabulary.IN_FORCE
    return QuizQuestion(
        id=ruling.id,
        question=f"{TODAY_PREFIX if as_it_stands else ''}{ruling.question}",
        as_it_stands=as_it_stands,
        side=card.side if card else None,
        topic=ruling.subject.id if ruling.subject.kind == "topic" else None,
        keywords=card.keywords if card else (),
        steps=ruling.steps,
        ruling=ruling,
    )


def filter_questions(
    questions: Iterable[QuizQuestion],
    side: str | None = None,
    topic: str | None = None,
    step: int | None = None,
    keyword: str | None = None,
    cards: Collection[str] | None = None,
) -> list[QuizQuestion]:
    """The questions that pass all filters. `cards`: ids; the ruling must be filed under one of them
    or name one.
    """
    return [
        question
        for question in questions
        if (side is None or (question.side or "").lower() == side)
        and (topic is None or question.topic == topic)
        and (step is None or step in question.steps)
        and (keyword is None or keyword.lower() in (k.lower() for k in question.keywords))
        and (
            cards is None
            or not selecting.subject_and_named_cards(question.ruling).isdisjoint(cards)
        )
    ]
