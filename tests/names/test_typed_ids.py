"""Tests that an id has the same form in lists, hits and names, and is understood
wherever ids are read, even in the brackets of a citation.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from rulings.api import KnowledgeBase
from rulings.model import ids
from rulings.model.knowledge import Knowledge
from rulings.names import catalogue
from support.command_line import run_cli


def forms_of(kb: Knowledge, id: str) -> Iterator[str]:
    """The forms in which an id is typed or copied: the entire id and, if no other
    ruling shares them, its digits; each also in brackets, with a word processor's
    hyphens, and after a zero-width sign.
    """
    digits = id[-8:]
    is_shared = sum(other.endswith(digits) for other in kb.rulings_by_id) > 1
    for form in (id, *([] if is_shared else [digits])):
        yield from (form, f"[{form}]", form.replace("-", "\u2011"), f"\ufeff{form}")


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
            library.meaning(row["id"]).things
            == library.meaning(row["title"]).things
            != ()
        ), row


def test_keywords_have_the_ids_of_their_hits_and_pages(
    kb: Knowledge, library: KnowledgeBase
) -> None:
    hits = {
        (hit.title, hit.id, hit.url) for hit in library.search("kind:keyword", None)
    }
    things = [
        thing for thing in catalogue.names_of(kb).things if thing.kind == "keyword"
    ]
    assert {(title, id) for title, id, _ in hits} == {(t.title, t.id) for t in things}
    assert all(url == f"/keywords/{id}/" for _, id, url in hits)


def test_every_ruling_is_read_by_every_form_of_its_id(
    kb: Knowledge, library: KnowledgeBase
) -> None:
    for id in kb.rulings_by_id:
        for form in forms_of(kb, id):
            assert [thing.id for thing in library.meaning(form).things] == [id], form


def test_a_search_and_its_commands_read_every_form_of_an_id(
    kb: Knowledge, library: KnowledgeBase
) -> None:
    for id in [*kb.rulings_by_id][::20]:
        for form in forms_of(kb, id):
            results = library.search(form, 1)
            assert [hit.id for hit in results] == [id], form
    for form in forms_of(kb, "dr-dreff-601afce4"):
        for words in ([form], ["card", form], ["why", form]):
            run = run_cli(*words)
            assert (run.status, "601afce4" in run.out) == (0, True), words
