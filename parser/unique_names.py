"""Checks that no name in a hand-edited file or a heading is already that of something
else: typing the name would then silently show another thing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rulings.cli import specification
from rulings.model import (
    hand_edited,
    ids,
    knowledge,
    page_table,
    plain_text,
    validation,
    vocabulary,
)
from rulings.names import catalogue, name_table, resolver
from rulings.parser import checks, entries
from rulings.parser.sources import Sources
from rulings.search import query_words
from rulings.storage import files

_MANY_LINKS = 15  # in rulings, for one name of a card; the most common one has 11
_Key = tuple[str, str]  # the kind and id of a thing


class Claim(NamedTuple):
    """A name that a row or heading gives to things, and its place."""

    name: str
    kind: str
    things: tuple[_Key, ...]
    path: str
    line: int

    @property
    def form(self) -> str:
        """The name as it is looked up."""
        return plain_text.fold(self.name)

    def problem(self, fault: str) -> files.Problem:
        """The error that the name has a fault."""
        text = f"{plain_text.quoted(self.name)} {fault}; choose another name"
        return files.Problem(self.path, text, self.line)


def claims(collection: entries.ParsedKnowledge) -> Iterator[Claim]:
    """All names. If two things have one name, the later claim is wrong: headings and
    documents are printed; nicknames, notes and new topics are the easiest to change.
    """
    sources = collection.sources
    edited = sources.edited
    things: tuple[_Key, ...]
    path = sources.path("keywords")
    for keyword, line in checks.with_lines(edited.keywords):
        things = (("keyword", ids.slug(keyword)),)
        yield Claim(keyword, "keyword", things, path, line)
    path = sources.file_of(vocabulary.RULINGS_DOCUMENT)
    for block in collection.rulings_document.blocks:
        subject = block.subject
        if subject.kind == "topic":
            things = (("topic", subject.id),)
            yield Claim(subject.title, "topic", things, path, block.heading.number)
    yield from _claims_of_rows(sources, "documents", "document", "title", "short", "id")
    yield from _claims_of_rows(sources, "cards", "card", "title", "id")
    keys = ("name", "person", "id", "names")
    yield from _claims_of_rows(sources, "authorities", "authority", *keys)
    path = sources.path("names")
    rows: list[hand_edited.Alias | hand_edited.AmbiguousRow]
    rows = [*edited.names.ambiguous, *edited.names.aliases]
    for row in rows:
        titles = (row.card,) if isinstance(row, hand_edited.Alias) else row.cards
        cards = filter(None, map(sources.cards.get, map(plain_text.fold, titles)))
        things = tuple(("card", card.id) for card in cards)
        yield Claim(row.name, "nickname", things, path, validation.line_of(row))
    yield from _claims_of_rows(sources, "notes", "note", "id")
    for name, additions in edited.additions.items():
        path = sources.path(f"{ids.ADDITIONS}/{name}")
        for addition in additions:
            if addition.topic:
                title = addition.subject
                things = (("topic", ids.slug(title)),)
                yield Claim(title, "topic", things, path, validation.line_of(addition))


def _claims_of_rows(
    sources: Sources, file: str, kind: str, *keys: str
) -> Iterator[Claim]:
    """The names in these keys of the rows of a file; each spelling once for each row."""
    for row in getattr(sources.edited, file):
        forms = set[str]()
        for key in keys:
            value = getattr(row, key) or ()
            line = validation.line_of(row, key)
            for name in (value,) if isinstance(value, str) else value:
                claim = Claim(name, kind, ((kind, row.id),), sources.path(file), line)
                if claim.form not in forms:
                    forms.add(claim.form)
                    yield claim


# Names of commands and pages, and words of questions: known before anything is parsed


def reserved_name_problems(
    collection: entries.ParsedKnowledge,
) -> Iterator[files.Problem]:
    """Errors in names that belong to a command, page, side, set or rarity, or that are
    words of many questions.
    """
    commands = {*map(plain_text.fold, specification.COMMANDS)}
    pages = set[str]()
    for page in page_table.PAGES:
        pages.update(map(plain_text.fold, (page.id, *page.names)))
    facts = {*vocabulary.SIDES, *collection.sources.edited.sets}
    facts.update(card.rarity for card in collection.cards)
    folded_facts = {*map(plain_text.fold, facts)}
    for claim in claims(collection):
        if claim.kind == "keyword":
            continue  # some keywords have a page of their name
        # Some pages are about a document and have its name
        reserved = commands if claim.kind == "document" else commands | pages
        words = claim.form.split()
        if claim.form in reserved:
            yield claim.problem("is already a command or page")
        elif claim.form in folded_facts:
            yield claim.problem("is already a side, a set or a rarity")
        elif query_words.EVERYDAY_WORDS.issuperset(words):
            fault = "is a word of many questions, which would then be about it"
            yield claim.problem(fault)


# Names of other things


def name_problems(
    kb: knowledge.Knowledge, collection: entries.ParsedKnowledge
) -> Iterator[files.Problem]:
    """Errors in names that something else has."""
    all_claims = [*claims(collection)]
    numbers: dict[tuple[_Key, str], int] = {}
    for number, claim in enumerate(all_claims):
        for key in claim.things:
            numbers.setdefault((key, claim.form), number)
            numbers.setdefault((key, ""), number)
    names = catalogue.names_of(kb)
    for number, claim in enumerate(all_claims):
        things = resolver.things_by_id(kb, claim.name)
        for reading in names.exact_readings(claim.form):
            things += reading.things
        for thing in dict.fromkeys(things):
            key = (thing.kind, thing.id)
            # The claim with which the thing has the name, or else any name
            other_number = numbers.get((key, claim.form), numbers.get((key, ""), -1))
            if other_number < number and not _may_share(kb, claim, thing):
                place = ""
                if other_number >= 0:
                    other = all_claims[other_number]
                    place = f" ({Path(other.path).name}, line {other.line})"
                yield claim.problem(f"is already {thing.described}{place}")


def _may_share(kb: knowledge.Knowledge, claim: Claim, thing: name_table.Thing) -> bool:
    """Whether a thing may have the name of the claim too."""
    if (thing.kind, thing.id) in claim.things or thing.kind == "page":
        return True
    cards = [kb.cards_by_id[id] for kind, id in claim.things if kind == "card"]
    if not cards or thing.kind not in ("keyword", "authority"):
        return False
    if claim.kind == "nickname":  # `sensei` of Runner Sensei
        return all(claim.form in plain_text.fold(card.title).split() for card in cards)
    # A card may be named by its own keyword: Zombie
    return all(thing.title in card.keywords for card in cards)


def link_problems(
    kb: knowledge.Knowledge, collection: entries.ParsedKnowledge
) -> Iterator[files.Problem]:
    """Errors in nicknames that would be links in many rulings."""
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
