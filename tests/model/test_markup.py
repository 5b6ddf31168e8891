"""Tests of removing Markdown's emphasis from words."""

from __future__ import annotations

import pytest

from rulings.model.ids import without_emphasis


@pytest.mark.parametrize(
    ("marked", "plain"),
    [
        ("**Meat, Net**, or *Brain* Damage", "Meat, Net, or Brain Damage"),
        ("<i>Size of Cut</i>", "Size of Cut"),
        ("_Core Set_ and `rez`", "Core Set and rez"),
        ("snake_case, 1 < 2", "snake_case, 1 < 2"),
    ],
)
def test_emphasis_is_removed_and_words_stay(marked: str, plain: str) -> None:
    assert without_emphasis(marked) == plain
