"""Tests of what is taken from views: the citation that says who spoke last, and the entries that a page shows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulings.api import KnowledgeBase
from rulings.model import selecting, serializing
from rulings.model.entities import Citation
from rulings.model.views import InheritedView


@pytest.mark.parametrize(
    ("citations", "latest"),
    [
        ([], None),
        ([("A", None), ("B", None)], "A"),
        ([("A", None), ("B", "1996")], "B"),
        ([("A", "1996-10-11"), ("B", "1996-05-22")], "A"),
        ([("A", "1996-05-22"), ("Z", "1996-05-22")], "A"),
        ([("A", "1996"), ("B", "1996-05")], "B"),
    ],
)
def test_the_latest_citation_is_the_first_with_the_latest_date(
    kb: KnowledgeBase, citations: list[tuple[str, str | None]], latest: str | None
) -> None:
    ruling = replace(
        kb.rulings[0], citations=tuple(Citation("", authority, date=date) for authority, date in citations)
    )
    view = selecting.latest_citation(serializing.ruling_view(ruling)["citations"])
    assert (view and view["authority"]) == latest
    assert (ruling.latest_citation and ruling.latest_citation.authority) == latest


def test_a_reference_is_shown_unless_the_page_shows_the_rulings_it_refers_to(kb: KnowledgeBase) -> None:
    page = serializing.card_page_view(kb, kb.cards_by_id["bakdoor"])
    (reference,) = page["rulings"]
    assert selecting.shown_references(page) == []
    assert selecting.shown_references({**page, "inherited": []}) == [reference]
    assert selecting.shown_in_full({**page, "inherited": []}, full=False) == [reference]


def test_a_limit_counts_the_inherited_rulings_of_all_groups(kb: KnowledgeBase) -> None:
    page = serializing.card_page_view(kb, kb.cards_by_id["cockroach"])
    groups: list[InheritedView] = [
        {**page["inherited"][0], "rulings": page["inherited"][0]["rulings"][:2]} for _ in range(2)
    ]
    sizes = {n: [len(group["rulings"]) for group in selecting.first_inherited(groups, n)] for n in (1, 2, 3, 9, None)}
    assert sizes == {1: [1], 2: [2], 3: [2, 1], 9: [2, 2], None: [2, 2]}


def test_entities_and_views_agree_about_dates_and_references(kb: KnowledgeBase) -> None:
    for ruling in kb.rulings:
        view = serializing.ruling_view(ruling)
        latest, latest_view = ruling.latest_citation, selecting.latest_citation(view["citations"])
        assert selecting.cited_dates(view["citations"]) == ruling.dates
        assert (latest_view and latest_view["printed"]) == (latest and latest.printed)
        assert selecting.is_see_entry(view) == ruling.is_see_entry
