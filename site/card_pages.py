"""Makes the lists of cards, keywords and topics, and a page for each with
its rulings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain

from msgspec import structs

from rulings.model import (
    entities,
    formatting,
    hand_edited,
    knowledge,
    page_table,
    plain_text,
    subject_pages,
    vocabulary,
)
from rulings.model.base import grouped
from rulings.model.plain_text import count
from rulings.site import page_parts

# Lists of cards: all, by side, type and set, and with or without rulings

CARDS_BREADCRUMB = ("All cards", "/cards/")


# (value, address, title, cards) for each list that has a page
CardLists = list[tuple[str, str, str, Sequence[entities.Card]]]


def card_lists(kb: knowledge.Knowledge) -> dict[str, CardLists]:
    """Name of a filter above a list of cards → the lists that it offers."""
    lists: dict[str, CardLists] = {}
    for name in ("Side", "Type", "Set"):
        lists[name] = []
        attribute = name.lower()
        cards_by_value = grouped((getattr(card, attribute), card) for card in kb.cards)
        for value, cards in sorted(cards_by_value.items()):
            title = f"{value} cards"
            if name == "Type":
                title = f"{plain_text.plural(value)}, by name"
            url = page_table.card_list_url(value, name)
            lists[name].append((value, url, title, cards))
    ruled = page_parts.cards_with_rulings(kb, kb.cards)
    unruled = [card for card in kb.cards if card not in ruled]
    lists["Rulings"] = [
        ("with rulings", "/cards/with-rulings/", "Cards with rulings", ruled),
        ("without", "/cards/without-rulings/", "Cards without rulings", unruled),
    ]
    return lists


def card_list_pages(kb: knowledge.Knowledge) -> Iterator[page_parts.SitePage]:
    """The list of all cards, and one for each value of each filter. Filters therefore
    work without JavaScript.
    """
    filters = card_lists(kb)
    complete_list: CardLists = [("", "/cards/", "Cards A–Z", kb.cards)]
    for value, url, title, cards in chain(complete_list, *filters.values()):
        ruled_count = len(page_parts.cards_with_rulings(kb, cards))
        counts = f"{count(len(cards), 'card')} of {vocabulary.THIS_GAME}"
        ruled = f"{ruled_count or 'none'} with rulings"
        yield page_parts.SitePage(
            url=url,
            template="cards.html",
            title=title,
            description=f"{title}: {counts}, {ruled}.",
            context={
                "letters": page_parts.letter_groups(cards),
                "filters": filters,
                "current": value,
                "total": len(cards),
                "ruled_count": ruled_count,
            },
            parent=CARDS_BREADCRUMB if value else None,
        )


# A page for each card: its rulings, inherited ones, and those that mention it

_SHOWN_KINDS = ("nickname", "initials", "short")  # kinds of other names that are shown


def card_pages(kb: knowledge.Knowledge) -> Iterator[page_parts.SitePage]:
    """A page for each card, in alphabetical order."""
    nicknames = nicknames_of_cards(kb.edited.names)
    for position, card in enumerate(kb.cards):
        page = subject_pages.card_page(kb, card.id)
        elsewhere = subject_pages.mentioned_elsewhere(page)
        yield page_parts.SitePage(
            url=card.url,
            template="card.html",
            title=page_parts.plain_title(card.title),
            description=_description(card, page.rulings),
            context={
                **structs.asdict(page),
                "nicknames": nicknames[plain_text.fold(card.title)],
                "elsewhere": grouped((ruling.subject, ruling) for ruling in elsewhere),
                "steps": [step for step in kb.steps if step.number in page.steps],
                **page_parts.neighbours(kb.cards, position),
            },
            parent=(
                f"{card.side} · {plain_text.plural(card.type)}",
                page_table.card_list_url(card.type, "type"),
            ),
        )


def nicknames_of_cards(
    edited_names: hand_edited.EditedNames,
) -> defaultdict[str, list[str]]:
    """Folded title → nicknames, initials and short forms of a card, without misprints
    and inflected forms.
    """
    nicknames = defaultdict[str, list[str]](list)
    for row in edited_names.aliases:
        title = plain_text.fold(row.card)
        names = nicknames[title]
        known_names = (title, *map(plain_text.fold, names))
        is_new = plain_text.fold(row.name) not in known_names
        if row.kind in _SHOWN_KINDS and is_new:
            names.append(row.name)
    return nicknames


def _description(
    card: entities.Card,
    rulings: Sequence[entities.Ruling],
) -> str:
    """The description of a card's page, for search engines."""
    title = card.title
    kind = f"{card.side} {card.type.lower()}"
    if not rulings:
        card_of_game = f"{title}: {kind} of {vocabulary.THIS_GAME}"
        return f"{card_of_game}. There are no rulings on the card itself."
    opening = f"{title}, {kind}: {formatting.counted_rulings(rulings)}."
    return page_parts.description_of_ruling(opening, rulings[0])


