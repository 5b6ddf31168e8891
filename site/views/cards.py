"""The cards → a page for each, the list of all, lists by side, type and set, and a page for each keyword."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import TypedDict

from rulings.model import formatting, selecting
from rulings.model.formatting import count, plural
from rulings.model.ids import fold, slug
from rulings.model.views import CardView, ReferenceView, RulingView, TopicView
from rulings.names.meanings import plural_forms
from rulings.site.render.structured import answers
from rulings.site.views.card_pairs import related_cards
from rulings.site.views.data import SiteData
from rulings.site.views.guidance import Guidance
from rulings.site.views.lists import grouped_by_letter, neighbours
from rulings.site.views.page import SitePage, shorten

CARDS = ("All cards", "/cards/")
_VALUE_OF = {name: itemgetter(name.lower()) for name in ("Side", "Type", "Set")}  # filter → what it looks at in a card


class _KeywordRow(TypedDict):
    keyword: str
    url: str
    cards: list[CardView]
    ruled: int


def card_pages(data: SiteData, guidance: Guidance) -> Iterator[SitePage]:
    """A page for each card, in alphabetical order."""
    steps = {step["number"]: step for step in data.steps}
    related = related_cards(data)
    for position, card in enumerate(data.cards):
        id, rulings = card["id"], data.rulings_for(card["id"])
        yield SitePage(
            url=card["url"],
            template="card.html",
            title=card["title"],
            description=_description(card, rulings),
            data={
                "card": card,
                "rulings": rulings,
                "inherited": data.inherited(id),
                "mentioned": data.mentioned_in(id),
                "steps": [steps[number] for number in data.kb.steps_for(id) if number in steps],
                "guides": guiding_topics(data, guidance, *card["keywords"], card["type"]) if not rulings else (),
                "related": related.get(id, ()),
                **neighbours(data.cards, position),
            },
            back=(f"{card['side']} · {plural(card['type'])}", f"/cards/by-type/{slug(card['type'])}/"),
            is_required=True,
            structured=answers(rulings),
            json_url=f"/api/cards/{id}.json",
        )


def _description(card: CardView, rulings: list[RulingView]) -> str:
    """The description of a card's page, for search engines."""
    title, kind = card["title"], f"{card['side']} {card['type'].lower()}"
    first = next(iter(selecting.without_references(rulings)), None)
    if not first:
        see = ", ".join(dict.fromkeys(target["title"] for ruling in rulings for target in ruling["see"]))
        text = f"{title}: {kind} of Netrunner (1996). There are no rulings on the card itself."
        return f"{text} See {see}." if see else text
    return shorten(f"{title}, {kind}: {', '.join(formatting.ruling_counts(rulings))}. {first['text']}")


def guiding_topics(data: SiteData, guidance: Guidance, *words: str) -> list[tuple[TopicView, str]]:
    """The topics that apply to cards with these keywords or types, each with the reason."""
    reasons: dict[str, str] = {}
    for word in words:
        for guide in guidance.get(word, ()):
            reasons.setdefault(guide.topic, guide.reason)
    return [(data.topics_by_id[id], reason) for id, reason in reasons.items() if id in data.topics_by_id]


def filter_links(data: SiteData) -> dict[str, list[tuple[str, str, int]]]:
    """The filters above a list of cards: name of the filter → (value, address, number of cards)."""

    def links(name: str) -> list[tuple[str, str, int]]:
        counted = Counter(map(_VALUE_OF[name], data.cards))
        return [
            (value, f"/cards/by-{name.lower()}/{slug(value)}/", number) for value, number in sorted(counted.items())
        ]

    ruled = len(data.ruled(data.cards))
    return {
        **{name: links(name) for name in _VALUE_OF},
        "Rulings": [
            ("with rulings", "/cards/with-rulings/", ruled),
            ("without", "/cards/without-rulings/", len(data.cards) - ruled),
        ],
    }


