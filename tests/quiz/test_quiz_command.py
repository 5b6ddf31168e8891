"""Tests of `rulings quiz`: with and without a terminal, its options and its errors."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from rulings import quiz as leitner
from rulings import quiz as progress_file
from rulings.quiz import QuizQuestion, filter_questions
from support.command_line import run_cli
from support.pseudo_terminal import Terminal


def test_without_a_terminal_question_and_answer_are_printed(progress_path: Path) -> None:
    result = run_cli("quiz", "--seed", "7")
    assert (result.status, result.err) == (0, "")
    assert result.out == run_cli("quiz", "--seed", "7").out
    assert result.out != run_cli("quiz", "--seed", "8").out
    assert not progress_path.exists()


def test_json_holds_questions_with_their_rulings(progress_path: Path) -> None:
    asked = json.loads(
        run_cli("quiz", "--json", "--side", "runner", "--keyword", "viruses", "-n", "3", "--seed", "1").out
    )["questions"]
    assert len(asked) == 3
    for question in asked:
        assert question["side"] == "Runner"
        assert "Virus" in question["keywords"]
        assert question["ruling"]["id"] == question["id"]


def test_a_deck_selects_the_questions(progress_path: Path, tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text("3 Dr. Dreff\n", encoding="utf-8")
    asked = json.loads(run_cli("quiz", "--json", "--deck", str(tmp_path / "deck.txt"), "-n", "all").out)["questions"]
    assert len(asked) > 8
    for question in asked:
        ruling = question["ruling"]
        assert "dr-dreff" in {ruling["subject"]["id"], *(m["id"] for m in ruling["mentions"])}, ruling["id"]


def test_names_of_a_deck_that_are_no_cards_are_reported(progress_path: Path, tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text("3 Dr. Dreff\n1 qwertzuiop\n", encoding="utf-8")
    result = run_cli("quiz", "--json", "--deck", str(tmp_path / "deck.txt"))
    assert result.status == 0
    assert result.err == "rulings: deck.txt, line 2: “qwertzuiop” is not a card\n"


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (("quiz", "dreff"), 2, "--topic"),
        (("quiz", "--seed", "x"), 2, "--seed"),
        (("quiz", "--boxes", "--forget"), 2, "--boxes cannot be combined with --forget"),
        (("quiz", "--export", "--forget"), 2, "--export cannot be combined with --forget"),
        (("quiz", "--forget", "--json"), 2, "--forget cannot be combined with --json"),
        (("quiz", "-n", "0"), 2, "-n"),
        (("quiz", "--step", "21"), 2, "steps 1 to 20"),
        (("quiz", "--keyword", "qwertz"), 1, "no keyword"),
        (("quiz", "--topic", "qwertz"), 1, "no topic"),
        (("quiz", "--deck", "no-such-file"), 2, "cannot be read"),
        (("quiz", "--side", "corp", "--topic", "tracing"), 1, "no questions match"),
    ],
)
def test_errors_are_explained(words: tuple[str, ...], status: int, message: str, progress_path: Path) -> None:
    result = run_cli(*words)
    assert (result.status, result.out) == (status, "")
    assert message in result.err


def begin_round(questions: int) -> Terminal:
    run_cli("dreff")  # fills the cache
    return Terminal("quiz", "--topic", "tracing", "-n", str(questions), "--seed", "1")


def unfold_answer(terminal: Terminal, position: str) -> None:
    terminal.wait_for(position)
    terminal.send("\n")
    terminal.wait_for("Did you know it?")


def test_a_quiz_on_a_terminal_records_what_was_known(progress_path: Path, all_questions: list[QuizQuestion]) -> None:
    terminal = begin_round(3)
    unfold_answer(terminal, "1 of 3")
    terminal.send("maybe\n")
    terminal.wait_for("Type y if you knew it")
    terminal.wait_for("Did you know it?")
    terminal.send("y\n")
    unfold_answer(terminal, "2 of 3")
    terminal.send("n\n")
    terminal.wait_for("3 of 3")
    terminal.send("q\n")
    terminal.wait_for("1 of 2 known.")
    assert terminal.finish() == 0
    saved = progress_file.read()["questions"]
    assert sorted(question["known"] for question in saved.values()) == [0, 1]
    assert set(saved) <= {question.id for question in filter_questions(all_questions, topic="tracing")}


def test_u_takes_back_the_last_answer(progress_path: Path) -> None:
    terminal = begin_round(2)
    terminal.wait_for("1 of 2")
    terminal.send("u\n")
    terminal.wait_for("There is no answer to undo.")
    terminal.send("\n")
    terminal.wait_for("Did you know it?")
    terminal.send("n\n")
    unfold_answer(terminal, "2 of 2")
    terminal.send("u\n")
    terminal.wait_for("The last answer is undone.")
    unfold_answer(terminal, "1 of 2")
    terminal.send("y\n")
    terminal.wait_for("2 of 2")
    terminal.send("q\n")
    terminal.wait_for("1 of 1 known.")
    assert terminal.finish() == 0
    (record,) = progress_file.read()["questions"].values()
    assert (record["asked"], record["known"]) == (1, 1)


def test_when_nothing_is_due_the_next_date_is_shown(progress_path: Path, all_questions: list[QuizQuestion]) -> None:
    progress = leitner.no_progress()
    for question in filter_questions(all_questions, topic="tracing"):
        leitner.record_answer(progress, question.id, True, date.today())
    progress_file.write(progress)
    terminal = Terminal("quiz", "--topic", "tracing")
    terminal.wait_for("the next is due on")
    assert terminal.finish() == 0


def test_boxes_shows_how_many_questions_are_in_each(progress_path: Path, all_questions: list[QuizQuestion]) -> None:
    progress = leitner.no_progress()
    first, second, *others = filter_questions(all_questions, topic="tracing")
    leitner.record_answer(progress, first.id, True, date.today())
    leitner.record_answer(progress, second.id, True, date.today())
    progress_file.write(progress)
    result = run_cli("quiz", "--topic", "tracing", "--boxes")
    counts = [line.split()[0] for line in result.out.splitlines()]
    assert (result.status, counts) == (0, [str(2 + len(others)), str(len(others)), "2", "0", "0", "0", "0"])


@pytest.mark.parametrize("last_keys", ["q\n", "\x04"], ids=["q", "Ctrl-D"])
def test_skipped_questions_are_not_recorded(last_keys: str, progress_path: Path) -> None:
    terminal = begin_round(2)
    unfold_answer(terminal, "1 of 2")
    terminal.send("skip\n")
    unfold_answer(terminal, "2 of 2")
    terminal.send(last_keys)
    assert terminal.finish() == 0
    assert "known." not in terminal.written
    assert progress_file.read() == leitner.no_progress()
