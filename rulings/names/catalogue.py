"""Collects the names of everything in a knowledge base: `name_table.Names`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal

from rulings.model import entities, ids, knowledge, plain_text, subject_pages
from rulings.model.base import grouped
from rulings.names import name_table

# A word that at least this many rulings use outside names of cards is a common word
_MIN_RULINGS = 5
_MIN_PERSON_LENGTH = 2  # letters of a first or last name that means a person: `jd`


def names_of(kb: knowledge.Knowledge) -> name_table.Names:
    """The names of the knowledge base, read from the compiled file or
    collected once.
    """
    return kb.computed(index_names)


def index_names(kb: knowledge.Knowledge) -> name_table.Names:
    """The names of everything in a knowledge base, cards first."""
    names = name_table.Names(common=_common_words(kb))
    _add_cards(names, kb)
    for topic in kb.topics:
        names.add("topic", topic.id, topic.title)
    kind: Literal["keyword", "type"]
    for kind in ("keyword", "type"):
        for word in subject_pages.cards_by(kb, kind):
            names.add(kind, ids.slug(word), word, [plain_text.plural(word)])
    names_by_authority = grouped(
        (authority.id, name) for name, authority in authority_names(kb.authorities)
    )
    for authority in kb.authorities:
        other_names = names_by_authority[authority.id]
        names.add("authority", authority.id, authority.name, other_names)
    for document in kb.documents:
        aliases = name_table.DOCUMENT_ALIASES.get(document.short, ())
        names.add("document", document.id, document.title, [document.short, *aliases])
    for page in name_table.LISTS:
        names.add("page", page, page.capitalize(), [plain_text.singular(page)])
    other_titles = frozenset(map(plain_text.fold, kb.edited.other_game.titles))
    names.other_game_titles = frozenset(
        title for title in other_titles if not names.exact(title, "card").things
    )
    return names


def _add_cards(names: name_table.Names, kb: knowledge.Knowledge) -> None:
    """Adds the cards with their aliases."""
    names_of_titles = [(row.card, row.name) for row in kb.edited.names.aliases]
    for ambiguous in kb.edited.names.ambiguous:
        names_of_titles += [(title, ambiguous.name) for title in ambiguous.cards]
    aliases = grouped(names_of_titles)
    for card in kb.cards:
        card_names = [card.title, *aliases.get(card.title, ())]
        with_trademark = card.title.replace("[", " ").replace("(", " ")  # `Bakdoor TM`
        spellings = [
            with_trademark,
            *(name.replace("n't", " not") for name in card_names),
        ]
        title = plain_text.fold(card.title)
        spellings = [form for form in spellings if plain_text.fold(form) != title]
        names.add("card", card.id, card.title, [*card_names[1:], *spellings])


def authority_names(
    authorities: Iterable[entities.Authority],
) -> Iterator[tuple[str, entities.Authority]]:
    """All names and ids of authorities, each with its authority; then first and last
    names that only one person has.
    """
    for authority in authorities:
        for name in (
            authority.name,
            authority.id,
            authority.person or authority.name,
            *authority.names,
        ):
            yield name, authority
    people: dict[str, list[entities.Authority]] = {}
    for authority in authorities:
        name = f"{authority.name} {authority.person or ''}"
        # All three names of Keith-Stanley count.
        forms = {*plain_text.fold(name).split(), *map(plain_text.fold, name.split())}
        for word in forms:
            if len(word) >= _MIN_PERSON_LENGTH and authority.kind == "person":
                people.setdefault(word, []).append(authority)
    yield from (
        (word, bearers[0])
        for word, bearers in sorted(people.items())
        if len(bearers) == 1
    )


def _common_words(kb: knowledge.Knowledge) -> frozenset[str]:
    """The words that several rulings contain outside the names of cards."""
    counts = Counter[str]()
    for ruling in kb.rulings:
        words, position = "", 0
        for mention in ruling.mentions:
            start, end = mention.span
            words += f"{ruling.printed[position:start]} "
            position = end
        counts.update(set(plain_text.fold(words + ruling.printed[position:]).split()))
    return frozenset(word for word, count in counts.items() if count >= _MIN_RULINGS)
