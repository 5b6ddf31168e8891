"""Filters by date, side, card type, game and official standing, applied to rulings and pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import overload

from rulings.model.cited_passages import passages_of
from rulings.model.constants import FAR_FUTURE, NETRUNNER
from rulings.model.selecting import best_date, overall_status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rulings.model.views import (
        CardPageView,
        CardWithCountsView,
        CitationView,
        EntryNoteView,
        PageView,
        RulingView,
        TopicPageView,
    )


@dataclass
class RulingFilter:
    """Selects rulings by date (`as_of`), side, card type, game, and official standing (`official`); all optional.

    `cards`: facts by id; `publication_dates`: of documents, by id; `first_dates`: the first date of each ruling, by id.
    """

    cards: dict[str, CardWithCountsView]
    publication_dates: dict[str, str]
    first_dates: dict[str, str | None]
    as_of: str | None = None
    side: str | None = None
    type: str | None = None
    game: str | None = None
    official: bool = False

    @property
    def is_active(self) -> bool:
        """Whether any filter is set."""
        return bool(self.as_of or self.side or self.type or self.game or self.official)

    def allows_card(self, id: str) -> bool:
        """Whether a card passes the filter by side, type and game."""
        card = self.cards.get(id)
        return (
            card is not None
            and self.side in (None, card["side"].lower())
            and self.type in (None, card["type"].lower())
            and self.game in (None, NETRUNNER)
        )

    def filter_ruling(self, ruling: RulingView) -> RulingView | None:
        """The ruling, the part of it that was given by `as_of`, or None.

        A ruling on a topic belongs to the sides and types of the cards it mentions.
        """
        if self.game not in (None, NETRUNNER) or (self.official and not ruling["official"]):
            return None
        if self.side or self.type:
            subject = ruling["subject"]
            ids = [subject["id"]] if subject["kind"] == "card" else [m["id"] for m in ruling["mentions"]]
            if not any(self.allows_card(id) for id in ids):
                return None
        return self._as_it_stood(ruling) if self.as_of else ruling

    def filter_rulings(self, views: list[RulingView]) -> list[RulingView]:
        """The rulings that pass, in order."""
        return [remaining for ruling in views if (remaining := self.filter_ruling(ruling))] if self.is_active else views

    @overload
    def filter_page(self, page: CardPageView) -> CardPageView: ...

    @overload
    def filter_page(self, page: TopicPageView) -> TopicPageView: ...

    def filter_page(self, page: PageView) -> PageView:
        """The page with only the rulings that pass: its own, inherited ones, and those that mention the card."""
        if not self.is_active:
            return page
        own = self.filter_rulings(page["rulings"])
        if "topic" in page:
            return {**page, "rulings": own}
        return {
            **page,
            "rulings": own,
            "inherited": [
                {**group, "rulings": rulings}
                for group in page["inherited"]
                if (rulings := self.filter_rulings(group["rulings"]))
            ],
            "mentioned_in": self.filter_rulings(page["mentioned_in"]),
            "steps": _steps(own),
        }

    def _as_it_stood(self, ruling: RulingView) -> RulingView | None:
        """The ruling as it stood then: what depends on the text, the citations or other rulings is recomputed."""
        limit = self.as_of or ""
        if not any(best_date(c) for c in ruling["citations"]):
            return ruling if self.publication_dates.get(ruling["source"]["document"], FAR_FUTURE) <= limit else None
        early_passages = [
            (passage["text"], early)
            for passage in passages_of(ruling)
            if (early := [c for c in passage["citations"] if "" < (best_date(c) or "") <= limit])
        ]
        if not early_passages:
            return None
        text = ""
        citations: list[CitationView] = []
        for words, early in early_passages:
            start = len(text) + (1 if text else 0)
            text = f"{text} {words}".strip()
            citations += [{**c, "supports": [start, len(text)]} for c in early]
        notes = [note for note in ruling["notes"] if self._known_by_then(note)]
        status, superseded_by = overall_status((note["status"], note["superseded_by"]) for note in notes)
        return {
            **ruling,
            "text": text,
            "citations": citations,
            "reversed_by": [id for id in ruling["reversed_by"] if not self._came_later(id)],
            "status": status,
            "superseded_by": superseded_by,
            "notes": notes,
        }

    def _known_by_then(self, note: EntryNoteView) -> bool:
        """Whether the other side of a note existed by then; documents count as being as old as the game."""
        return note["with"] is None or (note["with"]["date"] or "") <= (self.as_of or "")

    def _came_later(self, id: str) -> bool:
        """Whether the ruling was given after `as_of`; one without a date counts as later."""
        return (self.first_dates.get(id) or FAR_FUTURE) > (self.as_of or "")


def only_ruling(page: PageView, ruling_id: str) -> PageView:
    """The page with one of its own rulings and nothing else."""
    rulings = [r for r in page["rulings"] if r["id"] == ruling_id]
    if "topic" in page:
        return {**page, "rulings": rulings}
    return {**page, "rulings": rulings, "inherited": [], "mentioned_in": [], "steps": _steps(rulings)}


def _steps(rulings: list[RulingView]) -> list[int]:
    return sorted({step for ruling in rulings for step in ruling["steps"]})
