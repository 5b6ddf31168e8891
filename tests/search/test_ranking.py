"""Tests of the order of results.

What particular queries mean and find first is listed in `data/query-language-cases.yaml` and
`data/ranking-cases.yaml`, which `tests/site/test_page_search.py` runs on the command line's search and on the page's.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
from msgspec.structs import replace

from rulings.api import KnowledgeBase
from rulings.search import Options, search
from rulings.search.index import Index, open_index
from rulings.search.searching import ScoredDocument, _superseded_last
from support.examples import slow_except


def test_a_card_name_finds_the_card_and_then_its_rulings(kb: KnowledgeBase) -> None:
    hits = search(kb, "dr dreff").hits
    assert (hits[0].kind, hits[0].id) == ("card", "dr-dreff")
    assert hits[1].kind == "ruling"
    assert hits[1].title == "Dr. Dreff"


@pytest.mark.parametrize("step", slow_except([3], [3, 1]))
def test_two_names_rank_rulings_on_both_cards_first(kb: KnowledgeBase, step: int) -> None:
    mentions = [
        (r.subject.id, m.id) for r in kb.rulings if r.subject.kind == "card" and r.kind != "see" for m in r.mentions
    ]
    pairs = sorted({(subject, mentioned) for subject, mentioned in mentions if subject != mentioned})
    missed = []
    for subject, mentioned in pairs[::step]:
        first = search(kb, f"{kb.cards_by_id[subject].title} and {kb.cards_by_id[mentioned].title}", Options(1)).hits[0]
        ruling = kb.rulings_by_id.get(first.id)
        if ruling is None or not {subject, mentioned} <= {
            ruling.subject.id,
            *(mention.id for mention in ruling.mentions),
        }:
            missed.append((subject, mentioned))
    assert len(pairs) > 100
    assert missed == []


def test_near_identical_rulings_are_one_hit(kb: KnowledgeBase) -> None:
    hits = search(kb, "bits cannot be used for setting a base link", Options(20)).hits
    with_others = [hit for hit in hits if hit.also_under]
    assert with_others
    assert not {other.id for hit in hits for other in hit.also_under} & {hit.id for hit in hits}


def test_the_later_game_comes_first_only_when_asked_for(kb: KnowledgeBase) -> None:
    assert search(kb, "tournament points for a draw").hits[0].game == "android-netrunner"
    assert search(kb, "agenda points to win").hits[0].game == "netrunner"


def test_superseded_rulings_rank_below_those_that_supersede_them(kb: KnowledgeBase) -> None:
    """Even for queries with its own words."""
    superseded = [ruling for ruling in kb.rulings if ruling.status == "superseded"]
    assert superseded
    for ruling in superseded:
        for query in (*ruling.questions, " ".join(ruling.text.split()[:40])):
            ids = [hit.id for hit in search(kb, query, Options(60)).hits]
            assert {ruling.id, *ruling.superseded_by} <= set(ids), query
            assert max(map(ids.index, ruling.superseded_by)) < ids.index(ruling.id), query


@pytest.mark.parametrize(
    ("superseded_by", "expected"),
    [
        ({"a": "b", "b": "c"}, "cbad"),  # a chain: each follows the one that supersedes it
        ({"a": "c"}, "bcad"),
        ({"b": "a"}, "abcd"),
        ({"a": "elsewhere"}, "abcd"),
        ({"a": "b", "b": "a"}, "bacd"),  # a circle, which `rulings check` reports, must not hang a search
    ],
)
def test_superseded_documents_are_moved_behind_others(
    kb: KnowledgeBase, superseded_by: dict[str, str], expected: str
) -> None:
    ids = "abcd"
    example = open_index(kb).stored_document(0)
    documents = [replace(example, id=id, status="in-force", superseded_by=()) for id in ids]
    for id, other in superseded_by.items():
        number = ids.index(id)
        documents[number] = replace(documents[number], status="superseded", superseded_by=(other,))
    index = cast("Index", SimpleNamespace(stored_document=documents.__getitem__))
    moved = _superseded_last(index, [ScoredDocument(number, 1.0) for number in range(len(ids))])
    assert "".join(ids[scored.number] for scored in moved) == expected


def test_a_ruling_superseded_in_part_keeps_its_rank_and_is_marked(kb: KnowledgeBase) -> None:
    first = search(kb, "How do base link and paying for more link work (Access through Alpha)?", Options(1)).hits[0]
    assert (first.id, first.status) == ("access-through-alpha-94f16a3d", "superseded-in-part")
    assert first.superseded_by


@pytest.mark.parametrize("query", ["run", "jack out", "run kind:ruling (dreff OR trace)"])
def test_excluding_a_card_leaves_the_order_of_the_rest(kb: KnowledgeBase, query: str) -> None:
    all_hits = search(kb, query, Options(20)).hits
    excluded = [hit.id for hit in search(kb, f'{query} -card:"access to arasaka"', Options(20)).hits]
    assert excluded == [hit.id for hit in all_hits]  # no ruling is about it
