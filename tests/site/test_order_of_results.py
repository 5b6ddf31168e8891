"""Tests that each part of a rank decides the order of some results, in both searches."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulings.model.knowledge import Knowledge
from rulings.search import retrieval, search
from support.page_search import run_page_search

# Part of a rank → a query, and two results in the order that this part decides
EXAMPLES = {
    # The best entry on a card that the query contains, and the card
    "leads": ("dreff errata", "dr-dreff-8a16f88d", "dr-dreff"),
    # A card without rulings, and an entry that has words of the query
    "direct": ("how does asp work", "asp", "manual-7-faq-or-edge-cases"),
    # The entry with this question, and one with a higher score
    "asked": (
        "Can I combine two base link cards in one trace?",
        "access-through-alpha-94f16a3d",
        "tracing-776394bc",
    ),
    # An entry that prints the word, and one whose citation has it
    "on_names": ("errata", "bizarre-encryption-scheme-3800a5b0", "dropp-a27291a4"),
    # A ruling on the card of a field, and one that meets the other condition
    "has_words": (
        "card:dreff OR is:errata",
        "dr-dreff-6c42e3dd",
        "bizarre-encryption-scheme-dfa81e48",
    ),
    # A ruling on a card that meets the condition, and a card that does
    "kind": ("set:proteus", "bug-zapper-a0f0dfcd", "ai-board-member"),
    # An official entry, and one of the unofficial manual
    "nearness": (
        "agenda points",
        "glacier-ee89927c",
        "manual-1-lore-and-objective",
    ),
    # Of two superseded rulings, the one whose nature reduces its score less
    "score": (
        "is:superseded",
        "social-engineering-c4213180",
        "demolition-run-7dd7aa5e",
    ),
}
LIMIT = 100
# The names in the script of those that differ
NAMES_IN_SCRIPT = {"on_names": "onNames", "has_words": "hasWords"}


def is_above(ids: list[str], first: str, second: str) -> bool:
    """Whether the first is among the ids, above the second."""
    ids_above = ids[: ids.index(second)] if second in ids else ids
    return first in ids_above


def test_every_part_has_an_example_in_the_order_in_which_it_counts() -> None:
    assert tuple(EXAMPLES) == retrieval.Rank._fields


@pytest.mark.parametrize("part", EXAMPLES)
def test_each_part_of_a_rank_decides_its_example(
    kb: Knowledge, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    query, first, second = EXAMPLES[part]

    def ids() -> list[str]:
        return [hit.id for hit in search(kb, query, LIMIT)]

    assert is_above(ids(), first, second)
    rank = retrieval.Ranks.rank
    nothing: dict[str, Any] = {part: 0}

    def without_part(*args: Any) -> retrieval.Rank:
        return rank(*args)._replace(**nothing)

    monkeypatch.setattr(retrieval.Ranks, "rank", without_part)
    assert is_above(ids(), second, first)


def test_each_part_of_a_rank_decides_its_example_in_the_page(
    page_data: str, tmp_path: Path
) -> None:
    left_out = [
        (NAMES_IN_SCRIPT.get(part, part), query)
        for part, (query, _, _) in EXAMPLES.items()
    ]
    queries = [(query, LIMIT) for _, query in left_out]
    page = run_page_search(page_data, tmp_path, queries, left_out=left_out)
    undecided = []
    for part, answer, ids_without in zip(
        EXAMPLES, page["answers"], page["without_part"], strict=True
    ):
        _, first, second = EXAMPLES[part]
        is_decided = is_above(answer["ids"], first, second)
        if not is_decided or not is_above(ids_without, second, first):
            undecided.append(part)
    assert undecided == []
    parts = [part for part, _ in left_out]
    assert page["parts_of_rank"] == parts
