"""The knowledge base → a page for each card, the list of all cards, its filters as plain pages, and the keywords."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from rulings.ids import fold, slug
from rulings.knowledge import KnowledgeBase
from rulings.model import Card, Ruling, Topic
from rulings.site.guidance import Guidance
from rulings.site.page import SitePage, shorten
from rulings.site.sayings import count, plural
from rulings.site.structured import answers

CARDS = ("All cards", "/cards/")


def card_pages(kb: KnowledgeBase, guidance: Guidance) -> Iterator[SitePage]:
    """A page for each card, in the order of their titles."""
    for number, card in enumerate(kb.cards):
        own = kb.rulings_for(card.id)
        yield SitePage(
            url=f"cards/{card.id}/",
            template="card.html",
            title=card.title,
            description=_description(card, own),
            data={
                "card": card,
                "rulings": own,
                "inherited": kb.inherited(card.id),
                "mentioned": kb.mentioned_in(card.id),
                "steps": [step for step in kb.steps if step.number in kb.steps_for(card.id)],
                "bearing": bearing_topics(kb, guidance, card) if not own else (),
                "previous": kb.cards[number - 1] if number else None,
                "next": kb.cards[number + 1] if number + 1 < len(kb.cards) else None,
            },
            back=(f"{card.side} · {plural(card.type)}", f"/cards/by-type/{slug(card.type)}/"),
            entity=True,
            structured=answers(own),
            twin=f"/api/cards/{card.id}.json",
        )


def _description(card: Card, own: tuple[Ruling, ...]) -> str:
    kind = f"{card.side} {card.type.lower()} of Netrunner (1996)"
    said = [ruling for ruling in own if ruling.kind != "see"]
    if not said:
        see = ", ".join(dict.fromkeys(target.title for ruling in own for target in ruling.see))
        return f"{card.title}: {kind}. Nothing was ruled on the card itself. {f'See {see}.' if see else ''}".rstrip()
    errata = sum(ruling.kind == "errata" for ruling in said)
    counts = [f"{errata} errata"] if errata else []
    counts += [count(len(said) - errata, "ruling")] if len(said) > errata else []
    return shorten(f"{card.title}, {card.side} {card.type.lower()}: {', '.join(counts)}. {said[0].text}")


def bearing_topics(kb: KnowledgeBase, guidance: Guidance, card: Card) -> tuple[tuple[Topic, str], ...]:
    """The topics that bear on a card by its type and keywords, each with the reason."""
    found = dict[str, str]()
    for word in (*card.keywords, card.type):
        for row in guidance.get(word, ()):
            found.setdefault(row.topic, row.reason)
    return tuple((kb.topics_by_id[id], reason) for id, reason in found.items() if id in kb.topics_by_id)


def filters(kb: KnowledgeBase) -> dict[str, list[tuple[str, str, int]]]:
    """The plain links above the list of cards: for each filter its choices with address and number of cards."""

    def counted(values: Iterator[str], path: str) -> list[tuple[str, str, int]]:
        numbers = defaultdict[str, int](int)
        for value in values:
            numbers[value] += 1
        return [(value, f"{path}{slug(value)}/", number) for value, number in sorted(numbers.items())]

    ruled = sum(bool(kb.rulings_for(card.id)) for card in kb.cards)
    return {
        "Side": counted((card.side for card in kb.cards), "/cards/by-side/"),
        "Type": counted((card.type for card in kb.cards), "/cards/by-type/"),
        "Set": counted((card.set for card in kb.cards), "/cards/by-set/"),
        "Rulings": [
            ("with rulings", "/cards/with-rulings/", ruled),
            ("without", "/cards/without-rulings/", len(kb.cards) - ruled),
        ],
    }


def by_letter(cards: tuple[Card, ...]) -> list[tuple[str, list[Card]]]:
    """Cards under the first letter of their titles; those that begin with a digit or a sign under `#`."""
    found = defaultdict[str, list[Card]](list)
    for card in cards:
        first = fold(card.title)[:1].upper()
        found[first if first.isalpha() else "#"].append(card)
    return sorted(found.items())


def list_pages(kb: KnowledgeBase) -> Iterator[SitePage]:
    """All cards, and each filter as a page of its own: no JavaScript is needed to choose."""
    chosen = filters(kb)

    def page(
        url: str, title: str, cards: tuple[Card, ...], current: str = "", back: tuple[str, str] | None = CARDS
    ) -> SitePage:
        ruled = sum(bool(kb.rulings_for(card.id)) for card in cards)
        return SitePage(
            url=url,
            template="cards.html",
            title=title,
            description=f"{title}: {count(len(cards), 'card')} of Netrunner (1996), {ruled} with rulings.",
            data={
                "letters": by_letter(cards),
                "filters": chosen,
                "current": current,
                "total": len(cards),
                "ruled": ruled,
                "keywords": sorted({keyword for card in cards for keyword in card.keywords}),
            },
            back=back,
            twin="/api/cards.json",
        )

    yield page("cards/", "Cards A–Z", kb.cards, back=None)
    for side, url, _ in chosen["Side"]:
        yield page(url[1:], f"{side} cards", tuple(card for card in kb.cards if card.side == side), side)
    for type, url, _ in chosen["Type"]:
        yield page(url[1:], plural(type), tuple(card for card in kb.cards if card.type == type), type)
    for set, url, _ in chosen["Set"]:
        yield page(url[1:], f"{set} cards", tuple(card for card in kb.cards if card.set == set), set)
    yield page(
        "cards/with-rulings/", "Cards with rulings", tuple(c for c in kb.cards if kb.rulings_for(c.id)), "with rulings"
    )
    yield page(
        "cards/without-rulings/",
        "Cards without rulings",
        tuple(c for c in kb.cards if not kb.rulings_for(c.id)),
        "without",
    )


def keyword_pages(kb: KnowledgeBase, guidance: Guidance) -> Iterator[SitePage]:
    """The keywords, and for each its cards, the topics that bear on it, and what cards inherit by it."""
    having = defaultdict[str, list[Card]](list)
    for card in kb.cards:
        for keyword in card.keywords:
            having[keyword].append(card)
    rows: list[dict[str, Any]] = [
        {
            "keyword": keyword,
            "url": f"/keywords/{slug(keyword)}/",
            "cards": having[keyword],
            "ruled": sum(bool(kb.rulings_for(card.id)) for card in having[keyword]),
        }
        for keyword in sorted(having)
    ]
    yield SitePage(
        url="keywords/",
        template="keywords.html",
        title="Keywords",
        data={"rows": rows},
        description=f"The {len(rows)} keywords printed on the cards of Netrunner (1996), each with its cards.",
    )
    spoken = speaking_of(kb, having)
    for row in rows:
        keyword = row["keyword"]
        topics = tuple(
            (kb.topics_by_id[line.topic], line.reason)
            for line in guidance.get(keyword, ())
            if line.topic in kb.topics_by_id
        )
        yield SitePage(
            url=row["url"][1:],
            template="keyword.html",
            title=keyword,
            description=f"{keyword}: {count(len(row['cards']), 'card')} of Netrunner (1996), and rulings on it.",
            data={**row, "topics": topics, "shared": shared(kb, keyword), "spoken": spoken[keyword]},
            back=("Keywords", "/keywords/"),
        )


def shared(kb: KnowledgeBase, keyword: str) -> list[tuple[Any, list[Card]]]:
    """Whose rulings the keyword's cards stand on, with those cards: by a `see` of their own or by the keyword."""
    found = dict[str, tuple[Any, list[Card]]]()
    for card in kb.cards:
        if keyword in card.keywords:
            for inheritance in card.inherits:
                found.setdefault(inheritance.source.id, (inheritance.source, []))[1].append(card)
    return list(found.values())


def speaking_of(kb: KnowledgeBase, keywords: Iterable[str]) -> dict[str, list[Ruling]]:
    """Keyword → the rulings whose words hold it, in the order of the source."""
    said = [(f" {fold(ruling.text)} ", ruling) for ruling in kb.rulings if ruling.kind != "see"]
    return {
        keyword: [ruling for words, ruling in said if any(f" {word}{ending} " in words for ending in ("", "s", "es"))]
        for keyword, word in ((keyword, fold(keyword)) for keyword in keywords)
    }
