"""Tests that slips in one value are named where they stand."""

from __future__ import annotations

import json
from pathlib import Path

from rulings.parser.parse import generate
from rulings.parser.slips import SLIPS

RULINGS = [slip for slip in SLIPS if slip.kind == "ruling"]
QUESTIONS = [slip for slip in SLIPS if slip.kind == "question"]
BESIDE = """\
- {{subject: Asp, printed: Asp{0}., citation: none, questions: [
    {1}]}}
"""


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
