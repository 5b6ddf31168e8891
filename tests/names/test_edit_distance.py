"""Tests of edit distances: how many edits a name may contain, and what a misspelt name or word means."""

from __future__ import annotations

import pytest

from rulings.names import (
    NameTable,
    corrections,
    intended_name,
    intended_positions,
    intended_word,
    max_edits,
    names_by_length,
    words_could_be_typos,
)

TABLE = NameTable(
    ids=["glacier", "clown", "crown", "dr-dreff", "marionette"],
    titles=["Glacier", "Clown", "Crown", "Dr. Dreff", "Marionette"],
    exact={"glacier": [0], "clown": [1], "crown": [2], "dr dreff": [3], "marionette": [4]},
    aliases={"the doctor": [3]},
    variants={},
    words={"glacier": [0], "clown": [1], "crown": [2], "dr": [3], "dreff": [3], "marionette": [4]},
    initials={},
    sorted=[],
)


@pytest.mark.parametrize(
    ("letters", "edits"), [(0, 0), (3, 0), (4, 1), (7, 1), (8, 2), (12, 2), (13, 3), (19, 3), (20, 4), (60, 4)]
)
def test_longer_names_may_contain_more_edits(letters: int, edits: int) -> None:
    assert max_edits(letters) == edits


@pytest.mark.parametrize(
    ("typed", "ids"),
    [
        ("glacier", ["glacier"]),
        ("galcier", ["glacier"]),  # two neighbours swapped: one edit
        ("glacer", ["glacier"]),  # a letter left out
        ("glaacier", ["glacier"]),  # a letter too many
        ("glocer", []),  # two edits, and six letters may contain one
        ("cown", ["clown", "crown"]),  # equally near
        ("blown", ["clown"]),  # 1.5, as the first letter is another one; to `crown` there are two edits
        ("drdreff", ["dr-dreff"]),  # spaces do not count
        ("dref", ["dr-dreff"]),  # one word of a title
        ("marionete dreff", []),  # each is a word of a title, but not of the same one
        ("teh doctor", ["dr-dreff"]),  # a nickname
        ("a" * 81, []),
    ],
)
def test_a_misspelt_name_means_the_closest_entries(typed: str, ids: list[str]) -> None:
    positions, _ = intended_positions(TABLE, typed)
    assert [TABLE["ids"][position] for position in positions] == ids


def test_titles_are_suggested_if_none_is_close() -> None:
    assert intended_positions(TABLE, "glocer") == ([], [0])
    assert intended_positions(TABLE, "xyzzy") == ([], [])


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("viruss", ["virus"]),  # `vires` is two edits away, and six letters may contain one
        ("viru", ["virus"]),  # four letters may contain one edit; to `vires` there are two
        ("vru", []),  # three letters may not contain any
        ("vires", ["vires", "virus"]),  # the nearest first
    ],
)
def test_corrections_are_sorted_by_distance(typed: str, words: list[str]) -> None:
    assert corrections(typed, ["virus", "vires", "ice"]) == words


@pytest.mark.parametrize(
    ("typed", "name", "possible"),
    [
        ("emergency kit", "emergency rig", False),  # two edits, and three letters may contain one here
        ("emergancy rig", "emergency rig", True),
        ("emergency rg", "emergency rig", True),
        ("kit", "rig", True),  # single words are not compared
        ("kit", "emergency rig", True),  # nor are names with different numbers of words
    ],
)
def test_each_word_of_a_name_must_be_near_its_counterpart(typed: str, name: str, possible: bool) -> None:
    assert words_could_be_typos(typed, name) == possible


@pytest.mark.parametrize(
    ("typed", "nearest"),
    [
        ("glacer", ("glacier", 1.0)),
        ("flacier", ("glacier", 1.5)),  # another first letter costs half an edit more
        ("dr drefff", ("dr dreff", 1.0)),
        ("clwon", ("clown", 1.0)),  # a short name with two letters swapped
        ("clow", ("clown", 1.0)),
        ("blown", None),  # a short name is not recognized by another first letter
        ("cown", None),  # two names are equally near
        ("xyz", None),
    ],
)
def test_a_misspelt_name_in_a_query_is_recognized_if_only_one_is_nearest(
    typed: str, nearest: tuple[str, float] | None
) -> None:
    names = {name: (positions, 1.0) for name, positions in TABLE["exact"].items()}
    assert intended_name(names, names_by_length(names), typed.split()) == nearest


@pytest.mark.parametrize(
    ("typed", "nearest"),
    [
        ("tarce", "trace"),
        ("trase", "trace"),
        ("grace", None),  # another first letter
        ("trc", None),  # too short
        ("taks", "task"),  # four letters: only two that are swapped
        ("tast", None),
        ("tracy", "trace"),  # `track` and `trace` are equally near: the commoner one
        ("encountr", "encounter"),
        ("enconter", "encounter"),
        ("encoutners", "encounter"),  # two edits
    ],
)
def test_a_misspelt_word_is_the_nearest_of_the_vocabulary(typed: str, nearest: str | None) -> None:
    assert intended_word(typed, ["trace", "track", "task", "encounter"]) == nearest
