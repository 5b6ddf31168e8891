"""The knowledge base → what the home page shows: cards most ruled on, keywords, a ruling for each day of the week."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from rulings.model.constants import IN_FORCE
from rulings.model.formatting import latest_date
from rulings.model.views import CardView, RulingView
from rulings.site.views.data import SiteData

MAX_RULED, KEYWORDS, DAYS = 8, 12, 7
_SHORT = range(90, 260)  # characters of a ruling that can be read at a glance


@dataclass(frozen=True, slots=True)
class Home:
    """What the home page shows."""

    most_ruled: list[tuple[CardView, int]]
    keywords: list[tuple[str, int]]
    daily: list[RulingView]  # one for each day of the week; which of them is today's is decided by the reader's clock


def home(data: SiteData) -> Home:
    """What the home page shows of the knowledge base."""
    ruled = [(card, sum(r["kind"] != "see" for r in data.rulings_for(card["id"]))) for card in data.cards]
    ruled.sort(key=lambda row: (-row[1], row[0]["title"].casefold()))
    keywords = Counter(keyword for card in data.cards for keyword in card["keywords"])
    return Home(
        most_ruled=[row for row in ruled if row[1]][:MAX_RULED],
        keywords=sorted(keywords.most_common(KEYWORDS)),
        daily=daily(data),
    )


def daily(data: SiteData) -> list[RulingView]:
    """Short official rulings on cards that stand by themselves, spread over the alphabet."""
    fit = [
        ruling
        for ruling in data.rulings
        if ruling["kind"] == "ruling"
        and ruling["official"]
        and ruling["questions"]
        and ruling["subject"]["kind"] == "card"
        and len(ruling["text"]) in _SHORT
        and latest_date(ruling)
        and not ruling["reversed_by"]
        and ruling["status"] == IN_FORCE
    ]
    fit.sort(key=lambda ruling: (ruling["subject"]["title"].casefold(), ruling["id"]))
    return [fit[number * len(fit) // DAYS] for number in range(DAYS)] if len(fit) >= DAYS else fit
