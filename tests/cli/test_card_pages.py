"""Tests of the pages of cards on a terminal, and of ids typed instead of names."""

from __future__ import annotations

import pytest

from rulings.api import KnowledgeBase
from rulings.cli import layout, printing
from support.command_line import run_cli


@pytest.mark.parametrize(
    ("card", "parts"),
    [
        (
            "incubator",
            [
                "Incubator\n",
                "Runner program · Virus",
                " from Boardwalk",
                "incubator-fe603f8e",
                "From Boardwalk, on Virus programs",
                "▸ ",
            ],
        ),
        (
            "dr-dreff",
            ["┃ ERRATA", "dr-dreff-6c42e3dd", "Mentioned in", "Steps of a run", "⚑ restored from an undamaged copy"],
        ),
    ],
)
def test_a_card_page_shows_its_parts_in_order(card: str, parts: list[str]) -> None:
    out = run_cli("card", card).out
    assert [out.index(part) for part in parts] == sorted(out.index(part) for part in parts)


def test_a_card_without_rulings_says_so_first(kb: KnowledgeBase) -> None:
    card = next(c for c in kb.cards if not kb.rulings_for(c.id) and not kb.inherited(c.id))
    assert run_cli(card.id).out.splitlines()[2].startswith("no rulings on this card itself")


@pytest.mark.parametrize(("width", "most"), [(60, 0.35), (80, 0.12), (100, 0.06)])
def test_the_id_stands_on_the_line_of_who_and_when_or_below_it_at_the_same_indent(
    kb: KnowledgeBase, width: int, most: float
) -> None:
    below = 0
    for ruling in kb.rulings:
        screen = layout.Screen(width)
        printing.show_ruling(screen, ruling, printing.Legend())
        (line,) = (line for line in screen.lines if line.endswith(ruling.id))
        is_below = line in (f"  {ruling.id}", f"┃ {ruling.id}")
        assert is_below or len(line) == width, line
        below += is_below
    assert 0 < below <= most * len(kb.rulings)


def test_only_full_prints_the_evidence_in_the_legend() -> None:
    out = run_cli("card", "bug", "zapper").out
    full_out = run_cli("card", "bug", "zapper", "--full").out
    assert out.splitlines()[-1].startswith("†")
    assert "One of these rulings" not in out
    assert "One of these rulings" in full_out


def test_only_full_shows_notes() -> None:
    brief, full = (" ".join(run_cli("tracing-b9433d4b", *options).out.split()) for options in ([], ["--full"]))
    explanation = "Whether bits may be counted during Social Engineering: The only exception in our documents"
    assert (explanation in brief, explanation in full) == (False, True)
