"""The cards → the list of all, and lists by side, type and set, and with or without rulings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from operator import attrgetter

from rulings.model.entities import Card
from rulings.model.formatting import count, plural
from rulings.site.content.addresses import card_list_url
from rulings.site.content.data import SiteData
from rulings.site.content.lists import grouped_by_letter
from rulings.site.content.page import SitePage

CARDS_BREADCRUMB = ("All cards", "/cards/")
_VALUE_OF = {name: attrgetter(name.lower()) for name in ("Side", "Type", "Set")}  # filter → what it looks at in a card


def filter_links(data: SiteData) -> dict[str, list[tuple[str, str, int]]]:
    """The filters above a list of cards: name of the filter → (value, address, number of cards)."""

    def links(name: str) -> list[tuple[str, str, int]]:
        counted = Counter(map(_VALUE_OF[name], data.cards))
        return [(value, card_list_url(value, name), number) for value, number in sorted(counted.items())]

    ruled_count = len(data.cards_with_rulings(data.cards))
    return {
        **{name: links(name) for name in _VALUE_OF},
        "Rulings": [
            ("with rulings", "/cards/with-rulings/", ruled_count),
            ("without", "/cards/without-rulings/", len(data.cards) - ruled_count),
        ],
    }


def card_list_pages(data: SiteData) -> Iterator[SitePage]:
    """The list of all cards, and a list for each value of each filter, so that filters work without JavaScript."""
    filters = filter_links(data)

    def page(
        url: str,
        title: str,
        cards: list[Card],
        current: str = "",
        parent: tuple[str, str] | None = CARDS_BREADCRUMB,
    ) -> SitePage:
        ruled_count = len(data.cards_with_rulings(cards))
        counts = f"{count(len(cards), 'card')} of Netrunner (1996), {ruled_count or 'none'} with rulings"
        return SitePage(
            url=url,
            template="cards.html",
            title=title,
            description=f"{title}: {counts}.",
            context={
                "letters": grouped_by_letter(cards, attrgetter("title")),
                "filters": filters,
                "current": current,
                "total": len(cards),
                "ruled_count": ruled_count,
            },
            parent=parent,
            json_url="/api/cards.json",
        )

    yield page("/cards/", "Cards A–Z", data.cards, parent=None)
    for name, value_of in _VALUE_OF.items():
        for value, url, _ in filters[name]:
            title = f"{plural(value)}, by name" if name == "Type" else f"{value} cards"
            yield page(url, title, [card for card in data.cards if value_of(card) == value], value)
    ruled = data.cards_with_rulings(data.cards)
    yield page("/cards/with-rulings/", "Cards with rulings", ruled, "with rulings")
    unruled = [card for card in data.cards if card not in ruled]
    yield page("/cards/without-rulings/", "Cards without rulings", unruled, "without")
