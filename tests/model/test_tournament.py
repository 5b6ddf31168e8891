"""Tests of plans for tournaments, with small tables of the regulations, and of durations in
words.
"""

from __future__ import annotations

import pytest
from msgspec import convert

from rulings.model.tournament import InvalidPlayerCountError, Tournament, duration, plan

BASIC = {
    "section": "basic",
    "rows": [
        {"players": [4, 8], "rounds": 3, "cut": None},
        {"players": [9, None], "rounds": 4, "cut": 8},
    ],
}
ADVANCED = {"section": "advanced", "rows": [{"players": [9, None], "rounds": 5, "cut": 4}]}
REGULATIONS = convert(
    {
        "structures": {"basic": BASIC, "advanced": ADVANCED},
        "round_times": {"section": "times", "minutes": {"Swiss Rounds": 65}},
    },
    Tournament,
)


@pytest.mark.parametrize(
    ("players", "basic", "advanced"),
    [(4, (3, None), None), (8, (3, None), None), (9, (4, 8), (5, 4)), (5000, (4, 8), (5, 4))],
)
def test_each_structure_that_fits_has_its_rounds_and_cut(
    players: int, basic: tuple[int, int | None], advanced: tuple[int, int | None] | None
) -> None:
    structures = plan(REGULATIONS, players).structures.values()
    assert [(s.rounds, s.cut) for s in structures] == [basic, advanced or (None, None)]
    assert [s.needs for s in structures] == [None, None if advanced else 9]


def test_the_minutes_are_those_of_all_swiss_rounds() -> None:
    assert [s.minutes for s in plan(REGULATIONS, 9).structures.values()] == [4 * 65, 5 * 65]


def test_too_few_players_for_every_structure_are_an_error() -> None:
    with pytest.raises(
        InvalidPlayerCountError, match="a tournament needs at least 4 players, not 3"
    ):
        plan(REGULATIONS, 3)


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(0, "0 min"), (59, "59 min"), (60, "1 h"), (195, "3 h 15 min"), (1500, "25 h")],
)
def test_durations_are_in_hours_and_minutes(minutes: int, words: str) -> None:
    assert duration(minutes) == words
