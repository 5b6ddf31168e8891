"""Tests of the options that filter rulings and cards: `--since`, `--with`, `--official`, `--side`
and others.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from rulings.api import KnowledgeBase
from support.command_line import run_cli


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


def test_the_list_counts_only_the_rulings_that_pass_the_options() -> None:
    every, official = (
        {
            card["id"]: card["rulings"]
            for card in json.loads(run_cli("list", *options, "--json").out)["cards"]
        }
        for options in ((), ("--official",))
    )
    for id in official:
        rulings = (
            json.loads(run_cli("card", id, "--json").out)["rulings"]
            if every[id] != official[id]
            else []
        )
        assert every[id] - official[id] == sum(not ruling["official"] for ruling in rulings)
    assert every != official


def test_side_and_type_filter_cards() -> None:
    rows = [
        line.split("\t")
        for line in run_cli("list", "--side", "corp", "--type", "ice", "--plain").out.splitlines()
    ]
    assert rows
    assert {row[5].partition(" · ")[0] for row in rows} == {"Corp ice"}


FILTERS: dict[str, dict[str, Any]] = {
    "": {},
    "--since 1996-09-05 --official": {"official": True},
    "--official --side corp": {"official": True, "side": "corp"},
    "--type program": {"type": "program"},
}


@pytest.mark.parametrize("options", FILTERS)
def test_a_list_has_the_rulings_of_what_the_options_leave(kb: KnowledgeBase, options: str) -> None:
    """The newest first. What counts for a person is the date of what that person said."""
    part = kb.only(**FILTERS[options])
    part = part.since("1996-09-05") if "--since" in options else part
    for words, query, by in (
        ("who wendy wallace", 'by:"wendy wallace"', "Wendy Wallace"),
        ("virus", "keyword:virus", ""),
        ("errata", "is:errata", ""),
    ):
        line = [*words.split(), *options.split(), "-n", "all", "--newest", "--json"]
        answer = json.loads(run_cli(*line).out)
        listed = [entry["id"] for entry in answer.get("rulings") or answer["hits"]]
        rulings = [kb.rulings_by_id[id] for id in listed if id in kb.rulings_by_id]
        dates = [
            max((c.best_date or "" for c in r.citations if by in ("", c.authority)), default="")
            for r in rulings
        ]
        assert dates == sorted(dates, reverse=True)
        found = part.search(f"{query} kind:ruling -is:see", None)
        assert {ruling.id for ruling in rulings if not ruling.is_see_entry} == {
            hit.id for hit in found
        }


def test_a_person_is_shown_even_if_no_ruling_is_left() -> None:
    result = run_cli("who", "wylie", "--since", "2035")
    assert (result.status, result.out.startswith("Tom Wylie\n  0 rulings")) == (1, True)
    assert result.err.endswith(" match these options\n")


def test_since_leaves_what_was_last_given_then_or_later(kb: KnowledgeBase) -> None:
    listed = json.loads(run_cli("list", "rulings", "--since", "1997-03", "--json").out)["hits"]
    recent = {ruling.id for ruling in kb.rulings if ruling.date and ruling.date >= "1997-03-01"}
    assert {hit["id"] for hit in listed} == {
        id for id in recent if not kb.rulings_by_id[id].is_see_entry
    }
    assert {ruling.id for ruling in kb.since("1997-03").rulings} == recent != set(kb.rulings_by_id)
    last_day = max(ruling.date or "" for ruling in kb.rulings)
    assert {ruling.date for ruling in kb.since(last_day).rulings} == {last_day}
    assert "" in {ruling.date or "" for ruling in kb.only(side="corp").rulings}
    assert all(hit.date for hit in kb.since("1990").search("trace", None) if hit.kind == "ruling")
