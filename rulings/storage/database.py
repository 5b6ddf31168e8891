"""Writes a knowledge base as the tables of an SQLite database.

Tables and columns follow from the structs of `rulings.model.entities`, under the names that the
JSON has, unless SQL reserves one. A record in a record is flattened (`source_document`), a pair of
numbers has `_start` and `_end`, a list is a table of its own (`ruling_citations`), and what is
nested deeper is JSON. Rulings, sections and steps also have the columns of their record in other
tables.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

from msgspec import inspect, to_builtins

from rulings import errors
from rulings.model import entities, formatting, ids, knowledge, plain_text, records
from rulings.storage import files

# Marks our databases: the PRAGMA of that name, at byte 68 of the file
APPLICATION_ID = int.from_bytes(b"rlng")
_TABLES = {kind.__name__.lower(): name for name, kind in knowledge.ENTITY_TYPES.items()}
_REFERENCES = {  # table → its columns that refer to the ids of another one, or to its numbers
    "rulings": {"source_document": "documents"},
    "sections": {"document": "documents", "source_document": "documents"},
    "steps": {"source_document": "documents"},
    "notes": {
        "one_document": "documents",
        "one_ruling": "rulings",
        "one_section": "sections",
        "one_step": "steps (number)",
        "other_document": "documents",
        "other_ruling": "rulings",
        "other_section": "sections",
        "other_step": "steps (number)",
    },
    "ruling_citations": {"authority_id": "authorities"},
    "ruling_mentions": {"id": "cards"},
    "section_mentions": {"id": "cards"},
    "ruling_steps": {"step": "steps"},
    "ruling_near_identical": {"value": "rulings"},
    "ruling_notes": {"note": "notes"},
    "section_notes": {"note": "notes"},
    "step_notes": {"note": "notes"},
    "step_applied": {"ruling": "rulings"},
    "step_rulings": {"value": "rulings"},
    "inherited_rulings": {"card": "cards", "ruling": "rulings"},
}
# Name in JSON that SQLite, PostgreSQL or MySQL reserves → name of the column
RESERVED = {
    "set": "card_set",
    "table": "verdict",
    "start": "first_day",
    "end": "last_day",
    "only": "only_rulings",
    "lines": "line_count",
    "rows": "table_rows",
}
Columns = dict[str, Any]  # the columns of one row


def write_database(kb: knowledge.Knowledge, path: Path, site: str = "") -> None:
    """Writes the database, or replaces an older one of ours. `site`: the address to which those of
    pages are added.

    Raises `RulingsError` if there is anything else, and leaves it as it was.
    """
    try:
        _require_replaceable(files.ordinary(path))
        with contextlib.closing(sqlite3.connect(":memory:")) as database:
            database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            _fill(database, kb, site)
            content = database.serialize()
        # The file is made last: a process that is killed before leaves none.
        with files.replacing(path) as new:
            new.write_bytes(content)
    except (sqlite3.Error, OSError) as error:
        reason = getattr(error, "strerror", None) or error
        raise errors.RulingsError(
            f"{plain_text.quoted(path, whole=True)} cannot be written: {reason}"
        ) from None


def _fill(database: sqlite3.Connection, kb: knowledge.Knowledge, site: str) -> None:
    for name, kind in knowledge.ENTITY_TYPES.items():
        _write_entities(database, kb, name, kind, site)
    documents_of_additions = {
        (ruling.source.document, ruling.source.title) for ruling in kb.rulings
    }
    database.executemany(
        "INSERT OR IGNORE INTO documents (id, title) VALUES (?, ?)", sorted(documents_of_additions)
    )
    columns = dict.fromkeys(("card", "ruling", "basis", "words"), "TEXT")
    rows_of_inheritance: list[Columns] = []
    for card in kb.cards:
        for group in kb.inherited(card.id):
            for ruling in group.rulings:
                values = (card.id, ruling.id, group.basis, group.words)
                rows_of_inheritance.append(dict(zip(columns, values, strict=True)))
    _write_table(database, "inherited_rulings", columns, rows_of_inheritance)
    moved = [{"old": old, "new": new_id} for old, new_id in kb.moved.items()]
    _write_table(database, "moved", {"old": "TEXT PRIMARY KEY", "new": "TEXT"}, moved)
    tables = [{"name": name, "data": _json(data)} for name, data in kb.tournament.to_dict().items()]
    _write_table(database, "tournament", {"name": "TEXT PRIMARY KEY", "data": "TEXT"}, tables)
    database.execute(
        "CREATE VIEW rulings_as_printed AS SELECT id, title, kind, printed, who, date, venue, "
        "source_title, source_lines_start, source_lines_end, status, remarks, url FROM rulings"
    )
    for name, searched in {"rulings": "subject_title", "sections": "title"}.items():
        options = f'content="{name}", tokenize="porter unicode61"'
        columns_and_options = f"{searched}, question, text, {options}"
        database.execute(f"CREATE VIRTUAL TABLE {name}_fts USING fts5({columns_and_options})")
        database.execute(f"INSERT INTO {name}_fts ({name}_fts) VALUES ('rebuild')")
    database.commit()


def _require_replaceable(path: Path) -> None:
    """Raises `RulingsError` for a file that is not a database of ours, or one that another program
    has open; `OSError` if it cannot be read.
    """
    for ending in ("-wal", "-journal"):
        if path.with_name(path.name + ending).exists():
            raise errors.RulingsError(
                f"{plain_text.quoted(path, whole=True)} is in use: close the program that has it open"
            )
    try:
        with path.open("rb") as file:
            header = file.read(72)
    except FileNotFoundError:
        return
    if header and (
        not header.startswith(b"SQLite format 3\0") or header[68:] != APPLICATION_ID.to_bytes(4)
    ):
        raise errors.RulingsError(
            f"{plain_text.quoted(path, whole=True)} exists and was not written by `rulings export`; name another file"
        )


def _write_entities(
    database: sqlite3.Connection,
    kb: knowledge.Knowledge,
    name: str,
    kind: type[entities.Entity],
    site: str,
) -> None:
    """The table of one kind of entity, and a table for each of its lists."""
    struct = inspect.type_info(kind)
    assert isinstance(struct, inspect.StructType)
    columns = {column: affinity for column, affinity, _ in _columns(struct)}
    data: list[Columns] = []
    rows: list[Columns] = []
    for row in getattr(kb, name):
        data.append(to_builtins(row))
        rows.append({**_more(row, site), **_row(struct, data[-1])})
    for column in chain.from_iterable(rows):
        columns.setdefault(column, "TEXT")
    has_id = "id" in columns
    if has_id:
        columns["id"] += " PRIMARY KEY"
    if "number" in columns:
        columns["number"] += " UNIQUE"
    _write_table(database, name, columns, rows)
    for field in struct.fields:
        item = _item(field.type)
        if has_id and item is not None:
            _write_list(database, kb, kind, field.encode_name, item, data)


def _write_list(
    database: sqlite3.Connection,
    kb: knowledge.Knowledge,
    kind: type[entities.Entity],
    key: str,
    item: inspect.Type,
    data: Iterable[Columns],
) -> None:
    """The table of what entities of a kind have in a list: `ruling_citations`."""
    singular = kind.__name__.lower()
    columns = {singular: f"TEXT REFERENCES {_TABLES[singular]} (id)", "position": "INTEGER"}
    columns |= {column: affinity for column, affinity, _ in _columns(item, nested=True)}
    columns |= dict.fromkeys(_link(kb, key, None), "TEXT")
    items: list[Columns] = []
    for record in data:
        for position, value in enumerate(record[key], 1):
            owner = {singular: record["id"], "position": position}
            items.append({**owner, **_row(item, value, nested=True), **_link(kb, key, value)})
    _write_table(database, f"{singular}_{key}", columns, items, key=f"{singular}, position")


def _link(kb: knowledge.Knowledge, key: str, value: Any) -> Columns:
    """The id of what an item of a list, or None, names in another way: who is cited, a step by its
    number; of the notes on an entry, those of notes.yaml.
    """
    if key == "citations":
        name = value and value["authority"]
        return {"authority_id": next((a.id for a in kb.authorities if a.name == name), None)}
    if key == "steps":
        return {"step": value and ids.step_id(value)}
    if key == "notes":
        id = value and value["id"]
        return {"note": id if id in kb.notes_by_id else None}
    return {}


def _write_table(
    database: sqlite3.Connection,
    name: str,
    columns: Mapping[str, str],
    rows: Iterable[Columns],
    key: str = "",
) -> None:
    """`key`: the columns of the primary key, if they are several. What refers to another table has
    an index, unless that key begins with it.
    """
    declared = {**columns}
    for column, table in _REFERENCES.get(name, {}).items():
        declared[column] += f" REFERENCES {table if '(' in table else f'{table} (id)'}"
    definitions = [f'"{column}" {kind}' for column, kind in declared.items()]
    if key:
        definitions.append(f"PRIMARY KEY ({key})")
    database.execute(f"CREATE TABLE {name} ({', '.join(definitions)})")
    values = ", ".join("?" * len(columns))
    database.executemany(
        f"INSERT INTO {name} VALUES ({values})",
        ([row.get(column) for column in columns] for row in rows),
    )
    for column, kind in declared.items():
        if "REFERENCES" in kind and not key.startswith(f"{column},"):
            database.execute(f"CREATE INDEX {name}_{column} ON {name} ({column})")


# The columns of an entity


def _more(entity: entities.Entity, site: str) -> Columns:
    """What the record of an entry in other tables has, such as `remarks`; and the whole `address`
    of a page.
    """
    values: Columns = {}
    if hasattr(entity, "url"):
        values["address"] = f"{formatting.site_address(site)}{entity.url}"
    if isinstance(entity, entities.Ruling | entities.Section | entities.Step):
        record = records.record(entity)
        values |= {**record._asdict(), "remarks": record.cells(("remarks",))[0]}
    return {name: value for name, value in values.items() if value is not None}


def _columns(
    struct: inspect.Type, value: Any = None, prefix: str = "", nested: bool = False
) -> Iterator[tuple[str, str, Any]]:
    """The columns of a struct in the order of its fields: name, type in SQLite and value; of a
    scalar, `value`.

    What the columns do not hold is JSON.
    """
    if not isinstance(struct, inspect.StructType):
        yield "value", _affinity(struct), value
        return
    for field in struct.fields:
        name, type_info = f"{prefix}{field.encode_name}", _not_none(field.type)
        name = RESERVED.get(name, name)
        content = (value or {}).get(field.encode_name)
        if isinstance(type_info, inspect.StructType) and not prefix:
            yield from _columns(type_info, content, f"{name}_", nested=True)
        elif isinstance(type_info, inspect.TupleType):
            start, end = content or (None, None)
            yield f"{name}_start", "INTEGER", start
            yield f"{name}_end", "INTEGER", end
        elif nested or _item(type_info) is None:
            if isinstance(content, list | tuple | dict):
                content = _json(content)
            yield name, _affinity(type_info), content
    for kind in _kinds(struct):
        id = value["id"] if value and value["kind"] == kind else None
        yield f"{prefix}{kind}", f"TEXT REFERENCES {_TABLES[kind]} (id)", id


def _kinds(struct: inspect.StructType) -> Iterable[str]:
    """The kinds of what a struct refers to by `kind` and `id`, if each has a table: the id stands
    also in a column of its kind, which refers to that.
    """
    types = {field.name: _not_none(field.type) for field in struct.fields}
    kind = types.get("kind")
    if "id" not in types or not isinstance(kind, inspect.LiteralType):
        return ()
    kinds = [*map(str, kind.values)]
    return kinds if _TABLES.keys() >= {*kinds} else ()


def _row(struct: inspect.Type, value: Any, nested: bool = False) -> Columns:
    return {name: content for name, _, content in _columns(struct, value, nested=nested)}


def _not_none(type_info: inspect.Type) -> inspect.Type:
    """The type without what is said of it, or the one other than None in a union of two."""
    if isinstance(type_info, inspect.Metadata):
        return _not_none(type_info.type)
    if isinstance(type_info, inspect.UnionType):
        options = [inner for inner in type_info.types if not isinstance(inner, inspect.NoneType)]
        return _not_none(options[0]) if len(options) == 1 else type_info
    return type_info


def _item(type_info: inspect.Type) -> inspect.Type | None:
    """The type of the items of a list; None if the type is not a list."""
    type_info = _not_none(type_info)
    return _not_none(type_info.item_type) if isinstance(type_info, inspect.VarTupleType) else None


def _affinity(type_info: inspect.Type) -> str:
    if isinstance(type_info, inspect.IntType | inspect.BoolType):
        return "INTEGER"
    return "" if isinstance(type_info, inspect.UnionType) else "TEXT"


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False)
