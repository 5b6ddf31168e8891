"""Tests of `rulings export --format sqlite`: everything is there, linked and searchable; no other
file is lost.
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
from msgspec import to_builtins

from rulings.api import KnowledgeBase
from rulings.errors import RulingsError
from rulings.model.knowledge import ENTITY_TYPES
from rulings.storage import database
from support.command_line import run_cli
from support.data_files import now

SITE = "https://rulings.example.org/netrunner/"


@pytest.fixture(scope="module")
def exported_file(kb: KnowledgeBase, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of the shipped knowledge base."""
    file = tmp_path_factory.mktemp("database") / "rulings.db"
    database.write_database(kb, file, SITE)
    return file


@pytest.fixture
def file(exported_file: Path, tmp_path: Path) -> Path:
    """A copy, for the test to change."""
    return Path(shutil.copy(exported_file, tmp_path))


@pytest.fixture(scope="module")
def exported(exported_file: Path) -> Iterator[sqlite3.Connection]:
    """A connection to it."""
    with closing(sqlite3.connect(exported_file)) as connection:
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
    added = {ruling.source.document for ruling in kb.rulings} - kb.documents_by_id.keys()
    assert len(found) == len(entities) + (len(added) if table == "documents" else 0)
    singular = {"authorities": "authority"}.get(table, table[:-1])
    for entity, row in zip(entities, found, strict=False):  # files of additions are the last
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
    elsewhere = {*"condition end groups keys lines only rank rows system user window".split()}
    tables = [
        row["name"] for row in rows(exported, "SELECT name FROM sqlite_master WHERE type = 'table'")
    ]
    for table in tables:
        columns = [row["name"] for row in rows(exported, f"PRAGMA table_info({table})")]
        if not table.startswith("rulings_fts_"):  # tables of SQLite's own
            assert not elsewhere & {*columns}
            exported.execute(f"SELECT {', '.join(columns)} FROM {table}")


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


def references(connection: sqlite3.Connection, table: str) -> dict[str, str]:
    """The columns of a table that refer to another one by its only key, as a page of it is found."""
    found = rows(connection, f"PRAGMA foreign_key_list({table})")
    assert {row["to"] for row in found} <= {"id"}
    return {row["from"]: row["table"] for row in found}


LEADS = {  # table → where its rows lead
    "rulings": {"subject_card": "cards", "subject_topic": "topics", "source_document": "documents"},
    "ruling_citations": {"ruling": "rulings", "authority_id": "authorities"},
    "ruling_notes": {
        "ruling": "rulings",
        "note": "notes",
        "other_side_ruling": "rulings",
        "other_side_section": "sections",
        "other_side_step": "steps",
    },
    "ruling_see": {"ruling": "rulings", "card": "cards", "topic": "topics"},
    "ruling_steps": {"ruling": "rulings", "step": "steps"},
    "ruling_mentions": {"ruling": "rulings", "id": "cards"},
    "sections": {"document": "documents", "source_document": "documents"},
    "inherited_rulings": {"card": "cards", "ruling": "rulings"},
}


@pytest.mark.parametrize("table", LEADS)
def test_each_row_leads_to_what_it_is_about_and_back_by_an_index(
    exported: sqlite3.Connection, table: str
) -> None:
    assert references(exported, table) == LEADS[table]
    for column, other in LEADS[table].items():
        query = (
            f"SELECT count(*) AS number FROM {table} JOIN {other} ON {table}.{column} = {other}.id"
        )
        assert rows(exported, query)[0]["number"] or column == "other_side_step"
        plan = rows(exported, f"EXPLAIN QUERY PLAN SELECT * FROM {table} WHERE {column} = 'x'")
        assert "USING INDEX" in plan[0]["detail"]


def test_no_reference_leads_nowhere(exported: sqlite3.Connection) -> None:
    assert rows(exported, "PRAGMA foreign_key_check") == []
    subject = "coalesce(subject_card, subject_topic)"
    assert rows(exported, f"SELECT id FROM rulings WHERE {subject} IS NOT subject_id") == []
    unknown = "SELECT authority FROM ruling_citations WHERE authority_id IS NULL"
    assert rows(exported, unknown) == []


def test_a_ruling_as_printed_has_who_and_when(exported: sqlite3.Connection) -> None:
    id = now("dr-dreff-601afce4")
    (row,) = rows(exported, f"SELECT * FROM rulings_as_printed WHERE id = '{id}'")
    assert row["printed"].endswith("2/25/97)")
    assert (row["title"], row["who"], row["date"]) == ("Dr. Dreff", "JD Wiker", "1997-02-25")


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


def test_a_database_of_ours_is_replaced(kb: KnowledgeBase, file: Path) -> None:
    before = file.stat().st_ino
    database.write_database(kb, file, SITE)
    assert file.stat().st_ino != before
    assert [path.name for path in file.parent.iterdir()] == ["rulings.db"]


def test_an_unfinished_export_leaves_the_old_file(
    kb: KnowledgeBase, file: Path, monkeypatch: pytest.MonkeyPatch
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
    assert run_cli("export", "--format", "sqlite", str(tmp_path / "no" / "x.db")).status == 2
    assert run_cli("export", "--format", "sqlite", str(tmp_path)).status == 2
