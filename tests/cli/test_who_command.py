"""Tests of `rulings who NAME`: the authority that is meant by a name, an id, a person or the
beginning of one.
"""

from __future__ import annotations

import json

import pytest

from support.command_line import run_cli


@pytest.mark.parametrize(("typed", "id"), [("tom wyle", "tom-wylie"), ("skiper", "skipper-pickle")])
def test_a_misspelt_name_is_understood_with_a_note(typed: str, id: str) -> None:
    result = run_cli("who", typed, "--json")
    answer = json.loads(result.out)
    assert answer["authority"]["id"] == id
    assert (
        result.err
        == f"rulings: note: “{typed}” is read as the authority {answer['authority']['name']}\n"
    )
    bare = run_cli(*typed.split(), "--json")
    assert json.loads(bare.out) == answer
    assert bare.err == result.err


def test_rulings_are_in_the_order_of_the_authoritys_own_dates() -> None:
    rulings = json.loads(run_cli("who", "sparky", "--json").out)["rulings"]
    own_dates = [
        max(c["likely"] or c["date"] or "" for c in r["citations"] if c["authority"] == "Sparky")
        for r in rulings
    ]
    assert own_dates == sorted(own_dates, key=lambda date: date or "9999")
