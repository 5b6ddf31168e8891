"""Checks that no name in a hand-edited file or a heading is already that of something
else: typing the name would then silently show another thing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
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
from rulings.names import catalogue, name_table, resolver
from rulings.parser import entries
from rulings.search import query_words
from rulings.storage import files

_MANY_LINKS = 15  # in rulings, for one name of a card; the most common one has 11
# If two things have one name, the row of the later kind is reported. Documents and
# headings are printed; nicknames and notes are the easiest to change.
_ORDER = (
    "keyword",
    "type",
    "document",
    "heading",
    "card",
    "authority",
    "added topic",
    "ambiguous name",
    "nickname",
    "note",
)
_RANKS = {kind: rank for rank, kind in enumerate(_ORDER)}
_Key = tuple[str, str]  # the kind and id of a thing


class Claim(NamedTuple):
    """A name that a row or heading gives to things, and its place. `kind`: one of
    `_ORDER`; `titles`: those of the cards, for a nickname.
    """

    name: str
    kind: str
    bearers: tuple[_Key, ...]
    file: str
    line: int
    titles: tuple[str, ...] = ()

    @property
    def form(self) -> str:
        """The name as it is looked up."""
        return plain_text.fold(self.name)

    @property
    def is_in_titles(self) -> bool:
        """Whether the name is a word of the title of each card that it means."""
        words = (plain_text.fold(title).split() for title in self.titles)
        return bool(self.titles) and all(self.form in title for title in words)


def claims(collection: entries.ParsedKnowledge) -> Iterator[Claim]:
    """All names, in no order."""
    edited = collection.sources.edited
    lines = getattr(edited.keywords, "lines", ())
    for keyword, line in zip(edited.keywords, lines, strict=False):
        bearers = (("keyword", ids.slug(keyword)),)
        yield Claim(keyword, "keyword", bearers, "keywords", line)
    for row in edited.documents:
        names = {row.title: "title", row.short: "short", row.id: "id"}
        yield from _claims_of_row(row, "document", "documents", names)
    for card in edited.cards:
        names = {card.title: "title", card.id: "id"}
        yield from _claims_of_row(card, "card", "cards", names)
    for authority in edited.authorities:
        names = dict.fromkeys(authority.names, "names")
        names |= {authority.person or "": "person", authority.id: "id"}
        names |= {authority.name: "name"}
        yield from _claims_of_row(authority, "authority", "authorities", names)
    yield from _claims_of_topics(collection)
    yield from _claims_of_nicknames(collection)
    for note in edited.notes:
        line = validation.line_of(note, "id")
        yield Claim(note.id, "note", (("note", note.id),), "notes", line)


def _claims_of_row(
    row: hand_edited.DocumentRow | hand_edited.CardRow | entities.Authority,
    kind: str,
    file: str,
    keys: dict[str, str],
) -> Iterator[Claim]:
    """The names of one thing. `keys`: name → the key that has it."""
    for name, key in keys.items():
        if name:
            line = validation.line_of(row, key)
            yield Claim(name, kind, ((kind, row.id),), file, line)


def _claims_of_topics(collection: entries.ParsedKnowledge) -> Iterator[Claim]:
    document = collection.sources.documents[vocabulary.RULINGS_DOCUMENT].row.file
    for block in collection.rulings_document.blocks:
        subject = block.subject
        if subject.kind == "topic":
            bearers = (("topic", subject.id),)
            line = block.heading.number
            yield Claim(subject.title, "heading", bearers, document, line)
    for name, additions in collection.sources.edited.additions.items():
        for row in additions:
            if row.topic:
                bearers = (("topic", ids.slug(row.subject)),)
                file = f"{ids.ADDITIONS}/{name}"
                line = validation.line_of(row)
                yield Claim(row.subject, "added topic", bearers, file, line)


def _claims_of_nicknames(collection: entries.ParsedKnowledge) -> Iterator[Claim]:
    cards = collection.sources.cards
    names = collection.sources.edited.names
    rows: list[
        tuple[hand_edited.Alias | hand_edited.AmbiguousRow, str, tuple[str, ...]]
    ] = []
    rows += [(row, "ambiguous name", row.cards) for row in names.ambiguous]
    rows += [(alias, "nickname", (alias.card,)) for alias in names.aliases]
    for row, kind, titles in rows:
        known = filter(None, (cards.get(plain_text.fold(title)) for title in titles))
        bearers = tuple(("card", card.id) for card in known)
        line = validation.line_of(row)
        yield Claim(row.name, kind, bearers, "names", line, tuple(titles))


# Names of commands and pages, and words of questions: known before anything is parsed


def reserved_name_problems(
    collection: entries.ParsedKnowledge,
) -> Iterator[files.Problem]:
    """Errors in names that belong to a command or page, or that are words of many
    questions.
    """
    commands = {*map(plain_text.fold, specification.COMMANDS)}
    pages = set[str]()
    for page in page_table.PAGES:
        pages.update(map(plain_text.fold, (page.id, *page.names)))
    for claim in claims(collection):
        # Some pages are about a document or a keyword and have its name
        is_on_page = claim.kind in ("document", "keyword")
        reserved = commands if is_on_page else commands | pages
        words = claim.form.split()
        is_nickname = claim.kind in ("nickname", "ambiguous name")
        if claim.form in reserved and claim.kind != "keyword":
            yield _problem(collection, claim, "is already a command or page")
        elif is_nickname and query_words.EVERYDAY_WORDS.issuperset(words):
            fault = "is a word of many questions, which would then be about the card"
            yield _problem(collection, claim, fault)


# Names of other things


def name_problems(
    kb: knowledge.Knowledge, collection: entries.ParsedKnowledge
) -> Iterator[files.Problem]:
    """Errors in names that something else has, and in nicknames that would be links in
    many rulings.
    """
    all_claims = [*claims(collection)]
    places: dict[tuple[_Key, str], Claim] = {}
    for claim in sorted(all_claims, key=lambda claim: -_RANKS[claim.kind]):
        for bearer in claim.bearers:
            places[bearer, ""] = places[bearer, claim.form] = claim
    names = catalogue.names_of(kb)
    without_notes = kb.replaced(notes=(), notes_by_id={})
    for claim in all_claims:
        if claim.kind == "note":
            resolution = resolver.resolve(without_notes, claim.name)
            things = resolution.things if resolution.is_exact else ()
        else:
            readings = names.exact_readings(claim.form)
            things = tuple(chain.from_iterable(reading.things for reading in readings))
        for thing in dict.fromkeys(things):
            key = (thing.kind, thing.id)
            other = places.get((key, claim.form)) or places.get((key, ""))
            if _is_taken(claim, thing, other, kb):
                place = ""
                if other and other.line:
                    file = other.file if "." in other.file else f"{other.file}.yaml"
                    place = f" ({file}, line {other.line})"
                fault = f"is already {thing.described}{place}"
                yield _problem(collection, claim, fault)
    yield from _much_linked(kb, collection)


def _is_taken(
    claim: Claim,
    thing: name_table.Thing,
    other: Claim | None,
    kb: knowledge.Knowledge,
) -> bool:
    """Whether a name is wrong because this thing has it. `other`: the claim with which
    it has the name, or any name.
    """
    if (thing.kind, thing.id) in claim.bearers or thing.kind == "page":
        return False
    other_kind = other.kind if other else thing.kind
    if _RANKS.get(other_kind, 0) > _RANKS[claim.kind]:
        return False  # the other row is reported
    if thing.kind in ("keyword", "authority") and claim.is_in_titles:
        return False  # `sensei` of Runner Sensei
    # A card may be named by its own keyword: Zombie
    cards = [kb.cards_by_id[id] for kind, id in claim.bearers if kind == "card"]
    has_keyword = all(thing.title in card.keywords for card in cards)
    return not (thing.kind == "keyword" and cards and has_keyword)


def _much_linked(
    kb: knowledge.Knowledge, collection: entries.ParsedKnowledge
) -> Iterator[files.Problem]:
    links = Counter[str]()
    for ruling in kb.rulings:
        links.update({mention.words for mention in ruling.mentions})
    # A common word; in a larger collection of rulings, a name has more links
    most_links = max(_MANY_LINKS, len(kb.rulings) // 30)
    for row in kb.edited.names.aliases:
        count = links[row.name]
        if row.in_text and count > most_links:
            text = (
                f"{plain_text.quoted(row.name)} would be a link in {count} rulings; if "
                "it is a common word, write `in_text: false`"
            )
            path = collection.sources.path("names")
            yield files.Problem(path, text, validation.line_of(row))


def _problem(
    collection: entries.ParsedKnowledge, claim: Claim, fault: str
) -> files.Problem:
    text = f"{plain_text.quoted(claim.name)} {fault}; choose another name"
    path = collection.sources.path(claim.file)
    if claim.kind == "heading":
        path = collection.sources.file_of(vocabulary.RULINGS_DOCUMENT)
    return files.Problem(path, text, claim.line)
