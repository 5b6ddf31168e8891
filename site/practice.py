"""The page for practice and its questions. A question of ours is used if an official
ruling that is not superseded answers it.

If the ruling is disputed, or superseded in part, its question begins with "As it stands
today".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulings.model import entities, knowledge, vocabulary
from rulings.site import page_parts

# This comes before a question about a ruling that is not completely in force.
TODAY_PREFIX = "As it stands today: "


def questions(
    rulings: Iterable[entities.Ruling],
) -> Iterator[tuple[str, entities.Ruling]]:
    """The questions, in our words, each with the ruling that answers it. Only the first
    of several near-identical rulings is used.
    """
    covered = set[str]()
    for ruling in rulings:
        is_answer = ruling.official and ruling.status != "superseded"
        is_new = covered.isdisjoint((ruling.id, *ruling.near_identical_ids))
        if is_answer and is_new and ruling.question:
            covered.add(ruling.id)
            prefix = "" if ruling.status == vocabulary.IN_FORCE else TODAY_PREFIX
            yield f"{prefix}{ruling.question}", ruling


def quiz_page(_kb: knowledge.Knowledge) -> Iterator[page_parts.SitePage]:
    """The page for practice. A script fills it in."""
    yield page_parts.SitePage(
        url="/quiz/",
        template="quiz.html",
        title="Practice for judges",
        description=f"Questions on the rulings of {vocabulary.THIS_GAME}, answered by "
        "the rulings.",
    )
