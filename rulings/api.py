"""The public API: `open()` returns a `KnowledgeBase`. It finds cards by name, searches
and exports. The program itself works on the `Knowledge` behind it; `open_knowledge()`
returns that.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, overload

import msgspec

import rulings as package
from rulings import __version__, errors
from rulings.model import (
    entities,
    formatting,
    knowledge,
    page_table,
    plain_text,
    records,
    subject_pages,
    vocabulary,
)
from rulings.names import catalogue, name_table, resolver
from rulings.search import fields
from rulings.storage import compiled, files

# Opening a knowledge base, and compiling it

Page = (
    subject_pages.CardPage
    | subject_pages.TopicPage
    | subject_pages.KeywordPage
    | subject_pages.AuthorityPage
    | subject_pages.StepPage
)
_KINDS: dict[type, vocabulary.ReferenceKind] = {
    entities.Card: "card",
    entities.Topic: "topic",
    entities.Authority: "authority",
    entities.Step: "step",
    entities.Document: "document",
    entities.Section: "section",
}
# The list `rulings`; elsewhere, that name means the document
RULINGS_LIST = entities.Reference("page", "/search/?q=kind:ruling", "the rulings")
Subject = (  # a name, or what has it
    str
    | entities.Reference
    | entities.Card
    | entities.Topic
    | entities.Authority
    | entities.Document
    | entities.AnyEntry
)


def compile_shipped() -> knowledge.Knowledge:
    """Compiles the shipped knowledge base and returns it. If the file cannot be
    written, a note says so.

    If the sources exist, this raises `RulingsError` for anything that `rulings check`
    refuses.
    """
    from rulings.storage import yaml_files

    fingerprint = compiled.fingerprint()
    has_sources = (files.SHIPPED / "sources" / files.SOURCES_FILE).exists()
    kb = None
    if has_sources:
        from rulings.parser import parse

        report = parse.check(files.SHIPPED)
        if report.errors:
            sentences = files.first_of_each_file(report.errors)
            raise errors.RulingsError("\n".join(sentences))
        kb = report.kb
    kb = kb or yaml_files.read_folder(files.SHIPPED)
    try:
        compiled.write_compiled(_compiled_parts(kb), fingerprint)
    except OSError as error:
        warn(f"{compiled.compiled_file()} cannot be written ({error.strerror})")
    return kb


def _compiled_parts(kb: knowledge.Knowledge) -> Iterator[tuple[str, bytes]]:
    from rulings.search import index_writer

    yield from knowledge.encoded(kb).items()
    yield "names.json", msgspec.json.encode(catalogue.names_of(kb))
    for name, value in index_writer.index_files(kb):
        yield f"search/{name}", value


def warn(sentence: str) -> None:
    """Warns the user of the library. The command line prints the sentence as a note."""
    warnings.warn(sentence, errors.RulingsWarning, stacklevel=4)


class KnowledgeBase(msgspec.Struct, frozen=True):
    """The complete knowledge base in memory, immutable. Made by `rulings.open()`.

    It has no length and is not iterable, but `cards`, `rulings`, `topics`, `sections`,
    `steps` and `documents` are. Every entity has `to_dict()` for its JSON.
    """

    _knowledge: knowledge.Knowledge

    def __repr__(self) -> str:
        """Its size: printed in full, it would fill a book."""
        sizes = (
            f"{len(self.cards)} cards",
            f"{len(self.rulings)} rulings",
            f"{len(self.cross_references)} cross-references",
            f"{len(self.topics)} topics",
            f"{len(self.sections)} sections and headings",
            f"{len(self.steps)} steps",
        )
        return f"<KnowledgeBase: {', '.join(sizes)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Unpickling opens it again."""
        return open, (self._knowledge.location,)

    @property
    def folder(self) -> Path:
        """The folder of its YAML."""
        return self._knowledge.folder

    @property
    def documents(self) -> tuple[entities.Document, ...]:
        """The source documents."""
        return self._knowledge.documents

    @property
    def cards(self) -> tuple[entities.Card, ...]:
        """All cards, in alphabetical order."""
        return self._knowledge.cards

    @property
    def topics(self) -> tuple[entities.Topic, ...]:
        """The headings of the general section, in the order of the printed list."""
        return self._knowledge.topics

    @property
    def rulings(self) -> tuple[entities.Ruling, ...]:
        """The rulings, with the errata, in the order of the printed list; then the
        additions.
        """
        return self._knowledge.rulings

    @property
    def cross_references(self) -> tuple[entities.Ruling, ...]:
        """The entries of the printed list that only send the reader to rulings."""
        return self._knowledge.cross_references

    @property
    def sections(self) -> tuple[entities.Section, ...]:
        """The sections of all documents, including headings without words, document by
        document.
        """
        return self._knowledge.sections

    @property
    def steps(self) -> tuple[entities.Step, ...]:
        """The steps of the run chart."""
        return self._knowledge.steps

    @property
    def authorities(self) -> tuple[entities.Authority, ...]:
        """The people and documents that are cited."""
        return self._knowledge.authorities

    @property
    def notes(self) -> tuple[entities.Note, ...]:
        """The notes on statements that disagree or seem to."""
        return self._knowledge.notes

    @property
    def restorations(self) -> tuple[entities.Restoration, ...]:
        """The lines that our copy had lost, restored."""
        return self._knowledge.restorations

    @property
    def moved(self) -> dict[str, str]:
        """Former ids and addresses, each with its new one."""
        return self._knowledge.moved

    def card(self, name: str) -> entities.Card:
        """The card with that title, id or alias, even if it is shortened or misspelt.
        Raises `NotFound` or `Ambiguous`.

        The name is always read as a card's: `bits` is Boring Bit here, although the
        command line searches for the word.
        """
        return self._knowledge.cards_by_id[self._id(name, "card")]

    def topic(self, name: str) -> entities.Topic:
        """The topic with that title or id, even if it is shortened or misspelt. Raises
        `NotFound` or `Ambiguous`.
        """
        return self._knowledge.topics_by_id[self._id(name, "topic")]

    def ruling(self, id: str) -> entities.Ruling:
        """The ruling or cross-reference with that id (`dr-dreff-8a16f88d`, `8a16f88d`),
        current or former. Raises `NotFound`.
        """
        entry = self._knowledge.entry(self._id(id, *vocabulary.RULING_KINDS))
        assert isinstance(entry, entities.Ruling)
        return entry

    def section(self, id: str) -> entities.Section:
        """The section with that id (`manual-1-lore-and-objective`), current or former,
        or that number (`manual 3`; `3` alone means the manual's). Raises `NotFound`.
        """
        name = f"section {id}" if f"{id}".isdigit() else id
        return self._knowledge.sections_by_id[self._id(name, "section")]

    def step(self, number: int | str) -> entities.Step:
        """The step of the run chart with that number (1 to 20) or id (`run-chart-13`).
        Raises `NotFound`.
        """
        if isinstance(number, bool) or not isinstance(number, int):
            number = _text(number)
        return resolver.find_step(self._knowledge, number)

    def authority(self, name: str) -> entities.Authority:
        """The authority cited by that name, even if it is misspelt, or with that id.
        Raises `NotFound` or `Ambiguous`.
        """
        return self._knowledge.authorities_by_id[self._id(name, "authority")]

    def meaning(self, name: str) -> name_table.Resolution:
        """The meaning of a typed name, id or address of any kind; how it was read; and
        the nearest names.
        """
        return resolver.resolve(self._knowledge, _text(name))

    @overload
    def page(self, name: entities.Card) -> subject_pages.CardPage: ...
    @overload
    def page(self, name: entities.Topic) -> subject_pages.TopicPage: ...
    @overload
    def page(self, name: entities.Authority) -> subject_pages.AuthorityPage: ...
    @overload
    def page(self, name: entities.Step) -> subject_pages.StepPage: ...
    @overload
    def page(self, name: Subject) -> Page: ...

    def page(self, name: Subject) -> Page:
        """The page of a card, topic, keyword, authority or step, with its `rulings`.
        The page of a card also has the rulings that it inherits and those that mention
        it.

        A name is read as on the command line. Raises `NotFound` or `Ambiguous`.
        """
        reference = self._reference(name)
        kb = self._knowledge
        match reference.kind:
            case "card":
                return subject_pages.card_page(kb, reference.id)
            case "topic":
                return subject_pages.topic_page(kb, reference.id)
            case "keyword":
                return subject_pages.keyword_page(kb, reference.title)
            case "authority":
                return subject_pages.authority_page(
                    kb, kb.authorities_by_id[reference.id]
                )
            case "step":
                return subject_pages.step_page(kb, self.step(reference.id))
        raise errors.NotFound(f"{reference.described} has no page of rulings")

    def _id(self, name: str, *kinds: vocabulary.ReferenceKind) -> str:
        """The id of the reference with that name, id or alias. Raises `NotFound` or
        `Ambiguous`.
        """
        return resolver.only_reference(self._knowledge, _text(name), *kinds).id

    def _reference(
        self,
        name: Subject,
        *kinds: vocabulary.ReferenceKind,
    ) -> entities.Reference:
        """The reference with this name, or the given one. Raises `NotFound`
        or `Ambiguous`.
        """
        if isinstance(name, entities.Reference):
            if name.kind in vocabulary.LISTED_FACTS or "/" in name.id:
                return name
            kind = name.kind
        elif isinstance(name, entities.Ruling):
            kind = name.kind
        elif isinstance(name, str) or type(name) not in _KINDS:
            return resolver.only_reference(self._knowledge, _text(name), *kinds)
        else:
            kind = _KINDS[type(name)]
        resolution = resolver.resolve(self._knowledge, name.id, kind)
        if resolution.only is None or not resolution.is_exact:
            raise errors.NotFound(f"there is no {kind} {name.id} here")
        if kinds and kind not in kinds:
            raise errors.NotFound(f"{resolution.only.described} is not a {kinds[0]}")
        return resolution.only

    def listed(self, name: str | entities.Reference) -> package.Results:
        """Everything on a list (`errata`, `changes`), of a kind (`steps`,
        `cards`), or with a keyword or card type (`virus`).

        Raises `NotFound` or `Ambiguous`.
        """
        is_rulings = isinstance(name, str) and name.lower() == "rulings"
        reference = RULINGS_LIST if is_rulings else self._reference(name)
        kind = _kind_listed(reference)
        query = f"kind:{kind}" if kind else query_for(reference)
        if not query:
            sentence = f"{reference.described} is not a list of rulings or cards"
            raise errors.NotFound(sentence)
        if reference.id == "changes":
            query = f"sort:-date {query}"
        return self.search(query, None)

    def joint_rulings(
        self,
        name: str | entities.Card,
        other_name: str | entities.Card,
        *others: str | entities.Card,
    ) -> tuple[entities.Ruling, ...]:
        """The rulings that concern two cards, or all of several. Raises `NotFound` or
        `Ambiguous`, and `ValueError` for a card that is named twice.
        """
        subjects = (name, other_name, *others)
        cards = [self._reference(subject, "card") for subject in subjects]
        for card in cards:
            if cards.count(card) > 1:
                raise ValueError(
                    f"the cards must be different, but {card.title} is named twice"
                )
        card_ids = [card.id for card in cards]
        return tuple(subject_pages.joint_rulings(self._knowledge, card_ids))

    def rulings_for(self, subject: Subject) -> tuple[entities.Ruling, ...]:
        """The rulings on whatever has that name: a card, topic, keyword, card type,
        authority, step, document or list of rulings; or the one ruling with that id.

        Under a card or topic errata come first. Raises `NotFound`, also for a name that
        is not a subject of rulings (`sections`), or `Ambiguous`.
        """
        reference = self._reference(subject)
        if reference.kind == "ruling":
            return self._knowledge.rulings_with_ids([reference.id])
        if reference.kind == "document":
            return tuple(
                ruling
                for ruling in self.rulings
                if ruling.source.document == reference.id
            )
        if query_for(reference) and not _kind_listed(reference):
            matches = (hit.entity for hit in self.listed(reference))
            return tuple(
                entity
                for entity in matches
                if isinstance(entity, entities.Ruling) and not entity.is_cross_reference
            )
        return self.page(reference).rulings

    def note(self, id: str) -> entities.Note:
        """The note with that id; it quotes both sides. Raises `NotFound`."""
        return self._knowledge.notes_by_id[self._id(id, "note")]

    def document(self, name: str) -> entities.Document:
        """The document with that title, short name or id. Raises `NotFound` or
        `Ambiguous`.
        """
        return self._knowledge.documents_by_id[self._id(name, "document")]

    def sections_of(
        self,
        document: str,
        section: str = "",
    ) -> list[entities.Section]:
        """The sections of a document, or the one with that title, number or id and
        those below it.

        Raises `NotFound` or `Ambiguous`.
        """
        in_document = self.document(document)
        sections, _ = resolver.find_sections(
            self._knowledge, in_document, _text(section)
        )
        return sections

    def cards_by(
        self,
        fact: subject_pages.Fact,
    ) -> dict[str, list[entities.Card]]:
        """The keywords, types, sets or artists in alphabetical order, each with its
        cards. Raises `ValueError` for any other fact.
        """
        return subject_pages.cards_by(self._knowledge, fact)

    def search(
        self,
        query: str,
        limit: int | None = 10,
    ) -> package.Results:
        """The results of a query in the language of the command line, best first.

        They are a sequence of hits, each with its `entity`. They also have the `total`,
        the `confidence` that they answer the query (`high`, `medium` or `low`), `notes`
        on how it was read and, if nothing was found, an `explanation` in sentences.
        `limit`: None for all. Raises `ValueError` for a negative limit.
        """
        from rulings import search

        if isinstance(limit, bool) or not isinstance(limit, int | None):
            raise TypeError(f"a limit must be a number or None, not {limit!r:.60}")
        return search.search(self._knowledge, _text(query), limit)

    def deck(
        self,
        text: str | bytes,
        against: str | bytes | None = None,
    ) -> package.Sheet:
        """The rulings that apply to a deck list or, with `against`, to two decks that
        meet, those on two cards first.

        Raises `RulingsError` if a text cannot be a deck list. `unread` of each deck
        lists the lines that were not read as cards.
        """
        from rulings.deck import decklist, sheet

        kb = self._knowledge
        for deck_text in (text, against):
            if not isinstance(deck_text, str | bytes | None):
                raise TypeError(f"a deck is a text, not {deck_text!r:.60}")
        deck = sheet.resolve_deck(kb, decklist.read_deck(text))
        if against is None:
            return sheet.make_sheet(kb, deck)
        other_deck = sheet.resolve_deck(kb, decklist.read_deck(against))
        return sheet.make_sheet(kb, deck, other_deck)

    def export(self) -> dict[str, Any]:
        """The data that `rulings export` prints: the `version` of the program that made
        it, and all entities by kind.
        """
        return export(self._knowledge)

    def rows(
        self,
        site: str = "",
    ) -> list[dict[str, str | None]]:
        """The rows of `rulings export --format csv`, one for each ruling, as values by
        column name. `site`: the address of a site, to make the addresses of the rulings
        complete.
        """
        address = formatting.site_address(_text(site))
        return records.rows(self._knowledge.rulings, address)

    def write_database(self, path: str | Path, site: str = "") -> None:
        """Writes an SQLite database as `rulings export --format sqlite` does.

        Raises `RulingsError` if it cannot, or if the path holds anything but such a
        database.
        """
        from rulings.storage import database

        address = formatting.site_address(_text(site))
        database.write_database(self._knowledge, Path(path), address)


