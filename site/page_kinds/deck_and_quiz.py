"""The pages for a deck and for practice, which scripts fill in."""

from __future__ import annotations

from rulings.site.content.page import SitePage


def deck_and_quiz_pages() -> tuple[SitePage, ...]:
    """Both pages."""
    return (
        SitePage(
            url="/deck/",
            template="deck.html",
            title="Rulings for a deck",
            description="Paste a deck of Netrunner (1996): errata and rulings on its cards, those on pairs of them "
            "first.",
        ),
        SitePage(
            url="/quiz/",
            template="quiz.html",
            title="Practice for judges",
            description="Questions on the rulings of Netrunner (1996), answered by the rulings, with spaced "
            "repetition.",
        ),
    )
