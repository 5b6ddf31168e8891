"""The public API: `open()` returns a `KnowledgeBase`, which finds cards by name, searches and exports."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from rulings import errors, names
from rulings.model import knowledge
from rulings.storage import compiled as storage_compiled
from rulings.storage import files

if TYPE_CHECKING:
    from rulings.deck import reading
    from rulings.model import entities
    from rulings.search import results

# A knowledge base → its compiled file, and back: the entities, the tables of names, and the index of the search.

Opened = TypeVar("Opened", bound=knowledge.Knowledge)


class _Names(msgspec.Struct):
    """How typed names are read."""

    tables: names.NameTables
    meanings: names.Meanings


def open_knowledge(kind: type[Opened], path: str | Path | None = None) -> Opened:
    """The shipped knowledge base, or the one in the folder `path`, as an instance of `kind`.

    The shipped one is read from its compiled file, and compiled again in a checkout whose files are newer. Any other
    folder is read from its YAML: a compiled file in it would be a stranger's. Raises `RulingsError` if the YAML
    cannot be read.
    """
    folder = Path(path) if path is not None else files.SHIPPED
    is_shipped = folder.absolute() == files.SHIPPED
    if is_shipped and not folder.is_dir():
        raise errors.RulingsError(f"{folder}: the program cannot run from an archive; install it with pip or pipx")
    if is_shipped and (compiled := storage_compiled.read_compiled()) is not None:
        try:
            return _from_compiled(kind, compiled)
        except (storage_compiled.DamagedError, msgspec.MsgspecError) as error:
            log_note(f"{error}; reading the YAML instead")
    elif is_shipped and storage_compiled.is_checkout():
        log_note("compiling the knowledge base, which is newer than what was compiled")
    elif is_shipped:
        log_note(f"{folder} is not compiled; reading its YAML, which takes longer")
    from rulings.storage import folder as storage_folder

    kb = compile_shipped() if is_shipped and storage_compiled.is_checkout() else storage_folder.read_folder(folder)
    return kind(**msgspec.structs.asdict(kb))


def compile_shipped() -> knowledge.Knowledge:
    """Compiles the shipped knowledge base and returns it. If the file cannot be written, a note says so."""
    from rulings.storage import folder as storage_folder

    state = storage_compiled.state()
    kb = storage_folder.read_folder(files.SHIPPED)
    try:
        storage_compiled.write_compiled(_values(kb), state)
    except OSError as error:
        log_note(f"{storage_compiled.compiled_file()} cannot be written ({error.strerror})")
    return kb


def _values(kb: knowledge.Knowledge) -> Iterator[tuple[str, bytes]]:
    from rulings.search import indexing

    yield "knowledge.json", msgspec.json.encode(msgspec.structs.replace(kb, location=""))
    yield "names.json", msgspec.json.encode(_Names(names.tabulate_names(kb), names.build_meanings(kb)))
    for name, value in indexing.index_values(kb):
        yield f"search/{name}", value


def _from_compiled(kind: type[Opened], compiled: storage_compiled.Compiled) -> Opened:
    kb = msgspec.json.decode(compiled["knowledge.json"], type=kind)
    names = msgspec.json.decode(compiled["names.json"], type=_Names)
    msgspec.structs.force_setattr(kb, "location", str(files.SHIPPED))
    kb.derived.update(name_tables=names.tables, meanings=names.meanings, compiled=compiled)
    return kb


def log_note(sentence: str) -> None:
    """Says so on standard error, unless the program that uses this library logs it elsewhere."""
    import logging

    logging.getLogger("rulings").warning("rulings: note: %s", sentence)


class KnowledgeBase(knowledge.Knowledge, frozen=True, dict=True):
    """The whole knowledge base in memory, immutable except for `derived`. Made by `rulings.open()`.

    It has no length and is not iterable: `cards`, `rulings`, `topics`, `sections`, `steps` and `documents` are. Every
    entity has `to_dict()`, its JSON. A pickled one refers to its folder, which must still be there.
    """

    def __reduce__(self) -> tuple[Callable[..., KnowledgeBase], tuple[str | None]]:
        """Pickles the address of the folder: to open it again takes less time than to copy everything."""
        return open, (None if self.folder == files.SHIPPED else self.location,)

    def card(self, name: str) -> entities.Card:
        """The card with that title, id or alias, shortened or misspelt too. Raises `NotFound` or `Ambiguous`.

        The name is always read as a card's: `bits` is Boring Bit here, though the command line searches for the word.
        """
        return self.cards_by_id[names.find_subject(self, name, "card")]

    def topic(self, name: str) -> entities.Topic:
        """The topic with that title or id, shortened or misspelt too. Raises `NotFound` or `Ambiguous`."""
        return self.topics_by_id[names.find_subject(self, name, "topic")]

    def ruling(self, id: str) -> entities.Ruling:
        """The ruling with that id (`dr-dreff-8a16f88d`), current or former. Raises `NotFound`."""
        return names.find_ruling(self, id)

    def section(self, id: str) -> entities.Section:
        """The section with that id (`manual-1-lore-and-objective`), current or former. Raises `NotFound`."""
        return names.find_section(self, id)

    def step(self, number: int | str) -> entities.Step:
        """The step of the run chart with that number (1 to 20) or id (`run-chart-13`). Raises `NotFound`."""
        return names.find_step(self, number)

    def authority(self, name: str) -> entities.Authority:
        """Who is cited by that name, misspelt too, or has that id. Raises `NotFound` or `Ambiguous`."""
        return names.find_authority(self, name)[0]

    def rulings_for(self, subject: entities.Card | entities.Topic | str) -> tuple[entities.Ruling, ...]:
        """The rulings under a card or topic, or the one with that name or id: errata, then rulings, then `see` entries.

        Raises `NotFound` or `Ambiguous` if it is neither.
        """
        if not isinstance(subject, str):
            return self.rulings_under(subject.id)
        if subject in self.cards_by_id or subject in self.topics_by_id:
            return self.rulings_under(subject)
        try:
            return self.rulings_under(self.card(subject).id)
        except errors.Ambiguous:
            raise
        except errors.NotFound as no_card:
            try:
                return self.rulings_under(self.topic(subject).id)
            except errors.NotFound:
                raise no_card from None

    def search(self, query: str, limit: int | None = 10) -> results.Results:
        """The best hits for a query in the language of the command line, best first. `limit`: None for all.

        What is returned is a sequence of hits, each with its `entity`; besides, it has their `total`, the `confidence`
        that they answer (`high` or `low`), `notes` on how the query was read, and, if there are none, an `explanation`.
        Raises `ValueError` for a negative limit.
        """
        from rulings import search

        return search.search(self, query, search.Options(limit))

    def deck(self, text: str | bytes, against: str | bytes | None = None) -> reading.Sheet:
        """The rulings that apply to a deck list or, with `against`, to two decks that meet; those on two cards first.

        Raises `RulingsError` if a text cannot be a deck list. `unread` of each deck lists the names that are not cards.
        """
        from rulings.deck import reading, sheet

        sheet_data = sheet.sheet_data_of(self)
        their_deck = sheet.resolve_deck(reading.read_deck(against), sheet_data) if against is not None else None
        return sheet.make_sheet(sheet.resolve_deck(reading.read_deck(text), sheet_data), their_deck, sheet_data)

    def export(self) -> dict[str, Any]:
        """The data that `rulings export` prints."""
        return knowledge.export(self)


def open(path: str | Path | None = None) -> KnowledgeBase:
    """The shipped knowledge base, or the one in the folder `path`. Raises `RulingsError` if it cannot be read."""
    return open_knowledge(KnowledgeBase, path)
