"""The finder: rows that follow what is typed, and Enter: open the card."""

from __future__ import annotations

import builtins
import time
from typing import Any

import pytest

from rulings.cli import output
from rulings.cli.commands.search import search_options
from rulings.cli.finder.finder import Finder, fitted
from rulings.cli.grammar import Arguments
from rulings.cli.render.terminal import display_width
from support.asking import ask
from support.pseudo_terminal import Terminal


@pytest.fixture(scope="module")
def finder() -> Finder:
    return Finder(output.pages(), search_options(Arguments(), 12))


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("boardw", "Boardwalk"),  # half a name
        ("dreff", "Dr. Dreff"),  # a word within the title
        ("is ice dreff throws rezzed", "Dr. Dreff: Does ice that Dr. Dreff forces"),
        ("tracing base link", "Tracing: How many Base Link cards"),
    ],
)
def test_names_stand_above_rulings(finder: Finder, typed: str, first: str) -> None:
    rows = finder.rows(typed)
    assert rows[0].text.startswith(first)
    assert len(rows) <= 12
    assert len({(row.key, row.ruling) for row in rows}) == len(rows)


@pytest.mark.parametrize("typed", ["", "  ", "xyzzyq", '"', "card:", "-", "((((", "\x1b", "a" * 5000])
def test_whatever_is_typed_there_are_rows_or_none(finder: Finder, typed: str) -> None:
    assert isinstance(finder.rows(typed), list)


def test_every_row_opens_a_page_that_there_is(finder: Finder) -> None:
    pages = output.pages()
    sections, steps = {s["id"] for s in pages.get("sections")}, {f"run-chart-{s['number']}" for s in pages.get("steps")}
    for typed in ("jack out", "tiebreakers", "trace", "dreff", "agenda points variant"):
        for row in finder.rows(typed):
            kind, _, id = row.key.partition(":")
            assert (
                row.key in pages
                or (kind == "section" and id in sections)
                or (kind == "step" and id.rsplit("-", 1)[-1] in {s.rsplit("-", 1)[-1] for s in steps})
            )


@pytest.mark.parametrize("width", [20, 40, 60, 77, 97])
def test_a_row_is_one_line(width: int) -> None:
    words, behind = fitted("Dr. Dreff: " + "a question " * 20, "Official Netrunner Rulings, 1997", width)
    assert display_width(words) + (display_width(behind) + 2 if behind else 0) <= width


def test_without_the_extra_a_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from rulings.cli.finder.finder import find_interactively
    from rulings.errors import RulingsError

    real = builtins.__import__

    def without(name: str, *rest: Any, **named: Any) -> Any:
        if name.startswith("prompt_toolkit"):
            raise ImportError(name)
        return real(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(RulingsError, match=r'pip install "netrunner-rulings\[tui\]"'):
        find_interactively(Arguments())


def test_in_a_pipe_a_query_is_asked_for() -> None:
    assert ask("search").status == 2


def test_typing_moving_and_enter_open_the_card() -> None:
    pytest.importorskip("prompt_toolkit", reason='the finder needs the extra: pip install "netrunner-rulings[tui]"')
    ask("search", "anything")  # the index is there
    terminal = Terminal("search", PAGER="")
    terminal.wait_for("Enter: open")
    terminal.send("dreff")
    terminal.wait_for("▸ Dr. Dreff")
    terminal.send("\x1b[B\x1b[A\r")
    terminal.wait_for("ERRATA  When may the Corp use Dr. Dreff?")
    terminal.wait_for("Find: dreff")  # it comes back to the list
    terminal.wait_for("Esc: quit")
    terminal.send("\x1b[B\r")
    terminal.wait_for("dr-dreff-")
    terminal.wait_for("Esc: quit")
    terminal.send("\x1b")
    assert terminal.finish() == 0


def test_a_low_terminal_scrolls_to_the_chosen_row(finder: Finder) -> None:
    ask("search", "anything")
    terminal = Terminal("search", size=(7, 80), PAGER="")
    terminal.wait_for("Esc: quit")
    terminal.send("trace")
    terminal.wait_for("1 of 12")
    last = finder.rows("trace")[11]
    terminal.send("\x1b[B" * 11)
    time.sleep(0.5)
    terminal.resize(7, 200)  # it is drawn anew, and there is room for five rows
    terminal.wait_for(f"▸ {last.text[:30]}")
    terminal.send("\r")
    terminal.wait_for(last.ruling or last.text[-20:])
    terminal.wait_for("Esc: quit")
    terminal.send("\x1b")
    assert terminal.finish() == 0


def test_a_wide_terminal_shows_the_ruling_beside_the_list() -> None:
    ask("search", "anything")
    terminal = Terminal("search", size=(30, 140), PAGER="")
    terminal.wait_for("Esc: quit")
    terminal.send("is ice dreff throws rezzed")
    terminal.wait_for("having Dreff force the Runner")
    assert "│" in terminal.written
    terminal.send("\x1b")
    assert terminal.finish() == 1


@pytest.mark.parametrize("width", [60, 77, 97, 140])
@pytest.mark.parametrize("length", [10, 50, 74, 96, 200])
def test_no_letter_of_a_question_is_given_up_for_a_name(width: int, length: int) -> None:
    words, behind = fitted("q" * length, "Sparky, 1996", width)
    assert words.startswith("q" * min(length, width - 1))
    assert display_width(words) + (display_width(behind) + 2 if behind else 0) <= width


def test_every_row_has_a_page_and_a_preview(finder: Finder) -> None:
    for typed in ("jack out", "tiebreakers", "trace", "dreff", "archives", "swiss rounds"):
        for row in finder.rows(typed):
            preview = finder.preview(row, 40)
            assert preview.strip() and all(display_width(line) <= 40 for line in preview.splitlines())
