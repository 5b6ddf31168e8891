"""The topics → their list, and a page for each with its rulings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulings.model.entities import Card, Ruling
from rulings.model.formatting import count
from rulings.site.content.data import SiteData
from rulings.site.content.lists import neighbours
from rulings.site.content.page import SitePage, page_description
from rulings.site.render.json_ld import answers


def topic_pages(data: SiteData) -> Iterator[SitePage]:
    """The list of topics, and a page for each."""
    rows = [(topic, data.rulings_under(topic.id)) for topic in data.topics]
    yield SitePage(
        url="/topics/",
        template="topics.html",
        title="Topics",
        context={"rows": rows},
        json_url="/api/topics.json",
        description=f"General rulings of Netrunner (1996) under {count(len(rows), 'heading')}.",
    )
    for position, (topic, rulings) in enumerate(rows):
        yield SitePage(
            url=topic.url,
            template="topic.html",
            title=topic.title,
            description=page_description(
                f"{topic.title}: {count(data.ruling_count(topic.id), 'general ruling')} of Netrunner (1996). "
                f"{rulings[0].text if rulings else ''}"
            ),
            context={
                "topic": topic,
                "rulings": rulings,
                "named": named_cards(data, rulings),
                **neighbours(data.topics, position),
            },
            parent=("Topics", "/topics/"),
            json_ld=answers(rulings),
            json_url=f"/api/topics/{topic.id}.json",
        )


def named_cards(data: SiteData, rulings: Iterable[Ruling]) -> list[Card]:
    """The cards that the rulings name, from A to Z."""
    ids = {mention.id for ruling in rulings for mention in ruling.mentions}
    cards = [card for id in ids if (card := data.cards_by_id.get(id))]
    return sorted(cards, key=lambda card: card.title.casefold())
