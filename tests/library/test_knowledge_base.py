"""Tests of the library: what `rulings.open()` returns is found, shown, asked and pickled as a user
would expect.
"""

from __future__ import annotations

import csv
import doctest
import io
import pickle
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast, get_args

import msgspec
import pytest

import rulings
from rulings import NotFound, RulingsError, api
from rulings.api import KnowledgeBase
from rulings.model import knowledge, vocabulary
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


def test_what_can_be_asked_is_listed(kb: KnowledgeBase) -> None:
    assert [name for name in dir(kb) if not hasattr(kb, name)] == []
    assert {"since", "only", "page", "both", "search", "cards", "moved", "version"} <= set(dir(kb))
    assert not {"kept", "compiled", "location", "cards_by_id"} & set(dir(kb))


@pytest.mark.parametrize(
    "name", ["cards", "topics", "keywords", "sections", "steps", "authorities"]
)
def test_everything_of_a_kind_is_listed_by_its_plural(kb: KnowledgeBase, name: str) -> None:
    values = kb.cards_by("keyword") if name == "keywords" else getattr(kb, name)
    assert kb.listed(name).total == len(values)


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
    other = kb.only(game="android-netrunner")
    assert (other.rulings, other.topics) == ((), ())
    with pytest.raises(NotFound, match="does not meet the conditions"):
        ice.card("self-modifying code")
    for look_up in (ice.ruling, ice.why):
        with pytest.raises(NotFound, match="dr-dreff-601afce4 does not meet the conditions"):
            look_up("dr-dreff-601afce4")
    with pytest.raises(NotFound, match="a step of the run chart does not meet the conditions"):
        kb.only(game="android-netrunner").step(1)


def test_results_are_a_sequence_with_entities(kb: KnowledgeBase) -> None:
    results = kb.search("how do i remove a tag", limit=3)
    assert len(results) == 3 < results.total
    assert [*results] == [results[0], *results[1:]]
    assert (results.index(results[2]), results.count(results[2])) == (2, 1)
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
        (
            lambda kb: kb.entry([]),
            TypeError,
            r'an id is text, such as "dr-dreff-601afce4", not \[\]',
        ),
        (lambda kb: kb.rows(5), TypeError, "the address of a site is text, not 5"),
        (lambda kb: kb.write_database(b"x"), TypeError, "a file is named by text or a Path, not b"),
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
        (lambda kb: kb.both("dreff", "Dr Dreff"), ValueError, "two different cards"),
        (
            lambda kb: kb.ruling("run-chart-13"),
            NotFound,
            "\nthere is a step of the run chart \\(13\\)$",
        ),
        (lambda kb: kb.rulings_under("nobody"), NotFound, "no card or topic has the id “nobody”"),
        (lambda kb: kb.rulings_mentioning("nobody"), NotFound, "no card or topic has the id"),
        (lambda kb: kb.inherited("nobody"), NotFound, "no card or topic has the id “nobody”"),
        (lambda kb: kb.page("errata"), NotFound, "the list of errata has no page of rulings"),
        (lambda kb: kb.step(None), TypeError, "a step is a number, or text such as"),
        (lambda kb: kb.page(5), TypeError, 'a name or id is text, such as "dreff" .* not 5'),
        (
            lambda kb: kb.listed(None),
            TypeError,
            'a name or id is text, such as "dreff" .* not None',
        ),
        (lambda kb: kb.both("dreff", None), TypeError, 'a name or id is text, such as "dreff"'),
        (lambda kb: setattr(kb, "cards", ()), AttributeError, "a knowledge base does not change"),
        (lambda kb: kb.listed("dreff"), NotFound, "the card Dr. Dreff is not a list"),
        (lambda kb: kb.only(official="no"), TypeError, "official is True or False, not 'no'"),
        (lambda kb: kb.only(side="both"), ValueError, "side must be corp or runner, not “both”"),
        (
            lambda kb: kb.only(type="foo"),
            ValueError,
            "type must be agenda, hardware, .* or upgrade, not “foo”",
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
    typed = {
        *get_args(get_args(api.CardTypeInAnyCase)[0]),
        *get_args(get_args(api.CardTypeInAnyCase)[1]),
    }
    assert typed == {form for kind in vocabulary.CARD_TYPES for form in (kind, kind.lower())}


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


def test_two_are_equal_if_their_folders_and_filters_are(
    kb: KnowledgeBase, small_folder: Path
) -> None:
    copy = pickle.loads(pickle.dumps(kb))
    assert copy.questions
    assert copy == kb
    assert kb.since("1997") == copy.since("1997") != kb
    assert rulings.open(small_folder) != kb


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


def test_what_another_version_wrote_and_this_cannot_read_is_refused_in_one_sentence(
    one_card_folder: Path, tmp_path: Path
) -> None:
    folder = shutil.copytree(one_card_folder, tmp_path / "rulings")
    card = next(folder.glob("cards/*/dr-dreff.yaml"))
    text = card.read_text(encoding="utf-8").replace("side: ", "colour: red\nside: ")
    card.write_text(text, encoding="utf-8")
    with pytest.raises(RulingsError, match="line 4: unknown key `colour`"):
        rulings.open(folder)
    (folder / "__init__.py").write_text('__version__ = "9.1"', encoding="utf-8")
    with pytest.raises(RulingsError) as refused:
        rulings.open(folder)
    sentence = str(refused.value)
    assert sentence.startswith(
        f"{folder}: version {rulings.__version__} cannot read what version 9.1 wrote: "
    )
    assert "unknown key `colour`" in sentence
    assert "\n" not in sentence


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


def test_it_is_short_to_print_and_can_be_pickled(kb: KnowledgeBase) -> None:
    assert repr(kb).startswith(f"<KnowledgeBase: {len(kb.cards)} cards")
    copy = pickle.loads(pickle.dumps(kb))
    assert copy.rulings == kb.rulings
    assert pickle.loads(pickle.dumps(kb.rulings[0])) == kb.rulings[0]


def test_results_and_hits_can_be_keys_and_the_links_of_rulings_are_nobodys(
    kb: KnowledgeBase,
) -> None:
    results = kb.search("jack out", limit=2)
    assert {results: 1, results[0]: 2}[kb.search("jack out", limit=2)] == 1
    assert not hasattr(kb, "links")
    assert kb.only(side="corp").only(side="runner").filters.side == knowledge.NOTHING
