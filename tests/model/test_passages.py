"""Tests of the passages of a text: where its citations change, and which passages a status is about."""

from __future__ import annotations

from typing import Any

import pytest

from rulings.model.cited_passages import concerns_passage, passages_of


@pytest.mark.parametrize(
    ("spans", "expected"),
    [
        ([], [("One two. Three”", 0)]),
        ([(0, 15)], [("One two. Three”", 1)]),
        # words after the last citation, and before the first, are a passage without one
        ([(0, 8)], [("One two.", 1), ("Three”", 0)]),
        ([(9, 15)], [("One two.", 0), ("Three”", 1)]),
        ([(9, 15), (0, 8)], [("One two.", 1), ("Three”", 1)]),
        # citations for the same words and for overlapping ones
        ([(0, 8), (0, 8)], [("One two.", 2), ("Three”", 0)]),
        ([(0, 8), (4, 15)], [("One two. Three”", 2)]),
        ([(0, 14)], [("One two. Three”", 1)]),  # a quotation mark alone is no passage
    ],
)
def test_a_text_is_divided_where_its_citations_change(
    spans: list[tuple[int, int]], expected: list[tuple[str, int]]
) -> None:
    ruling: Any = {"text": "One two. Three”", "citations": [{"supports": span} for span in spans]}
    pieces = passages_of(ruling)
    assert [(piece["text"], len(piece["citations"])) for piece in pieces] == expected
    assert [ruling["text"][piece["start"] : piece["end"]].strip() for piece in pieces] == [
        words for words, _ in expected
    ]


@pytest.mark.parametrize(
    ("quoted", "passage", "concerned"),
    [
        ("Draw 1 card.", "Runner Turn: 1. Draw 1 card. · 2. Run.", True),  # though the words occur twice
        ("Draw 1 card.", "The Corp has three actions.", False),
        ("first turn. The Corp", "The Corp has three actions.", True),  # it begins before the passage
        ("three actions. Runner", "The Corp has three actions. …", True),  # it ends after it
        ("words that nobody said", "The Corp has three actions.", True),
        ("Draw 1 card.", "words that nobody said", True),
        (None, "The Corp has three actions.", True),
    ],
)
def test_a_status_concerns_passages_that_contain_its_words(quoted: str | None, passage: str, concerned: bool) -> None:
    text = (
        "**Corp Turn**:\n1. Draw 1 card (from R&D).\n\nThat is the first turn. The Corp has three actions.\n\n"
        "**Runner Turn**:\n1. Draw 1 card.\n2. Run."
    )
    reason = {"quoted": quoted}
    assert concerns_passage(reason, text, passage) is concerned  # type: ignore[arg-type]
