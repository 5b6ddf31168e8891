"""Tests that no id with an address of its own vanishes without a redirect."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from rulings.parser.checks import vanished_ids
from rulings.parser.rulings import ParsedKnowledge

_TOPIC = "title: Gone\nid: gone\nheading: {line: 1}\n"
_DOCUMENT = """\
title: The Big Sell-Out
id: the-big-sell-out
ledger: {lines: 1, words: 1, accounted: 1, by_kind: {}}
sections:
- {title: Gone, id: variant-gone, level: 1, lines: [1, 1]}
- {title: Deckbuilding, id: variant-deckbuilding, level: 2, lines: [1, 1]}
"""


@pytest.mark.parametrize(
    ("path", "text", "gone"),
    [
        ("note-ids.yaml", "ids: [gone-note, access-order-archives]", "note gone-note"),
        ("topics/gone.yaml", _TOPIC, "topic gone"),
        ("documents/the-big-sell-out.yaml", _DOCUMENT, "section variant-gone"),
        (
            "cards/corp/gone.yaml",
            "title: Gone\nid: gone\nside: Corp\ntype: Ice\nset: Base\nrarity: Rare\n",
            "card gone",
        ),
    ],
)
def test_an_id_that_was_written_before_must_lead_somewhere(
    parsed: ParsedKnowledge, tmp_path: Path, path: str, text: str, gone: str
) -> None:
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).write_text(text, encoding="utf-8")
    (problem,) = vanished_ids(parsed, tmp_path)
    assert problem.file.endswith("moved.yaml")
    assert problem.text.startswith(f"the {gone} is gone")
    moved = structs.replace(parsed.sources.edited, moved={gone.partition(" ")[2]: "asp"})
    assert vanished_ids(replace(parsed, sources=replace(parsed.sources, edited=moved)), tmp_path) == []


@pytest.mark.parametrize("text", ["", "ids: 3", "[", "\x00"])
def test_damaged_files_have_no_ids(parsed: ParsedKnowledge, tmp_path: Path, text: str) -> None:
    (tmp_path / "note-ids.yaml").write_text(text, encoding="utf-8")
    assert vanished_ids(parsed, tmp_path) == []
    assert vanished_ids(parsed, tmp_path / "missing") == []
