"""The knowledge base → the data of the home page: numbers, cards with most rulings, keywords, rulings of the day."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from rulings.model.constants import IN_FORCE
from rulings.model.entities import Card, Ruling
from rulings.site.content.data import SiteData

MAX_RULED, MAX_KEYWORDS, DAYS = 8, 12, 7
_SHORT = range(90, 260)  # characters of a ruling that can be read at a glance


@dataclass(frozen=True, slots=True)
class Home:
    """The data of the home page."""

    errata: int
    reversals: int
    contradictions: int
    most_ruled: list[tuple[Card, int]]
    keywords: list[tuple[str, int]]
    daily: list[Ruling]  # one for each weekday; a script shows that of today


def home(data: SiteData) -> Home:
    """The data of the home page."""
    ranked = [(card, data.ruling_count(card.id)) for card in data.cards]
    ranked.sort(key=lambda row: (-row[1], row[0].title.casefold()))
    keywords = Counter(keyword for card in data.cards for keyword in card.keywords)
    return Home(
        errata=sum(ruling.kind == "errata" for ruling in data.rulings),
        reversals=sum(ruling.reversal is not None for ruling in data.rulings),
        contradictions=sum(note.is_contradiction for note in data.notes),
        most_ruled=[row for row in ranked if row[1]][:MAX_RULED],
        keywords=sorted(keywords.most_common(MAX_KEYWORDS)),
        daily=daily_rulings(data),
    )


def daily_rulings(data: SiteData) -> list[Ruling]:
    """Short official rulings that can be understood by themselves, on cards from all over the alphabet."""
    suitable = [
        ruling
        for ruling in data.rulings
        if ruling.kind == "ruling"
        and ruling.official
        and ruling.questions
        and ruling.subject.kind == "card"
        and len(ruling.text) in _SHORT
        and ruling.date
        and ruling.status == IN_FORCE
    ]
    suitable.sort(key=lambda ruling: (ruling.subject.title.casefold(), ruling.id))
    if len(suitable) < DAYS:
        return suitable
    return [suitable[number * len(suitable) // DAYS] for number in range(DAYS)]
