"""Tests of edit distances: the meaning of misspelt names and words, and the nearest
words that messages suggest.
"""

from __future__ import annotations

import pytest

from rulings.model.entities import Reference
from rulings.model.ids import slug
from rulings.names.edit_distance import (
    corrections,
    max_edits,
    nearest_hint,
    words_could_be_typos,
)
from rulings.names.name_matching import first_meaning
from rulings.names.name_table import NameTable, Resolution
from rulings.names.resolver import not_found


@pytest.fixture(scope="module")
def names() -> NameTable:
    known = NameTable()
    for title in ("Glacier", "Clown", "Crown", "Dr. Dreff", "Marionette"):
        known.add(
            "card", slug(title), title, ["The Doctor"] if title == "Dr. Dreff" else []
        )
    return known


@pytest.mark.parametrize(
    ("letters", "edits"),
    [
        (0, 0),
        (3, 0),
        (4, 1),
        (7, 1),
        (8, 2),
        (12, 2),
        (13, 3),
        (19, 3),
        (20, 4),
        (60, 4),
    ],
)
def test_longer_names_may_contain_more_edits(letters: int, edits: int) -> None:
    assert max_edits(letters) == edits


@pytest.mark.parametrize(
    ("typed", "ids"),
    [
        ("glacier", ["glacier"]),
        ("galcier", ["glacier"]),  # two neighbours swapped: one edit
        ("glacer", ["glacier"]),  # a letter is missing
        ("glaacier", ["glacier"]),  # an extra letter
        ("glocer", []),  # two edits; six letters may contain only one
        ("cown", ["clown", "crown"]),  # equally near
        # 1.5 edits, because the first letter differs; to `crown` there are two
        ("blown", ["clown"]),
        ("drdreff", ["dr-dreff"]),  # spaces do not count
        ("dref", ["dr-dreff"]),  # one word of a title
        ("marionete dreff", []),  # each is a word of a title, but not of the same title
        ("teh doctor", ["dr-dreff"]),  # a nickname
        ("a" * 81, []),
    ],
)
def test_a_misspelt_name_means_the_closest_references(
    names: NameTable, typed: str, ids: list[str]
) -> None:
    assert [reference.id for reference in first_meaning(names, typed).references] == ids


def test_titles_are_suggested_if_none_is_close(names: NameTable) -> None:
    assert [
        reference.title for reference in first_meaning(names, "glocer").suggestions
    ] == ["Glacier"]
    assert first_meaning(names, "xyzzy") == Resolution()


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (
            "viruss",
            ["virus"],
        ),  # `vires` is two edits away; six letters may contain only one
        (
            "viru",
            ["virus"],
        ),  # four letters may contain one edit; to `vires` there are two
        ("vru", []),  # three letters may not contain any
        ("vires", ["vires", "virus"]),  # nearest first
    ],
)
def test_corrections_are_sorted_by_distance(typed: str, words: list[str]) -> None:
    assert corrections(typed, ["virus", "vires", "ice"]) == words


@pytest.mark.parametrize(
    ("typed", "name", "possible"),
    [
        # Two edits; three letters may contain one here
        ("emergency kit", "emergency rig", False),
        ("emergancy rig", "emergency rig", True),
        ("emergency rg", "emergency rig", True),
        ("kit", "rig", True),  # single words are not compared
        ("kit", "emergency rig", True),  # nor are names with more words
        ("cards x", "cards", False),  # a typo does not drop a word
        ("dr dreff an", "dr dreff", False),
        ("gla cier", "glacier", True),
        ("gla ciers", "glacier", True),
    ],
)
def test_each_word_of_a_name_must_be_near_its_counterpart(
    typed: str, name: str, possible: bool
) -> None:
    assert words_could_be_typos(typed, name) == possible


TITLES = ["Glacier", "Bug Zapper", "Zetatech Software Installer", "Zetatech Mem Chip"]


def test_the_nearest_word_is_named_if_one_is_similar() -> None:
    assert nearest_hint("Glacial", TITLES) == "; the nearest is “Glacier”"
    assert nearest_hint("Xyzzy", TITLES) == ""


@pytest.mark.parametrize(
    ("typed", "titles", "message"),
    [
        ("glacir", ["Glacier"], "no card “glacir”; did you mean Glacier?"),
        (
            "zeta",
            TITLES[2:],
            "no card “zeta”; did you mean Zetatech Software Installer or Zetatech Mem Chip?",
        ),
        ("qq\x1bqq", [], "no card “qq[U+001B]qq”"),
        ("q" * 100, [], f"no card “{'q' * 59}…”"),
    ],
)
def test_an_error_for_an_unknown_name_suggests_titles(
    typed: str, titles: list[str], message: str
) -> None:
    references = [Reference("card", title.lower(), title) for title in titles]
    error = not_found("no card", typed, references)
    assert (str(error), error.nearest) == (message, tuple(titles))