def _text(value: object) -> str:
    """A name, query or address. Raises `TypeError` for anything but a string."""
    if isinstance(value, str):
        return value
    raise TypeError(f"a name, id, query or address must be a string, not {value!r:.60}")


def _kind_listed(reference: entities.Reference) -> str:
    """The kind of entity that a list has: `section` for `sections`; empty for any other
    list or reference.
    """
    kind = plain_text.singular(reference.id)
    has_kind = reference.kind == "page" and kind in get_args(vocabulary.HitKind)
    return kind if has_kind else ""


def query_for(reference: entities.Reference) -> str:
    """The query for the contents of a list, or for the cards with a fact: `is:errata`,
    `keyword:virus`; empty for anything else.
    """
    if reference.kind in ("keyword", "type", *vocabulary.LISTED_FACTS):
        return fields.field_query(reference.kind, reference.title)
    if reference.kind != "page":
        return ""
    for row in page_table.PAGES:
        if row.id == reference.id and row.command.startswith("search "):
            return row.command.removeprefix("search ")
    return page_table.query_at(reference.id) if "/" in reference.id else ""


def export(kb: knowledge.Knowledge) -> dict[str, Any]:
    """The data of an export: the version of the program, and everything by kind."""
    return {"version": __version__, **knowledge.export(kb)}


