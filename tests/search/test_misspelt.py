"""Tests of misspelt names and words in a query: the one that is nearest is meant."""

from __future__ import annotations

import pytest

from rulings.search.card_names import intended_name, names_by_length
from rulings.search.expansion import intended_word

NAMES = {name: ([number], 1.0) for number, name in enumerate(("glacier", "clown", "crown", "dr dreff", "marionette"))}


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
    assert intended_name(NAMES, names_by_length(NAMES), typed.split()) == nearest


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
