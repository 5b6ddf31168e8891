"""Tests of the notes and output for a typed line: one for each row of
`data/command-lines.yaml`.
"""

from __future__ import annotations

import json
import re
import shlex
from typing import Any

import pytest

from support.command_line import run_cli
from support.data_files import read_data

TABLE: dict[str, list[Any]] = read_data("command-lines.yaml")
ROWS = [*TABLE["lines"], *TABLE["names"]]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["line"]))
def test_a_line_is_answered_or_what_is_wrong_is_told(row: dict[str, Any]) -> None:
    result = run_cli(*shlex.split(row["line"]))
    assert result.status == row.get("status", 0)
    is_error_in_json = result.status != 0 and "--json" in row["line"]
    assert bool(result.out) == (result.status == 0 or is_error_in_json)
    parts = map(re.escape, row.get("shown", "").split(" … "))
    assert re.search(
        ".*".join(parts), "\n" + result.out.replace("\xa0", " "), re.DOTALL
    )
    told = row.get("told")
    if told == "" or str(told).startswith("rulings: "):
        assert result.err == told
    elif told:
        assert result.err.startswith("rulings: ")
        assert told in result.err


@pytest.mark.parametrize("row", TABLE["names"], ids=lambda row: str(row["line"]))
def test_a_name_means_the_same_after_card_and_as_data(row: dict[str, Any]) -> None:
    words = shlex.split(row["line"])
    result, after_card, as_data = (
        run_cli(*w) for w in (words, ["card", *words], [*words, "--json"])
    )
    assert json.loads(as_data.out)
    if "no card is called" in result.err:
        assert (after_card.status, after_card.out) == (1, "")
    else:
        assert after_card == result
        assert as_data.err.startswith(result.err)


@pytest.mark.parametrize(("line", "same"), TABLE["same"])
def test_lines_that_mean_the_same_print_the_same(line: str, same: str) -> None:
    results = [run_cli(*shlex.split(words)) for words in (line, same)]
    assert (results[0].status, results[0].out) == (results[1].status, results[1].out)
    note = results[0].err.removesuffix(results[1].err)
    assert note == "" or note.startswith("rulings: note: “")
