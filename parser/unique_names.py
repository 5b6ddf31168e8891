"""Checks that no nickname, name of an authority, id of a note or new topic is already
the name of something else: typing it would then silently show another thing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from rulings.cli import specification
from rulings.model import (
    entities,
    hand_edited,
    ids,
    knowledge,
    page_table,
    plain_text,
    validation,
    vocabulary,
)
from rulings.names import catalogue, resolver
from rulings.parser import entries
from rulings.parser.sources import Sources
from rulings.search import query_words
from rulings.storage import files

_MANY_LINKS = 15  # in printed rulings, for a nickname; the most common one has 11
_Key = tuple[str, str]  # the kind and id of a reference


class Claim(NamedTuple):
    """A name that a row gives, whose it is, and its place."""

    name: str
    keys: tuple[_Key, ...]
    path: str
    line: int


def claims(sources: Sources) -> Iterator[Claim]:
    """The names in the rows that people add."""
    edited = sources.edited
    path = sources.path("names")
    rows: list[hand_edited.Alias | hand_edited.AmbiguousRow]
    rows = [*edited.names.ambiguous, *edited.names.aliases]
    keys: tuple[_Key, ...]
    for row in rows:
        titles = (row.card,) if isinstance(row, hand_edited.Alias) else row.cards
        cards = filter(None, map(sources.cards.get, map(plain_text.fold, titles)))
        keys = tuple(("card", card.id) for card in cards)
        yield Claim(row.name, keys, path, validation.line_of(row))
    path = sources.path("authorities")
    for authority in edited.authorities:
        keys = (("authority", authority.id),)
        line = validation.line_of(authority, "names")
        for name in (authority.name, *authority.names):
            yield Claim(name, keys, path, line)
    path = sources.path("notes")
    for note in edited.notes:
        keys = (("note", note.id),)
        yield Claim(note.id, keys, path, validation.line_of(note, "id"))
    for file, additions in edited.additions.items():
        path = sources.path(f"{ids.ADDITIONS}/{file}")
        for addition in additions:
            title = addition.subject
            keys = (("topic", ids.slug(title)),)
            if addition.topic:
                yield Claim(title, keys, path, validation.line_of(addition))


def name_problems(
    kb: knowledge.Knowledge, parsed_knowledge: entries.ParsedKnowledge
) -> Iterator[files.Problem]:
    """Errors in names that something else has, or that are words of many questions."""
    names = catalogue.names_of(kb)
    reserved = _reserved_names(kb)
    for claim in claims(parsed_knowledge.sources):
        folded_name = plain_text.fold(claim.name)
        references = resolver.references_by_id(kb, claim.name)
        for reading in names.exact_readings(folded_name):
            references += reading.references
        other_references = [
            reference
            for reference in references
            if not _may_share(kb, claim, reference)
        ]
        fault = ""
        if folded_name in reserved:
            fault = "is already a command, a page or a fact of cards"
        elif query_words.EVERYDAY_WORDS.issuperset(folded_name.split()):
            fault = "is a word of many questions, which would then be about it"
        elif other_references:
            fault = f"is already {other_references[0].described}"
        if fault:
            text = f"{plain_text.quoted(claim.name)} {fault}; choose another name"
            yield files.Problem(claim.path, text, claim.line)


def _reserved_names(kb: knowledge.Knowledge) -> set[str]:
    """The names of commands, pages, sides, sets and rarities."""
    names = {*specification.COMMANDS, *vocabulary.SIDES, *kb.edited.sets}
    names.update(card.rarity for card in kb.cards)
    for page in page_table.PAGES:
        names.update((page.id, *page.names))
    return {*map(plain_text.fold, names)}


def _may_share(
    kb: knowledge.Knowledge, claim: Claim, reference: entities.Reference
) -> bool:
    """Whether a reference may have the name of the claim too: `sensei` is a person, and
    a word of the title of Runner Sensei.
    """
    key = (reference.kind, reference.id)
    if key in claim.keys or reference.kind == "page":
        return True
    keys = [*claim.keys, key]
    if {kind for kind, _ in keys} not in ({"card", "keyword"}, {"card", "authority"}):
        return False
    folded_name = plain_text.fold(claim.name)
    cards = (kb.cards_by_id[id] for kind, id in keys if kind == "card")
    titles = [plain_text.fold(card.title) for card in cards]
    return folded_name not in titles and all(
        folded_name in title.split() for title in titles
    )


def link_problems(
    kb: knowledge.Knowledge, parsed_knowledge: entries.ParsedKnowledge
) -> Iterator[files.Problem]:
    """Errors in nicknames that would be links in many printed rulings. A new ruling
    never makes a nickname an error.
    """
    links = Counter[str]()
    for ruling in kb.ruling_entries:
        if ruling.source.document == vocabulary.RULINGS_DOCUMENT:
            links.update({mention.words for mention in ruling.mentions})
    for row in kb.edited.names.aliases:
        count = links[row.name]
        if row.in_text and count > _MANY_LINKS:
            text = (
                f"{plain_text.quoted(row.name)} would be a link in {count} rulings; if "
                "it is a common word, write `in_text: false`"
            )
            path = parsed_knowledge.sources.path("names")
            yield files.Problem(path, text, validation.line_of(row))
