"""Tests that a walk through the run chart goes the same way in the page as at the command line."""

from __future__ import annotations

import io
import random
import re
import sys
from typing import Any

import pytest

from rulings.api import KnowledgeBase
from rulings.cli.layout import Screen
from rulings.cli.run import Walk
from rulings.site.document_pages import walk_positions

ANSWERS = {"y": ["yes"], "n": ["no"], ".": []}


def path_in_page(positions: list[dict[str, Any]], step_count: int, answers: str) -> list[str]:
    """The number of each step, and the answers and ends between them. Going on without a question
    needs no answer, and a further question of a step adds nothing.
    """
    path: list[str] = []
    letters, place = [*answers], 0
    while True:
        position = positions[place]
        if place < step_count:
            path.append(str(position["step"]))
        elif position.get("end"):
            path.append(position["end"])
        letter = "." if "." in position else "".join(letters[:1])
        if letter not in position:
            return path
        place = position[letter]
        path += ANSWERS[letter]
        if letter != ".":
            del letters[0]


def test_page_and_command_go_the_same_way(
    kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = random.Random(1)
    walks = [
        "".join(rng.choices("yn", weights=(rng.random(), 1), k=rng.randrange(12)))
        for _ in range(300)
    ]
    steps = list(kb.steps)
    positions = walk_positions(steps)
    visited = set[str]()
    for answers in walks:
        path = path_in_page(positions, len(steps), answers)
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{answer}\n" for answer in answers)))
        Walk(steps, {step.number: [] for step in steps}, Screen(80), 1).go()
        printed = " ".join(capsys.readouterr().out.rpartition("Path  ")[2].split())
        assert re.split(" → | (?=yes|no)", printed) == path
        visited.update(path)
    assert visited >= {str(step.number) for step in steps}
