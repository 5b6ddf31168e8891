"""Tests of `rulings tournament`: rounds, cut and times of the regulations' tables."""

from __future__ import annotations

import json

import pytest

from support.command_line import run_cli


def test_tournament_follows_the_tables() -> None:
    plan = json.loads(run_cli("tournament", "40", "--json").out)
    assert {n: (s["rounds"], s["cut"], s["minutes"]) for n, s in plan["structures"].items()} == {
        "basic": (5, 8, 325),
        "advanced": (5, 8, 325),
    }
    assert (
        run_cli("tournament", "40", "--plain").out.count(
            "\t5 Swiss rounds, then a cut to the top 8\t"
        )
        == 2
    )
    assert (
        json.loads(run_cli("tournament", "5000", "--json").out)["structures"]["advanced"]["rounds"]
        == 9
    )


def test_tournament_names_the_game_and_the_sections_of_its_tables() -> None:
    out = run_cli("tournament", "40").out
    assert "Android: Netrunner (2012)" in out
    sections = (
        "basic-structure",
        "advanced-structure",
        "tournament-round-times",
        "tournament-points",
        "tiebreakers",
    )
    assert [section for section in sections if f"(tournament-{section})" not in out] == []


@pytest.mark.parametrize("form", ["--plain", "--csv"])
def test_tables_say_which_game_a_plan_is_for(form: str) -> None:
    rows = [row for row in run_cli("tournament", "40", form).out.splitlines() if "Swiss" in row]
    assert [row for row in rows if "another game, Android: Netrunner (2012)" in row] == rows != []
