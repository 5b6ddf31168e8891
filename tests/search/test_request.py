"""Tests of a query as understood: the cards or the topic that it names, and the words that are left to search for."""

from __future__ import annotations

import pytest

from rulings.api import KnowledgeBase
from rulings.search.index import open_index
from rulings.search.options import Options
from rulings.search.request import understand


@pytest.mark.parametrize(
    ("query", "subjects", "searched"),
    [
        ("dr dreff", ["dr-dreff"], True),  # a title: its words are searched too
        ("smc", ["self-modifying-code"], True),  # another name
        ("the deck", ["the-deck"], True),  # a title that is also words
        ("tracing", ["tracing"], True),  # a topic
        ("boardw", ["boardwalk"], False),  # a part of a title stands for the card alone
        ("euromarkt consorsium", ["euromarket-consortium"], False),  # so does a misspelt one
        ("bod", ["bodyweight-data-creche", "bodyweight-synthetic-blood"], False),  # it may mean several cards
        ("dreff and olivia", [], True),  # two cards
        ("dr dreff rez", [], True),  # more than a name
        ("noisy icebreaker", [], True),  # words that no card is called
        ("bits", [], True),  # a word, although a card has it in its title
        ("is:errata dreff", [], True),  # a name and a field for rulings
    ],
)
def test_a_query_that_is_only_a_name_asks_for_its_cards_or_topic(
    kb: KnowledgeBase, query: str, subjects: list[str], searched: bool
) -> None:
    request = understand(open_index(kb), query, Options())
    assert request.named_subjects == subjects
    assert bool(request.expansion.concepts) is searched
