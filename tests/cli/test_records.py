"""Tests that a name has the same value in every format: JSON of entries and hits,
`--plain`, `--csv`, exports, SQLite.
"""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from rulings.api import export
from rulings.model import records
from rulings.model.knowledge import ENTRIES, Knowledge
from support.command_line import run_cli, shipped
from support.data_files import now

Rows = dict[str, dict[str, Any]]
# Keys of a hit that describe its passage, which may be only a part of the entry
PASSAGE = ("url", "status", "question", "remarks")


def by_csv(*words: str, option: str = "--csv") -> Rows:
    text = run_cli(*words, option).out
    return {row["id"]: row for row in csv.DictReader(io.StringIO(text, newline=""))}


def by_plain(*words: str) -> Rows:
    rows = (line.split("\t") for line in run_cli(*words, "--plain").out.splitlines())
    return {row[0]: dict(zip(records.PLAIN_COLUMNS, row, strict=True)) for row in rows}


EVERYTHING = (["in:rulings"], ["kind:section"], ["kind:step"])


def searched(read: Callable[..., Rows]) -> Rows:
    return {
        id: row
        for query in EVERYTHING
        for id, row in read("search", *query, "-n", "all").items()
    }


def hits(*words: str) -> Rows:
    found = json.loads(run_cli(*words, "--json").out)["hits"]
    return {
        hit["id"]: {key: value for key, value in hit.items() if key not in PASSAGE}
        for hit in found
    }


def documents(read: Callable[..., Rows]) -> Rows:
    kb = shipped()
    with_sections = {section.document for section in kb.sections}
    shorts = [
        document.short for document in kb.documents if document.id in with_sections
    ]
    return {
        id: row
        for words in (*(("document", short) for short in shorts), ("run",))
        for id, row in read(*words).items()
    }


def exported(kb: Knowledge) -> Rows:
    everything = export(kb)
    return {row["id"]: row for kind in ENTRIES for row in everything[kind]}


def ndjson() -> Rows:
    lines = map(json.loads, run_cli("export", "--format", "ndjson").out.splitlines())
    return {line["id"]: line for line in lines if "status" in line}


def sqlite(folder: Path) -> Rows:
    run_cli("export", "--format", "sqlite", str(folder / "all.db"))
    with closing(sqlite3.connect(folder / "all.db")) as database:
        database.row_factory = sqlite3.Row
        tables = [
            database.execute(f"select * from {table}").fetchall() for table in ENTRIES
        ]
        return {row["id"]: dict(row) for rows in tables for row in rows}


def plainly(value: Any) -> str:
    """A value without the differences between formats: no value, yes and no,
    apostrophes, line ends.
    """
    if isinstance(value, list | tuple):
        return str(value)
    return " ".join(
        {True: "yes", False: "no", None: ""}.get(value, str(value)).split()
    ).lstrip("'")


def test_every_name_has_the_same_value_in_every_format(
    kb: Knowledge, tmp_path: Path
) -> None:
    formats = {
        "JSON": exported(kb),
        "NDJSON": ndjson(),
        "SQLite": sqlite(tmp_path),
        "export --format csv": by_csv("export", option="--format=csv"),
        "--csv of a search": searched(by_csv),
        "--plain of a search": searched(by_plain),
        "hits": searched(hits),
        "--csv of documents": documents(by_csv),
        "--plain of documents": documents(by_plain),
    }
    assert [
        name
        for name, rows in formats.items()
        if "remarks" not in next(iter(rows.values()))
    ] == ["JSON", "hits"]
    compared = dict.fromkeys(formats, 0)
    differing = []
    for entry in kb.entries:
        told = records.record(entry)
        assert (entry.title, entry.remarks) == (told.title, told.remarks)
        as_text = told._asdict() | {
            "address": entry.url,
            "remarks": told.cells(("remarks",))[0],
        }
        for name, rows in formats.items():
            row = rows.get(entry.id, {})
            record = told.to_dict() if name == "NDJSON" else as_text
            compared[name] += bool(row)
            for key in row.keys() & record.keys():
                if plainly(row[key]) != plainly(record[key]):
                    differing.append((entry.id, name, key, row[key], record[key]))
    assert differing == []
    others = len(kb.sections) + len(kb.steps)
    assert compared == {
        **dict.fromkeys(formats, len(kb.entries)),
        "export --format csv": len(kb.rulings),
        **dict.fromkeys(("--csv of documents", "--plain of documents"), others),
    }


@pytest.mark.parametrize(
    "line", ["list", "list keywords", "who", "topic", "document", "why manual-3-setup"]
)
def test_a_table_of_other_references_has_no_names_or_dates_that_mean_something_else(
    line: str,
) -> None:
    for row in by_csv(*line.split()).values():
        assert not row["who"]
        assert not row["date"] or row["kind"] == "document"
        assert row["title"]


@pytest.mark.parametrize(
    ("listed", "query"),
    [
        ("list cards", "kind:card"),
        ("list keywords", "kind:keyword"),
        ("topic", "kind:topic"),
        ("who", "kind:authority"),
    ],
)
def test_a_reference_has_the_same_row_in_a_list_and_in_a_search(
    listed: str, query: str
) -> None:
    rows = by_csv(*listed.split(), "-n", "all")
    found = by_csv("search", query, "-n", "all")
    assert found.items() >= rows.items()
    assert rows
    texts = json.loads(run_cli("search", query, "--json", "-n", "all").out)["hits"]
    assert {hit["id"]: hit["text"] for hit in texts} == {
        id: row["text"] for id, row in found.items()
    }


def test_what_is_to_be_followed_is_in_the_table_of_why() -> None:
    words = ("why", now("access-through-alpha-94f16a3d"))
    (row,) = by_csv(*words).values()
    assert (
        json.loads(run_cli(*words, "--json").out)["superseded_by"][0] in row["remarks"]
    )
