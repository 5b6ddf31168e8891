"""Tests of `rulings export --format sqlite`: everything is there, linked and
searchable; no other file is lost.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rulings.errors import RulingsError
from rulings.model import entities
from rulings.model.knowledge import ENTITY_TYPES, Knowledge
from rulings.storage import database
from support.command_line import run_cli
from support.data_files import now

SITE = "https://rulings.example.org/netrunner/"


@pytest.fixture(scope="module")
def exported_file(kb: Knowledge, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of the shipped knowledge base."""
    file = tmp_path_factory.mktemp("database") / "rulings.db"
    database.write_database(kb, file, SITE)
    return file


@pytest.fixture
def file(exported_file: Path, tmp_path: Path) -> Path:
    """A copy, which the test may change."""
    return Path(shutil.copy(exported_file, tmp_path))


@pytest.fixture(scope="module")
def exported(exported_file: Path) -> Iterator[sqlite3.Connection]:
    """A connection to the copy."""
    with closing(sqlite3.connect(exported_file)) as connection:
        connection.row_factory = sqlite3.Row
        yield connection


def rows(connection: sqlite3.Connection, query: str) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(query)]


@pytest.mark.parametrize("table", ENTITY_TYPES)
def test_the_database_has_every_fact_of_every_entity(
    kb: Knowledge, exported: sqlite3.Connection, table: str
) -> None:
    entities = getattr(kb, table)
    found = rows(exported, f"SELECT * FROM {table} ORDER BY rowid")
    assert len(found) == len(entities)
    singular = {"authorities": "authority"}.get(table, table[:-1])
    for entity, row in zip(entities, found, strict=True):
        for key, value in entity.to_dict().items():
            column = database.RESERVED.get(key, key)
            if key in ("subject", "source", "ledger"):
                parts = {part: row[f"{key}_{part}"] for part in value}
                parts["lines"] = json.loads(parts.get("lines", "null"))
                assert value.items() <= parts.items()
            elif isinstance(value, list | dict):
                assert json.loads(row[column]) == value
            elif key != "url":
                assert row[column] == value
        if "url" in row:
            assert row["address"] == SITE.rstrip("/") + entity.url
    for key, value in entities[0].to_dict().items():
        if isinstance(value, list) and value:
            view = (
                f"SELECT * FROM {singular}_{key} WHERE {singular} = '{entities[0].id}'"
            )
            assert len(rows(exported, view)) == len(value)


def test_the_database_says_what_a_card_inherits(
    kb: Knowledge, exported: sqlite3.Connection
) -> None:
    inherited = rows(
        exported, "SELECT ruling FROM inherited_rulings WHERE card = 'aardvark'"
    )
    assert [row["ruling"] for row in inherited] == [
        r.id for group in kb.inherited("aardvark") for r in group.rulings
    ]


def test_no_column_needs_quotes(exported: sqlite3.Connection) -> None:
    elsewhere = {
        *"condition end groups keys lines only rank rows system user window".split()
    }
    tables = [
        row["name"]
        for row in rows(
            exported, "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')"
        )
    ]
    for table in tables:
        columns = [row["name"] for row in rows(exported, f"PRAGMA table_info({table})")]
        if not table.startswith("rulings_fts_"):  # tables of SQLite's own
            assert not elsewhere & {*columns}
            exported.execute(f"SELECT {', '.join(columns)} FROM {table}")


def test_columns_have_the_types_of_their_values_and_ids_refer_to_their_tables(
    exported: sqlite3.Connection,
) -> None:
    types = {
        (table, row["name"]): row["type"]
        for table in ("cards", "rulings", "sections", "steps", "inherited_rulings")
        for row in rows(exported, f"PRAGMA table_info({table})")
    }
    # Each is sometimes a number and sometimes `X`
    assert {column for column, type in types.items() if not type} == {
        ("cards", "cost"),
        ("cards", "strength"),
    }
    assert {column for column, type in types.items() if type == "INTEGER"} == {
        *(("cards", fact) for fact in "memory trash difficulty agenda_points".split()),
        *(("rulings", fact) for fact in "erratum official reversal".split()),
        *(("sections", fact) for fact in "level official headed".split()),
        *(("steps", fact) for fact in "number next".split()),
    }
    links = {
        (table, row["from"], row["table"])
        for table in ("rulings", "sections", "inherited_rulings")
        for row in rows(exported, f"PRAGMA foreign_key_list({table})")
    }
    assert links == {
        ("sections", "document", "documents"),
        ("inherited_rulings", "card", "cards"),
        ("inherited_rulings", "ruling", "rulings"),
    }
    assert rows(exported, "PRAGMA foreign_key_check") == []


def test_the_file_of_an_addition_is_no_document(kb: Knowledge, tmp_path: Path) -> None:
    source = entities.SourceLines("additions-2035", (1, 1))
    ruling = replace(kb.rulings_by_id["dr-dreff-601afce4"], source=source)
    file = tmp_path / "rulings.db"
    database.write_database(kb.replaced(rulings=(ruling,)), file, SITE)
    with closing(sqlite3.connect(file)) as connection:
        assert [*connection.execute("PRAGMA foreign_key_check(rulings)")] == []


@pytest.mark.parametrize(
    ("table", "match", "id"),
    [
        ("rulings", "dreff rezzed", "dr-dreff-601afce4"),
        ("sections", "starting hand", "manual-3-setup"),
    ],
)
def test_the_database_is_searchable(
    exported: sqlite3.Connection, table: str, match: str, id: str
) -> None:
    found = exported.execute(
        f"SELECT id FROM {table}_fts JOIN {table} ON {table}.rowid = {table}_fts.rowid "
        f"WHERE {table}_fts MATCH '{match}' ORDER BY rank"
    )
    assert now(id) in [row["id"] for row in found]


def foreign_database(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE mine (thesis)")
        connection.commit()


@pytest.mark.parametrize(
    "make",
    [lambda file: file.write_text("mine", encoding="utf-8"), foreign_database],
    ids=["a text", "a database of another program"],
)
def test_another_file_is_not_replaced(tmp_path: Path, make: Any) -> None:
    file = tmp_path / "notes.db"
    make(file)
    before = file.read_bytes()
    result = run_cli("export", "--format", "sqlite", str(file))
    assert result.status == 2
    assert (
        "exists and was not written by `rulings export`; name another file"
        in result.err
    )
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        "notes.db": before
    }


def test_a_database_of_ours_is_replaced(kb: Knowledge, file: Path) -> None:
    before = file.stat().st_ino
    database.write_database(kb, file, SITE)
    assert file.stat().st_ino != before
    assert [path.name for path in file.parent.iterdir()] == ["rulings.db"]


def test_an_unfinished_export_leaves_the_old_file(
    kb: Knowledge, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = file.read_bytes()

    def fail(*_: object, **__: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(database, "_write_table", fail)
    with pytest.raises(RulingsError, match="disk is full"):
        database.write_database(kb, file)
    found = {path.name: path.read_bytes() for path in file.parent.iterdir()}
    assert found == {"rulings.db": before}


def test_a_database_needs_a_file_in_a_folder_that_is_there(tmp_path: Path) -> None:
    assert run_cli("export", "--format", "sqlite").status == 2
    assert (
        run_cli("export", "--format", "sqlite", str(tmp_path / "no" / "x.db")).status
        == 2
    )
    assert run_cli("export", "--format", "sqlite", str(tmp_path)).status == 2
