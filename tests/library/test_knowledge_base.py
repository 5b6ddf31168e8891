"""Tests of the library. What `rulings.open()` returns can be looked up, shown, searched
and pickled as users would expect, and its annotations resolve. `nox -s checks` checks
users' code with the types in these tests.
"""

from __future__ import annotations

import csv
import doctest
import inspect
import io
import pickle
import re
from collections.abc import Callable, Iterator
from itertools import permutations
from pathlib import Path
from typing import Any, get_args, get_type_hints

import jedi  # type: ignore[import-untyped]
import msgspec
import pytest

import rulings
from rulings import NotFound, RulingsError, api, types
from rulings.api import KnowledgeBase
from rulings.model.knowledge import ENTITY_TYPES, Knowledge
from rulings.model.subject_pages import CardPage, KeywordPage
from support.command_line import run_cli
from support.data_files import now


def test_the_example_in_the_docstring_is_true() -> None:
    results = doctest.testmod(rulings, optionflags=doctest.ELLIPSIS)
    assert results.attempted
    assert not results.failed


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("import rulings\nrulings.", {"open", "KnowledgeBase", "NotFound"}),
        ("import rulings\nkb = rulings.open()\nkb.", {"card", "search", "rulings_for"}),
        ("import rulings\nrulings.open().ruling('').", {"text", "cite", "remarks"}),
        ("import rulings\ndef f(card: rulings.Card):\n    card.", {"title", "aliases"}),
    ],
)
def test_editors_complete_the_names_of_the_library(code: str, names: set[str]) -> None:
    completions = jedi.Script(code).complete()
    assert names <= {completion.name for completion in completions}


PAGE = (Path(__file__).parents[2] / "site" / "pages" / "for-programs.md").read_text(
    encoding="utf-8"
)


def test_it_shows_what_the_page_for_programs_names_and_no_more(
    library: KnowledgeBase,
) -> None:
    public = {name for name in dir(library) if not name.startswith("_")}
    assert public == {*re.findall(r"\bkb\.(\w+)", PAGE)}
    assert len(public) <= 38


