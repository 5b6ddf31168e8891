"""Tests of the options that leave a part of an answer: `--with` and `-n`."""

from __future__ import annotations

import json

import pytest

from support.command_line import run_cli


@pytest.mark.parametrize(
    "options", [("--with", "olivia salazar"), ("-n", "1"), ("--with", "olivia salazar", "-n", "1")]
)
def test_with_and_n_leave_the_steps_of_the_rulings_shown(options: tuple[str, ...]) -> None:
    page = json.loads(run_cli("card", "dreff", *options, "--json").out)
    assert page["steps"] == sorted({step for ruling in page["rulings"] for step in ruling["steps"]})
    assert len(page["steps"]) < len(json.loads(run_cli("card", "dreff", "--json").out)["steps"])


@pytest.mark.parametrize(
    "words", [("imp",), ("executive extraction",), ("imp", "--with", "afreet")]
)
def test_a_ruling_that_is_inherited_and_mentions_the_card_is_shown_once(
    words: tuple[str, ...],
) -> None:
    ids = [line.split("\t")[0] for line in run_cli(*words, "--plain").out.splitlines()]
    assert len(set(ids)) == len(ids) > 0
    shown = run_cli(*words).out
    assert [id for id in ids if shown.count(id) > 1] == []
