"""Tests of the sections found in documents with other kinds of headings than those of the shipped ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulings.model.rows import Document
from rulings.parser.ledger import sections_ledger
from rulings.parser.sections import read_sections
from rulings.parser.sources import SourceDocument, numbered


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("Rulings\n=======\n\nIntro.\n\nCombat\n------\nOne.\n\n-----\n\nMore.\n", ["Rulings", "Combat"]),
        ("+--------+\n| Combat |\n+--------+\nOne.\n\n+-------+\n| Magic |\n+-------+\nTwo.\n", ["Combat", "Magic"]),
        ("*************\n* Timing *\n*************\n\nOne.\n", ["Timing"]),
        ("##Title\n\nOne.\n\n```\n# no heading\n```\n\n## Next\nTwo.\n", ["Title", "Next"]),
        ("Words before.\n\n**Title**\n\nOne.\n\n**Other:**\nTwo.\n", ["Title", "Other"]),
        ("AARDVARK:\nOne.\n\nDATA WALL 2.0:\nTwo.\n", ["AARDVARK", "DATA WALL 2.0"]),
        ("Q1. May I?\nA1. Yes.\n\nQ2. Really?\nA2. Yes.\n", ["Q1. May I?", "Q2. Really?"]),
        ("Only some words.\nAnd more of them.\n\n- A point\n", ["My Document"]),
        ("# Table\n\n| A | B |\n|---|:--|\n| 1 | - |\n| x y | z|\n\nEnd.\n", ["Table"]),
        ("# ---\n\n# Title\n\n#!/bin/sh\n\n#5 is one.\n", ["Title"]),
    ],
)
def test_headings_are_found_and_every_word_is_kept(text: str, titles: list[str]) -> None:
    row = Document(
        id="my-document",
        short="my",
        title="My Document",
        edition=None,
        date=None,
        game="netrunner",
        copyright=None,
        licence=None,
        standing="ours",
        file="my.txt",
        sha256="",
    )
    document = SourceDocument(row, Path("my.txt"), tuple(numbered(text)))
    sectioned = read_sections(document)
    assert [section.title for section in sectioned.sections] == titles
    ledger = sections_ledger(document.lines, sectioned)
    assert (ledger.missing, ledger.surplus) == ([], [])