@pytest.mark.parametrize("name", ["cards", "_knowledge", "anything"])
def test_a_knowledge_base_does_not_change(library: KnowledgeBase, name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(library, name, ())
    with pytest.raises(AttributeError):
        delattr(library, name)


def test_the_examples_of_the_page_for_programs_are_true(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rulings.open().write_database(tmp_path / "rulings.db")
    monkeypatch.chdir(tmp_path)
    test = doctest.DocTestParser().get_doctest(
        now(PAGE).replace("```", ""), {}, "for-programs.md", None, 0
    )
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert results.attempted > 25
    assert not results.failed
    program = PAGE.partition("A program:\n\n```python\n")[2].partition("```")[0]
    exec(compile(program, "program.py", "exec"), {})


def test_open_stays_the_built_in_one_when_all_public_names_are_imported() -> None:
    names: dict[str, object] = {}
    exec("from rulings import *", names)
    assert "open" not in names
    assert "KnowledgeBase" in names


@pytest.mark.parametrize(
    "name", ["cards", "topics", "keywords", "sections", "steps", "authorities"]
)
def test_everything_of_a_kind_is_listed_by_its_plural(
    kb: Knowledge, library: KnowledgeBase, name: str
) -> None:
    values = library.cards_by("keyword") if name == "keywords" else getattr(kb, name)
    assert library.listed(name).total == len(values)


@pytest.mark.parametrize(
    ("ask", "id"),
    [
        (lambda kb: kb.card("dreff"), "dr-dreff"),
        (lambda kb: kb.topic("Trace"), "tracing"),
        (lambda kb: kb.ruling("DR-DREFF-8A16F88D"), now("dr-dreff-8a16f88d")),
        (lambda kb: kb.ruling(now("dr-dreff-8a16f88d")[-8:]), now("dr-dreff-8a16f88d")),
        (
            lambda kb: kb.section("manual-1-lore-and-objective"),
            "manual-1-lore-and-objective",
        ),
        (lambda kb: kb.step("run-chart-7"), "run-chart-7"),
        (lambda kb: kb.step(7), "run-chart-7"),
        (lambda kb: kb.authority("sparkey"), "sparky"),
    ],
)
def test_an_entity_is_found_by_its_name_or_id(
    library: KnowledgeBase, ask: Callable[..., Any], id: str
) -> None:
    assert ask(library).id == id


NAME = "a name, id, query or address"


@pytest.mark.parametrize(
    ("ask", "error", "message"),
    [
        (
            lambda kb: kb.joint_rulings("dreff", "asp", "dreff"),
            ValueError,
            "Dreff is named twice",
        ),
        (
            lambda kb: kb.joint_rulings("asp", kb.topic("trace")),
            NotFound,
            "Tracing is not a card",
        ),
        (lambda kb: kb.page(kb.documents[0]), NotFound, "the document .* has no page"),
        (lambda kb: kb.page("errata"), NotFound, "the list of errata has no page"),
        (lambda kb: kb.search(5), TypeError, f"{NAME} must be a string, not 5"),
        (lambda kb: kb.step(None), TypeError, f"{NAME} must be a string, not None"),
        (lambda kb: kb.card(None), TypeError, f"{NAME} must be a string, not None"),
        (lambda kb: kb.page(None), TypeError, f"{NAME} must be a string, not None"),
        (lambda kb: kb.listed(5), TypeError, f"{NAME} must be a string, not 5"),
        (lambda kb: kb.rows(site=5), TypeError, f"{NAME} must be a string, not 5"),
        (
            lambda kb: kb.sections_of("manual", 3),
            TypeError,
            f"{NAME} must be a string, not 3",
        ),
        (
            lambda kb: kb.search("x", limit="x"),
            TypeError,
            "a limit must be a number or None, not 'x'",
        ),
        (lambda kb: kb.search("x", 2.5), TypeError, "a limit must be .*, not 2.5"),
        (lambda kb: kb.search("x", True), TypeError, "a limit must be .*, not True"),
        (lambda kb: kb.step(True), TypeError, f"{NAME} must be a string, not True"),
        (lambda kb: kb.section(True), TypeError, f"{NAME} must be a string, not True"),
        (
            lambda kb: kb.rulings_for("sections"),
            NotFound,
            "the list of sections has no",
        ),
        (lambda kb: kb.rulings_for("steps"), NotFound, "the list of steps has no"),
        (
            lambda kb: kb.rulings_for("keywords"),
            NotFound,
            "the list of keywords has no",
        ),
        (
            lambda kb: kb.rulings_for(kb.cross_references[0]),
            NotFound,
            "the cross-reference .* has no page of rulings",
        ),
        (lambda kb: kb.deck(3), TypeError, "a deck is a text, not 3"),
        (lambda kb: kb.deck("", against=3), TypeError, "a deck is a text, not 3"),
        (lambda kb: kb.card("dreff").rulings, AttributeError, r"kb\.rulings_for\(card"),
        (
            lambda kb: kb.ruling("run-chart-13"),
            NotFound,
            "\nbut there is a step of the",
        ),
        (lambda kb: kb.listed("dreff"), NotFound, "the card Dr. Dreff is not a list"),
        (lambda kb: api.open("x" * 100_000), RulingsError, r"^.{1,500}$"),
        (lambda kb: kb.card("dr drefffffff"), NotFound, "no card"),
        (lambda kb: kb.card("trace"), LookupError, "no card"),
        (lambda kb: kb.ruling(now("dr-dreff-8a16f88d") + "e"), NotFound, "no ruling"),
        (lambda kb: kb.section("manual-1-lore-and-objectives"), NotFound, "no section"),
        (lambda kb: kb.topic("xyzzy"), NotFound, "no topic"),
        (lambda kb: kb.step(21), NotFound, "no step"),
        (lambda kb: kb.authority("xyzzy"), NotFound, "no authority"),
        (lambda kb: kb.rulings_for("xyzzy"), NotFound, "xyzzy"),
        (
            lambda kb: kb.topic("dreff"),
            NotFound,
            r"^no topic “dreff”\nbut there is the card Dr\. Dreff \(dr-dreff\)$",
        ),
    ],
)
def test_what_it_cannot_take_is_refused_with_what_it_takes(
    library: KnowledgeBase,
    ask: Callable[..., Any],
    error: type[Exception],
    message: str,
) -> None:
    with pytest.raises(error, match=message):
        ask(library)


@pytest.mark.parametrize("ask", ["rulings_under", "rulings_mentioning", "inherited"])
def test_an_unknown_id_of_a_subject_is_not_found(kb: Knowledge, ask: str) -> None:
    with pytest.raises(NotFound, match="no card or topic has the id “nobody”"):
        getattr(kb, ask)("nobody")


def test_the_list_of_rulings_has_no_cross_references(library: KnowledgeBase) -> None:
    rulings = [hit.entity for hit in library.listed("rulings")]
    assert len(rulings) == library.search("kind:ruling").total == 464
    assert {*rulings} == {*library.rulings}
    references = [hit.entity for hit in library.search("kind:cross-reference", None)]
    assert len(references) == library.search("is:see").total == 60
    assert {*references} == {*library.cross_references}
    for entry in (*library.rulings[::50], *library.cross_references[::20]):
        assert library.ruling(entry.id) == entry
        assert entry.is_cross_reference == (entry.kind == "cross-reference")


# Lists of ids whose names are relations, as the page for programs lists them
RELATIONS = {"superseded_by", "replaces", "may_replace", "also", "related", "to"}


def lists_of_ids(data: Any, ids: set[str]) -> Iterator[str]:
    """The names of the lists in this JSON that have only ids."""
    values = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in values:
        if isinstance(value, list) and value and ids.issuperset(map(str, value)):
            yield str(key)
        elif isinstance(value, dict | list):
            yield from lists_of_ids(value, ids)


def test_a_list_of_ids_is_called_so_unless_it_is_a_relation(
    kb: Knowledge, library: KnowledgeBase
) -> None:
    ids = {entry.id for entry in kb.entries}
    names = {*lists_of_ids(library.export(), ids)}
    names |= {*lists_of_ids(library.search("is:superseded").to_dict(), ids)}
    assert {name for name in names if not name.endswith("_ids")} <= RELATIONS
    (sentence,) = re.findall(r"except where it is a relation: ([^.]*)\.", PAGE)
    assert {*re.findall("`(.*?)`", sentence)} == RELATIONS


def test_the_topic_of_another_knowledge_base_is_not_found(
    kb: Knowledge, library: KnowledgeBase
) -> None:
    other = KnowledgeBase(kb.replaced(topics=()))
    with pytest.raises(NotFound, match="there is no topic tracing here"):
        other.page(library.topic("tracing"))


def test_what_is_named_may_be_given_itself(library: KnowledgeBase) -> None:
    card = library.card("dreff")
    topic = library.topic("trace")
    authority = library.authority("sparky")
    step = library.step(7)
    assert library.rulings_for(card) == library.rulings_for("dreff") != ()
    assert library.rulings_for(topic) == library.rulings_for("Tracing") != ()
    assert library.page(card) == library.page("dreff")
    assert library.page(topic) == library.page("tracing")
    assert library.page(authority) == library.page("sparky")
    assert library.page(step) == library.page("step 7")
    assert library.joint_rulings(
        card, library.card("marionette")
    ) == library.joint_rulings("dreff", "marionette")
    three = ("glacier", "digiconda", "security purge")
    for names in permutations(three):
        (joint,) = library.joint_rulings(*names)
        assert joint.id == "security-purge-b7899009"
    ruling = library.ruling("601afce4")
    assert library.rulings_for(ruling) == (ruling,)
    assert library.rulings_for(ruling.subject) == library.page("dreff").rulings
    assert library.rulings_for(library.documents[0]) == library.rulings
    assert library.section("3") == library.section("manual-3-setup")


def test_no_cross_reference_is_among_the_rulings_of_a_name(
    library: KnowledgeBase,
) -> None:
    for name in ["virus", "ice", "proteus", "vital"]:
        rulings = library.rulings_for(name)
        assert len(rulings) == library.listed(name).counts["ruling"]
        assert {ruling.kind for ruling in rulings} == {"ruling"}


def test_the_page_for_programs_counts_the_entries_of_the_printed_list(
    library: KnowledgeBase,
) -> None:
    rulings = library.rulings_for("netrunner-rulings")
    errata = sum(ruling.erratum for ruling in rulings)
    references = len(library.cross_references)
    words = f"{len(rulings)} rulings, including {errata} errata, and {references} cross-references"
    assert words in " ".join(PAGE.split())


def test_the_page_of_a_keyword_has_what_the_site_shows(library: KnowledgeBase) -> None:
    page = library.page("icebreaker")
    assert isinstance(page, KeywordPage)
    assert {card.id for card in page.cards} == {
        hit.id for hit in library.search("keyword:icebreaker kind:card", None)
    }
    assert all("icebreaker" in ruling.text.lower() for ruling in page.rulings)
    assert page.rulings
    assert page.to_dict()["keyword"] == "Icebreaker"


def test_rows_and_database_are_those_of_the_export(
    library: KnowledgeBase, tmp_path: Path
) -> None:
    site = "https://rules.example"
    lines = csv.DictReader(io.StringIO(run_cli("export", "--format", "csv").out))
    rows = library.rows()
    assert len(rows) == len(library.rulings)
    assert [row["id"] for row in lines] == [row["id"] for row in rows]
    assert library.rows(site)[0]["address"] == site + library.rulings[0].url
    library.write_database(tmp_path / "rulings.db")
    assert (tmp_path / "rulings.db").read_bytes().startswith(b"SQLite format 3")
    assert library.export()["version"] == rulings.__version__


def test_entities_are_short_to_print_and_hashable(
    kb: Knowledge, library: KnowledgeBase
) -> None:
    page = library.page("dreff")
    assert isinstance(page, CardPage)
    names = [name for name in ENTITY_TYPES if name != "restorations"]
    entities = [entity for name in names for entity in getattr(kb, name)]
    for entity in (*entities, page, *page.inherited):
        assert len(repr(entity)) < 120
        assert "\n" not in repr(entity)
        assert hash(entity) == hash(msgspec.structs.replace(entity))
    assert repr(library.ruling("601afce4")) == now(
        "<Ruling dr-dreff-601afce4: Dr. Dreff>"
    )
    assert repr(page) == "<CardPage dr-dreff: Dr. Dreff>"
    assert repr(library.page("virus")) == "<KeywordPage Virus>"


def test_it_is_short_to_print_and_it_and_entities_can_be_pickled(
    library: KnowledgeBase,
) -> None:
    assert repr(library).startswith(f"<KnowledgeBase: {len(library.cards)} cards")
    copy = pickle.loads(pickle.dumps(library))
    assert pickle.loads(pickle.dumps(library.rulings[0])) == copy.rulings[0]


def test_results_and_hits_can_be_keys_and_the_links_of_rulings_are_nobodys(
    kb: Knowledge, library: KnowledgeBase
) -> None:
    results = library.search("jack out", limit=2)
    assert {results: 1, results[0]: 2}[library.search("jack out", limit=2)] == 1
    assert not hasattr(kb, "links")


PUBLIC = {
    **{name: getattr(rulings, name) for name in dir(rulings)},
    **{name: value for name, value in vars(types).items() if name[0] != "_"},
}
PUBLIC_CLASSES = [value for value in PUBLIC.values() if inspect.isclass(value)]


def test_the_page_for_programs_names_every_public_type() -> None:
    section = PAGE.partition("## Types\n")[2].partition("\n## ")[0]
    words = {*re.findall(r"`(\w+)`", section)}
    assert {*PUBLIC} - words == {"__version__"}
    in_first_table = section.partition("All others")[0]
    assert set(re.findall(r"`(\w+)`", in_first_table)) - {"rulings"} == {
        name for name in dir(rulings) if name != "__version__"
    }


def public_functions(entity: type) -> list[Any]:
    """The public methods and properties of a class."""
    functions = []
    for name, member in vars(entity).items():
        function = getattr(member, "fget", None) or getattr(member, "__func__", member)
        if inspect.isfunction(function) and not name.startswith("_"):
            functions.append(function)
    return functions


def test_every_annotation_of_the_public_api_resolves_at_run_time() -> None:
    functions: list[Any] = [rulings.open, *PUBLIC_CLASSES]
    for entity in PUBLIC_CLASSES:
        functions.extend(public_functions(entity))
    assert len(functions) > 100
    for function in functions:
        get_type_hints(function)
        if inspect.isfunction(function) or issubclass(function, msgspec.Struct):
            signature = str(inspect.signature(function, eval_str=True))
            assert "(?" not in signature, function  # no pattern


def own_classes(annotation: Any) -> set[type]:
    """The classes of this program in an annotation."""
    classes = set()
    if getattr(annotation, "__module__", "").startswith("rulings."):
        classes.add(annotation)
    for part in get_args(annotation):
        classes |= own_classes(part)
    return classes


def test_every_type_that_one_meets_is_public_and_no_other() -> None:
    met = set[type]()
    for entity in PUBLIC_CLASSES:
        for function in (entity, *public_functions(entity)):
            for name, annotation in get_type_hints(function).items():
                if not name.startswith("_"):
                    met |= own_classes(annotation)
    assert len(met) > 40
    assert met - {*PUBLIC_CLASSES} == set()
    bases = {base for entity in met for base in entity.__mro__}
    opened_or_raised = {entity.__name__ for entity in {*PUBLIC_CLASSES} - met - bases}
    assert opened_or_raised == {
        *"KnowledgeBase RulingsError NotFound Ambiguous RulingsWarning".split()
    }


def test_cards_are_listed_by_a_fact_and_by_nothing_else(library: KnowledgeBase) -> None:
    for fact in ("keywords", "foo", "id"):
        with pytest.raises(
            ValueError, match="fact must be keyword, type, set or artist"
        ):
            library.cards_by(fact)  # type: ignore[arg-type]
