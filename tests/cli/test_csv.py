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
FIRST_TEN = [
    "id",
    "kind",
    "title",
    "question",
    "text",
    "who",
    "date",
    "venue",
    "status",
    "address",
]


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
def test_csv_has_the_cells_of_plain_below_their_names(line: str) -> None:
    names, *rows = csv.reader(
        io.StringIO(run_cli(*line.split(), "--csv").out, newline="")
    )
    common = len(records.COLUMNS)
    assert names[:common] == [*records.COLUMNS]
    of_rulings = ("card", "topic tracing", "run 13", "who sparky", "search", "deck")
    assert (len(names) == common) == line.startswith(of_rulings)
    lines = run_cli(*line.split(), "--plain").out.splitlines()
    assert lines
    assert [row for row in lines if not RECORD.fullmatch(row)] == []
    plain = [row.split("\t") for row in lines]
    assert [
        [" ".join(cell.split()).lstrip("'") for cell in row[:common]] for row in rows
    ] == [[cell.lstrip("'") for cell in row] for row in plain]


@pytest.mark.parametrize("name", ["cards", "keywords", "venues"])
def test_a_list_has_a_column_for_each_fact_of_its_json(name: str) -> None:
    rows = csv_rows(run_cli("list", name, "--csv").out)
    entries = json.loads(run_cli("list", name, "--json").out)[name]
    assert len(rows) == len(entries) > 1
    for row, entry in zip(rows, entries, strict=True):
        for key, value in entry.items():
            if isinstance(value, dict) or key in (
                "inherits",
                "url",
                "kind",
                "title",
                "words",
            ):
                continue
            cell = (
                "; ".join(value)
                if isinstance(value, list)
                else ""
                if value is None
                else value
            )
            cell = (
                {True: "yes", False: "no"}[value] if isinstance(value, bool) else cell
            )
            assert row[key].lstrip("'") == str(cell), (key, entry)


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
