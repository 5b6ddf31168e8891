"""Tests of the documents as data: steps of the run chart, sections under all kinds of
headings, and tables.
"""

from __future__ import annotations

from pathlib import Path

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


def test_a_row_of_a_table_may_lack_cells_or_have_too_many(kb: Knowledge) -> None:
    section = next(section for section in kb.sections if section.tables)
    table = Table(("Name", "Age"), (("Ada",), ("Ada", "20"), ("Ada", "20", "more")))
    rows = ["Name: Ada.", "Name: Ada, Age: 20.", "Name: Ada, Age: 20, more."]
    assert replace(section, tables=(table,)).table_text == "\n".join(rows)


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
