"""Tests of the cited parts of a text: where its citations change."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rulings.api import KnowledgeBase
from rulings.model.entities import Citation
from rulings.model.formatting import cited_parts


@pytest.mark.parametrize(
    ("spans", "expected"),
    [
        ([], [("One two. Three”", 0)]),
        ([(0, 15)], [("One two. Three”", 1)]),
        # words after the last citation, and before the first, are a part without one
        ([(0, 8)], [("One two.", 1), ("Three”", 0)]),
        ([(9, 15)], [("One two.", 0), ("Three”", 1)]),
        ([(9, 15), (0, 8)], [("One two.", 1), ("Three”", 1)]),
        # citations for the same words and for overlapping ones
        ([(0, 8), (0, 8)], [("One two.", 2), ("Three”", 0)]),
        ([(0, 8), (4, 15)], [("One two. Three”", 2)]),
        ([(0, 14)], [("One two. Three”", 1)]),  # a quotation mark alone is no part
    ],
)
def test_a_text_is_divided_where_its_citations_change(
    kb: KnowledgeBase, spans: list[tuple[int, int]], expected: list[tuple[str, int]]
) -> None:
    citations = tuple(Citation("(A)", "A", supports=span) for span in spans)
    ruling = replace(kb.rulings[0], text="One two. Three”", citations=citations)
    pieces = cited_parts(ruling)
    assert [(piece.text, len(piece.citations)) for piece in pieces] == expected
    assert [ruling.text[piece.start : piece.end].strip() for piece in pieces] == [words for words, _ in expected]
