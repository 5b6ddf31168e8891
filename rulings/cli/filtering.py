"""Filters by date, side, card type, game and official standing, applied to rulings and pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import overload

from rulings.model.as_of import as_it_stood
from rulings.model.constants import NETRUNNER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rulings.model.views import CardPageView, CardWithCountsView, PageView, RulingView, TopicPageView


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
        return as_it_stood(ruling, self.as_of, self.first_dates, self.publication_dates) if self.as_of else ruling

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


def only_ruling(page: PageView, ruling_id: str) -> PageView:
    """The page with one of its own rulings and nothing else."""
    rulings = [r for r in page["rulings"] if r["id"] == ruling_id]
    if "topic" in page:
        return {**page, "rulings": rulings}
    return {**page, "rulings": rulings, "inherited": [], "mentioned_in": [], "steps": _steps(rulings)}


def _steps(rulings: list[RulingView]) -> list[int]:
    return sorted({step for ruling in rulings for step in ruling["steps"]})
