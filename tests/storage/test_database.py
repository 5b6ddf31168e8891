"""Tests of `rulings export --format sqlite`: everything is there, linked and searchable; no other
file is lost.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

from rulings.api import KnowledgeBase
from rulings.errors import RulingsError
from rulings.model.knowledge import ENTITY_TYPES
from rulings.storage import database
from support.command_line import run_cli
from support.data_files import now

SITE = "https://rulings.example.org/netrunner/"


@pytest.fixture(scope="module")
def exported(
    kb: KnowledgeBase, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[sqlite3.Connection]:
    """The database of the shipped knowledge base, written twice: the second time it replaces the
    first.
    """
    file = tmp_path_factory.mktemp("database") / "rulings.db"
    for _ in range(2):
        database.write_database(kb, file, SITE)
    assert [path.name for path in file.parent.iterdir()] == ["rulings.db"]
    with closing(sqlite3.connect(file)) as connection:
        connection.row_factory = sqlite3.Row
        yield connection


def rows(connection: sqlite3.Connection, query: str) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(query)]


def scalars(data: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """What JSON data has besides lists, with the names of the columns."""
    found: dict[str, Any] = {}
    for key, value in data.items():
        if isinstance(value, dict) and not prefix and key != "decision":
            found |= scalars(value, f"{key}_")
        elif not isinstance(value, list | tuple | dict) and value is not None:
            found[prefix + key if prefix else database.RESERVED.get(key, key)] = value
    return found


@pytest.mark.parametrize("table", ENTITY_TYPES)
def test_the_database_has_every_fact_of_every_entity(
    kb: KnowledgeBase, exported: sqlite3.Connection, table: str
) -> None:
    entities = getattr(kb, table)
    found = rows(exported, f"SELECT * FROM {table} ORDER BY rowid")
    assert len(found) == len(entities)
    singular = {"authorities": "authority"}.get(table, table[:-1])
    for entity, row in zip(entities, found, strict=True):
        data = to_builtins(entity)
        facts = scalars(data)
        if "url" in facts:
            facts["address"] = SITE.rstrip("/") + facts["url"]
        assert facts.items() <= row.items()
        for key, items in data.items():
            if not isinstance(items, list | tuple) or table == "restorations":
                continue
            name = f"{singular}_{key}"
            child = rows(
                exported,
                f"SELECT * FROM {name} WHERE {singular} = '{data['id']}' ORDER BY position",
            )
            assert len(child) == len(items)
            for item, cells in zip(items, child, strict=True):
                assert (
                    scalars(item) if isinstance(item, dict) else {"value": item}
                ).items() <= cells.items()


def test_the_database_says_what_a_card_inherits_and_has_the_tables_for_tournaments(
    kb: KnowledgeBase, exported: sqlite3.Connection
) -> None:
    inherited = rows(exported, "SELECT ruling FROM inherited_rulings WHERE card = 'aardvark'")
    assert [row["ruling"] for row in inherited] == [
        r.id for group in kb.inherited("aardvark") for r in group.rulings
    ]
    assert json.loads(rows(exported, "SELECT data FROM tournament")[0]["data"])


def test_no_column_needs_quotes(exported: sqlite3.Connection) -> None:
    elsewhere = {
        "condition",
        "end",
        "groups",
        "keys",
        "lines",
        "only",
        "rank",
        "rows",
        "system",
        "user",
        "window",
    }
    tables = [
        row["name"] for row in rows(exported, "SELECT name FROM sqlite_master WHERE type = 'table'")
    ]
    for table in tables:
        columns = [row["name"] for row in rows(exported, f"PRAGMA table_info({table})")]
        if not table.startswith("rulings_fts_"):  # tables of SQLite's own
            assert not elsewhere & {*columns}
            exported.execute(f"SELECT {', '.join(columns)} FROM {table}")


def test_the_database_is_linked_and_searchable(exported: sqlite3.Connection) -> None:
    assert rows(exported, "PRAGMA foreign_key_check") == []
    found = exported.execute(
        "SELECT rulings.id FROM rulings_fts JOIN rulings ON rulings.rowid = rulings_fts.rowid "
        "WHERE rulings_fts MATCH 'dreff rezzed' ORDER BY rank"
    )
    assert now("dr-dreff-601afce4") in [row["id"] for row in found]


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
    assert "exists and was not written by `rulings export`; name another file" in result.err
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"notes.db": before}


def test_a_database_that_is_open_elsewhere_is_not_replaced(
    kb: KnowledgeBase, tmp_path: Path
) -> None:
    file = tmp_path / "rulings.db"
    database.write_database(kb, file)
    with closing(sqlite3.connect(file)) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("CREATE TABLE mine (notes)")
        with pytest.raises(RulingsError, match="close the program that has it open"):
            database.write_database(kb, file)


def test_an_unfinished_export_leaves_the_old_file(
    kb: KnowledgeBase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "rulings.db"
    database.write_database(kb, file)
    before = file.read_bytes()

    def fail(*_: object, **__: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(database, "_write_table", fail)
    with pytest.raises(RulingsError, match="disk is full"):
        database.write_database(kb, file)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"rulings.db": before}


def test_a_database_needs_a_file_in_a_folder_that_is_there(tmp_path: Path) -> None:
    assert run_cli("export", "--format", "sqlite").status == 2
    assert run_cli("export", "--format", "sqlite", str(tmp_path / "no" / "x.db")).status == 2
    assert run_cli("export", "--format", "sqlite", str(tmp_path)).status == 2
