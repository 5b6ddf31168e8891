"""In a browser the search answers as in node, where `tests/test_page_search.py` compares it with the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml
from serving import until

import rulings
from rulings.search import search

if TYPE_CHECKING:
    from playwright.sync_api import Page

DATA = Path(__file__).parents[1] / "data"
ASK = "queries => Rulings.searchEngine().then(engine => queries.map(query => engine.search(query).hits.map(hit => hit.id)))"


@pytest.fixture
def ready(page: Page, base: str) -> Page:
    page.goto(base + "search/")
    until(page, "window.Rulings && Rulings.searchEngine")
    return page


def test_the_ten_hits_are_those_of_the_command_line(ready: Page) -> None:
    kb = rulings.open()
    queries = [
        item["q"] for name in ("held-out", "players") for item in yaml.safe_load((DATA / f"{name}-queries.yaml").read_text("utf-8"))
    ][::7]
    in_page = ready.evaluate(ASK, queries)
    there = [[hit.id for hit in search(kb, query).hits] for query in queries]
    assert sum(a == b for a, b in zip(in_page, there, strict=True)) >= 0.98 * len(queries)


def test_every_address_of_a_hit_is_that_of_the_knowledge_base(ready: Page) -> None:
    kb = rulings.open()
    in_page = ready.evaluate(
        "Rulings.searchEngine().then(({index}) => index.docs.map(doc => [doc.kind, doc.id, '/' + Rulings.show.path(doc)]))"
    )
    known = [("ruling", r.id, r.url) for r in kb.rulings] + [("section", s.id, s.url) for s in kb.sections]
    known += [("step", f"run-chart-{s.number}", s.url) for s in kb.steps] + [("card", c.id, c.url) for c in kb.cards]
    known += [("topic", t.id, t.url) for t in kb.topics]
    assert [tuple(one) for one in in_page] == known
