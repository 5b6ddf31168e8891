"""Tests of looking up what is typed: the page that a name means, steps, entries, and hints if nothing has the name."""

from __future__ import annotations

import json

import pytest

from rulings.api import KnowledgeBase
from rulings.cli.grammar import UsageError
from rulings.cli.lookup import step_number
from support.command_line import run_cli
from support.pseudo_terminal import Terminal


@pytest.mark.parametrize(
    "typed",
    ["13", "step 13", "step  13", "STEP-13", "step13", "run-chart-13", " 0013 ", "0" * 5000 + "13"],
    ids=lambda typed: typed[:12],
)
def test_a_step_is_found_by_its_number(kb: KnowledgeBase, typed: str) -> None:
    assert step_number(kb, typed) == 13


@pytest.mark.parametrize("typed", ["", "0", "21", "-13", "1 3", "1300", "thirteen", "run-chart-step-13", "step", "١٣"])
def test_an_unknown_step_is_an_error(kb: KnowledgeBase, typed: str) -> None:
    with pytest.raises(UsageError, match="the run chart has steps 1 to 20"):
        step_number(kb, typed)


def test_what_an_ambiguous_name_may_mean_is_data_too() -> None:
    result = run_cli("chiba", "--json")
    candidates = json.loads(result.out)["candidates"]
    assert result.status == 1
    assert {"id": "loan-from-chiba", "title": "Loan from Chiba"} in candidates


def test_an_ambiguous_name_is_asked_about_on_a_terminal() -> None:
    terminal = Terminal("chiba", size=(200, 80))
    terminal.wait_for("Which one?")
    terminal.send("2\n")
    terminal.wait_for("Runner")
    assert terminal.finish() == 0


def test_with_twice_keeps_what_concerns_all_three_cards() -> None:
    words = ("card", "misleading access menus", "--with", "dreff")
    two = json.loads(run_cli(*words, "--json").out)
    assert two["rulings"] or two["mentioned_in"]
    none = run_cli(*words, "--with", "emergency self-construct")
    assert none.status == 1
    assert none.err.startswith("rulings: no rulings concern all of ")


def test_of_rulings_that_say_the_same_two_cards_share_the_first() -> None:
    assert run_cli("dropp", "--with", "startup immolator", "--plain").out.count("\n") == 1
