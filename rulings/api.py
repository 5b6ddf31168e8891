"""The public API: `open()` returns a `KnowledgeBase`, which finds cards by name, searches and
exports.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec

import rulings
from rulings import __version__, errors, name_index, naming, resolving
from rulings.model import (
    entities,
    formatting,
    knowledge,
    page_table,
    plain_text,
    records,
    selecting,
    vocabulary,
)
from rulings.search import fields
from rulings.storage import compiled, files

# Opening a knowledge base, and compiling it

Page = (
    knowledge.CardPage
    | knowledge.TopicPage
    | knowledge.KeywordPage
    | knowledge.AuthorityPage
    | knowledge.StepPage
)
Subject = (  # a name, or the thing itself
    str | naming.Thing | entities.Card | entities.Topic | entities.Authority | entities.Step
)
_SUBJECT_KINDS: dict[type, naming.Kind] = {
    entities.Card: "card",
    entities.Topic: "topic",
    entities.Authority: "authority",
    entities.Step: "step",
}
Fact = Literal["keyword", "type", "set", "rarity", "artist"]


def _from_yaml(folder: Path) -> KnowledgeBase:
    from rulings.storage import yaml_files

    return KnowledgeBase(**yaml_files.read_folder(folder).arguments())


def compile_shipped() -> KnowledgeBase:
    """Compiles the shipped knowledge base and returns it. If the file cannot be written, a note
    says so. Raises `RulingsError` for what `rulings check` refuses, if the sources are there too.
    """
    state = compiled.state()
    if (files.SHIPPED / "sources" / files.SOURCES_FILE).exists():
        from rulings.parser import parse

        if faults := files.first_of_each_file(parse.check(files.SHIPPED).errors):
            raise errors.RulingsError("\n".join(faults))
    kb = _from_yaml(files.SHIPPED)
    try:
        compiled.write_compiled(_compiled_parts(kb), state)
    except OSError as error:
        warn(f"{compiled.compiled_file()} cannot be written ({error.strerror})")
    return kb


def _compiled_parts(kb: knowledge.Knowledge) -> Iterator[tuple[str, bytes]]:
    from rulings.search import indexing

    yield from knowledge.encoded(kb).items()
    yield "names.json", msgspec.json.encode(name_index.names_of(kb))
    for name, value in indexing.index_files(kb):
        yield f"search/{name}", value


def warn(sentence: str) -> None:
    """Warns of something that the user of the library should know; the command line prints it as a
    note.
    """
    warnings.warn(sentence, errors.RulingsWarning, stacklevel=4)


class KnowledgeBase(knowledge.Knowledge):
    """The whole knowledge base in memory, immutable. Made by `rulings.open()`.

    It has no length and is not iterable: `cards`, `rulings`, `topics`, `sections`, `steps` and
    `documents` are. Every entity has `to_dict()`, its JSON.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled, it is opened again."""
        return open, (self.location,)

    @property
    def version(self) -> str:
        """The version of the program, as in an export."""
        return __version__

    def card(self, name: str) -> entities.Card:
        """The card with that title, id or alias, shortened or misspelt too. Raises `NotFound` or
        `Ambiguous`.

        The name is always read as a card's: `bits` is Boring Bit here, though the command line
        searches for the word.
        """
        return self.cards_by_id[resolving.find(self, name, "card").id]

    def topic(self, name: str) -> entities.Topic:
        """The topic with that title or id, shortened or misspelt too. Raises `NotFound` or
        `Ambiguous`.
        """
        return self.topics_by_id[resolving.find(self, name, "topic").id]

    def ruling(self, id: str) -> entities.Ruling:
        """The ruling with that id (`dr-dreff-8a16f88d`, `8a16f88d`), current or former. Raises
        `NotFound`.
        """
        return self.rulings_by_id[resolving.find(self, id, "ruling").id]

    def section(self, id: str) -> entities.Section:
        """The section with that id (`manual-1-lore-and-objective`), current or former. Raises
        `NotFound`.
        """
        return self.sections_by_id[resolving.find(self, id, "section").id]

    def step(self, number: int | str) -> entities.Step:
        """The step of the run chart with that number (1 to 20) or id (`run-chart-13`). Raises
        `NotFound`.
        """
        return resolving.find_step(self, number)

    def authority(self, name: str) -> entities.Authority:
        """Who is cited by that name, misspelt too, or has that id. Raises `NotFound` or
        `Ambiguous`.
        """
        return self.authorities_by_id[resolving.find(self, name, "authority").id]

    def meaning(self, name: str) -> naming.Resolution:
        """What a typed name, id or address means, of whatever kind; how it was read; and the
        nearest names.
        """
        return resolving.resolve(self, name)

    def page(self, name: Subject) -> Page:
        """What there is on a card, topic, keyword, authority or step: `page.rulings`; on a card also
        those that it inherits and that mention it.

        A name is read as by the command line. Raises `NotFound` or `Ambiguous`.
        """
        thing = self._thing(name)
        match thing.kind:
            case "card":
                return knowledge.card_page(self, thing.id)
            case "topic":
                return knowledge.topic_page(self, thing.id)
            case "keyword":
                return selecting.keyword_page(self, thing.title)
            case "authority":
                return selecting.authority_page(self, self.authorities_by_id[thing.id])
            case "step":
                step = self.step(thing.id)
                return knowledge.StepPage(step, self._rulings(step.rulings))
        raise errors.NotFound(f"{thing.described} has no page of rulings")

    def card_page(self, name: str | entities.Card) -> knowledge.CardPage:
        """The page of a card: see `page`. Its name is read as by `card`."""
        return knowledge.card_page(self, self._thing(name, "card").id)

    def topic_page(self, name: str | entities.Topic) -> knowledge.TopicPage:
        """The page of a topic: see `page`. Its name is read as by `topic`."""
        return knowledge.topic_page(self, self._thing(name, "topic").id)

    def _thing(self, name: Subject, *kinds: naming.Kind) -> naming.Thing:
        """The thing with this name, or the given one. Raises `NotFound` or `Ambiguous`."""
        if isinstance(name, str):
            return resolving.find(self, name, *kinds)
        kind = name.kind if isinstance(name, naming.Thing) else _SUBJECT_KINDS[type(name)]
        if isinstance(name, naming.Thing) and kind == "query" and not kinds:
            return name
        resolution = resolving.resolve(self, name.id, kind)
        if resolution.only is None or not resolution.is_exact or kind not in (kinds or (kind,)):
            raise errors.NotFound(f"there is no {kind} {name.id} here")
        return resolution.only

    def listed(self, name: str | naming.Thing) -> rulings.Results:
        """Everything on a list (`errata`, `changes 1997`), of a kind (`steps`, `cards`), or with a
        keyword or card type (`virus`).

        Raises `NotFound` or `Ambiguous`.
        """
        thing = self._thing(name)
        query = query_for(thing)
        for kind in get_args(vocabulary.HitKind):
            if (thing.kind, thing.id) == ("page", plain_text.plural(kind)):
                query = f"kind:{kind}"
        if not query:
            raise errors.NotFound(f"{thing.described} is not a list of rulings or cards")
        return self.search(query, None, newest=thing.id.startswith("changes"))

    def both(
        self,
        name: str | entities.Card,
        other_name: str | entities.Card,
        *others: str | entities.Card,
    ) -> tuple[entities.Ruling, ...]:
        """The rulings that concern two cards, or all of several. Raises `NotFound` or
        `Ambiguous`, and `ValueError` for a card that is named twice.
        """
        page, *pages = map(self.card_page, (name, other_name, *others))
        card_ids = [card_page.card.id for card_page in (page, *pages)]
        if len({*card_ids}) < len(card_ids):
            raise ValueError(
                f"two different cards are needed, not {plain_text.joined_with('and', card_ids)}"
            )
        return tuple(selecting.page_rulings(selecting.rulings_on_all(page, pages)))

    def rulings_for(self, subject: Subject) -> tuple[entities.Ruling, ...]:
        """The rulings on what has that name: a card, topic, keyword, card type, authority, step,
        list or document, or the one with that id.

        Under a card or topic errata come first, then rulings, then `see` entries. Raises `NotFound`
        or `Ambiguous`.
        """
        thing = self._thing(subject)
        if thing.kind == "ruling":
            return (self.rulings_by_id[thing.id],)
        if thing.kind == "document":
            return tuple(r for r in self.rulings if r.source.document == thing.id)
        if query_for(thing):
            matches = (hit.entity for hit in self.listed(thing))
            return tuple(entity for entity in matches if isinstance(entity, entities.Ruling))
        return self.page(thing).rulings

    def why(self, id: str) -> entities.AnyEntry | entities.Note | knowledge.SubjectPage:
        """The ruling, section or step with that id: its `status` and `notes` say what overrules it.
        Or the note with that id, which quotes both sides; or the page of the card or topic of that
        name, whose rulings have them.

        Raises `NotFound`.
        """
        subject = resolving.resolve(self, id).only
        if subject and subject.kind == "card":
            return knowledge.card_page(self, subject.id)
        if subject and subject.kind == "topic":
            return knowledge.topic_page(self, subject.id)
        thing = resolving.find(self, id, "ruling", "section", "step", "note")
        if thing.kind == "note":
            return self.notes_by_id[thing.id]
        if thing.kind == "step":
            return self.step(thing.id)
        entry = self.entry(thing.id)
        assert entry  # which has that id
        return entry

    def document(self, name: str) -> entities.Document:
        """The document with that title, short name or id. Raises `NotFound` or `Ambiguous`."""
        return self.documents_by_id[resolving.find(self, name, "document").id]

    def sections_of(self, document: str, section: str = "") -> list[entities.Section]:
        """The sections of a document, or the one with that title, number or id with those below it.

        Raises `NotFound` or `Ambiguous`.
        """
        return resolving.find_sections(self, self.document(document), section)[0]

    def cards_by(self, fact: Fact) -> dict[str, list[entities.Card]]:
        """The keywords, types, sets, rarities or artists in alphabetical order, each with its
        cards. Raises `ValueError` for any other fact.
        """
        if fact not in get_args(Fact):
            facts = plain_text.joined_with("or", get_args(Fact))
            raise ValueError(f"fact must be {facts}, not {plain_text.quoted(fact)}")
        cards: dict[str, list[entities.Card]] = {}
        for card in self.cards:
            values = card.keywords if fact == "keyword" else [getattr(card, fact)]
            for value in filter(None, values):
                cards.setdefault(value, []).append(card)
        return dict(sorted(cards.items()))

    def search(
        self, query: str, limit: int | None = 10, *, newest: bool = False
    ) -> rulings.Results:
        """The best hits for a query in the language of the command line, best first or, with
        `newest`, by date.

        What is returned is a sequence of hits, each with its `entity`; besides, it has their
        `total`, the `confidence` that they answer (`high` or `low`), `notes` on how the query was
        read, and, if there are none, an `explanation` in sentences. `limit`: None for all. Raises
        `ValueError` for a negative limit.
        """
        from rulings import search

        return search.search(self, query, limit, newest=newest)

    def deck(self, text: str | bytes, against: str | bytes | None = None) -> rulings.Sheet:
        """The rulings that apply to a deck list or, with `against`, to two decks that meet; those
        on two cards first.

        Raises `RulingsError` if a text cannot be a deck list. `unread` of each deck lists the lines
        that are no cards.
        """
        from rulings.deck import decklist, sheet

        deck = sheet.resolve_deck(self, decklist.read_deck(text))
        if against is None:
            return sheet.make_sheet(self, deck)
        return sheet.make_sheet(self, deck, sheet.resolve_deck(self, decklist.read_deck(against)))

    def export(self) -> dict[str, Any]:
        """The data that `rulings export` prints: the `version` of the program that made it, and
        everything by kind.
        """
        return {"version": self.version, **knowledge.export(self)}

    def rows(self, site: str = "") -> list[dict[str, str | None]]:
        """The rows of `rulings export --format csv`, one for each ruling, by the names of their
        columns. `site`: the address of a site, to which those of rulings are added.
        """
        site = formatting.site_address(site)
        names = records.EXPORTED
        cells = (records.record(ruling).cells(names, site) for ruling in self.rulings)
        return [dict(zip(names, row, strict=True)) for row in cells]

    def write_database(self, path: str | Path, site: str = "") -> None:
        """Writes an SQLite database as `rulings export --format sqlite` does.

        Raises `RulingsError` if it cannot, or if anything else than such a database is there.
        """
        from rulings.storage import database

        database.write_database(self, Path(path), formatting.site_address(site))


def query_for(thing: naming.Thing) -> str:
    """The query for what a list, keyword or card type lists: `is:errata`, `keyword:virus`; empty for
    anything else.
    """
    if thing.kind in ("keyword", "type"):
        return fields.field_query(thing.kind, thing.title)
    if thing.kind == "query":
        return thing.id
    list_name, _, date = thing.id.partition(" ")
    if thing.kind != "page":
        return ""
    for row in page_table.PAGES:
        if row.id == list_name and row.command.startswith("search "):
            query = row.command.removeprefix("search ")
            return f"{query} date:{date}" if date else query
    return ""


def open(path: str | Path | None = None) -> KnowledgeBase:
    """The shipped knowledge base, or the one in the folder `path`. Raises `RulingsError` if it
    cannot be read.

    The shipped one is read from its compiled file; in a checkout, that is written again if the YAML
    is newer. Any other folder is read from its YAML: a compiled file in it would be a stranger's.
    """
    folder = Path(path) if path is not None else files.SHIPPED
    if folder.absolute() != files.SHIPPED:
        return _from_yaml(folder)
    if not folder.is_dir():
        raise errors.RulingsError(
            f"{folder}: the program cannot run from an archive; install it with pip or pipx"
        )
    try:
        values = compiled.read_compiled()
    except compiled.DamagedError as error:
        return _read_again(error)
    kb = KnowledgeBase(str(folder), encoded=values)
    kb.store(name_index.index_names, msgspec.json.decode(values["names.json"], type=naming.Names))
    return kb


def _read_again(error: compiled.DamagedError) -> KnowledgeBase:
    """The shipped knowledge base from its YAML; in a checkout, it is compiled."""
    if compiled.is_checkout():
        warn(f"{error}; compiling it again")
        return compile_shipped()
    warn(f"{error}; reading the YAML, which takes longer; `rulings parse` compiles it again")
    return _from_yaml(files.SHIPPED)