def list_pages(data: SiteData) -> Iterator[SitePage]:
    """The list of all cards, and a list for each value of each filter, so that filters work without JavaScript."""
    filters = filter_links(data)

    def page(
        url: str, title: str, cards: list[CardView], current: str = "", back: tuple[str, str] | None = CARDS
    ) -> SitePage:
        ruled = len(data.ruled(cards))
        return SitePage(
            url=url,
            template="cards.html",
            title=title,
            description=f"{title}: {count(len(cards), 'card')} of Netrunner (1996), {ruled} with rulings.",
            data={
                "letters": grouped_by_letter(cards, itemgetter("title")),
                "filters": filters,
                "current": current,
                "total": len(cards),
                "ruled": ruled,
                "keywords": sorted({keyword for card in cards for keyword in card["keywords"]}),
            },
            back=back,
            json_url="/api/cards.json",
        )

    yield page("/cards/", "Cards A–Z", data.cards, back=None)
    for name, value_of in _VALUE_OF.items():
        for value, url, _ in filters[name]:
            title = f"{plural(value)}, by name" if name == "Type" else f"{value} cards"
            yield page(url, title, [card for card in data.cards if value_of(card) == value], value)
    ruled = data.ruled(data.cards)
    yield page("/cards/with-rulings/", "Cards with rulings", ruled, "with rulings")
    unruled = [card for card in data.cards if card not in ruled]
    yield page("/cards/without-rulings/", "Cards without rulings", unruled, "without")


def keyword_pages(data: SiteData, guidance: Guidance) -> Iterator[SitePage]:
    """The list of keywords, and a page for each: its cards, the topics that apply, and the rulings that mention it."""
    by_keyword = defaultdict[str, list[CardView]](list)
    for card in data.cards:
        for keyword in card["keywords"]:
            by_keyword[keyword].append(card)
    rows: list[_KeywordRow] = [
        {
            "keyword": keyword,
            "url": f"/keywords/{slug(keyword)}/",
            "cards": by_keyword[keyword],
            "ruled": len(data.ruled(by_keyword[keyword])),
        }
        for keyword in sorted(by_keyword)
    ]
    yield SitePage(
        url="/keywords/",
        template="keywords.html",
        title="Keywords",
        data={"rows": rows},
        description=f"The {len(rows)} keywords printed on the cards of Netrunner (1996), each with its cards.",
    )
    rulings = rulings_mentioning(data, by_keyword)
    for row in rows:
        keyword = row["keyword"]
        topics = guiding_topics(data, guidance, keyword)
        yield SitePage(
            url=row["url"],
            template="keyword.html",
            title=f"{keyword} (keyword)",
            description=f"{keyword}: {count(len(row['cards']), 'card')} of Netrunner (1996), and rulings on it.",
            data={**row, "topics": topics, "shared": inherited_subjects(data, keyword), "rulings": rulings[keyword]},
            back=("Keywords", "/keywords/"),
        )


def inherited_subjects(data: SiteData, keyword: str) -> list[tuple[ReferenceView, list[CardView]]]:
    """The subjects whose rulings are inherited by cards with the keyword, each with those cards."""
    subjects: dict[str, tuple[ReferenceView, list[CardView]]] = {}
    for card in data.cards:
        if keyword in card["keywords"]:
            for group in data.inherited(card["id"]):
                subjects.setdefault(group["from"]["id"], (group["from"], []))[1].append(card)
    return list(subjects.values())


def rulings_mentioning(data: SiteData, keywords: Iterable[str]) -> dict[str, list[RulingView]]:
    """Keyword → the rulings whose text contains it or its plural, in the order of the source."""
    texts = [(f" {fold(ruling['text'])} ", ruling) for ruling in selecting.without_references(data.rulings)]
    return {
        keyword: [
            ruling for words, ruling in texts if any(f" {form} " in words for form in plural_forms(fold(keyword)))
        ]
        for keyword in keywords
    }
