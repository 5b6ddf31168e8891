"""Tests of the options of each command and list, as their rows define them, and of
lists by name.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from typing import Any

import pytest

from rulings.cli import specification
from rulings.model.knowledge import Knowledge
from rulings.names import name_table
from support.command_line import run_cli

LINES = (
    *(f"list {name}" for name in name_table.LISTS),
    *("topic", "run", "document", "who", "list"),
    *("card dreff", "search trace", "topic tracing", "run 13", "why dreff"),
    *("document manual", "document manual 3", "who sparky", "who 601afce4"),
    *("601afce4", "card 601afce4", "topic d3a28231", "why 601afce4"),
)
# Lists that are searches: without dates, or newest first anyway
UNCHANGED = ("list sections --newest", "list changes --newest")
VALUES = {"--limit": " 0", "--with": " marionette", "--against": " FILE"}


@pytest.mark.parametrize("line", LINES)
def test_an_option_changes_what_is_answered_or_is_refused(line: str) -> None:
    answer = run_cli(*line.split())
    assert answer.status == 0
    for option in specification.NAME_COMMAND.options:
        words = f"{line} {option.name}{VALUES.get(option.name, '')}"
        result = run_cli(*words.split())
        if result.status:
            assert (result.status, result.out) == (2, ""), words
        elif option not in specification.COMMON_OPTIONS and words not in UNCHANGED:
            assert result.out != answer.out, words


def rows_of(data: Any) -> Iterator[dict[str, Any]]:
    """Every object in JSON data."""
    if isinstance(data, dict):
        yield data
    children = data.values() if isinstance(data, dict) else data
    for child in children if isinstance(data, dict | list) else ():
        yield from rows_of(child)


@pytest.mark.parametrize("line", [*LINES, "export"])
def test_what_has_the_name_of_a_list_is_a_list(line: str) -> None:
    option = [] if line == "export" else ["--json"]
    data = json.loads(run_cli(*line.split(), *option).out)
    for row in rows_of(data):
        for name in ("cards", "hits", "notes", "topics"):
            assert isinstance(row.get(name, []), list), (name, row)
        assert all("printed" in ruling for ruling in row.get("rulings", ())), row
        assert all(isinstance(id, str) for id in row.get("ruling_ids", ())), row
        for name in ("ruling_count", "card_count", "errata_count"):
            assert isinstance(row.get(name, 0), int), (name, row)


def test_a_step_has_the_ids_of_its_rulings_and_in_an_export_the_rulings() -> None:
    for step in json.loads(run_cli("export").out)["steps"]:
        assert [ruling["id"] for ruling in step["rulings"]] == step["ruling_ids"]
        assert step["ruling_ids"] or step["number"] not in (7, 13)


@pytest.mark.parametrize("name", name_table.LISTS)
def test_a_list_has_the_same_options_and_answers_by_its_name_and_as_a_list(
    name: str,
) -> None:
    for options in ("", "--newest", "-n 2 --json"):
        by_name, listed = (
            run_cli(*line.split(), *options.split()) for line in (name, f"list {name}")
        )
        assert (by_name.status, by_name.out) == (listed.status, listed.out), options
        error = listed.err.replace("`rulings list ", "`rulings ")
        assert by_name.err.endswith(error), options


FIELDS = """
errata --until 1997|errata --since=1997 --official|reversals --by pickle|changes --side corp|tracing --since 1997
who wylie --since 1997|who wylie --official --until 1998|search tracing --since 1997|search trace --type ice
card dreff --official|dreff --by sparky|dreff --date 1996|card dreff --with olivia --official|topic tracing --by sparky
list --type ice|list cards --side corp|cards --set proteus|list errata --type program|contradictions --in manual
run 13 --kind step|virus --rarity rare|document manual --is superseded-in-part|list keywords --artist "doug shuler"
"""


@pytest.mark.parametrize("line", re.split(r"[|\n]", FIELDS.strip()))
def test_an_option_that_is_a_field_names_that_field_which_finds_something(
    line: str,
) -> None:
    result = run_cli(*shlex.split(line))
    assert result.status == 2
    field = re.search(r"it is a field: rulings search … (.*) \(rulings ", result.err)
    assert field, result.err
    found = run_cli("search", *shlex.split(field[1]))
    assert (found.status, found.err) == (0, ""), field[1]


def test_the_list_of_cards_counts_errata_as_well_as_rulings(kb: Knowledge) -> None:
    counts = [line.split()[0] for line in run_cli("list").out.splitlines()[3:]]
    expected = [len(kb.rulings_under(card.id)) for card in kb.cards]
    assert counts == [str(count or "·") for count in expected]
