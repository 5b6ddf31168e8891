"""Tests of the library: what `rulings.open()` returns is found, shown, asked and pickled as a user
would expect.
"""

from __future__ import annotations

import csv
import doctest
import io
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import rulings
from rulings import NotFound, RulingsError, api
from rulings.api import KnowledgeBase
from rulings.model.knowledge import ENTITY_TYPES, CardPage, KeywordPage
from rulings.storage import database
from support.command_line import run_cli
from support.data_files import now


def test_the_example_in_the_docstring_is_true() -> None:
    results = doctest.testmod(rulings, optionflags=doctest.ELLIPSIS)
    assert results.attempted
    assert not results.failed


def test_the_examples_of_the_page_for_programs_are_true(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (Path(__file__).parents[2] / "site" / "pages" / "for-programs.md").read_text(
        encoding="utf-8"
    )
    database.write_database(rulings.open(), tmp_path / "rulings.db")
    monkeypatch.chdir(tmp_path)
    test = doctest.DocTestParser().get_doctest(
        now(page).replace("```", ""), {}, "for-programs.md", None, 0
    )
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert results.attempted > 25
    assert not results.failed
    program = page.partition("A program:\n\n```python\n")[2].partition("```")[0]
    exec(compile(program, "program.py", "exec"), {})


def test_open_stays_the_built_in_one_when_all_public_names_are_imported() -> None:
    names: dict[str, object] = {}
    exec("from rulings import *", names)
    assert "open" not in names
    assert "KnowledgeBase" in names


@pytest.mark.parametrize(
    "name", ["cards", "topics", "keywords", "sections", "steps", "authorities"]
)
def test_everything_of_a_kind_is_listed_by_its_plural(kb: KnowledgeBase, name: str) -> None:
    values = kb.cards_by("keyword") if name == "keywords" else getattr(kb, name)
    assert kb.listed(name).total == len(values)


@pytest.mark.parametrize(
    ("ask", "id"),
    [
        (lambda kb: kb.card("dreff"), "dr-dreff"),
        (lambda kb: kb.topic("Trace"), "tracing"),
        (lambda kb: kb.ruling("DR-DREFF-8A16F88D"), now("dr-dreff-8a16f88d")),
        (lambda kb: kb.ruling(now("dr-dreff-8a16f88d")[-8:]), now("dr-dreff-8a16f88d")),
        (lambda kb: kb.section("manual-1-lore-and-objective"), "manual-1-lore-and-objective"),
        (lambda kb: kb.step("run-chart-7"), "run-chart-7"),
        (lambda kb: kb.step(7), "run-chart-7"),
        (lambda kb: kb.authority("sparkey"), "sparky"),
    ],
)
def test_an_entity_is_found_by_its_name_or_id(
    kb: KnowledgeBase, ask: Callable[..., Any], id: str
) -> None:
    assert ask(kb).id == id


@pytest.mark.parametrize(
    "ask",
    [
        lambda kb: kb.card("dr drefffffff"),
        lambda kb: kb.card("trace"),
        lambda kb: kb.ruling(now("dr-dreff-8a16f88d") + "e"),
        lambda kb: kb.section("manual-1-lore-and-objectives"),
        lambda kb: kb.topic("xyzzy"),
        lambda kb: kb.step(21),
        lambda kb: kb.authority("xyzzy"),
        lambda kb: kb.rulings_for("xyzzy"),
    ],
)
def test_what_is_not_found_is_a_lookup_error(kb: KnowledgeBase, ask: Callable[..., object]) -> None:
    with pytest.raises(LookupError) as raised:
        ask(kb)
    assert isinstance(raised.value, NotFound)


@pytest.mark.parametrize("name", ["dr-dreff", "dreff", "tracing", "Paying Costs"])
def test_rulings_are_found_for_a_name_and_for_the_subject_itself(
    kb: KnowledgeBase, name: str
) -> None:
    found = kb.rulings_for(name)
    assert found
    subject = found[0].subject
    itself = kb.card(subject.id) if subject.kind == "card" else kb.topic(subject.id)
    assert kb.rulings_for(itself) == found


@pytest.mark.parametrize(
    ("ask", "error", "message"),
    [
        (lambda kb: kb.both("dreff", "Dr Dreff"), ValueError, "two different cards"),
        (
            lambda kb: kb.ruling("run-chart-13"),
            NotFound,
            "\nthere is a step of the run chart \\(13\\)$",
        ),
        (lambda kb: kb.rulings_under("nobody"), NotFound, "no card or topic has the id “nobody”"),
        (lambda kb: kb.rulings_mentioning("nobody"), NotFound, "no card or topic has the id"),
        (lambda kb: kb.inherited("nobody"), NotFound, "no card or topic has the id “nobody”"),
        (
            lambda kb: kb.replaced(topics=()).topic_page(kb.topic("tracing")),
            NotFound,
            "there is no topic tracing here",
        ),
        (lambda kb: kb.page("errata"), NotFound, "the list of errata has no page of rulings"),
        (lambda kb: kb.listed("dreff"), NotFound, "the card Dr. Dreff is not a list"),
        (lambda kb: api.open("x" * 100_000), RulingsError, r"^.{1,500}$"),
        (
            lambda kb: kb.topic("dreff"),
            NotFound,
            r"^no topic “dreff”\nthere is the card Dr\. Dreff \(dr-dreff\)$",
        ),
    ],
)
def test_what_it_cannot_take_is_refused_with_what_it_takes(
    kb: KnowledgeBase, ask: Callable[..., Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        ask(kb)


def test_what_is_named_may_be_given_itself(kb: KnowledgeBase) -> None:
    card = kb.card("dreff")
    topic = kb.topic("trace")
    authority = kb.authority("sparky")
    step = kb.step(7)
    assert kb.page(card) == kb.card_page("dreff") == kb.card_page(card)
    assert kb.page(topic) == kb.topic_page("trace")
    assert (kb.page(authority), kb.page(step)) == (kb.page("sparky"), kb.page("step 7"))
    assert kb.both(card, kb.card("marionette")) == kb.both("dreff", "marionette")


def test_the_page_of_a_keyword_has_what_the_site_shows(kb: KnowledgeBase) -> None:
    page = kb.page("icebreaker")
    assert isinstance(page, KeywordPage)
    assert {card.id for card in page.cards} == {
        hit.id for hit in kb.search("keyword:icebreaker kind:card", None)
    }
    assert all("icebreaker" in ruling.text.lower() for ruling in page.rulings)
    assert page.rulings
    assert page.to_dict()["keyword"] == "Icebreaker"


def test_rows_and_database_are_those_of_the_export(kb: KnowledgeBase, tmp_path: Path) -> None:
    site = "https://rules.example"
    lines = csv.DictReader(io.StringIO(run_cli("export", "--format", "csv").out))
    rows = kb.rows()
    assert len(rows) == len(kb.rulings)
    assert [row["id"] for row in lines] == [row["id"] for row in rows]
    assert kb.rows(site)[0]["address"] == site + kb.rulings[0].url
    kb.write_database(tmp_path / "rulings.db")
    assert (tmp_path / "rulings.db").read_bytes().startswith(b"SQLite format 3")
    assert kb.export()["version"] == rulings.__version__


def test_entities_are_short_to_print_and_hashable(kb: KnowledgeBase) -> None:
    page = kb.page("dreff")
    assert isinstance(page, CardPage)
    names = [name for name in ENTITY_TYPES if name != "restorations"]
    things = [thing for name in names for thing in getattr(kb, name)]
    for thing in (*things, page, *page.inherited):
        assert len(repr(thing)) < 120
        assert "\n" not in repr(thing)
        assert hash(thing) == hash(msgspec.structs.replace(thing))
    assert repr(kb.ruling("601afce4")) == now("<Ruling dr-dreff-601afce4: Dr. Dreff>")
    assert repr(page) == "<CardPage dr-dreff: Dr. Dreff>"
    assert repr(kb.page("virus")) == "<KeywordPage Virus>"


def test_it_is_short_to_print_and_it_and_entities_can_be_pickled(kb: KnowledgeBase) -> None:
    assert repr(kb).startswith(f"<KnowledgeBase: {len(kb.cards)} cards")
    copy = pickle.loads(pickle.dumps(kb))
    assert pickle.loads(pickle.dumps(kb.rulings[0])) == copy.rulings[0]


def test_results_and_hits_can_be_keys_and_the_links_of_rulings_are_nobodys(
    kb: KnowledgeBase,
) -> None:
    results = kb.search("jack out", limit=2)
    assert {results: 1, results[0]: 2}[kb.search("jack out", limit=2)] == 1
    assert not hasattr(kb, "links")
