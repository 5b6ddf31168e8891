"""Tests that a first year of additions can be entered, is checked, and is found and told as it
is.
"""

from __future__ import annotations

import shutil

import pytest

import rulings
from rulings.api import KnowledgeBase
from rulings.parser.parse import check, parse_folder
from rulings.storage.files import SHIPPED
from support.data_files import now
from support.first_year import add_first_year

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def year(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    """The knowledge base with the year's additions."""
    folder = tmp_path_factory.mktemp("year")
    shutil.copytree(SHIPPED / "sources", folder / "sources")
    add_first_year(folder / "sources")
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
    ],
)
def test_a_month_or_a_year_is_found_by_time(
    year: KnowledgeBase, query: str, subjects: list[str]
) -> None:
    found = [
        hit.id.rpartition("-")[0] for hit in year.search(query, None).hits if hit.kind == "ruling"
    ]
    assert sorted(set(found)) == subjects
