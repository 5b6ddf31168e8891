"""A knowledge base → its compiled folder, and back: the entities, the tables of names, and the index of the search."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from rulings.model.knowledge import Knowledge
from rulings.names.meanings import build_meanings
from rulings.names.resolving import tabulate_names
from rulings.names.tables import Meanings, NameTables
from rulings.storage.compiled import Compiled, DamagedError, fingerprint, is_checkout, read_compiled, write_compiled
from rulings.storage.layout import SHIPPED

Opened = TypeVar("Opened", bound=Knowledge)


class _Names(msgspec.Struct):
    """How typed names are read."""

    tables: NameTables
    meanings: Meanings


def open_knowledge(kind: type[Opened], path: str | Path | None = None) -> Opened:
    """The shipped knowledge base, or the one in the folder `path`, as an instance of `kind`.

    It is read from the compiled folder. Where that is missing, stale or damaged, the YAML is read instead; in a
    checkout, it is then compiled again. Raises `RulingsError` if the YAML cannot be read.
    """
    folder = Path(path) if path is not None else SHIPPED
    compiled = read_compiled(folder)
    if compiled is not None:
        try:
            return _from_compiled(kind, folder, compiled)
        except (DamagedError, msgspec.MsgspecError) as error:
            log_note(f"{error}; reading the YAML instead")
    elif is_checkout(folder):
        log_note("compiling the knowledge base, which is newer than what was compiled")
    else:
        log_note(f"{folder} is not compiled, or was changed since; reading its YAML, which takes longer")
    from rulings.storage.opening import read_folder

    state = fingerprint(folder)
    kb = read_folder(folder)
    if is_checkout(folder):
        _compile(kb, state)
    return kind(**msgspec.structs.asdict(kb))


def compile_folder(folder: Path) -> None:
    """Compiles the knowledge base in a folder. If that cannot be written, it stays as it was, and a note says so."""
    from rulings.storage.opening import read_folder

    state = fingerprint(folder)
    _compile(read_folder(folder), state)


def _compile(kb: Knowledge, state: str) -> None:
    try:
        write_compiled(kb.folder, _values(kb), state)
    except OSError as error:
        log_note(f"{kb.folder}: what was compiled cannot be saved ({error.strerror})")


def _values(kb: Knowledge) -> Iterator[tuple[str, bytes]]:
    from rulings.search.index import index_values

    yield "knowledge.json", msgspec.json.encode(msgspec.structs.replace(kb, location=""))
    yield "names.json", msgspec.json.encode(_Names(tabulate_names(kb), build_meanings(kb)))
    for name, value in index_values(kb):
        yield f"search/{name}", value


def _from_compiled(kind: type[Opened], folder: Path, compiled: Compiled) -> Opened:
    kb = msgspec.json.decode(compiled["knowledge.json"], type=kind)
    names = msgspec.json.decode(compiled["names.json"], type=_Names)
    msgspec.structs.force_setattr(kb, "location", str(folder))
    kb.derived.update(name_tables=names.tables, meanings=names.meanings, compiled=compiled)
    return kb


def log_note(sentence: str) -> None:
    """Says so on standard error, unless the program that uses this library logs it elsewhere."""
    logging.getLogger("rulings").warning("rulings: note: %s", sentence)
