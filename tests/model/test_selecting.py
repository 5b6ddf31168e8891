"""Tests of what is taken from views: the citation that says who spoke last."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulings.api import KnowledgeBase
from rulings.model import selecting, serializing
from rulings.model.entities import Citation


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
