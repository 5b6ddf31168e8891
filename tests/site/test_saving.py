"""Tests of how files of the site are received to be saved, in Node and with a clock of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.in_node import run_in_node


@pytest.mark.parametrize(
    ("pauses", "pieces"),
    [  # the seconds before each piece
        ([1, 1], 2),
        ([20] * 9, 9),  # longer than a network may be silent, but it is not silent
        ([31], None),
        ([1, 1, 31], None),
    ],
)
def test_a_file_may_come_slowly_but_its_network_may_not_be_silent(
    pauses: list[int], pieces: int | None, tmp_path: Path
) -> None:
    received = run_in_node("saving_in_node.js", ["js/saving.js"], pauses, tmp_path)
    assert received == pieces
