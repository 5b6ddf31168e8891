"""Tests of the contents of pages: the citation with the latest speaker, and the entries
that a page shows.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rulings.api import KnowledgeBase
from rulings.model import subject_pages
from rulings.model.entities import Citation
from rulings.model.knowledge import Knowledge
from rulings.model.subject_pages import card_page
from support.data_files import now


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
    kb: Knowledge, citations: list[tuple[str, str | None]], latest: str | None
) -> None:
    ruling = replace(
        kb.rulings[0],
        citations=tuple(
            Citation("", authority, date=date) for authority, date in citations
        ),
    )
    assert (ruling.latest_citation and ruling.latest_citation.authority) == latest


def test_a_reference_is_shown_unless_the_page_shows_the_rulings_it_refers_to(
    kb: Knowledge,
) -> None:
    page = card_page(kb, "bakdoor")
    (reference,) = page.cross_references
    assert subject_pages.shown_cross_references(page) == []
    page = replace(page, inherited=())
    assert subject_pages.shown_cross_references(page) == [reference]


@pytest.mark.parametrize(
    ("id", "cards", "connected"),
    [
        (now("dr-dreff-504d5230"), ("dr-dreff", "marionette"), True),  # concerns both
        (
            now("ball-and-chain-cc894b27"),
            ("ball-and-chain", "dr-dreff"),
            True,
        ),  # a note compares
        # A reference on one card leads to it
        (now("data-masons-b0770df0"), ("encoder-inc", "olivia-salazar"), True),
        (now("data-masons-b0770df0"), ("encoder-inc", "data-masons"), False),
    ],
)
def test_a_ruling_connects_two_cards_in_one_of_three_ways(
    kb: Knowledge,
    library: KnowledgeBase,
    id: str,
    cards: tuple[str, str],
    connected: bool,
) -> None:
    ruling = library.ruling(id)
    inheriting = subject_pages.find_heirs(card_page(kb, card) for card in cards)[
        ruling.id
    ]
    for first, second in (cards, cards[::-1]):
        assert subject_pages.connects(ruling, first, second, inheriting) == connected
