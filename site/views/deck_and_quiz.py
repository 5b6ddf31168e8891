"""The pages for decks and for practice, which scripts fill in."""

from __future__ import annotations

from collections.abc import Iterator

from rulings.site.views.page import SitePage


def deck_and_quiz_pages() -> Iterator[SitePage]:
    """`/deck/` and `/quiz/`."""
    yield SitePage(
        url="/deck/",
        template="deck.html",
        title="The rulings on a deck",
        description="Paste a deck of Netrunner (1996): errata and rulings on its cards, those on pairs of them first.",
    )
    yield SitePage(
        url="/quiz/",
        template="quiz.html",
        title="Practice for judges",
        description="Questions on the rulings of Netrunner (1996), answered by the rulings, with spaced repetition.",
    )
