"""Tests of `rulings run`, `document`, `tournament` and `parse`."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from rulings.api import KnowledgeBase
from support.command_line import run_cli


def test_a_step_may_be_typed_with_zeros_before_it() -> None:
    assert run_cli("run", "0" * 5000 + "13").out == run_cli("run", "13").out


@pytest.mark.parametrize("short", ["manual", "variant", "tournament"])
def test_documents_are_printed_in_full_without_markdown(kb: KnowledgeBase, short: str) -> None:
    result = run_cli("document", short)
    assert not re.search(r"\*|^ *---|\n\n\n", result.out, re.MULTILINE)
    (document,) = (d for d in kb.documents if d.short == short)
    for section in (s for s in kb.sections if s.document == document.id):
        words = re.findall(r"\w+", section.text)
        printed = re.findall(r"\w+", run_cli("document", short, section.id).out)
        missing = Counter(words) - Counter(printed)
        assert not missing, section.id


def test_tournament_follows_the_tables() -> None:
    plan = json.loads(run_cli("tournament", "40", "--json").out)
    assert {n: (s["rounds"], s["cut"], s["minutes"]) for n, s in plan["structures"].items()} == {
        "basic": (5, 8, 325),
        "advanced": (5, 8, 325),
    }
    assert "5 × 65 minutes = 5 h 25 min" in run_cli("tournament", "40").out
    assert "from 9 players" in run_cli("tournament", "8").out
    assert json.loads(run_cli("tournament", "5000", "--json").out)["structures"]["advanced"]["rounds"] == 9


def test_tournament_names_the_game_and_the_sections_of_its_tables() -> None:
    out = run_cli("tournament", "40").out
    assert "Android: Netrunner (2012)" in out
    sections = ("basic-structure", "advanced-structure", "tournament-round-times", "tournament-points", "tiebreakers")
    assert [section for section in sections if f"(tournament-{section})" not in out] == []


def test_a_question_about_rounds_suggests_the_tournament_command() -> None:
    result = run_cli("search", "how", "many", "rounds", "for", "24", "players")
    assert "rulings tournament 24" in result.err + result.out


def test_parse_of_other_sources_needs_an_output_folder(sources: Path) -> None:
    result = run_cli("parse", "--sources", str(sources))
    assert (result.status, result.out) == (2, "")
    assert "--output DIR" in result.err


def test_parse_of_other_sources_writes_and_checks_an_output_folder(sources: Path, tmp_path: Path) -> None:
    assert run_cli("parse", "--sources", str(sources), "--output", str(tmp_path / "kb")).status == 0
    assert (tmp_path / "kb" / "cards" / "corp" / "dr-dreff.yaml").is_file()
    assert (
        run_cli("parse", "--check", "--sources", str(sources), "--output", str(tmp_path / "kb")).out
        == "the YAML is up to date\n"
    )


def test_parse_of_a_damaged_source_names_it_and_writes_nothing(sources: Path, tmp_path: Path) -> None:
    (sources / "sparkys-run-chart.txt").write_bytes(b"something else")
    result = run_cli("parse", "--sources", str(sources), "--output", str(tmp_path / "new"))
    assert result.status == 2
    assert "sparkys-run-chart.txt" in result.err
    assert not (tmp_path / "new").exists()
