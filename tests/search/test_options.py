"""Tests of the options of `search`: filters, limit and order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rulings.api import KnowledgeBase
from rulings.model.entities import Card
from rulings.search import Hit, Options, search


def subject_card(kb: KnowledgeBase, hit: Hit) -> Card | None:
    """The card whose ruling was found; None if anything else was."""
    ruling = kb.rulings_by_id.get(hit.id)
    return kb.cards_by_id.get(ruling.subject.id) if ruling else None


def earliest_likely_date(kb: KnowledgeBase, hit: Hit) -> str:
    """The earliest likely date of the citations of a ruling."""
    return min(citation.best_date for citation in kb.rulings_by_id[hit.id].citations if citation.best_date)


@pytest.mark.parametrize(
    ("query", "options", "check"),
    [
        ("trash", {"side": "corp"}, lambda kb, hit: getattr(subject_card(kb, hit), "side", None) == "Corp"),
        ("trash", {"type": "Ice"}, lambda kb, hit: getattr(subject_card(kb, hit), "type", None) == "Ice"),
        ("draw", {"game": "android-netrunner"}, lambda kb, hit: hit.game == "android-netrunner"),
        (
            "damage kind:ruling",
            {"as_of": "1996-06-30"},
            lambda kb, hit: earliest_likely_date(kb, hit) <= "1996-06-30",
        ),
        ("errata kind:ruling", {"official": True}, lambda kb, hit: kb.rulings_by_id[hit.id].official),
    ],
    ids=["side", "type", "game", "as_of", "official"],
)
def test_each_option_keeps_the_hits_that_match_and_removes_others(
    kb: KnowledgeBase, query: str, options: dict[str, Any], check: Callable[[KnowledgeBase, Hit], bool]
) -> None:
    unfiltered = search(kb, query, Options(limit=None)).hits
    matching = {hit.id for hit in unfiltered if check(kb, hit)}
    assert 0 < len(matching) < len(unfiltered)
    kept = search(kb, query, Options(limit=None, **options)).hits  # also some that ranked too low without the option
    assert [hit.id for hit in kept if not check(kb, hit)] == []
    assert matching <= {hit.id for hit in kept}


@pytest.mark.parametrize("day", ["1996-04-30", "1996-09-05", "1997-03-10"])
def test_as_of_a_day_the_newest_are_those_newest_on_that_day(kb: KnowledgeBase, day: str) -> None:
    hits = search(kb, "kind:ruling", Options(None, as_of=day, by_date=True)).hits
    citations = (kb.rulings_by_id[hit.id].citations for hit in hits)
    dates = [max((c.best_date for c in cited if c.best_date and c.best_date <= day), default="") for cited in citations]
    assert dates == sorted(dates, reverse=True)
    assert any(hit.date and hit.date > day for hit in hits)


@pytest.mark.parametrize("limit", [0, 2])
def test_the_limit_is_the_number_of_hits(kb: KnowledgeBase, limit: int) -> None:
    assert len(search(kb, "damage", Options(limit=limit)).hits) == limit


def test_a_negative_limit_is_an_error(kb: KnowledgeBase) -> None:
    with pytest.raises(ValueError):
        kb.search("dreff", limit=-1)


@pytest.mark.parametrize(
    ("query", "options"),
    [("newest rulings", Options(40)), ("trace", Options(by_date=True))],
    ids=["words of the query", "option"],
)
def test_the_latest_rulings_come_first_on_request(kb: KnowledgeBase, query: str, options: Options) -> None:
    results = search(kb, query, options)
    dates = [hit.date or "" for hit in results.hits]
    assert results.query == query
    assert dates[0]
    assert dates == sorted(dates, reverse=True)


@pytest.mark.parametrize("query", ["run", "can the runner", "virus counters on ice", "type:ice"])
def test_order_and_total_do_not_depend_on_the_limit(kb: KnowledgeBase, query: str) -> None:
    every = search(kb, query, Options(limit=None))
    assert every.total == len(every.hits) > 30
    for limit in (1, 30):
        limited = search(kb, query, Options(limit=limit))
        assert limited.total == every.total
        assert limited.hits == every.hits[:limit]
