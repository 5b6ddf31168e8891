"""Tests of the documents as data: steps of the run chart, sections under headings of all kinds, and tables."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from rulings.api import KnowledgeBase
from rulings.errors import RulingsError
from rulings.model.entities import Decision, Turn
from rulings.model.rows import Document, Levels
from rulings.model.tournament import WantedCard, plan
from rulings.parser.entries import ParsedKnowledge
from rulings.parser.ledger import sections_ledger
from rulings.parser.sections import read_sections
from rulings.parser.sources import SourceDocument, numbered
from support.command_line import run_cli

DECISIONS = {  # step → where yes and no lead
    1: (Turn(go=2), Turn(go=13)),
    3: (Turn(go=6), Turn(go=4)),
    4: (Turn(go=5), Turn(go=12)),
    6: (Turn(go=12), Turn(go=7)),
    7: (
        Turn(decision=Decision("Do you want to break subroutines?", Turn(go=8), Turn(go=11))),
        Turn(go=11),
    ),
    10: (
        Turn(
            decision=Decision("Are there any other subroutines you want to attempt to break?", Turn(go=7), Turn(go=11))
        ),
        Turn(go=7),
    ),
    11: (Turn(go=20), Turn(go=12)),
    13: (Turn(end="End the run"), Turn(go=14)),
    14: (Turn(go=2), Turn(go=15)),
    18: (Turn(end="Stop right there - you win!"), Turn(go=19)),
}


def test_the_run_chart_has_twenty_steps_with_their_decisions(kb: KnowledgeBase) -> None:
    assert [s.number for s in kb.steps] == list(range(1, 21))
    for step in kb.steps:
        decision = step.decision
        assert (decision and (decision.yes, decision.no)) == DECISIONS.get(step.number), step.number
        assert step.next == (None if step.number in (*DECISIONS, 20) else step.number + 1)


def test_steps_have_the_printed_actor(kb: KnowledgeBase) -> None:
    actors = {s.number: s.actor for s in kb.steps}
    assert actors[14] is None
    assert actors[20] == "Both"
    assert [n for n, actor in actors.items() if actor == "Corp"] == [3, 4, 5, 11, 15, 17, 19]


def test_section_levels_follow_the_document(kb: KnowledgeBase) -> None:
    levels = {s.id: s.level for s in kb.sections}
    assert levels["manual-5-core-mechanics"] < levels["manual-tags"]
    assert levels["variant-runs"] < levels["variant-running-the-agent-fort"] == levels["variant-running-other-forts"]
    assert levels["variant-handling-tags"] == levels["variant-runs"]


def test_page_furniture_is_not_a_section(kb: KnowledgeBase) -> None:
    titles = {s.title for s in kb.sections}
    assert not titles & {
        "Seitenanfang",
        "links",
        "rules",
        "NETRUNNER™",
        "Table of Contents",
        "A Multiplayer Netrunner Variant",
    }


def test_sections_of_the_other_game_are_marked(kb: KnowledgeBase) -> None:
    for section in kb.sections:
        assert (section.game == "android-netrunner") == (section.document == "android-netrunner-tournament-regulations")
        if section.game == "android-netrunner":
            assert section.mentions == ()  # its cards belong to another game
    assert kb.tournament.game == "android-netrunner"


def test_the_variant_links_to_cards(kb: KnowledgeBase) -> None:
    titles = {m.title for s in kb.sections if s.document == "the-big-sell-out" for m in s.mentions}
    assert titles >= {"Imp", "Blink", "I Got a Rock", "Databroker", "Audit of Call Records"}


@pytest.mark.parametrize(
    ("structure", "players", "rounds", "cut"),
    [
        ("basic", 4, 3, None),
        ("basic", 9, 4, 4),
        ("basic", 25, 4, 8),
        ("basic", 33, 5, 8),
        ("basic", 65, 6, 8),
        ("basic", 97, 6, 16),
        ("basic", 129, 7, 16),
        ("basic", 5000, 7, 16),
        ("advanced", 9, 4, 4),
        ("advanced", 21, 4, 8),
        ("advanced", 33, 5, 8),
        ("advanced", 57, 6, 8),
        ("advanced", 81, 7, 8),
        ("advanced", 129, 7, 16),
        ("advanced", 177, 8, 16),
        ("advanced", 273, 9, 16),
    ],
)
def test_rounds_and_cut_depend_on_the_number_of_players(
    kb: KnowledgeBase, structure: str, players: int, rounds: int, cut: int | None
) -> None:
    planned = plan(kb.tournament, players).structures[structure]
    assert (planned.rounds, planned.cut) == (rounds, cut)


def test_tournament_points_follow_the_regulations(kb: KnowledgeBase) -> None:
    assert kb.tournament.points
    assert kb.tournament.points.points == {"Game Win": 3, "Modified Game Win": 2, "Draw": 1, "Game Loss": 0}


def test_round_and_draft_times_follow_the_regulations(kb: KnowledgeBase) -> None:
    full, half = kb.tournament.draft.values()
    assert kb.tournament.round_times
    assert list(kb.tournament.round_times.minutes.values()) == [65, 40, 60]
    assert (full.minutes, half.minutes, len(half.exceptions)) == (50, 30, 3)


def test_tiebreakers_are_in_the_printed_order(kb: KnowledgeBase) -> None:
    assert kb.tournament.tiebreakers
    assert kb.tournament.tiebreakers.order == ["Strength of Schedule", "Extended Strength of Schedule", "Random"]


def test_the_most_wanted_list_names_each_card_with_set_and_number(kb: KnowledgeBase) -> None:
    most_wanted = kb.tournament.most_wanted
    assert most_wanted
    assert (len(most_wanted.runner), len(most_wanted.corp)) == (9, 6)
    assert WantedCard('Cerberus "Lady" H1', "Lunar Cycle", 99) in most_wanted.runner
    assert WantedCard("NAPD Contract", "Spin Cycle", 119) in most_wanted.corp


def test_tables_name_the_section_they_come_from(kb: KnowledgeBase) -> None:
    def sections(value: Any) -> list[str]:
        if isinstance(value, dict):
            return [v for k, v in value.items() if k == "section"] + [s for v in value.values() for s in sections(v)]
        return [s for v in value for s in sections(v)] if isinstance(value, list) else []

    named = sections(kb.tournament.to_dict())
    assert len(named) >= 8
    assert set(named) <= set(kb.sections_by_id)
    assert len(kb.sections_by_id["tournament-basic-structure"].tables[0].rows) == 7
    assert len(kb.sections_by_id["tournament-advanced-structure"].tables[0].rows) == 8


def test_the_biography_is_a_separate_section(kb: KnowledgeBase) -> None:
    section = kb.sections_by_id["variant-about-the-author"]
    assert not section.headed
    assert section.text.startswith("ODie roleplays")
    assert section.source.lines == (108, 108)
    assert "ODie" not in kb.sections_by_id["variant-optional-rules"].text


def test_the_levels_of_the_regulations_are_those_of_their_table_of_contents(kb: KnowledgeBase) -> None:
    sections = [s for s in kb.sections if s.document == "android-netrunner-tournament-regulations"]
    file = kb.folder / "sources" / "android-netrunner-tournament-regulations-2.0.md"
    document = file.read_text(encoding="utf-8").split("\n")
    contents = document[document.index("## Table of Contents") : document.index("## Tournament Participant Roles")]
    listed = [
        (2 if match[1] in "IVX" or len(match[1]) > 1 else 3 if match[1].isdigit() else 4, match[2])
        for line in contents
        if (match := re.match(r"(?:#+ |  - )?([IVX]+|\d|[a-z])\. (.*)", line))
    ]
    titles = {section.title: section.level for section in sections}
    assert len(listed) > 40
    assert [(level, title) for level, title in listed if titles.get(title, level) != level] == []


def test_a_chapter_of_the_regulations_is_shown_with_its_parts() -> None:
    shown = run_cli("document", "tournament-tournament-structures").out
    assert [name for name in ("Basic", "Advanced", "Custom") if f"{name} Structure" not in shown] == []


@pytest.mark.parametrize(
    ("titles", "error"),
    [
        (["Tiebreaker"], "has no heading “Tiebreaker”"),
        (["Organizer"], "already has, on level 3, the heading “Organizer”"),
    ],
)
def test_a_level_that_changes_nothing_is_an_error(parsed: ParsedKnowledge, titles: list[str], error: str) -> None:
    document = parsed.sources.documents["android-netrunner-tournament-regulations"]
    row = structs.replace(document.row, levels=(Levels(level=3, titles=titles, reason="x"),))
    with pytest.raises(RulingsError, match=error):
        read_sections(replace(document, row=row))


def test_texts_and_tables_are_without_rules_and_tags(kb: KnowledgeBase) -> None:
    assert [s.id for s in kb.sections if re.search(r"^\s*-{3,}\s*$", s.text, re.MULTILINE)] == []
    cells = [cell for s in kb.sections for t in s.tables for row in (t.columns, *t.rows) for cell in row]
    assert cells
    assert [cell for cell in cells if "<" in cell] == []


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("Rulings\n=======\n\nIntro.\n\nCombat\n------\nOne.\n\n-----\n\nMore.\n", ["Rulings", "Combat"]),
        ("+--------+\n| Combat |\n+--------+\nOne.\n\n+-------+\n| Magic |\n+-------+\nTwo.\n", ["Combat", "Magic"]),
        ("*************\n* Timing *\n*************\n\nOne.\n", ["Timing"]),
        ("##Title\n\nOne.\n\n```\n# no heading\n```\n\n## Next\nTwo.\n", ["Title", "Next"]),
        ("Words before.\n\n**Title**\n\nOne.\n\n**Other:**\nTwo.\n", ["Title", "Other"]),
        ("AARDVARK:\nOne.\n\nDATA WALL 2.0:\nTwo.\n", ["AARDVARK", "DATA WALL 2.0"]),
        ("Q1. May I?\nA1. Yes.\n\nQ2. Really?\nA2. Yes.\n", ["Q1. May I?", "Q2. Really?"]),
        ("My Document\n\nQ: May I?\nA: Yes.\nQ: Really? Q: is asked\nA: Yes.\n", ["May I?", "Really? Q: is asked"]),
        (
            "# My Document\n\n**Q:** May I?\n\n**A:** Yes.\n\n## More\n\nQ: Why?\n",
            ["My Document", "May I?", "More", "Why?"],
        ),
        ("Q: is a letter.\n\nSo is Q: here.\n", ["My Document"]),
        ("Only some words.\nAnd more of them.\n\n- A point\n", ["My Document"]),
        ("# Table\n\n| A | B |\n|---|:--|\n| 1 | - |\n| x y | z|\n\nEnd.\n", ["Table"]),
        ("# ---\n\n# Title\n\n#!/bin/sh\n\n#5 is one.\n", ["Title"]),
    ],
)
def test_headings_are_found_and_every_word_is_kept(text: str, titles: list[str]) -> None:
    row = Document(
        id="my-document",
        short="my",
        title="My Document",
        edition=None,
        date=None,
        game="netrunner",
        copyright=None,
        licence=None,
        standing="ours",
        file="my.txt",
        sha256="",
    )
    document = SourceDocument(row, Path("my.txt"), tuple(numbered(text)))
    sectioned = read_sections(document)
    assert [section.title for section in sectioned.sections] == titles
    ledger = sections_ledger(document.lines, sectioned)
    assert (ledger.missing, ledger.surplus) == ([], [])
