"""Tests that a first year of additions can be entered, is checked, and is found and told as it
is.
"""

from __future__ import annotations

import json
import re
import shutil

import pytest

import rulings
from rulings.api import KnowledgeBase
from rulings.parser.parse import check, parse_folder
from rulings.search.inverted_index import open_index
from rulings.site.machine_files import feed, json_files
from rulings.storage.files import SHIPPED
from support.command_line import run_cli
from support.data_files import now, read_data

pytestmark = pytest.mark.weekly
SAMPLE = 20  # each of so many questions is searched for; of all it is asked whether they are known


@pytest.fixture(scope="module")
def year(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    """The knowledge base with the year's additions."""
    folder = tmp_path_factory.mktemp("year")
    shutil.copytree(SHIPPED / "sources", folder / "sources")
    for row in read_data("first-year.yaml"):
        path = folder / "sources" / row["file"]
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(before + row["append"], encoding="utf-8")
    parse_folder(folder / "sources", folder)
    assert check(folder).errors == []
    return rulings.open(folder)


def test_what_was_added_is_told_as_it_is(year: KnowledgeBase) -> None:
    statuses = {ruling.id: ruling.status for ruling in year.rulings}
    assert statuses[now("bug-zapper-a0f0dfcd")] == "disputed"
    assert statuses[now("poltergeist-bce699bb")] == "superseded-in-part"
    unofficial = [
        r.subject.id for r in year.rulings if r.venue == "Forum of the League" and not r.official
    ]
    assert unofficial == ["asp", "mouse", "playing-online"]


@pytest.mark.parametrize(
    ("query", "subjects"),
    [  # February 2026, 2026-03, 2026 and 9 August 2026
        ("date:2026-02", ["playing-online"]),
        ("date:2026-03", ["playing-online"]),
        ("before:2026-02-10 after:2026-02-01", ["playing-online"]),
        ("by:zoe date:2026", ["asp"]),
        ("date:2026-08", ["mouse"]),
        # As plain words, in every year of the rulings
        ("asp 2026", ["asp"]),
        ("errata 2026", ["example-grid"]),
        ("raptor 2035", ["raptor"]),
        ("what did the northern league say in 2035", ["raptor"]),
    ],
)
def test_a_month_or_a_year_is_found_by_time(
    year: KnowledgeBase, query: str, subjects: list[str]
) -> None:
    found = [
        hit.id.rpartition("-")[0]
        for hit in year.search(query, None).hits
        if hit.kind in ("ruling", "errata")
    ]
    assert sorted(set(found)) == subjects


def test_what_is_only_in_additions_is_in_no_printed_document(year: KnowledgeBase) -> None:
    """Of each topic and ruling, as the search and the file for programs say."""
    files = dict(json_files(year))
    documents = {row["id"]: row["document"] for row in json.loads(files["api/search.json"])["hits"]}
    for query in ("kind:topic", "kind:ruling"):
        for hit in year.search(query, None):
            rulings_there = year.rulings_for(hit.id)
            assert hit.document == documents[hit.id]
            assert hit.document in {ruling.source.document for ruling in rulings_there}, hit.id
    assert documents["playing-online"].startswith("additions-")
    assert "Netrunner Rulings" not in run_cli("search", "topic:playing-online", kb=year).out


def test_a_month_or_a_year_is_its_last_day_in_every_order(year: KnowledgeBase) -> None:
    """In lists, on pages of topics and people, and in the feed."""
    added = {ruling.id: ruling for ruling in year.rulings if "2026" in (ruling.date or "")}
    ids = sorted(added, key=lambda id: added[id].dates[-1], reverse=True)
    assert len({*(ruling.date for ruling in added.values())} & {"2026", "2026-03"}) == 2
    feed_text = feed(year, [], "Rulings", "https://example.org/")
    assert [id for id in re.findall(r'#([\w-]+)"', feed_text) if id in added] == ids
    for words in ("changes 2026", "topic playing-online", "who ada", "who zoe"):
        out = run_cli(*words.split(), "--newest", "-n", "all", "--plain", kb=year).out
        listed = [line.partition("\t")[0] for line in out.splitlines()]
        listed = [id for id in listed if id in added]
        assert listed == [id for id in ids if id in listed] != [], words


@pytest.mark.parametrize(
    "query",
    ["northern league late players", "northern league late player", "late for the northern league"],
)
def test_the_name_of_a_council_does_not_hide_its_document(year: KnowledgeBase, query: str) -> None:
    assert year.search(query).hits[0].id == "guide-late-players"


def test_each_question_is_known_and_finds_its_entry(year: KnowledgeBase) -> None:
    index = year.memoize(open_index)
    for number, (id, question) in enumerate(
        (id, question) for id, questions in year.questions.items() for question in questions
    ):
        entries = index.entries_asked(question)
        assert entries and id in {index.settings.ids[entry] for entry in entries}, question
        if number % SAMPLE == 0 or id.startswith("guide"):
            hits = year.search(question, 3).hits
            ids = {
                *(hit.id for hit in hits),
                *(other for hit in hits for other in hit.near_identical),
            }
            assert id in ids, question


def test_a_question_that_stands_with_an_added_ruling_is_its_heading(year: KnowledgeBase) -> None:
    question = "Does Raptor see a node that was turned face down again?"
    (hit,) = year.search(question, 1).hits
    assert hit.question == question


def test_a_question_that_nothing_answers_is_doubted_as_it_stands(year: KnowledgeBase) -> None:
    index = year.memoize(open_index)
    for number, question in enumerate(year.negative_questions):
        assert index.entries_asked(question) == [], question
        if number % SAMPLE == 0:
            assert year.search(question, 1).confidence == "low", question
