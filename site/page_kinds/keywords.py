"""The keywords of the cards → their list, and a page for each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TypedDict

from rulings.model.entities import Card, Reference, Ruling
from rulings.model.formatting import count
from rulings.model.ids import fold
from rulings.model.selecting import without_see_entries
from rulings.names.meanings import plural_forms
from rulings.site.content.addresses import keyword_url
from rulings.site.content.applicable_topics import applicable_topics
from rulings.site.content.data import SiteData
from rulings.site.content.page import SitePage
from rulings.site.page_kinds.card_lists import CARDS_BREADCRUMB


class _KeywordRow(TypedDict):
    keyword: str
    url: str
    cards: list[Card]
    ruled_count: int


def keyword_pages(data: SiteData) -> Iterator[SitePage]:
    """The list of keywords, and a page for each: its cards, the topics that apply, and the rulings that mention it."""
    by_keyword = defaultdict[str, list[Card]](list)
    for card in data.cards:
        for keyword in card.keywords:
            by_keyword[keyword].append(card)
    rows: list[_KeywordRow] = [
        {
            "keyword": keyword,
            "url": keyword_url(keyword),
            "cards": by_keyword[keyword],
            "ruled_count": len(data.cards_with_rulings(by_keyword[keyword])),
        }
        for keyword in sorted(by_keyword, key=str.casefold)
    ]
    yield SitePage(
        url="/keywords/",
        template="keywords.html",
        title="Keywords",
        parent=CARDS_BREADCRUMB,
        context={"rows": rows},
        description=f"The {len(rows)} keywords printed on the cards of Netrunner (1996), each with its cards.",
    )
    rulings = rulings_mentioning(data, by_keyword)
    for row in rows:
        keyword = row["keyword"]
        yield SitePage(
            url=row["url"],
            template="keyword.html",
            title=f"{keyword} (keyword)",
            description=f"{keyword}: {count(len(row['cards']), 'card')} of Netrunner (1996), and rulings on it.",
            context={
                **row,
                "applicable_topics": applicable_topics(data, keyword),
                "inherited": inherited_subjects(data, keyword),
                "rulings": rulings[keyword],
            },
            parent=("Keywords", "/keywords/"),
        )


def inherited_subjects(data: SiteData, keyword: str) -> list[tuple[Reference, list[Card]]]:
    """The subjects whose rulings are inherited by cards with the keyword, each with those cards."""
    subjects: dict[str, tuple[Reference, list[Card]]] = {}
    for card in data.cards:
        if keyword in card.keywords:
            for group in data.inherited(card.id):
                subjects.setdefault(group.subject.id, (group.subject, []))[1].append(card)
    return list(subjects.values())


def rulings_mentioning(data: SiteData, keywords: Iterable[str]) -> dict[str, list[Ruling]]:
    """Keyword → the rulings whose text contains it or its plural, in the order of the source."""
    texts = [(f" {fold(ruling.text)} ", ruling) for ruling in without_see_entries(data.rulings)]
    return {
        keyword: [
            ruling for words, ruling in texts if any(f" {form} " in words for form in plural_forms(fold(keyword)))
        ]
        for keyword in keywords
    }
