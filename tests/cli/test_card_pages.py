"""Tests of the pages of cards on a terminal, and of ids typed instead of names."""

from __future__ import annotations

import pytest

from rulings.api import KnowledgeBase
from rulings.cli import layout, printing
from rulings.model import formatting, subject_pages
from rulings.model.knowledge import Knowledge
from support.command_line import run_cli


def test_a_card_without_rulings_says_so_first_and_names_the_rulings_that_apply(
    kb: Knowledge, library: KnowledgeBase
) -> None:
    cards = [card for card in kb.cards if not library.rulings_for(card.id)]
    assert len(cards) > 200
    for card in cards:
        shown = " ".join(run_cli(card.id).out.split())
        topics = [row.topic for row in library.page(card).applicable_topics]
        assert topics and "no rulings on this card itself" in shown
        assert f"in general: {' · '.join(f'rulings topic {topic}' for topic in topics)}" in shown
    assert not library.page(library.card("dreff")).applicable_topics


@pytest.mark.parametrize("width", [40, 80])
def test_every_citation_is_whole_and_its_last_line_ends_with_digits_that_open_the_ruling(
    library: KnowledgeBase, width: int
) -> None:
    for ruling in subject_pages.without_see_entries(library.rulings):
        screen = layout.Screen(width)
        printing.show_ruling(screen, ruling)
        words = " ".join(str(screen).replace("┃", "").split())
        assert [c.printed for c in ruling.citations if formatting.attribution(c) not in words] == []
        (last,) = (line for line in screen.lines if line.endswith(ruling.id[-8:]))
        shown = last.split()[-1]
        if last.strip("┃ ") == shown:  # the whole id, because several share the digits
            above = screen.lines[screen.lines.index(last) - 1]
            assert len(above.split()[-1]) + len(shown) + 4 > width
        else:
            assert len(last) == width
        assert library.ruling(shown) == ruling
        assert shown == ruling.id or len(shown) == 8
