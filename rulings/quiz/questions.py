"""The rulings → the questions that can be asked, each once and only about rulings in force; and their filters.

A ruling that was superseded is never asked. One that is disputed, or superseded in part, is asked "as it stands today".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from rulings.model.constants import IN_FORCE
from rulings.model.views import CardView, RulingView
from rulings.quiz.views import QuizQuestionView

TODAY = "As it stands today: "  # what the question of a disputed ruling begins with


def questions(rulings: Iterable[RulingView], cards: Mapping[str, CardView]) -> list[QuizQuestionView]:
    """One question for each ruling; of several that say the same under other subjects, only the first."""
    asked: list[QuizQuestionView] = []
    covered: set[str] = set()
    for ruling in rulings:
        standing = ruling["status"]
        if ruling["kind"] == "see" or not ruling["official"] or not ruling["questions"] or standing == "superseded":
            continue
        if covered & {ruling["id"], *ruling["also_under"]}:
            continue
        covered.add(ruling["id"])
        subject = ruling["subject"]
        card = cards.get(subject["id"]) if subject["kind"] == "card" else None
        today = standing != IN_FORCE
        words = ruling["questions"][0]
        asked.append(
            {
                "id": ruling["id"],
                "question": f"{TODAY}{words}" if today else words,
                "today": today,
                "side": card["side"] if card else None,
                "topic": subject["id"] if subject["kind"] == "topic" else None,
                "keywords": list(card["keywords"]) if card else [],
                "steps": list(ruling["steps"]),
                "ruling": ruling,
            }
        )
    return asked


def only(
    asked: Iterable[QuizQuestionView],
    side: str | None = None,
    topic: str | None = None,
    step: int | None = None,
    keyword: str | None = None,
    cards: Collection[str] | None = None,
) -> list[QuizQuestionView]:
    """The questions that pass all filters. `cards`: ids; the ruling must be filed under one of them or name one."""
    return [
        question
        for question in asked
        if (side is None or (question["side"] or "").lower() == side)
        and (topic is None or question["topic"] == topic)
        and (step is None or step in question["steps"])
        and (keyword is None or keyword.lower() in (k.lower() for k in question["keywords"]))
        and (cards is None or not _named(question["ruling"]).isdisjoint(cards))
    ]


def _named(ruling: RulingView) -> set[str]:
    return {ruling["subject"]["id"]} | {mention["id"] for mention in ruling["mentions"]}
