"""Tests of `--csv` and `rulings export --format csv`: programs on a pipe and
spreadsheets can read them, and cells are inert.
"""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rulings.cli import layout
from rulings.model import records
from rulings.model.knowledge import Knowledge
from support.command_line import run_cli

SITE = "https://rulings.example.org/netrunner/"
FIRST_TEN = "id kind title question text who date venue status address".split()


def csv_rows(text: str) -> list[dict[str, Any]]:
    return [*csv.DictReader(io.StringIO(text, newline=""))]


def test_the_export_has_the_address_of_each_ruling_on_the_site(
    kb: Knowledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULINGS_SITE", SITE)
    rows = csv_rows(run_cli("export", "--format", "csv").out)
    assert [*rows[0]][:10] == FIRST_TEN
    assert [row["address"] for row in rows] == [
        SITE.rstrip("/") + r.url for r in kb.rulings
    ]


LINES = (
    "card dreff", "topic tracing", "topic", "run 13", "run", "document", "document manual",
    "list", "who", "who sparky", "search jack out -n 40", "deck tests/data/decks/octgn.o8d",
)  # fmt: skip
# Id, kind, title and date; then who, text, remarks, speakers and table text
RECORD = re.compile(
    r"[a-z0-9-]+\t[a-z]+\t[^\t]*\t([0-9]{4}(-[0-9]{2}){0,2})?(\t[^\t]*){5}"
)


@pytest.mark.parametrize("line", LINES)
def test_csv_has_the_cells_of_plain(line: str) -> None:
    rows = csv_rows(run_cli(*line.split(), "--csv").out)
    lines = run_cli(*line.split(), "--plain").out.splitlines()
    assert lines
    assert [row for row in lines if not RECORD.fullmatch(row)] == []
    cells = [[row[name] for name in records.PLAIN_COLUMNS] for row in rows]
    assert [[" ".join(cell.split()).lstrip("'") for cell in row] for row in cells] == [
        [cell.lstrip("'") for cell in row.split("\t")] for row in lines
    ]


@pytest.mark.parametrize("line", [*LINES, "why dreff", "list notes", "list keywords"])
def test_every_table_has_the_columns_of_the_export(line: str) -> None:
    exported = run_cli("export", "--format", "csv").out.partition("\n")[0]
    assert run_cli(*line.split(), "--csv").out.partition("\n")[0] == exported
    assert exported.split(",") == [*records.COLUMNS]
    assert exported.split(",")[:10] == FIRST_TEN


def test_a_card_has_its_facts_in_every_table(kb: Knowledge) -> None:
    for words in (["list"], ["search", "kind:card"]):
        rows = csv_rows(run_cli(*words, "--csv", "-n", "all").out)
        assert len(rows) == len(kb.cards)
        for row in rows:
            card = kb.cards_by_id[row["id"]].to_dict()
            for name in records.CARD_FACTS:
                value = card[name]
                cell = "; ".join(value) if isinstance(value, list) else value
                expected = "" if cell is None else str(cell)
                assert row[name].lstrip("'") == expected, (name, row)


@pytest.mark.parametrize("name", ["cards", "keywords", "artists"])
def test_a_list_has_its_counts_in_columns(name: str) -> None:
    rows = csv_rows(run_cli("list", name, "--csv", "-n", "all").out)
    entries = json.loads(run_cli("list", name, "--json", "-n", "all").out)[name]
    assert len(rows) == len(entries) > 1
    for row, entry in zip(rows, entries, strict=True):
        assert {count: row[count] for count in records.COUNTS} == {
            count: str(entry.get(count, "")) for count in records.COUNTS
        }


@pytest.mark.parametrize("words", [["export", "--format", "csv"], ["dreff", "--csv"]])
def test_a_byte_order_mark_is_written_into_a_file_and_not_on_a_pipe(
    words: list[str], tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "rulings", *words]
    assert subprocess.run(command, capture_output=True, check=True).stdout.startswith(
        b"id,kind,"
    )
    file = tmp_path / "rulings.csv"
    with file.open("wb") as stream:
        subprocess.run(command, stdout=stream, check=True)
    assert file.read_bytes().startswith(b"\xef\xbb\xbfid,kind,")


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+1 strength", "'+1 strength"),
        ("-1 strength", "'-1 strength"),
        ("@here", "'@here"),
        ("\t=1+1", "'=1+1"),
        ("\u200b=1+1", "'=1+1"),
        ("a bell\a and \u202eits\u2066 signs\x1b[31m", "a bell and its signs[31m"),
        ("a step\nand\u00a0another", "a step\nand another"),
        ('a "quotation", and = inside', 'a "quotation", and = inside'),
    ],
)
def test_a_cell_is_inert(
    text: str, cell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    layout.write_csv([(text, None)], ("text", "who"))
    assert csv_rows(capsys.readouterr().out) == [{"text": cell, "who": ""}]
