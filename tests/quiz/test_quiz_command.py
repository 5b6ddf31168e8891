"""Tests of `rulings quiz`: with and without a terminal, its options and its errors."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rulings.quiz import QuizQuestion
from support.command_line import run_cli
from support.pseudo_terminal import Terminal


def test_without_a_terminal_question_and_answer_are_printed(
    all_questions: list[QuizQuestion],
) -> None:
    (question,) = json.loads(run_cli("quiz", "--json").out)["questions"]
    assert question["id"] in {asked.id for asked in all_questions}
    assert run_cli("quiz", "--step", "13", "-n", "all").out.count("\n\n") > 3
    assert len({run_cli("quiz", "--plain").out for _ in range(5)}) > 1  # at random


def test_a_deck_selects_the_questions(tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text("3 Dr. Dreff\n", encoding="utf-8")
    asked = json.loads(
        run_cli("quiz", "--json", "--deck", str(tmp_path / "deck.txt"), "-n", "all").out
    )["questions"]
    assert len(asked) > 8
    for question in asked:
        ruling = question["ruling"]
        assert "dr-dreff" in {ruling["subject"]["id"], *(m["id"] for m in ruling["mentions"])}, (
            ruling["id"]
        )


def test_names_of_a_deck_that_are_no_cards_are_reported(tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text("3 Dr. Dreff\n1 qwertzuiop\n", encoding="utf-8")
    result = run_cli("quiz", "--json", "--deck", str(tmp_path / "deck.txt"))
    assert result.status == 0
    assert result.err == "rulings: deck.txt, line 2: “1 qwertzuiop” is not a card\n"


def begin(home: Path) -> Terminal:
    run_cli("dreff")  # compiles
    return Terminal(
        "quiz", "--topic", "tracing", "-n", "2", HOME=str(home), XDG_STATE_HOME=str(home)
    )


def unfold_answer(terminal: Terminal, position: str) -> str:
    """Shows the ruling of the question at this point, and returns its digits."""
    terminal.wait_for(position)
    terminal.send("\n")
    terminal.wait_for("Did you know it?")
    return str(re.findall(r"[0-9a-f]{8}", terminal.written)[0])


def test_what_was_not_known_comes_again_in_the_same_sitting_and_nothing_is_kept(
    tmp_path: Path,
) -> None:
    terminal = begin(tmp_path)
    missed = unfold_answer(terminal, "2 to go")
    terminal.send("maybe\n")
    terminal.wait_for("Type y if you knew it")
    terminal.wait_for("Did you know it?")
    terminal.send("n\n")
    assert unfold_answer(terminal, "2 to go") != missed
    terminal.send("y\n")
    assert unfold_answer(terminal, "1 to go") == missed
    terminal.send("y\n")
    terminal.wait_for("2 of 3 known.")
    assert terminal.finish() == 0
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("last_keys", ["q\n", "\x04"], ids=["q", "Ctrl-D"])
def test_skipped_questions_are_not_counted(last_keys: str, tmp_path: Path) -> None:
    terminal = begin(tmp_path)
    unfold_answer(terminal, "2 to go")
    terminal.send("skip\n")
    unfold_answer(terminal, "1 to go")
    terminal.send(last_keys)
    assert terminal.finish() == 0
    assert "known." not in terminal.written
