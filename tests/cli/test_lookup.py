"""Tests of looking up a typed name: the page that it means, steps, entries, and hints
if nothing has the name.
"""

from __future__ import annotations

import json

import pytest

from rulings import NotFound
from rulings.api import KnowledgeBase
from support.command_line import run_cli
from support.data_files import now


@pytest.mark.parametrize(
    "typed",
    [
        *(
            "13",
            "step 13",
            "step  13",
            "STEP-13",
            "step13",
            "run-chart-13",
            " 0013 ",
            "0" * 150 + "13",
        ),
        *(
            "#13",
            "13.",
            "13th",
            "no. 13",
            "run 13.",
            "Step 13 of a run",
            "chart 13",
            "thirteen",
        ),
        *("run-chart-step-13", "the 13th step of the run chart"),
    ],
    ids=lambda typed: typed[:12],
)
def test_a_step_is_found_by_its_number(library: KnowledgeBase, typed: str) -> None:
    assert library.step(typed).number == 13


@pytest.mark.parametrize(
    "typed", ["", "0", "21", "-13", "1 3", "1300", "13 runs", "step", "١٣"]
)
def test_an_unknown_step_is_an_error(library: KnowledgeBase, typed: str) -> None:
    with pytest.raises(NotFound, match="the run chart has steps 1 to 20"):
        library.step(typed)


@pytest.mark.parametrize(
    ("line", "kind", "status"),
    [
        *((line, "not-found", 1) for line in ("run 99", "card zzz", "who zzz")),
        *((line, "not-found", 1) for line in ("topic tags", "why zzz", "list zzz")),
        ("topic d472db7f", "ambiguous", 1),
        *((line, "usage", 2) for line in ("card", "search", "who -n x", "run --zzz")),
        *((line, "unreadable", 2) for line in ("check /nowhere", "deck /nowhere")),
    ],
)
def test_every_error_has_one_shape_as_json(line: str, kind: str, status: int) -> None:
    result = run_cli(*line.split(), "--json")
    error = json.loads(result.out)["error"]
    on_screen = result.err.replace("rulings: ", "")
    assert (result.status, on_screen) == (status, f"{error['message']}\n")
    assert (error["kind"], [*error]) == (kind, ["kind", "message", "candidates"])
    for candidate in error["candidates"]:
        assert [*candidate] == ["kind", "id", "title"]


@pytest.mark.parametrize(
    "command", ["", "card", "topic", "run", "why", "document", "who", "list"]
)
def test_digits_that_several_rulings_share_are_ambiguous_at_every_command(
    library: KnowledgeBase, command: str
) -> None:
    result = run_cli(*command.split(), "d472db7f", "--json")
    candidates = json.loads(result.out)["error"]["candidates"]
    ids = [ruling.id for ruling in library.rulings if ruling.id.endswith("d472db7f")]
    assert sorted(candidate["id"] for candidate in candidates) == sorted(ids)
    assert (result.status, len(ids) > 1) == (1, True)


@pytest.mark.parametrize(
    ("line", "status"), [("card accounts receivable", 0), ("dreff --with zombie", 1)]
)
def test_data_tell_that_nothing_was_ruled_from_an_unknown_name(
    line: str, status: int
) -> None:
    result = run_cli(*line.split(), "--json")
    data = json.loads(result.out)
    assert result.status == status
    assert "error" not in data
    assert (
        data["card"]
        and data["rulings"] == data["mentioned_in"] == data["inherited"] == []
    )


def test_with_twice_keeps_what_concerns_all_three_cards() -> None:
    words = ("card", "misleading access menus", "--with", "dreff")
    two = json.loads(run_cli(*words, "--json").out)
    assert two["rulings"] or two["mentioned_in"]
    assert two["with_ids"] == ["dr-dreff"]
    none = run_cli(*words, "--with", "emergency self-construct")
    assert none.status == 1
    assert none.err.startswith("rulings: no rulings concern all of ")


def test_data_on_two_cards_name_the_other_one() -> None:
    page = json.loads(run_cli("dreff", "and", "olivia", "--json").out)
    assert (page["card"]["id"], page["with_ids"]) == ("dr-dreff", ["olivia-salazar"])
    assert json.loads(run_cli("dreff", "--json").out)["with_ids"] == []


def test_eight_digits_are_the_ruling_for_who() -> None:
    found = run_cli("who", now("601afce4"), "--plain").out.splitlines()
    assert [line.split("\t")[0] for line in found] == ["jd-wiker"]


@pytest.mark.parametrize("line", ["13", "may anyone look at archives", "cards in hand"])
def test_what_no_name_resembles_is_not_called_a_card(line: str) -> None:
    assert "card" not in run_cli(*line.split()).err