def open(path: str | Path | None = None) -> KnowledgeBase:
    """The shipped knowledge base, or the one in the folder `path`. Raises
    `RulingsError` if it cannot be read.

    The shipped one is read from its compiled file; a checkout writes that file again if
    the YAML is newer. Any other folder is read from its YAML: a compiled file in it is
    not trusted.
    """
    return KnowledgeBase(open_knowledge(path))


def open_knowledge(path: str | Path | None = None) -> knowledge.Knowledge:
    """Like `open`, but returns the `Knowledge` inside, for the program itself."""
    folder = Path(path) if path is not None else files.SHIPPED
    if folder.absolute() != files.SHIPPED:
        from rulings.storage import yaml_files

        return yaml_files.read_folder(folder)
    if not folder.is_dir():
        raise errors.RulingsError(
            f"{folder}: the program cannot run from an archive; "
            "install it with pip or pipx"
        )
    try:
        values = compiled.read_compiled()
    except compiled.DamagedError as error:
        return _read_again(error)
    values.recover = _compiled_again
    kb = knowledge.Knowledge(str(folder), encoded=values)
    names = msgspec.json.decode(values["names.json"], type=name_table.NameTable)
    kb.set_computed(catalogue.build_names, names)
    return kb


def _compiled_again(error: compiled.DamagedError) -> dict[str, bytes]:
    """All values that a damaged file should have, from the YAML."""
    return dict(_compiled_parts(_read_again(error)))


def _read_again(error: compiled.DamagedError) -> knowledge.Knowledge:
    """The shipped knowledge base from its YAML; in a checkout, it is compiled."""
    if compiled.is_checkout():
        warn(f"{error}; compiling it again")
        return compile_shipped()
    warn(
        f"{error}; reading the YAML, which takes longer; "
        "`rulings parse` compiles it again"
    )
    from rulings.storage import yaml_files

    return yaml_files.read_folder(files.SHIPPED)
