"""Tests of `rulings export --format csv` and `sqlite`: complete, linked, searchable, and never over another file."""

from __future__ import annotations

import csv
import io
import sqlite3
from contextlib import closing
from pathlib import Path

from rulings.api import KnowledgeBase
from support.command_line import run_cli


def test_csv_has_a_row_for_each_ruling(kb: KnowledgeBase) -> None:
    rows = {row["id"]: row for row in csv.DictReader(io.StringIO(run_cli("export", "--format", "csv").out))}
    assert rows.keys() == kb.rulings_by_id.keys()
    for id, row in rows.items():
        ruling = kb.ruling(id)
        assert (row["subject"], row["text"], row["status"]) == (ruling.subject.title, ruling.text, ruling.status)
        assert row["when"] == (ruling.date or "")
        assert row["official"] == ("yes" if ruling.official else "no")


def test_the_database_is_linked_and_searchable(kb: KnowledgeBase, tmp_path: Path) -> None:
    file = tmp_path / "rulings.db"
    for _ in range(2):  # the second time it replaces the first
        assert run_cli("export", "--format", "sqlite", str(file)).status == 0
    assert [path.name for path in tmp_path.iterdir()] == ["rulings.db"]
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        counts = {
            table: database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in ("cards", "topics", "rulings", "sections", "steps", "documents", "citations")
        }
        assert counts == {
            **{name: len(getattr(kb, name)) for name in counts if name != "citations"},
            "citations": sum(len(ruling.citations) for ruling in kb.rulings),
        }
        found = database.execute(
            "SELECT rulings.id FROM rulings_fts JOIN rulings ON rulings.rowid = rulings_fts.rowid "
            "WHERE rulings_fts MATCH 'dreff rezzed' ORDER BY rank"
        ).fetchall()
    assert ("dr-dreff-601afce4",) in found


def test_another_file_is_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("mine", encoding="utf-8")
    result = run_cli("export", "--format", "sqlite", str(file))
    assert result.status == 2
    assert "is no SQLite database" in result.err
    assert file.read_text(encoding="utf-8") == "mine"
    assert run_cli("export", "--format", "sqlite").status == 2
    assert run_cli("export", "--format", "sqlite", str(tmp_path / "no" / "x.db")).status == 2
