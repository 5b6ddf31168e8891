"""The finder: rows that follow what is typed, and Enter opens the card."""

from __future__ import annotations

import builtins
import os
import re
import sys
import time
from typing import Any

import pytest
from asking import ask

from rulings.commands import printing
from rulings.commands.finder import Finder, fitted
from rulings.commands.grammar import Typed
from rulings.terminal import columns


@pytest.fixture(scope="module")
def finder() -> Finder:
    return Finder(printing.pages(), {})


@pytest.mark.parametrize(("typed", "first"), [
    ("boardw", "Boardwalk"),  # half a name
    ("dreff", "Dr. Dreff"),  # a word within the title
    ("is ice dreff throws rezzed", "Dr. Dreff: Does ice that Dr. Dreff forces"),
    ("tracing base link", "Tracing: How many Base Link cards"),
])
def test_names_stand_above_rulings(finder: Finder, typed: str, first: str) -> None:
    rows = finder.rows(typed)
    assert rows[0].words.startswith(first)
    assert len(rows) <= 12
    assert len({(row.key, row.ruling) for row in rows}) == len(rows)


@pytest.mark.parametrize("typed", ["", "  ", "xyzzyq", '"', "card:", "-", "((((", "\x1b", "a" * 5000])
def test_whatever_is_typed_there_are_rows_or_none(finder: Finder, typed: str) -> None:
    assert isinstance(finder.rows(typed), list)


def test_every_row_opens_a_page_that_there_is(finder: Finder) -> None:
    pages = printing.pages()
    sections, steps = {s["id"] for s in pages.get("sections")}, {f"run-chart-{s['number']}" for s in pages.get("steps")}
    for typed in ("jack out", "tiebreakers", "trace", "dreff", "agenda points variant"):
        for row in finder.rows(typed):
            kind, _, id = row.key.partition(":")
            assert row.key in pages or (kind == "section" and id in sections) or (kind == "step" and id.rsplit("-", 1)[-1] in {s.rsplit("-", 1)[-1] for s in steps})


@pytest.mark.parametrize("width", [20, 40, 60, 77, 97])
def test_a_row_is_one_line(width: int) -> None:
    words, behind = fitted("Dr. Dreff: " + "a question " * 20, "Official Netrunner Rulings, 1997", width)
    assert columns(words) + (columns(behind) + 2 if behind else 0) <= width


def test_without_the_extra_a_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from rulings.commands.finder import find_interactively
    from rulings.errors import RulingsError

    real = builtins.__import__

    def without(name: str, *rest: Any, **named: Any) -> Any:
        if name.startswith("prompt_toolkit"):
            raise ImportError(name)
        return real(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(RulingsError, match=r'pip install "netrunner-rulings\[tui\]"'):
        find_interactively(Typed())


def test_in_a_pipe_a_query_is_asked_for() -> None:
    assert ask("search").status == 2


def test_typing_moving_and_enter_open_the_card() -> None:
    pytest.importorskip("prompt_toolkit", reason='the finder needs the extra: pip install "netrunner-rulings[tui]"')
    pty = pytest.importorskip("pty", reason="a terminal is imitated by a pseudo-terminal, a thing of POSIX systems")
    ask("search", "anything")  # the index is there
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(sys.executable, [sys.executable, "-m", "rulings", "search"],
                  {**os.environ, "TERM": "xterm", "PAGER": "", "COLUMNS": "80", "PROMPT_TOOLKIT_NO_CPR": "1"})
    written = ""

    def wait_for(words: str) -> None:
        nonlocal written
        end = time.monotonic() + 30
        while words not in re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", written):
            assert time.monotonic() < end, written
            written += os.read(terminal, 65536).decode("utf-8", "replace")

    try:
        wait_for("Enter opens")
        os.write(terminal, b"dreff")
        wait_for("▸ Dr. Dreff")
        os.write(terminal, b"\x1b[B\x1b[A\r")
        wait_for("ERRATA  When may the Corp use Dr. Dreff?")
        while True:
            try:
                if not os.read(terminal, 65536):
                    break
            except OSError:
                break
        assert os.waitpid(pid, 0)[1] == 0
        pid = 0
    finally:
        if pid:
            os.kill(pid, 9)
            os.waitpid(pid, 0)
        os.close(terminal)
