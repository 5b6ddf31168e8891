"""Tests of the cards named in a query, with a small table of names and confidences worked out by hand."""

from __future__ import annotations

import pytest

from rulings.search.card_names import CardMention, recognize
from rulings.search.stored import QueryNameTables

CARDS = {
    "dr-dreff": "Dr. Dreff",
    "glacier": "Glacier",
    "joan-of-arc": "Joan of Arc",
    "all-nighter": "All-Nighter",
    "trap": "TRAP!",
    "vienna-22": "Vienna 22",
}
KNOWN_WORDS = {"and", "of", "on", "the", "can", "rez", "trap", "trace", "glaciers"}


def recognized(words: str, typed: str = "") -> list[CardMention]:
    tables = QueryNameTables(
        ids=list(CARDS),
        names={
            "dr dreff": ([0], 0.95),
            "dreff": ([0], 0.9),
            "glacier": ([1], 0.75),
            "joan of arc": ([2], 0.95),
            "joan": ([2], 0.6),
            "allnighter": ([3], 0.9),
            "on": ([5], 0.12),
            "doc": ([0, 5], 0.5),
        },
        printed={"TRAP!": ("trap", [4])},
    )
    return recognize(tables, words.split(), KNOWN_WORDS.__contains__, typed)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("rez glacier", [CardMention(1, 2, ("glacier",), 0.75)]),
        # the longest name counts, not the shorter one at its end
        ("can dr dreff rez", [CardMention(1, 3, ("dr-dreff",), 0.95)]),
        ("joan of arc", [CardMention(0, 3, ("joan-of-arc",), 0.95)]),
        ("joan and glacier", [CardMention(0, 1, ("joan-of-arc",), 0.6), CardMention(2, 3, ("glacier",), 0.75)]),
        # words that are one word on the card; the article before a name
        ("all nighter", [CardMention(0, 2, ("all-nighter",), 0.9)]),
        ("rez the glacier", [CardMention(1, 3, ("glacier",), 0.75)]),
        ("doc", [CardMention(0, 1, ("dr-dreff", "vienna-22"), 0.5)]),
        ("rez on", []),  # too uncertain
        ("", []),
    ],
)
def test_names_are_recognized_with_their_confidence(words: str, expected: list[CardMention]) -> None:
    assert recognized(words) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("rez glacire", [CardMention(1, 2, ("glacier",), 0.75 * 0.85, "glacier")]),
        ("jaon of arc", [CardMention(0, 3, ("joan-of-arc",), 0.95 * 0.85, "joan of arc")]),
        ("jaon", []),  # "Joan" alone is too short: it is close to too many words
        ("glaciers", []),  # it occurs in the documents
        ("galcire", []),  # two edits are too many for seven letters
        # the words of a name that was recognized belong to no other
        (
            "glacier glacire",
            [CardMention(0, 1, ("glacier",), 0.75), CardMention(1, 2, ("glacier",), 0.75 * 0.85, "glacier")],
        ),
    ],
)
def test_misspelt_names_have_less_confidence(words: str, expected: list[CardMention]) -> None:
    found = recognized(words)
    assert [(e.start, e.stop, e.card_ids, e.corrected) for e in found] == [
        (e.start, e.stop, e.card_ids, e.corrected) for e in expected
    ]
    assert [e.confidence for e in found] == pytest.approx([e.confidence for e in expected])


def test_no_typos_are_looked_for_in_a_long_query() -> None:
    assert [e.corrected for e in recognized("glacire " + "rez " * 58)] == ["glacier"]
    assert recognized("glacire " + "rez " * 59) == []


def test_a_game_term_is_a_name_only_as_it_is_printed() -> None:
    assert recognized("rez trap", "rez TRAP!") == [CardMention(1, 2, ("trap",), 0.95)]
    assert recognized("rez trap", "rez Trap!") == []
