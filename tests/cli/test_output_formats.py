"""Tests of `--json`, `--plain`, `--cite` and `rulings export --format ndjson`."""

from __future__ import annotations

import json

import pytest

from rulings.model.knowledge import Knowledge
from support.command_line import run_cli


def test_ndjson_has_a_kind_on_every_line(kb: Knowledge) -> None:
    rows = [
        json.loads(line)
        for line in run_cli("export", "--format", "ndjson").out.splitlines()
    ]
    kinds = {row["kind"] for row in rows}
    assert kinds == {
        "document", "card", "topic", "ruling", "cross-reference", "section", "step", "note", "authority",
        "restoration",
    }  # fmt: skip
    assert {row["note_kind"] for row in rows if row["kind"] == "note"} == {
        note.kind for note in kb.notes
    }
    assert sum(row["kind"] == "card" for row in rows) == len(kb.cards)


@pytest.mark.parametrize("line", ["errata", "changes", "search by:sparky"])
@pytest.mark.parametrize("format", ["json", "plain", "csv", "cite", "md"])
def test_lists_by_name_and_conditions_are_whole_in_every_format(
    line: str, format: str
) -> None:
    whole = run_cli(*line.split(), f"--{format}", "-n", "all")
    assert run_cli(*line.split(), f"--{format}") == whole
    found = json.loads(run_cli(*line.split(), "--json").out)
    total = found["total"]
    assert len(found["hits"]) == total > 10
    if format == "plain":
        assert whole.out.count("\n") == total


@pytest.mark.parametrize(
    ("line", "note"),
    [
        ("search virus --plain", "10 of {}; {} more: -n"),
        ("search virus --cite", "10 of {}; {} more: -n"),
        ("search virus --json -n 10", "10 of {}; {} more: -n"),
        (
            "errata --cite -n 3",
            "“errata” is not a card; it is the list of errata\nrulings: note: 3 of ",
        ),
        ("topic --csv -n 3", "3 of "),
        ("search virus --json", "10 of {}; {} more: -n"),
        ("crumble --md", "5 inherited rulings more: --json"),
        ("cascade --cite -n 3", "5 inherited rulings more: --json"),
        ("deck tests/data/decks/octgn.o8d --cite", "7 inherited rulings more: --json"),
        (
            "deck tests/data/decks/octgn.o8d --cite -n 99",
            "7 inherited rulings more: --json",
        ),
        ("who sparky --cite", ""),
        ("search keyword:virus --md", "not cited: "),
    ],
)
def test_what_a_format_leaves_out_is_said_on_standard_error(
    line: str, note: str
) -> None:
    total = json.loads(run_cli("search", "virus", "--json").out)["total"]
    said = run_cli(*line.split()).err
    assert said.startswith(
        f"rulings: note: {note.format(total, total - 10)}" if note else ""
    )
    assert bool(note) == bool(said)
