"""Tests of `rulings run --walk`, which leads through a run by questions and answers, and that the
page goes the same way.
"""

from __future__ import annotations

import io
import json
import random
import re
import sys
from typing import Any

import pytest

from rulings.api import KnowledgeBase
from rulings.cli.layout import Screen
from rulings.cli.run import Walk
from rulings.site.document_pages import walk_positions
from support.command_line import run_cli, run_cli_process
from support.pseudo_terminal import Terminal


def test_walk_reads_answers_from_a_pipe() -> None:
    result = run_cli_process("run", "--walk", stdin="y\ny\nback\nn\nn\nmaybe\nn\ny\n")
    assert result.status == 0
    assert "“maybe” is not an answer" in result.out
    assert result.out.endswith("Path  1 yes → 2 → 3 no → 4 no → 12 → 13 no → 14 yes → 2 → 3\n")
    result = run_cli("run", "--walk", stdin="n\nyes\n")
    assert "End the run\n\n20  Both: Run ends. Deal with any 'end of run' effects." in result.out
    assert result.out.endswith("Path  1 no → 13 yes → End the run → 20\n")
    assert run_cli("run", "--walk").out.endswith("Path  1\n")


def test_walk_starts_at_a_step_and_opens_rulings_by_number() -> None:
    result = run_cli("run", "--walk", "3", stdin="1\nr\n99\ny\nq\n")
    assert result.status == 0
    assert result.out.lstrip().startswith("3  ")
    step = json.loads(run_cli("run", "3", "--json").out)
    first, last = (step["step"]["rulings"][place][-8:] for place in (0, -1))
    # Opened by its number, and by `r` with all others.
    assert result.out.count(first) == 2
    assert result.out.count(last) >= 1
    assert "“99” is not an answer" in result.out
    assert "Path  3 yes" in result.out
    assert run_cli("run", "--walk", "step 14", stdin="q\n").out.lstrip().startswith("14\n")


def test_back_restores_the_rulings_that_can_be_opened() -> None:
    out = run_cli("run", "--walk", "3", stdin="n\nback\n1\nq\n").out
    assert out.count("1–13 or r] ") == 3
    assert (
        json.loads(run_cli("run", "3", "--json").out)["step"]["rulings"][0][-8:]
        in out.partition("Back to step 3.")[2]
    )


def test_walk_on_a_terminal_shows_a_ruling_and_asks_again() -> None:
    terminal = Terminal("run", "--walk", "13", PAGER="")
    terminal.wait_for("or r] ")
    terminal.send("1\n")
    terminal.wait_for("or r] ")
    assert (
        json.loads(run_cli("run", "13", "--json").out)["rulings"][0]["id"][-8:] in terminal.written
    )
    terminal.send("y\n")
    terminal.wait_for("Path  13 yes")
    assert terminal.finish() == 0


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
