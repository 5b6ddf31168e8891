"""The cards → a page for each, with its rulings and those that it inherits or that mention it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from rulings.model import formatting, selecting
from rulings.model.constants import RULING_LISTS
from rulings.model.entities import Card, Ruling
from rulings.model.files import RowData
from rulings.model.formatting import plural
from rulings.model.ids import fold
from rulings.site.content.addresses import card_list_url
from rulings.site.content.applicable_topics import applicable_topics
from rulings.site.content.card_pairs import related_cards
from rulings.site.content.data import SiteData
from rulings.site.content.lists import neighbours
from rulings.site.content.page import SitePage, page_description
from rulings.site.render.json_ld import answers

_SHOWN_KINDS = ("nickname", "initials", "short")  # of other names
LONG = 1500  # characters of the rulings on a card; more are printed in two columns


def card_pages(data: SiteData) -> Iterator[SitePage]:
    """A page for each card, in alphabetical order."""
    steps = {step.number: step for step in data.steps}
    related = related_cards(data)
    nicknames = nicknames_of_cards(data.kb.names)
    for position, card in enumerate(data.cards):
        id = card.id
        rulings = data.rulings_under(id)
        inherited = data.inherited(id)
        by_kind = {kind: [r for r in rulings if r.kind == kind] for kind in RULING_LISTS.values()}
        yield SitePage(
            url=card.url,
            template="card.html",
            title=card.title,
            description=_description(card, rulings),
            context={
                "card": card,
                "nicknames": nicknames[fold(card.title)],
                "rulings": rulings,
                "errata": by_kind["errata"],
                "others": by_kind["ruling"],
                "see_entries": by_kind["see"],
                "is_long": sum(len(ruling.text) for ruling in rulings) > LONG,
                "inherited": inherited,
                "mentioned": selecting.mentioned_elsewhere(data.rulings_mentioning(id), inherited),
                "steps": [steps[number] for number in data.kb.steps_for(id) if number in steps],
                "applicable_topics": applicable_topics(data, *card.keywords, card.type) if not rulings else (),
                "related": related.get(id, ()),
                **neighbours(data.cards, position),
            },
            parent=(f"{card.side} · {plural(card.type)}", card_list_url(card.type, "type")),
            json_ld=answers(rulings),
            json_url=f"/api/cards/{id}.json",
        )


def nicknames_of_cards(names: RowData) -> defaultdict[str, list[str]]:
    """Folded title → the nicknames, initials and short forms of the card, without misprints and inflected forms."""
    nicknames = defaultdict[str, list[str]](list)
    for row in names.get("aliases", ()):
        title = fold(row["card"])
        listed = nicknames[title]
        if row["kind"] in _SHOWN_KINDS and fold(row["name"]) not in (title, *map(fold, listed)):
            listed.append(row["name"])
    return nicknames


def _description(card: Card, rulings: list[Ruling]) -> str:
    """The description of a card's page, for search engines."""
    title = card.title
    kind = f"{card.side} {card.type.lower()}"
    first = next(iter(selecting.without_see_entries(rulings)), None)
    if not first:
        see = ", ".join(dict.fromkeys(target.title for ruling in rulings for target in ruling.see))
        text = f"{title}: {kind} of Netrunner (1996). There are no rulings on the card itself."
        return f"{text} See {see}." if see else text
    return page_description(f"{title}, {kind}: {', '.join(formatting.ruling_counts(rulings))}. {first.text}")
