"""Tests of `-n`, `--newest` and `--with`: which rulings are shown, in which order."""

from __future__ import annotations

import json
import re

import pytest

from rulings.cli.grammar import Arguments, UsageError
from rulings.cli.output import limit_of
from rulings.names import name_table
from support.command_line import run_cli
from support.deck_lists import DECKS


@pytest.mark.parametrize("typed", ["-1", "1000000", "1.5", "five", "", "٣", "²"])
def test_any_other_n_is_a_usage_error(typed: str) -> None:
    with pytest.raises(
        UsageError,
        match=f"^-n must be a number from 0 to 999999 or “all”, not “{typed}”$",
    ):
        limit_of(Arguments({"limit": typed}), 12)


@pytest.mark.parametrize(
    "line",
    (*name_table.LISTS, "list", "topic", "run", "document", "document manual", "who"),
)
def test_n_limits_every_list_which_says_what_it_leaves_out(line: str) -> None:
    words = line.split()
    rows = run_cli(*words, "--plain").out.splitlines()
    cut = run_cli(*words, "--plain", "-n", "1")
    assert cut.out.splitlines() == rows[:1] != rows
    for told in (cut.err, run_cli(*words, "-n", "1").out):
        assert re.search(
            rf"\b1 of {len(rows)}; {len(rows) - 1} more: (-n 2, or )?-n all\n", told
        )


@pytest.mark.parametrize("line", ["dreff", f"deck {DECKS / 'counts-first.txt'}"])
def test_n_counts_what_is_cited(line: str) -> None:
    """Rulings that are only mentioned or inherited are not cited."""
    assert run_cli("marionette", "--cite", "-n", "1").err == ""
    every_citation = run_cli(*line.split(), "--cite").out.splitlines()
    cut = run_cli(*line.split(), "--cite", "-n", "3")
    assert cut.out.splitlines() == every_citation[:3]
    count = len(every_citation)
    assert f"3 of {count}; {count - 3} more: -n 6, or -n all\n" in cut.err


@pytest.mark.parametrize(
    "line", ["list", "errata", "search rez", "dreff", "who sparky"]
)
@pytest.mark.parametrize("format", ["", "--plain", "--csv", "--json", "--cite"])
def test_n_0_lists_nothing_and_says_how_much_there_is(line: str, format: str) -> None:
    if line == "list" and format == "--cite":
        return
    result = run_cli(*line.split(), *format.split(), "-n", "0")
    assert result.status == 0
    assert re.search(
        r"\b0 of (\d+); \1 more: -n 5, or -n all\n", result.out + result.err
    )


def test_the_newest_of_all_rulings_on_a_page_come_first_and_undated_ones_last() -> None:
    page = json.loads(run_cli("card", "incubator", "--newest", "--json").out)
    for rulings in (
        page["rulings"],
        *(group["rulings"] for group in page["inherited"]),
        page["mentioned_in"],
    ):
        dates = [ruling["date"] or "" for ruling in rulings]
        assert dates == sorted(dates, reverse=True)


def test_a_search_shows_five_hits_and_how_many_more_there_are_but_ten_to_programs() -> (
    None
):
    total = json.loads(run_cli("search", "rez", "--json").out)["total"]
    assert total > 10
    assert run_cli("search", "rez").out.endswith(
        f"\n5 of {total}; {total - 5} more: -n 10, or -n all\n"
    )
    assert run_cli("search", "rez", "-n", "all").out.endswith(f"\n{total} of {total}\n")
    assert len(json.loads(run_cli("search", "rez", "--json").out)["hits"]) == 10
    for format in ("plain", "cite"):
        assert len(run_cli("search", "rez", f"--{format}").out.splitlines()) == 10


@pytest.mark.parametrize(
    "options",
    [
        ("--with", "olivia salazar"),
        ("-n", "1"),
        ("--with", "olivia salazar", "-n", "1"),
    ],
)
def test_with_and_n_leave_the_steps_of_the_rulings_shown(
    options: tuple[str, ...],
) -> None:
    page = json.loads(run_cli("card", "dreff", *options, "--json").out)
    assert page["steps"] == sorted(
        {step for ruling in page["rulings"] for step in ruling["steps"]}
    )
    assert len(page["steps"]) < len(
        json.loads(run_cli("card", "dreff", "--json").out)["steps"]
    )


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
