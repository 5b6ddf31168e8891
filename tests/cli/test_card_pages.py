"""Tests of the pages of cards on a terminal, and of ids typed instead of names."""

from __future__ import annotations

import pytest

from rulings.api import KnowledgeBase
from rulings.cli import cards, layout, printing
from rulings.model import formatting, selecting
from support.command_line import run_cli
from support.data_files import now


def test_a_card_without_rulings_says_so_first(kb: KnowledgeBase) -> None:
    card = next(c for c in kb.cards if not kb.rulings_for(c.id) and not kb.inherited(c.id))
    assert run_cli(card.id).out.splitlines()[2].startswith("no rulings on this card itself")


@pytest.mark.parametrize("width", [40, 80])
def test_every_citation_is_whole_and_its_last_line_ends_with_digits_that_open_the_ruling(
    kb: KnowledgeBase, width: int
) -> None:
    for ruling in selecting.without_see_entries(kb.rulings):
        screen = layout.Screen(width)
        printing.show_ruling(screen, ruling, printing.Legend())
        words = " ".join(str(screen).replace("┃", "").split())
        assert [c.printed for c in ruling.citations if formatting.attribution(c) not in words] == []
        (last,) = (line for line in screen.lines if line.endswith(ruling.id[-8:]))
        shown = last.split()[-1]
        if last.strip("┃ ") == shown:  # the whole id, because several share the digits
            above = screen.lines[screen.lines.index(last) - 1]
            assert len(above.split()[-1]) + len(shown) + 4 > width
        else:
            assert len(last) == width
        assert kb.ruling(shown) == ruling
        assert shown == ruling.id or len(shown) == 8


def test_only_full_prints_the_evidence_in_the_legend() -> None:
    out = run_cli("card", "bug", "zapper").out
    full_out = run_cli("card", "bug", "zapper", "--full").out
    assert out.splitlines()[-1].startswith("†")
    assert "One of these rulings" not in out
    assert "One of these rulings" in full_out


def test_only_full_shows_notes() -> None:
    brief, full = (
        " ".join(run_cli(now("tracing-b9433d4b"), *options).out.split())
        for options in ([], ["--full"])
    )
    explanation = (
        "Whether bits may be counted during Social Engineering: The only exception in our documents"
    )
    assert (explanation in brief, explanation in full) == (False, True)


def test_every_search_for_similar_cards_finds_rulings(kb: KnowledgeBase) -> None:
    queries = {query for card in kb.cards for query in cards._similar(kb, card)}
    assert queries
    assert [query for query in queries if not kb.search(f"{query} kind:ruling", 1)] == []
