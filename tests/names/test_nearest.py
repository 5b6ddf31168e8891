"""Tests of the nearest known words, and of the messages that suggest them."""

from __future__ import annotations

import pytest

from rulings.names import nearest, nearest_hint, not_found, similar_words

TITLES = ["Glacier", "Bug Zapper", "Zetatech Software Installer", "Zetatech Mem Chip"]


@pytest.mark.parametrize(
    ("word", "limit", "similar"),
    [
        ("Glacir", 3, ["Glacier"]),
        ("Zetatech Mem Chips", 2, ["Zetatech Mem Chip", "Zetatech Software Installer"]),
        ("Zetatech Mem Chips", 1, ["Zetatech Mem Chip"]),
        ("qqqq", 3, []),
        ("", 3, []),
    ],
)
def test_similar_words_come_nearest_first(word: str, limit: int, similar: list[str]) -> None:
    assert similar_words(word, TITLES, limit) == similar


def test_a_higher_cutoff_asks_for_more_similarity() -> None:
    assert nearest("Glacial", TITLES) == "Glacier"
    assert nearest("Glacial", TITLES, cutoff=0.9) is None


def test_messages_suggest_the_nearest_if_there_is_one() -> None:
    assert nearest_hint("Glacir", TITLES) == "; the nearest is “Glacier”"
    assert nearest_hint("qqqq", TITLES) == ""


@pytest.mark.parametrize(
    ("typed", "titles", "message"),
    [
        ("glacir", ["Glacier"], "no card “glacir”; did you mean Glacier?"),
        ("zeta", TITLES[2:], "no card “zeta”; did you mean Zetatech Software Installer or Zetatech Mem Chip?"),
        ("qq\x1bqq", [], "no card “qq[U+001B]qq”"),
        ("q" * 100, [], f"no card “{'q' * 59}…”"),
    ],
)
def test_an_error_for_an_unknown_name_suggests_titles(typed: str, titles: list[str], message: str) -> None:
    error = not_found("no card", typed, titles)
    assert (str(error), error.nearest) == (message, tuple(titles))
