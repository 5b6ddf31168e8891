"""Tests of the pages of cards on a terminal, and of ids typed instead of names."""

from __future__ import annotations

import pytest

from rulings.api import KnowledgeBase
from rulings.cli import layout, printing
from rulings.model import formatting, subject_pages
from rulings.model.knowledge import Knowledge
from support.command_line import run_cli


def test_a_card_without_rulings_says_so_first(kb: Knowledge, library: KnowledgeBase) -> None:
    card = next(c for c in kb.cards if not library.rulings_for(c.id) and not kb.inherited(c.id))
    assert run_cli(card.id).out.splitlines()[2].startswith("no rulings on this card itself")


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
