"""Tests that slips in one value, and names that are nearly another one, are named where they
stand.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulings.parser.parse import generate
from rulings.parser.slips import SLIPS

RULINGS = [slip for slip in SLIPS if slip.kind == "ruling"]
QUESTIONS = [slip for slip in SLIPS if slip.kind == "question"]
BESIDE = """\
- {{subject: Asp, printed: Asp{0}., citation: none, questions: [
    {1}]}}
"""
# What is appended to a file, and what is said of its first line
NAMES = {
    "cards": (
        "- {title: The Gla cier, id: the-gla-cier, side: Corp, type: Operation, set: Base, "
        "rarity: Common, cost: 1}\n"
        "- {title: Bits, id: bits, side: Corp, type: Operation, set: Base, rarity: Common, cost: 1}",
        ["“The Gla cier” is nearly “Glacier”; if it is that", "“Bits” is a word of"],
    ),
    "keywords": (
        "- Regoin",
        ["“Regoin” is nearly “Region”", "no card has “Regoin”; delete it here"],
    ),
    "sets": ("- Fan", ["no card has “Fan”; delete it here"]),
    "authorities": (
        "- {name: Tom Wyllie, id: tom, kind: person, names: [Tom Wyllie], role: x, official: false, "
        "standing: player}",
        ["“Tom Wyllie” is nearly “Tom Wylie”; if it is that, write it so"],
    ),
    "moved": (
        "asp-00000009: asp",
        ["“asp-00000009” was a ruling, and leads to none; name the one, or `nothing:`"],
    ),
    "unanswered": ("- dreff", ["“dreff” is a name, and asks nothing; write what of it"]),
    "additions/2001-errata": (
        "- {subject: Tracing, printed: 'ERRATA: x y.', citation: none}\n"
        "- {subject: Dr. Dreff, printed: 'ERRATA: x y z.', citation: none}\n"
        "- {subject: Asp, printed: 'x (Sparky, Forum, 1996-08-09)', added: 1996-07-01}",
        [
            "an erratum changes the text of a card; write it under that card",
            "dr-dreff-8a16f88d is an erratum on Dr. Dreff too; say in a note which holds",
            "it was added on 1996-07-01, before it was given; correct one of them",
        ],
    ),
}


def test_every_slip_is_named_on_its_line(sources: Path) -> None:
    """Each example is a ruling, or a question beside one; nothing is said of a row without a slip."""
    rows = [f"- {{subject: Asp, printed: {json.dumps(slip.example)}}}\n" for slip in RULINGS]
    texts = [*(json.dumps(slip.example) for slip in QUESTIONS), "may Asp stay"]
    rows += [BESIDE.format(number, text) for number, text in enumerate(texts)]
    (sources / "additions/2001.yaml").write_text("".join(rows), encoding="utf-8")
    notes = (sources / "notes.yaml").read_text(encoding="utf-8")
    table = next(slip for slip in SLIPS if slip.kind == "table")
    notes = notes.replace("table: agree on the rate before the game", f"table: {table.example}")
    (sources / "notes.yaml").write_text(notes, encoding="utf-8")
    warnings = generate(sources, (), ()).warnings
    for number, slip in enumerate(RULINGS + QUESTIONS, 1):
        line = number if slip.kind == "ruling" else 2 * number - len(RULINGS)
        texts = [w.text for w in warnings if w.file.endswith("2001.yaml") and w.line == line]
        assert [text for text in texts if text.endswith(slip.advice)], (slip, texts)
    clean_line = len(RULINGS) + 2 * len(QUESTIONS) + 2
    said = [w.text for w in warnings if w.file.endswith("2001.yaml") and w.line == clean_line]
    assert said == []
    assert [w.text for w in warnings if "notes.yaml" in w.file] == [f"“Then play” {table.advice}"]


@pytest.mark.parametrize("file", NAMES)
def test_a_name_that_is_nearly_another_or_has_no_use_is_named(sources: Path, file: str) -> None:
    text, sentences = NAMES[file]
    path = sources / f"{file}.yaml"
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    path.write_text(f"{before}{text}\n", encoding="utf-8")
    warnings = [w.text for w in generate(sources, (), ()).warnings if w.file == str(path)]
    assert [s for s in sentences if not any(s in w for w in warnings)] == [], warnings
