"""Tests of the library: what `rulings.open()` returns is found, shown, asked and pickled as a user would expect."""

from __future__ import annotations

import doctest
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rulings
from rulings import NotFound
from rulings.api import KnowledgeBase


def test_the_example_in_the_docstring_is_true() -> None:
    assert doctest.testmod(rulings).attempted
    assert not doctest.testmod(rulings).failed


def test_the_examples_of_the_page_for_programs_are_true() -> None:
    page = (Path(__file__).parents[2] / "site" / "pages" / "for-programs.md").read_text(encoding="utf-8")
    examples = page.partition("## In Python")[2].partition("\n## ")[0].replace("```", "")
    test = doctest.DocTestParser().get_doctest(examples, {}, "for-programs.md", None, 0)
    results = doctest.DocTestRunner().run(test)
    assert results.attempted > 5
    assert not results.failed


def test_public_names_are_listed_and_open_stays_the_built_in_one() -> None:
    assert {"open", "KnowledgeBase", "NotFound"} <= set(dir(rulings))
    names: dict[str, object] = {}
    exec("from rulings import *", names)
    assert "open" not in names
    assert "KnowledgeBase" in names


def test_results_are_a_sequence_with_doubt_and_entities(kb: KnowledgeBase) -> None:
    results = kb.search("how do i remove a tag", limit=3)
    assert len(results) == 3 < results.total
    assert [*results] == [results[0], *results[1:]]
    assert kb.search("why is the sky blue on tuesdays").confidence == "low"
    for hit in kb.search("trace", limit=40):
        assert hit.entity is not None
        assert hit.entity.to_dict()["id"] == hit.id
    nothing = kb.search("is:errata is:see")
    assert not nothing
    assert nothing.explanation


@pytest.mark.parametrize(
    ("ask", "id"),
    [
        (lambda kb: kb.card("dreff"), "dr-dreff"),
        (lambda kb: kb.topic("Trace"), "tracing"),
        (lambda kb: kb.ruling("DR-DREFF-8A16F88D"), "dr-dreff-8a16f88d"),
        (lambda kb: kb.section("manual-1-lore-and-objective"), "manual-1-lore-and-objective"),
        (lambda kb: kb.step("run-chart-7"), "run-chart-7"),
        (lambda kb: kb.step(7), "run-chart-7"),
        (lambda kb: kb.authority("sparkey"), "sparky"),
    ],
)
def test_an_entity_is_found_by_its_name_or_id(kb: KnowledgeBase, ask: Callable[..., Any], id: str) -> None:
    assert ask(kb).id == id


@pytest.mark.parametrize(
    ("ask", "nearest"),
    [
        (lambda kb: kb.card("dr drefffffff"), None),
        (lambda kb: kb.ruling("dr-dreff-8a16f88e"), "dr-dreff-8a16f88d"),
        (lambda kb: kb.section("manual-1-lore-and-objectives"), "manual-1-lore-and-objective"),
        (lambda kb: kb.topic("xyzzy"), None),
        (lambda kb: kb.step(21), None),
        (lambda kb: kb.authority("xyzzy"), None),
        (lambda kb: kb.rulings_for("xyzzy"), None),
    ],
)
def test_what_is_not_found_is_a_lookup_error(kb: KnowledgeBase, ask: Callable[..., object], nearest: str) -> None:
    with pytest.raises(LookupError) as raised:
        ask(kb)
    assert isinstance(raised.value, NotFound)
    assert nearest is None or raised.value.nearest[0] == nearest


@pytest.mark.parametrize("name", ["dr-dreff", "dreff", "tracing", "Paying Costs"])
def test_rulings_are_found_for_a_name_and_for_the_subject_itself(kb: KnowledgeBase, name: str) -> None:
    found = kb.rulings_for(name)
    assert found
    subject = found[0].subject
    itself = kb.card(subject.id) if subject.kind == "card" else kb.topic(subject.id)
    assert kb.rulings_for(itself) == found
    assert max(filter(None, (ruling.date for ruling in found))) >= "1996"


def test_it_is_short_to_print_and_can_be_pickled(kb: KnowledgeBase) -> None:
    assert repr(kb).startswith(f"<KnowledgeBase: {len(kb.cards)} cards")
    copy = pickle.loads(pickle.dumps(kb))
    assert copy.rulings == kb.rulings
    assert pickle.loads(pickle.dumps(kb.rulings[0])) == kb.rulings[0]
    with pytest.raises(TypeError):
        len(kb)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        iter(kb)  # type: ignore[call-overload]
