"""Tests that an id has the same form in lists, hits and names. `test_pasted` tests that
it is understood wherever ids are read.
"""

from __future__ import annotations

import json

import pytest

from rulings.api import KnowledgeBase
from rulings.model import ids
from rulings.model.knowledge import Knowledge
from rulings.names import catalogue
from support.command_line import run_cli


@pytest.mark.parametrize("name", ["keywords", "types", "sets", "artists"])
def test_the_rows_of_every_list_have_the_ids_that_are_read(
    library: KnowledgeBase, name: str
) -> None:
    rows = json.loads(run_cli("list", name, "--json").out)[name]
    lines = run_cli("list", name, "--plain").out.splitlines()
    assert [row["id"] for row in rows] == [ids.slug(row["title"]) for row in rows]
    assert [line.split("\t")[0] for line in lines] == [row["id"] for row in rows]
    for row in rows if name in ("keywords", "types") else []:
        assert (
            library.meaning(row["id"]).references
            == library.meaning(row["title"]).references
            != ()
        ), row


def test_keywords_have_the_ids_of_their_hits_and_pages(
    kb: Knowledge, library: KnowledgeBase
) -> None:
    hits = {
        (hit.title, hit.id, hit.url) for hit in library.search("kind:keyword", None)
    }
    references = [
        reference
        for reference in catalogue.names_of(kb).references
        if reference.kind == "keyword"
    ]
    assert {(title, id) for title, id, _ in hits} == {
        (t.title, t.id) for t in references
    }
    assert all(url == f"/keywords/{id}/" for _, id, url in hits)
