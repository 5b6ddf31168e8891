"""The cards, keywords and topics → their lists, and a page for each with its rulings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import TypedDict

from rulings.model import (
    entities,
    formatting,
    knowledge,
    page_table,
    plain_text,
    rows,
    selecting,
    vocabulary,
)
from rulings.model.plain_text import count
from rulings.site import content

# The cards → the list of all, and lists by side, type and set, and with or without rulings.

CARDS_BREADCRUMB = ("All cards", "/cards/")
# Filter → what it looks at in a card
_VALUE_OF = {name: attrgetter(name.lower()) for name in ("Side", "Type", "Set")}


def filter_links(kb: knowledge.Knowledge) -> dict[str, list[tuple[str, str, int]]]:
    """The filters above a list of cards: name of the filter → (value, address, number of cards)."""

    def links(name: str) -> list[tuple[str, str, int]]:
        counted = Counter(map(_VALUE_OF[name], kb.cards))
        return [
            (value, content.card_list_url(value, name), number)
            for value, number in sorted(counted.items())
        ]

    ruled_count = len(content.cards_with_rulings(kb, kb.cards))
    return {
        **{name: links(name) for name in _VALUE_OF},
        "Rulings": [
            ("with rulings", "/cards/with-rulings/", ruled_count),
            ("without", "/cards/without-rulings/", len(kb.cards) - ruled_count),
        ],
    }


def card_list_pages(kb: knowledge.Knowledge) -> Iterator[content.SitePage]:
    """The list of all cards, and a list for each value of each filter, so that filters work without
    JavaScript.
    """
    filters = filter_links(kb)

    def page(
        url: str,
        title: str,
        cards: Sequence[entities.Card],
        current: str = "",
        parent: tuple[str, str] | None = CARDS_BREADCRUMB,
    ) -> content.SitePage:
        ruled_count = len(content.cards_with_rulings(kb, cards))
        counts = f"{count(len(cards), 'card')} of {vocabulary.THIS_GAME}, {ruled_count or 'none'} with rulings"
        return content.SitePage(
            url=url,
            template="cards.html",
            title=title,
            description=f"{title}: {counts}.",
            context={
                "letters": content.grouped_by_letter(cards, attrgetter("title")),
                "filters": filters,
                "current": current,
                "total": len(cards),
                "ruled_count": ruled_count,
            },
            parent=parent,
            json_url="/api/cards.json",
        )

    yield page("/cards/", "Cards A–Z", kb.cards, parent=None)
    for name, value_of in _VALUE_OF.items():
        for value, url, _ in filters[name]:
            title = f"{plain_text.plural(value)}, by name" if name == "Type" else f"{value} cards"
            yield page(url, title, [card for card in kb.cards if value_of(card) == value], value)
    ruled = content.cards_with_rulings(kb, kb.cards)
    yield page("/cards/with-rulings/", "Cards with rulings", ruled, "with rulings")
    unruled = [card for card in kb.cards if card not in ruled]
    yield page("/cards/without-rulings/", "Cards without rulings", unruled, "without")


# The cards → a page for each, with its rulings and those that it inherits or that mention it.

_SHOWN_KINDS = ("nickname", "initials", "short")  # of other names
LONG = 1500  # characters of the rulings on a card; more are printed in two columns


def card_pages(kb: knowledge.Knowledge) -> Iterator[content.SitePage]:
    """A page for each card, in alphabetical order."""
    steps = {step.number: step for step in kb.steps}
    related = content.related_cards(kb)
    nicknames = nicknames_of_cards(kb.names)
    for position, card in enumerate(kb.cards):
        id = card.id
        rulings = kb.rulings_under(id)
        inherited = kb.inherited(id)
        by_kind = {kind: [r for r in rulings if r.kind == kind] for kind in vocabulary.RULING_KINDS}
        yield content.SitePage(
            url=card.url,
            template="card.html",
            title=content.plain_title(card.title),
            description=_description(card, rulings),
            context={
                "card": card,
                "nicknames": nicknames[plain_text.fold(card.title)],
                "rulings": rulings,
                "errata": by_kind["errata"],
                "others": by_kind["ruling"],
                "see_entries": by_kind["see"],
                "is_long": sum(len(ruling.text) for ruling in rulings) > LONG,
                "inherited": inherited,
                "mentioned": selecting.mentioned_elsewhere(kb.rulings_mentioning(id), inherited),
                "steps": [steps[number] for number in kb.steps_for(id) if number in steps],
                "applicable_topics": content.applicable_topics(kb, *card.keywords, card.type)
                if not rulings
                else (),
                "related": related.get(id, ()),
                **content.neighbours(kb.cards, position),
            },
            parent=(
                f"{card.side} · {plain_text.plural(card.type)}",
                content.card_list_url(card.type, "type"),
            ),
            json_url=f"/api/cards/{id}.json",
        )


def nicknames_of_cards(edited: rows.NamesFile) -> defaultdict[str, list[str]]:
    """Folded title → the nicknames, initials and short forms of the card, without misprints and
    inflected forms.
    """
    nicknames = defaultdict[str, list[str]](list)
    for row in edited.aliases:
        title = plain_text.fold(row.card)
        listed = nicknames[title]
        if row.kind in _SHOWN_KINDS and plain_text.fold(row.name) not in (
            title,
            *map(plain_text.fold, listed),
        ):
            listed.append(row.name)
    return nicknames


def _description(card: entities.Card, rulings: Sequence[entities.Ruling]) -> str:
    """The description of a card's page, for search engines."""
    title = card.title
    kind = f"{card.side} {card.type.lower()}"
    first = next(iter(selecting.without_see_entries(rulings)), None)
    if not first:
        see = ", ".join(dict.fromkeys(target.title for ruling in rulings for target in ruling.see))
        text = (
            f"{title}: {kind} of {vocabulary.THIS_GAME}. There are no rulings on the card itself."
        )
        return f"{text} See {see}." if see else text
    return content.page_description(
        f"{title}, {kind}: {', '.join(formatting.ruling_counts(rulings))}. {first.text}"
    )