# The list of keywords, and a page for each


def keyword_pages(kb: knowledge.Knowledge) -> Iterator[page_parts.SitePage]:
    """The list of keywords, and a page for each: its cards, the topics that apply, and
    rulings that mention it.
    """
    by_keyword = subject_pages.cards_by(kb, "keyword")
    yield page_parts.SitePage(
        url="/keywords/",
        template="keywords.html",
        title="Keywords",
        parent=CARDS_BREADCRUMB,
        context={"rows": [*by_keyword.items()]},
        description=f"The {len(by_keyword)} keywords of {vocabulary.THIS_GAME}, each "
        "with its cards.",
    )
    for keyword, cards in by_keyword.items():
        cards_by_subject = dict[entities.Reference, list[entities.Card]]()
        for card in cards:
            for group in kb.inherited(card.id):
                cards_by_subject.setdefault(group.subject, []).append(card)
        page = subject_pages.keyword_page(kb, keyword)
        counts = f"{count(len(cards), 'card')} of {vocabulary.THIS_GAME}"
        yield page_parts.SitePage(
            url=page_table.keyword_url(keyword),
            template="keyword.html",
            title=f"{keyword} (keyword)",
            description=f"{keyword}: {counts}, and rulings on it.",
            context={
                **structs.asdict(page),
                "ruled_count": len(page_parts.cards_with_rulings(kb, cards)),
                "inherited": cards_by_subject,
            },
            parent=("Keywords", "/keywords/"),
        )


def topic_pages(kb: knowledge.Knowledge) -> Iterator[page_parts.SitePage]:
    """The list of topics, and a page for each."""
    pages = [subject_pages.topic_page(kb, topic.id) for topic in kb.topics]
    yield page_parts.SitePage(
        url="/topics/",
        template="topics.html",
        title="Topics",
        context={"rows": pages},
        description=f"General rulings of {vocabulary.THIS_GAME} under "
        f"{count(len(pages), 'heading')}.",
    )
    for position, page in enumerate(pages):
        topic, rulings = page.topic, page.rulings
        entries = (*rulings, *page.cross_references)
        named_cards = map(subject_pages.subject_and_named_cards, entries)
        card_ids = set[str]().union(*named_cards)
        counts = f"{count(len(rulings), 'general ruling')} of {vocabulary.THIS_GAME}"
        description = f"{topic.title}: {counts}."
        if rulings:
            description = page_parts.description_of_ruling(description, rulings[0])
        yield page_parts.SitePage(
            url=topic.url,
            template="topic.html",
            title=topic.title,
            description=description,
            context={
                **structs.asdict(page),
                "named": [card for card in kb.cards if card.id in card_ids],
                **page_parts.neighbours(kb.topics, position),
            },
            parent=("Topics", "/topics/"),
        )


MAKERS = (card_list_pages, card_pages, keyword_pages, topic_pages)
