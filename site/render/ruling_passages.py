"""A ruling → its passages as HTML paragraphs, with links to the cards that they name."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass

from markupsafe import Markup

from rulings.model.cited_passages import passages_of
from rulings.model.views import CitationView, RulingView
from rulings.site.render.linking import links_in, paragraphs
from rulings.site.render.relative_links import RelativeLinks


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage of a ruling as HTML paragraphs, with its citations."""

    paragraphs: list[Markup]
    citations: list[CitationView]


def passage_cache(cards: Container[str]) -> Callable[[RulingView, RelativeLinks], list[Passage]]:
    """A function (ruling, page) → its passages with links from that page, cached: a ruling is shown on many pages.

    `cards`: the ids of the cards that have a page; others are not linked.
    """
    cache: dict[tuple[str, str], list[Passage]] = {}

    def passages(ruling: RulingView, href: RelativeLinks) -> list[Passage]:
        key = (ruling["id"], href.base)
        if key not in cache:
            subject = ruling["subject"]
            own_card = subject["id"] if subject["kind"] == "card" else None
            links = [link for link in links_in(ruling) if link.id in cards and link.id != own_card]
            text = ruling["text"]
            cache[key] = [
                Passage(paragraphs(text, links, href.to_card, passage["start"], passage["end"]), passage["citations"])
                for passage in passages_of(ruling)
            ]
        return cache[key]

    return passages
