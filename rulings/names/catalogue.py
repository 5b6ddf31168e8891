"""Collects the names of everything in a knowledge base: `name_table.NameTable`."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Literal

from rulings.model import (
    entities,
    ids,
    knowledge,
    plain_text,
    subject_pages,
    vocabulary,
)
from rulings.names import name_table, numbering

# A word that at least this many rulings use outside names of cards is a common word
_MIN_RULINGS = 5
_MIN_PERSON_LENGTH = 2  # letters of a first or last name that means a person: `jd`


def names_of(kb: knowledge.Knowledge) -> name_table.NameTable:
    """The names of the knowledge base, read from the compiled file or
    collected once.
    """
    return kb.computed(build_names)


def build_names(kb: knowledge.Knowledge) -> name_table.NameTable:
    """The names of everything in a knowledge base, cards first."""
    common_words = _common_words(kb)
    names = name_table.NameTable(common=common_words)
    _add_cards(names, kb)
    for topic in kb.topics:
        names.add("topic", topic.id, topic.title)
    kind: Literal["keyword", "type"]
    for kind in ("keyword", "type"):
        for word in subject_pages.cards_by(kb, kind):
            plural = plain_text.plural(word)
            names.add(kind, ids.slug(word), word, [plural])
    names_by_authority = defaultdict[str, list[str]](list)
    for name, authority in authority_names(kb.authorities):
        names_by_authority[authority.id].append(name)
    for authority in kb.authorities:
        other_names = names_by_authority[authority.id]
        names.add("authority", authority.id, authority.name, other_names)
    for document in kb.documents:
        short = document.short
        other_names = [short, *name_table.DOCUMENT_ALIASES.get(short, ())]
        names.add("document", document.id, document.title, other_names)
    for page in name_table.LISTS:
        singular = plain_text.singular(page)
        names.add("page", page, page.capitalize(), [singular])
    for fact in vocabulary.LISTED_FACTS:
        for value in filter(None, {getattr(card, fact) for card in kb.cards}):
            reference = entities.Reference(fact, ids.slug(value), value)
            names.facts.setdefault(plain_text.fold(value), reference)
    names.other_game_titles = frozenset(
        title
        for title in map(plain_text.fold, kb.edited.other_game.titles)
        if not names.exact(title, "card").references
    )
    names.numbered_documents = numbering.numbered_documents(kb)
    return names


def _add_cards(names: name_table.NameTable, kb: knowledge.Knowledge) -> None:
    """Adds the cards with their aliases."""
    edited = kb.edited.names
    aliases_by_title = defaultdict[str, list[str]](list)
    for alias in edited.aliases:
        aliases_by_title[alias.card].append(alias.name)
    for ambiguous in edited.ambiguous:
        for title in ambiguous.cards:
            aliases_by_title[title].append(ambiguous.name)
    for card in kb.cards:
        other_names = aliases_by_title[card.title]
        folded_title = plain_text.fold(card.title)
        for spelling in _spellings(card.title, other_names):
            if plain_text.fold(spelling) != folded_title:
                other_names.append(spelling)
        names.add("card", card.id, card.title, other_names)


def _spellings(title: str, aliases: Iterable[str]) -> list[str]:
    """Other spellings of a title and its aliases that the folded forms do not show."""
    with_trademark = title.replace("[", " ").replace("(", " ")  # `Bakdoor TM`
    names = (title, *aliases)
    without_contractions = [name.replace("n't", " not") for name in names]  # `do not`
    return [with_trademark, *without_contractions]


def authority_names(
    authorities: Iterable[entities.Authority],
) -> Iterator[tuple[str, entities.Authority]]:
    """All names and ids of authorities, each with its authority; then the single words
    of names that only one person has.
    """
    for authority in authorities:
        yield authority.name, authority
        yield authority.id, authority
        yield authority.person or authority.name, authority
        for name in authority.names:
            yield name, authority
    people: dict[str, list[entities.Authority]] = {}
    for authority in authorities:
        if authority.kind != "person":
            continue
        name = f"{authority.name} {authority.person or ''}"
        words = {*plain_text.fold(name).split()}
        words.update(map(plain_text.fold, name.split()))  # Keith-Stanley has three
        for word in words:
            if len(word) >= _MIN_PERSON_LENGTH:
                people.setdefault(word, []).append(authority)
    for word, bearers in sorted(people.items()):
        if len(bearers) == 1:
            yield word, bearers[0]


def _common_words(kb: knowledge.Knowledge) -> frozenset[str]:
    """The words that at least `_MIN_RULINGS` rulings contain outside names of cards."""
    counts = Counter[str]()
    for ruling in kb.ruling_entries:
        words = ruling.printed
        for mention in ruling.mentions:
            words = words.replace(mention.words, " ", 1)
        words_of_ruling = {*plain_text.fold(words).split()}
        counts.update(words_of_ruling)
    common_words = [word for word, count in counts.items() if count >= _MIN_RULINGS]
    return frozenset(common_words)