# The keywords of the cards → their list, and a page for each.


class _KeywordRow(TypedDict):
    keyword: str
    url: str
    cards: list[entities.Card]
    ruled_count: int


def keyword_pages(kb: knowledge.Knowledge) -> Iterator[content.SitePage]:
    """The list of keywords, and a page for each: its cards, the topics that apply, and the rulings
    that mention it.
    """
    by_keyword = defaultdict[str, list[entities.Card]](list)
    for card in kb.cards:
        for keyword in card.keywords:
            by_keyword[keyword].append(card)
    listed: list[_KeywordRow] = [
        {
            "keyword": keyword,
            "url": page_table.keyword_url(keyword),
            "cards": by_keyword[keyword],
            "ruled_count": len(content.cards_with_rulings(kb, by_keyword[keyword])),
        }
        for keyword in sorted(by_keyword, key=str.casefold)
    ]
    yield content.SitePage(
        url="/keywords/",
        template="keywords.html",
        title="Keywords",
        parent=CARDS_BREADCRUMB,
        context={"rows": listed},
        description=f"The {len(listed)} keywords printed on the cards of {vocabulary.THIS_GAME}, each with its cards.",
    )
    rulings = rulings_mentioning(kb, by_keyword)
    for row in listed:
        keyword = row["keyword"]
        yield content.SitePage(
            url=row["url"],
            template="keyword.html",
            title=f"{keyword} (keyword)",
            description=f"{keyword}: {count(len(row['cards']), 'card')} of {vocabulary.THIS_GAME}, and rulings on it.",
            context={
                **row,
                "applicable_topics": content.applicable_topics(kb, keyword),
                "inherited": inherited_subjects(kb, keyword),
                "rulings": rulings[keyword],
            },
            parent=("Keywords", "/keywords/"),
        )


def inherited_subjects(
    kb: knowledge.Knowledge, keyword: str
) -> list[tuple[entities.Reference, list[entities.Card]]]:
    """The subjects whose rulings are inherited by cards with the keyword, each with those cards."""
    subjects: dict[str, tuple[entities.Reference, list[entities.Card]]] = {}
    for card in kb.cards:
        if keyword in card.keywords:
            for group in kb.inherited(card.id):
                subjects.setdefault(group.subject.id, (group.subject, []))[1].append(card)
    return list(subjects.values())


def rulings_mentioning(
    kb: knowledge.Knowledge, keywords: Iterable[str]
) -> dict[str, list[entities.Ruling]]:
    """Keyword → the rulings whose text contains it or its plural, in the order of the source."""
    texts = [
        (f" {plain_text.fold(ruling.text)} ", ruling)
        for ruling in selecting.without_see_entries(kb.rulings)
    ]
    forms = {keyword: plain_text.spaced_forms(keyword) for keyword in keywords}
    return {
        keyword: [
            ruling for words, ruling in texts if any(form in words for form in forms[keyword])
        ]
        for keyword in keywords
    }


def topic_pages(kb: knowledge.Knowledge) -> Iterator[content.SitePage]:
    """The list of topics, and a page for each."""
    listed = [(topic, kb.rulings_under(topic.id)) for topic in kb.topics]
    yield content.SitePage(
        url="/topics/",
        template="topics.html",
        title="Topics",
        context={"rows": listed},
        json_url="/api/topics.json",
        description=f"General rulings of {vocabulary.THIS_GAME} under {count(len(listed), 'heading')}.",
    )
    for position, (topic, rulings) in enumerate(listed):
        yield content.SitePage(
            url=topic.url,
            template="topic.html",
            title=topic.title,
            description=content.page_description(
                f"{topic.title}: {count(content.ruling_count(kb, topic.id), 'general ruling')} "
                f"of {vocabulary.THIS_GAME}. {rulings[0].text if rulings else ''}"
            ),
            context={
                "topic": topic,
                "rulings": rulings,
                "named": named_cards(kb, rulings),
                **content.neighbours(kb.topics, position),
            },
            parent=("Topics", "/topics/"),
            json_url=f"/api/topics/{topic.id}.json",
        )


def named_cards(kb: knowledge.Knowledge, rulings: Iterable[entities.Ruling]) -> list[entities.Card]:
    """The cards that the rulings name, from A to Z."""
    found = {mention.id for ruling in rulings for mention in ruling.mentions}
    cards = [card for id in found if (card := kb.cards_by_id.get(id))]
    return sorted(cards, key=lambda card: card.title.casefold())


MAKERS: tuple[content.Maker, ...] = (card_list_pages, card_pages, keyword_pages, topic_pages)
