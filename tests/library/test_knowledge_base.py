"""Tests of the library: what `rulings.open()` returns is found, shown, asked and pickled as a user
would expect.
"""

from __future__ import annotations

import doctest
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast, get_args

import msgspec
import pytest

import rulings
from rulings import NotFound, RulingsError, api
from rulings.api import KnowledgeBase
from rulings.model import vocabulary
from rulings.model.knowledge import CardPage
from rulings.storage import database
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


def test_a_knowledge_base_may_be_shared_by_threads(kb: KnowledgeBase) -> None:
    queries = ["dreff rezzed", "jack out", "by:sparky trace", "type:ice wall"] * 4
    fresh = kb.since("1990")
    with ThreadPoolExecutor(8) as pool:
        found = [[hit.id for hit in results] for results in pool.map(fresh.search, queries)]
    assert found == [[hit.id for hit in fresh.search(query)] for query in queries]


def test_open_stays_the_built_in_one_when_all_public_names_are_imported() -> None:
    names: dict[str, object] = {}
    exec("from rulings import *", names)
    assert "open" not in names
    assert "KnowledgeBase" in names


def test_what_can_be_asked_is_listed(kb: KnowledgeBase) -> None:
    assert [name for name in dir(kb) if not hasattr(kb, name)] == []
    assert {"since", "only", "page", "both", "search", "cards", "authorities", "tournament"} <= set(
        dir(kb)
    )
    assert not {"kept", "compiled", "location", "cards_by_id"} & set(dir(kb))


def test_only_what_was_last_said_since_a_day_is_left(kb: KnowledgeBase) -> None:
    late = kb.since("1997-03")
    assert 0 < len(kb.since("1999").rulings) < len(late.rulings) < len(kb.rulings)
    assert kb.since("1999").since("1996") == kb.since("1996").since("1999") == kb.since("1999")
    assert {
        hit.id for hit in late.search("dreff", limit=None) if hit.kind == "ruling"
    } <= late.rulings_by_id.keys()


def test_conditions_add_up_and_select_cards_too(kb: KnowledgeBase) -> None:
    ice = kb.only(side="Corp").only(type="ice", official=True)
    assert {(card.side, card.type) for card in ice.cards} == {("Corp", "Ice")}
    assert {ruling.subject.id for ruling in ice.rulings} <= {card.id for card in ice.cards}
    assert all(ruling.official for ruling in ice.rulings)
    assert kb.only() is kb
    neither = kb.only(side="corp").only(side="runner")
    assert (neither.cards, neither.rulings, [*neither.search("trace kind:ruling")]) == ((), (), [])
    assert pickle.loads(pickle.dumps(neither)).filters == neither.filters
    assert kb.only(type="ice").only(type="node").cards == ()
    assert kb.only(game="netrunner").only(game="android-netrunner").documents == ()
    assert kb.only(game="android-netrunner").rulings == ()
    with pytest.raises(NotFound, match="does not meet the conditions"):
        ice.card("self-modifying code")


