"""Writes a knowledge base as the tables of an SQLite database.

Each kind of entity has a table, with the names of the JSON except those that SQL
reserves. Subject, source and ledger are flattened (`source_document`). Other records
and lists are JSON; a view shows the items of a list as rows (`ruling_citations`).
Rulings, sections and steps also have the columns that their record has elsewhere.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import Any

from rulings import errors
from rulings.model import entities, formatting, knowledge, plain_text, records
from rulings.storage import files

# Marks our databases: the PRAGMA of that name, at byte 68 of the file
APPLICATION_ID = int.from_bytes(b"rlng")
# Name in JSON that SQLite, PostgreSQL or MySQL reserves → name of the column
RESERVED = {
    "set": "card_set",
    "start": "first_day",
    "end": "last_day",
    "rows": "table_rows",
}
# Type in Python → type of a column. A column with values of several types, such as a
# cost of 3 or `X`, has none
_TYPES = {bool: "INTEGER", int: "INTEGER", float: "REAL"}
# Column with an id → the table of that id
_REFERENCES = {
    "card": "cards",
    "document": "documents",
    "ruling": "rulings",
}
_SEARCHED = {"rulings": "subject_title", "sections": "title"}  # table → its title
Columns = dict[str, Any]  # the columns of one row


def write_database(
    kb: knowledge.Knowledge,
    path: Path,
    site: str = "",
) -> None:
    """Writes the database, or replaces an older one of ours. `site`: the address of the
    site, which goes before the addresses of its pages.

    Raises `RulingsError` if there is any other file, and leaves that as it was.
    """
    try:
        _require_replaceable(files.regular_file(path))
        with contextlib.closing(sqlite3.connect(":memory:")) as database:
            database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            _fill(database, kb, site)
            content = database.serialize()
        # The file is written last: a process that is killed before leaves none.
        with files.replacement(path) as new:
            new.write_bytes(content)
    except (sqlite3.Error, OSError) as error:
        reason = getattr(error, "strerror", None) or error
        raise errors.RulingsError(
            f"{plain_text.quoted(path, whole=True)} cannot be written: {reason}"
        ) from None


def _fill(
    database: sqlite3.Connection,
    kb: knowledge.Knowledge,
    site: str,
) -> None:
    for name in knowledge.ENTITY_TYPES:
        entities_of_kind = getattr(kb, name)
        rows = [_columns(entity, site) for entity in entities_of_kind]
        _write_table(database, name, rows)
        _write_views(database, name, entities_of_kind)
    inherited_rows: list[Columns] = []
    for card in kb.cards:
        for group in kb.inherited(card.id):
            basis = {
                "card": card.id,
                "basis": group.basis,
                "words": group.words,
            }
            for ruling in group.rulings:
                inherited_rows.append({**basis, "ruling": ruling.id})
    _write_table(database, "inherited_rulings", inherited_rows)
    moved = [{"old": old, "new": new_id} for old, new_id in kb.moved.items()]
    _write_table(database, "moved", moved)
    for name, title in _SEARCHED.items():
        if getattr(kb, name):
            options = f'content="{name}", tokenize="porter unicode61"'
            columns = f"{title}, question, text, {options}"
            database.execute(f"CREATE VIRTUAL TABLE {name}_fts USING fts5({columns})")
            database.execute(f"INSERT INTO {name}_fts ({name}_fts) VALUES ('rebuild')")
    database.commit()


def _require_replaceable(path: Path) -> None:
    """Raises `RulingsError` for a file that is not a database of ours; `OSError` if it
    cannot be read.
    """
    try:
        with path.open("rb") as file:
            header = file.read(72)
    except FileNotFoundError:
        return
    is_database = header.startswith(b"SQLite format 3\0")
    is_ours = is_database and header[68:] == APPLICATION_ID.to_bytes(4)
    if header and not is_ours:
        raise errors.RulingsError(
            f"{plain_text.quoted(path, whole=True)} exists "
            "and was not written by `rulings export`; name another file"
        )


def _columns(entity: entities.Entity, site: str) -> Columns:
    """The columns of an entity: its values, flattened; for a page, its full `address`;
    for an entry, the columns of its record, such as `remarks`.
    """
    row: Columns = {}
    for name, value in entity.to_dict().items():
        if name in ("subject", "source", "ledger"):
            row |= {f"{name}_{key}": part for key, part in value.items()}
        else:
            row[RESERVED.get(name, name)] = value
    if hasattr(entity, "url"):
        row["address"] = f"{formatting.site_address(site)}{entity.url}"
    if isinstance(entity, entities.Ruling | entities.Section | entities.Step):
        record = records.record(entity)
        row |= record.to_dict()
        (row["remarks"],) = record.cells(("remarks",))
    return row


def _write_table(
    database: sqlite3.Connection,
    name: str,
    rows: list[Columns],
) -> None:
    """Writes a table with these rows, if there are any. Lists and
    mappings become JSON.
    """
    columns = dict.fromkeys(chain.from_iterable(rows))
    if not columns:
        return
    definitions = []
    for column in columns:
        column_values = [row.get(column) for row in rows]
        definitions.append(_definition(column, column_values))
    database.execute(f"CREATE TABLE {name} ({', '.join(definitions)})")
    values = ", ".join("?" * len(columns))
    insert = f"INSERT INTO {name} VALUES ({values})"
    for row in rows:
        cells = [_cell(row.get(column)) for column in columns]
        database.execute(insert, cells)


def _definition(column: str, values: Iterable[Any]) -> str:
    """The declaration of a column, with the type of its values: programs take a column
    without a type for bytes, or make it text.
    """
    types = {_TYPES.get(type(value), "TEXT") for value in values if value is not None}
    definition = column
    if len(types) < 2:
        definition += f" {types.pop() if types else 'TEXT'}"
    if column == "id":
        definition += " PRIMARY KEY"
    if column in _REFERENCES:
        definition += f" REFERENCES {_REFERENCES[column]} (id)"
    return definition


def _cell(value: Any) -> Any:
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False)
    return value


def _write_views(
    database: sqlite3.Connection,
    table: str,
    rows: Iterable[entities.Entity],
) -> None:
    """Writes a view for each list of a kind of entity, with its items:
    `ruling_citations`.
    """
    singular = plain_text.singular(table)
    items: dict[str, Any] = {}  # name of a list → one of its items
    for entity in rows:
        for name, value in entity.to_dict().items():
            if isinstance(value, list) and value:
                items.setdefault(name, value[0])
    for name, item in items.items():
        columns = [f"{table}.id AS {singular}", "key + 1 AS position"]
        if isinstance(item, dict):
            for key in item:
                column = RESERVED.get(key, key)
                columns.append(f"json_extract(value, '$.{key}') AS {column}")
        else:
            columns.append("value")
        query = f"SELECT {', '.join(columns)} FROM {table}, json_each({table}.{name})"
        database.execute(f"CREATE VIEW {singular}_{name} AS {query}")
