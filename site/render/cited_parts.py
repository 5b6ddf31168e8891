"""A ruling → its cited parts as HTML paragraphs, with links to the cards that they name."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from rulings.model.cited_parts import cited_parts
from rulings.model.entities import Citation, Ruling
from rulings.site.render.linking import links_in, paragraphs
from rulings.site.render.relative_links import RelativeLinks


@dataclass(frozen=True, slots=True)
class CitedPart:
    """A cited part of a ruling as HTML paragraphs, with its citations."""

    paragraphs: list[Markup]
    citations: Sequence[Citation]


def cited_part_cache(cards: Container[str]) -> Callable[[Ruling, RelativeLinks], list[CitedPart]]:
    """A function (ruling, page) → its cited parts with links from that page, cached: a ruling is shown on many pages.

    `cards`: the ids of the cards that have a page; others are not linked.
    """
    cache: dict[tuple[str, str], list[CitedPart]] = {}

    def parts_of(ruling: Ruling, href: RelativeLinks) -> list[CitedPart]:
        key = (ruling.id, href.base)
        if key not in cache:
            subject = ruling.subject
            own_card = subject.id if subject.kind == "card" else None
            links = [link for link in links_in(ruling) if link.id in cards and link.id != own_card]
            text = ruling.text
            cache[key] = [
                CitedPart(paragraphs(text, links, href.to_card, part.start, part.end), part.citations)
                for part in cited_parts(ruling)
            ]
        return cache[key]

    return parts_of