def test_results_are_a_sequence_with_entities(kb: KnowledgeBase) -> None:
    results = kb.search("how do i remove a tag", limit=3)
    assert len(results) == 3 < results.total
    assert [*results] == [results[0], *results[1:]]
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
    ("ask", "nearest"),
    [
        (lambda kb: kb.card("dr drefffffff"), None),
        (lambda kb: kb.card("trace"), None),
        (lambda kb: kb.ruling(now("dr-dreff-8a16f88d") + "e"), now("dr-dreff-8a16f88d")),
        (lambda kb: kb.section("manual-1-lore-and-objectives"), "manual-1-lore-and-objective"),
        (lambda kb: kb.topic("xyzzy"), None),
        (lambda kb: kb.step(21), None),
        (lambda kb: kb.authority("xyzzy"), None),
        (lambda kb: kb.rulings_for("xyzzy"), None),
    ],
)
def test_what_is_not_found_is_a_lookup_error(
    kb: KnowledgeBase, ask: Callable[..., object], nearest: str
) -> None:
    with pytest.raises(LookupError) as raised:
        ask(kb)
    assert isinstance(raised.value, NotFound)
    assert nearest is None or raised.value.nearest[0] == nearest


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
        (lambda kb: kb.since(1996), TypeError, 'a date is text, such as "1997"'),
        (lambda kb: kb.since("soon"), ValueError, "“soon” is not a date"),
        (lambda kb: kb.card(None), TypeError, 'a name or id is text, such as "dreff"'),
        (lambda kb: kb.search(None), TypeError, 'a query is text, such as "jack out"'),
        (lambda kb: kb.deck(None), TypeError, 'a deck is text, such as "3 Dr. Dreff"'),
        (lambda kb: kb.rulings_for(None), TypeError, 'a name or id is text, such as "dreff"'),
        (lambda kb: kb.search("x", limit=5.0), TypeError, "limit is a whole number, .* not 5.0"),
        (lambda kb: kb.search("x", limit="3"), TypeError, "limit is a whole number, .* not '3'"),
        (
            lambda kb: kb.deck("3 Asp", against=5),
            TypeError,
            'a deck is text, such as "3 Dr.* not 5',
        ),
        (
            lambda kb: api.open(cast(Any, b"x")),
            TypeError,
            "a folder is named by text or a Path, not b'x'",
        ),
        (lambda kb: kb.plan("40"), TypeError, "number of players is a whole number, not '40'"),
        (lambda kb: kb.plan(2), ValueError, "at least 4 players, not 2"),
        (lambda kb: kb.both("dreff", "Dr Dreff"), ValueError, "two different cards"),
        (
            lambda kb: kb.ruling("run-chart-13"),
            NotFound,
            "\nthere is a step of the run chart \\(13\\)$",
        ),
        (lambda kb: kb.rulings_under("nobody"), NotFound, "no card or topic has the id “nobody”"),
        (lambda kb: kb.rulings_mentioning("nobody"), NotFound, "no card or topic has the id"),
        (lambda kb: kb.inherited("nobody"), NotFound, "no card or topic has the id “nobody”"),
        (lambda kb: kb.page("virus"), NotFound, "the keyword Virus is not a card, topic, author"),
        (lambda kb: kb.listed("dreff"), NotFound, "the card Dr. Dreff is not a list"),
        (lambda kb: kb.only(side="both"), ValueError, "side must be corp or runner, not “both”"),
        (
            lambda kb: kb.only(type="foo"),
            ValueError,
            "type must be agenda, ice, .* or resource, not “foo”",
        ),
        (lambda kb: kb.only(side="x" * 100_000), ValueError, r"^.{1,500}$"),
        (lambda kb: api.open("x" * 100_000), RulingsError, r"^.{1,500}$"),
        (
            lambda kb: kb.only(game="2012"),
            ValueError,
            "game must be netrunner or android-netrunner",
        ),
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


def test_every_value_of_a_condition_is_typed() -> None:
    typed = {*get_args(get_args(api.CardType)[0]), *get_args(get_args(api.CardType)[1])}
    assert typed == {form for kind in vocabulary.CARD_TYPES for form in (kind, kind.lower())}


def test_entities_are_short_to_print_and_hashable(kb: KnowledgeBase) -> None:
    page = kb.page("dreff")
    assert isinstance(page, CardPage)
    things = (
        *kb.cards,
        *kb.topics,
        *kb.rulings,
        *kb.sections,
        *kb.steps,
        *kb.authorities,
        *kb.notes,
        *kb.documents,
    )
    for thing in (*things, page, *page.inherited):
        assert len(repr(thing)) < 120
        assert "\n" not in repr(thing)
        assert hash(thing) == hash(msgspec.structs.replace(thing))
    assert repr(kb.ruling("601afce4")) == now("<Ruling dr-dreff-601afce4: Dr. Dreff>")
    assert repr(page) == "<CardPage dr-dreff: Dr. Dreff>"


def test_it_is_short_to_print_and_can_be_pickled(kb: KnowledgeBase) -> None:
    assert repr(kb).startswith(f"<KnowledgeBase: {len(kb.cards)} cards")
    copy = pickle.loads(pickle.dumps(kb))
    assert copy.rulings == kb.rulings
    assert pickle.loads(pickle.dumps(kb.rulings[0])) == kb.rulings[0]
