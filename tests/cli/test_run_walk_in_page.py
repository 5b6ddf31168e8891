"""Tests that a walk through the run chart goes the same way in the page as at the command line."""

from __future__ import annotations

import io
import random
import re
import sys
from pathlib import Path

import pytest

from rulings.api import KnowledgeBase
from rulings.cli.layout import Screen
from rulings.cli.run import Walk
from rulings.site.document_pages import walk_step
from support.in_node import run_in_node


def test_page_and_command_go_the_same_way(
    kb: KnowledgeBase,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    rng = random.Random(1)
    walks = [
        "".join(rng.choices("yn", weights=(rng.random(), 1), k=rng.randrange(12)))
        for _ in range(300)
    ]
    steps = list(kb.steps)
    data = {"steps": [walk_step(step) for step in steps], "walks": walks}
    paths = run_in_node("run_walk_in_page.js", ["js/run-chart-steps.js"], data, tmp_path)
    visited = set[str]()
    for answers, path in zip(walks, paths, strict=True):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{answer}\n" for answer in answers)))
        Walk(steps, {step.number: [] for step in steps}, Screen(80), 1).go()
        printed = " ".join(capsys.readouterr().out.rpartition("Path  ")[2].split())
        assert re.split(" → | (?=yes|no)", printed) == path
        visited.update(path)
    assert visited >= {str(step.number) for step in steps}
