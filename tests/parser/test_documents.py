"""Tests of the documents as data: steps of the run chart, sections under all kinds of
headings, and tables.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rulings.model.entities import Table
from rulings.model.hand_edited import DocumentRow
from rulings.model.knowledge import Knowledge
from rulings.parser.ledger import sections_ledger
from rulings.parser.sections import read_sections
from rulings.parser.sources import SourceDocument, numbered
from support.command_line import run_cli


def test_sections_of_the_other_game_are_marked(kb: Knowledge) -> None:
    for section in kb.sections:
        assert (section.game == "android-netrunner") == (
            section.document == "android-netrunner-tournament-regulations"
        )
        if section.game == "android-netrunner":
            assert section.mentions == ()  # its cards belong to another game
    assert kb.tournament.game == "android-netrunner"


def test_the_tables_of_the_regulations_say_what_their_sections_do(
    kb: Knowledge,
) -> None:
    tables = kb.tournament
    for structure in tables.structures.values():
        [printed] = kb.sections_by_id[structure.section].tables
        rows = [[*row.players, row.rounds, row.cut] for row in structure.rows]
        assert [[n for n in row if n is not None] for row in rows] == [
            [int(number) for number in re.findall(r"\d+", " ".join(row))]
            for row in printed.rows
        ]
    parts = [tables.points, tables.round_times, tables.tiebreakers, tables.end_of_game]
    for part in [*parts, *tables.draft.values()]:
        assert part is not None
        text = kb.sections_by_id[part["section"]].text
        assert [word for word in said(part) if word not in text] == [part["section"]]
    assert tables.most_wanted is not None
    everything = "\n".join(
        f"{section.title}\n{section.text}" for section in kb.sections
    )
    assert all(word in everything for word in said(tables.most_wanted)[1:])


def test_a_row_of_a_table_may_lack_cells_or_have_too_many(kb: Knowledge) -> None:
    section = next(section for section in kb.sections if section.tables)
    table = Table(("Name", "Age"), (("Ada",), ("Ada", "20"), ("Ada", "20", "more")))
    rows = ["Name: Ada.", "Name: Ada, Age: 20.", "Name: Ada, Age: 20, more."]
    assert replace(section, tables=(table,)).table_text == "\n".join(rows)


def said(value: Any) -> list[str]:
    """The texts and numbers in a table of the data."""
    if isinstance(value, dict):
        keys = [key for key in value if not key.islower()]
        return [*keys, *(word for part in value.values() for word in said(part))]
    if isinstance(value, list):
        return [word for part in value for word in said(part)]
    return [] if value is None else [str(value)]


def test_a_chapter_of_the_regulations_is_shown_with_its_parts() -> None:
    shown = run_cli("document", "tournament-tournament-structures").out
    assert [
        name
        for name in ("Basic", "Advanced", "Custom")
        if f"{name} Structure" not in shown
    ] == []
    assert (
        "Advanced Structure"
        not in run_cli("document", "tournament-basic-structure").out
    )


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        (
            "##Title\n\nOne.\n\n```\n# no heading\n```\n\n## Next\nTwo.\n",
            ["Title", "Next"],
        ),
        ("Only some words.\nAnd more of them.\n\n- A point\n", ["My Document"]),
        ("# Table\n\n| A | B |\n|---|:--|\n| 1 | - |\n| x y | z|\n\nEnd.\n", ["Table"]),
        ("# ---\n\n# Title\n\n#!/bin/sh\n\n#5 is one.\n", ["Title"]),
        ("\n\n", []),
    ],
)
def test_headings_are_found_and_every_word_is_kept(
    text: str, titles: list[str]
) -> None:
    row = DocumentRow(
        id="my-document",
        short="my",
        title="My Document",
        edition=None,
        date=None,
        game="netrunner",
        copyright=None,
        licence=None,
        standing_in_words="ours",
        file="my.txt",
        sha256="",
    )
    document = SourceDocument(row, Path("my.txt"), tuple(numbered(text)))
    sectioned = read_sections(document)
    assert [section.title for section in sectioned.sections] == titles
    ledger = sections_ledger(document.lines, sectioned)
    assert (ledger.missing, ledger.surplus) == ([], [])
