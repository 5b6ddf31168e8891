"""Tests of the options that leave a part of an answer: `--with` and `-n`."""

from __future__ import annotations

import json

import pytest

from rulings.api import KnowledgeBase
from rulings.model.selecting import subject_and_named_cards
from support.command_line import run_cli
from support.data_files import now


@pytest.mark.parametrize(
    "options", [("--with", "olivia salazar"), ("-n", "1"), ("--with", "olivia salazar", "-n", "1")]
)
def test_with_and_n_leave_the_steps_of_the_rulings_shown(options: tuple[str, ...]) -> None:
    page = json.loads(run_cli("card", "dreff", *options, "--json").out)
    assert page["steps"] == sorted({step for ruling in page["rulings"] for step in ruling["steps"]})
    assert len(page["steps"]) < len(json.loads(run_cli("card", "dreff", "--json").out)["steps"])


def test_a_step_has_the_reasons_for_the_rulings_shown_only() -> None:
    for options in (["-n", "1"], []):
        step = json.loads(run_cli("run", "13", "--json", *options).out)["step"]
        assert {row["ruling"] for row in step["applied"]} == set(step["rulings"]) != set()


@pytest.mark.parametrize(
    "words", [("imp",), ("executive extraction",), ("imp", "--with", "afreet")]
)
def test_a_ruling_that_is_inherited_and_mentions_the_card_is_shown_once(
    words: tuple[str, ...],
) -> None:
    ids = [line.split("\t")[0] for line in run_cli(*words, "--plain").out.splitlines()]
    assert len(set(ids)) == len(ids) > 0
    shown = run_cli(*words, "--full").out
    assert [id for id in ids if shown.count(id) > 1] == []


def test_with_finds_the_same_rulings_in_either_order(kb: KnowledgeBase) -> None:
    pairs = {
        (card.id, other)
        for card in kb.cards
        for group in kb.inherited(card.id)
        for ruling in group.rulings
        for other in subject_and_named_cards(ruling) - {card.id}
    }
    assert {("baskerville", "dr-dreff"), ("encoder-inc", "dr-dreff")} <= pairs
    found = 0
    for pair in sorted(pairs)[::3]:
        ids = [
            {
                line.split("\t")[0]
                for line in run_cli("card", first, "--with", second, "--plain").out.splitlines()
            }
            for first, second in (pair, pair[::-1])
        ]
        assert ids[0] == ids[1], pair
        found += bool(ids[0])
    assert found


@pytest.mark.parametrize(
    ("id", "line"),
    [
        (now("dr-dreff-8a16f88d"), "More on this page: rulings dr-dreff"),
        (now("tracing-d3a28231"), "More on this page: rulings topic tracing"),
        # A ruling beside a reference
        (now("crumble-785a1e75"), "More on this page: rulings crumble"),
        (now("crumble-d42a0ef3"), "More on this page: rulings crumble"),  # the reference
    ],
)
def test_only_one_of_several_entries_refers_to_the_others(id: str, line: str) -> None:
    assert run_cli(id).out.splitlines()[-1] == line
    assert "More on this page" not in run_cli(now("access-through-alpha-94f16a3d")).out
