"""The quiz: what is asked, what comes again and when, what is kept; on a terminal, in a pipe, and when disks fail."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest

from rulings.api import KnowledgeBase
from rulings.errors import RulingsError
from rulings.model import serializing
from rulings.quiz import leitner, progress_file
from rulings.quiz.questions import TODAY_PREFIX, filter_questions, make_questions
from rulings.quiz.views import QuizQuestionView
from support.asking import ask
from support.pseudo_terminal import Terminal

MONDAY = date(2026, 1, 5)


@pytest.fixture(scope="module")
def every(kb: KnowledgeBase) -> list[QuizQuestionView]:
    return make_questions([serializing.ruling_view(r) for r in kb.rulings], {c.id: serializing.card_view(c) for c in kb.cards})


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULINGS_STATE", str(tmp_path / "state"))
    return tmp_path / "state" / "quiz.json"


# ---- what is asked


def test_only_rulings_in_force_are_asked_or_the_question_says_so(every: list[QuizQuestionView], kb: KnowledgeBase) -> None:
    assert len(every) > 300
    for one in every:
        standing = one["ruling"]["status"]
        assert standing != "superseded" and not (standing == "in-force" and one["today"])
        assert one["today"] == one["question"].startswith(TODAY_PREFIX)
        assert one["ruling"]["official"] and one["ruling"]["kind"] != "see"
    assert any(one["today"] for one in every) and any(r.status == "superseded" for r in kb.rulings)


def test_a_disputed_ruling_is_asked_as_it_stands_today(every: list[QuizQuestionView], kb: KnowledgeBase) -> None:
    card = {c.id: serializing.card_view(c) for c in kb.cards}
    disputed = {**every[0]["ruling"], "status": "disputed"}
    superseded = {**every[1]["ruling"], "status": "superseded"}
    found = make_questions([disputed, superseded], card)  # type: ignore[list-item]
    assert [one["question"].startswith(TODAY_PREFIX) for one in found] == [True]


def test_twins_are_asked_once(every: list[QuizQuestionView]) -> None:
    asked = {one["id"] for one in every}
    for one in every:
        assert not asked & set(one["ruling"]["also_under"])


def test_filters_leave_what_fits(every: list[QuizQuestionView]) -> None:
    assert {one["side"] for one in filter_questions(every, side="corp")} == {"Corp"}
    assert {one["topic"] for one in filter_questions(every, topic="tracing")} == {"tracing"}
    assert all(13 in one["steps"] for one in filter_questions(every, step=13)) and filter_questions(every, step=13)
    assert all("Virus" in one["keywords"] for one in filter_questions(every, keyword="virus")) and filter_questions(every, keyword="virus")
    dreff = filter_questions(every, cards={"dr-dreff"})
    assert {one["ruling"]["subject"]["id"] for one in dreff} > {"dr-dreff"}
    assert not filter_questions(every, side="corp", topic="tracing")


# ---- when it comes again


def test_a_known_question_waits_longer_each_time_and_an_unknown_one_starts_anew() -> None:
    progress, day = leitner.no_progress(), MONDAY
    for wait in (*leitner.WAITS, leitner.WAITS[-1]):
        kept = leitner.record_answer(progress, "a", True, day)
        assert date.fromisoformat(kept["due"]) == day + timedelta(days=wait)
    assert leitner.record_answer(progress, "a", False, day) == {"box": 1, "due": "2026-01-06", "asked": 7, "known": 6}


def test_due_questions_come_first_then_new_ones_and_the_rest_waits(every: list[QuizQuestionView]) -> None:
    progress = leitner.no_progress()
    leitner.record_answer(progress, every[0]["id"], True, MONDAY)
    leitner.record_answer(progress, every[1]["id"], False, MONDAY - timedelta(days=9))
    few = every[:4]
    now = [one["id"] for one in leitner.asking_order(few, progress, MONDAY, random.Random(1))]
    assert now[0] == every[1]["id"] and set(now[1:]) == {every[2]["id"], every[3]["id"]}
    assert leitner.asking_order(every[:1], progress, MONDAY, random.Random(1)) == []
    assert leitner.next_due(every[:1], progress) == "2026-01-06"
    assert leitner.box_counts(few, progress) == [2, 2, 0, 0, 0, 0]


# ---- what is kept


def test_progress_is_written_whole_read_back_and_deleted(state: Path) -> None:
    assert progress_file.read() == leitner.no_progress()
    progress = leitner.no_progress()
    leitner.record_answer(progress, "dr-dreff-504d5230", True, MONDAY)
    progress_file.write(progress)
    assert progress_file.read() == progress == json.loads(ask("quiz", "--export").out)
    assert [file.name for file in state.parent.iterdir()] == ["quiz.json"]  # nothing is left aside
    assert ask("quiz", "--forget").status == 0 and not state.exists()
    assert ask("quiz", "--forget").status == 0


def test_a_crash_while_writing_leaves_the_old_progress(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    progress = leitner.no_progress()
    leitner.record_answer(progress, "a", True, MONDAY)
    progress_file.write(progress)
    before = state.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RulingsError, match="No space left"):
        progress_file.write(leitner.no_progress())
    assert state.read_bytes() == before and len(list(state.parent.iterdir())) == 1


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b'{"version": 2, "questions": {}}',
        b'{"version": 1, "questions": {"a": {"box": 9, "due": "2026-01-01", "asked": 1, "known": 1}}}',
        b'{"version": 1, "questions": {"a": {"box": 1, "due": "soon", "asked": 1, "known": 1}}}',
        b"[" * 100_000,
        b"\xff\xfe\x00",
    ],
)
def test_a_damaged_file_is_a_sentence_and_stays_as_it_is(state: Path, content: bytes) -> None:
    state.parent.mkdir()
    state.write_bytes(content)
    told = ask("quiz", "--export")
    assert (told.status, told.out) == (2, "") and "--forget" in told.err
    assert state.read_bytes() == content


# ---- at the command line


def test_off_a_terminal_a_question_and_its_answer_are_printed_and_nothing_is_kept(state: Path) -> None:
    told = ask("quiz", "--seed", "7")
    assert (told.status, told.err) == (0, "") and told.out == ask("quiz", "--seed", "7").out
    assert told.out != ask("quiz", "--seed", "8").out
    assert not state.exists()


def test_json_holds_the_question_with_its_ruling(state: Path) -> None:
    found = json.loads(ask("quiz", "--json", "--side", "runner", "--keyword", "viruses", "-n", "3", "--seed", "1").out)["questions"]
    assert len(found) == 3
    assert all(one["side"] == "Runner" and "Virus" in one["keywords"] and one["ruling"]["id"] == one["id"] for one in found)


def test_a_deck_chooses_the_questions(state: Path, tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text("3 Dr. Dreff\n", encoding="utf-8")
    found = json.loads(ask("quiz", "--json", "--deck", str(tmp_path / "deck.txt"), "-n", "all").out)["questions"]
    assert len(found) > 8
    assert all("dr-dreff" in {one["ruling"]["subject"]["id"], *(m["id"] for m in one["ruling"]["mentions"])} for one in found)


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (("quiz", "dreff"), 2, "--topic"),
        (("quiz", "--seed", "x"), 2, "--seed"),
        (("quiz", "-n", "0"), 2, "-n"),
        (("quiz", "--step", "21"), 2, "steps 1 to 20"),
        (("quiz", "--keyword", "virsu"), 1, "did you mean Virus"),
        (("quiz", "--topic", "qwertz"), 1, "no topic"),
        (("quiz", "--deck", "no-such-file"), 2, "cannot be read"),
        (("quiz", "--side", "corp", "--topic", "tracing"), 1, "no questions match"),
    ],
)
def test_mistakes_are_sentences(words: tuple[str, ...], status: int, says: str, state: Path) -> None:
    told = ask(*words)
    assert (told.status, told.out) == (status, "") and says in told.err


def test_a_round_on_a_terminal(state: Path, every: list[QuizQuestionView]) -> None:
    ask("dreff")  # the pages are there
    terminal = Terminal("quiz", "--topic", "tracing", "-n", "3", "--seed", "1")
    terminal.wait_for("1 of 3")
    terminal.send("\n")
    terminal.wait_for("Did you know it?")
    terminal.send("maybe\n")
    terminal.wait_for("Did you know it?")
    terminal.send("y\n")
    terminal.wait_for("2 of 3")
    terminal.send("\n")
    terminal.wait_for("Did you know it?")
    terminal.send("n\n")
    terminal.wait_for("3 of 3")
    terminal.send("q\n")
    terminal.wait_for("1 of 2 known.")
    assert terminal.finish() == 0
    kept = progress_file.read()["questions"]
    assert sorted(one["known"] for one in kept.values()) == [0, 1]
    assert set(kept) <= {one["id"] for one in filter_questions(every, topic="tracing")}


def test_when_all_is_known_it_says_when_the_next_is_due(state: Path, every: list[QuizQuestionView]) -> None:
    progress = leitner.no_progress()
    for one in filter_questions(every, topic="tracing"):
        leitner.record_answer(progress, one["id"], True, date.today())
    progress_file.write(progress)
    terminal = Terminal("quiz", "--topic", "tracing")
    terminal.wait_for("the next is due on")
    assert terminal.finish() == 0


def test_the_clock_may_jump(every: list[QuizQuestionView]) -> None:
    """A day in the past makes nothing due twice, and one in the future makes all of it due: neither loses a question."""
    progress = leitner.no_progress()
    for one in every[:5]:
        leitner.record_answer(progress, one["id"], True, MONDAY)
    order: Callable[[date], int] = lambda day: len(leitner.asking_order(every[:5], progress, day, random.Random(1)))  # noqa: E731
    assert (order(MONDAY - timedelta(days=400)), order(MONDAY + timedelta(days=4000))) == (0, 5)
