"""Tests of the finder: its rows change with what is typed, and Enter opens the selected row."""

from __future__ import annotations

import builtins
import time
from typing import Any

import pytest

from rulings.cli.finder.finder import Finder, Row, find_interactively, fitted
from rulings.cli.grammar import Arguments
from rulings.cli.render.text import display_width
from rulings.cli.view_store import shipped_store
from rulings.errors import RulingsError
from support.command_line import run_cli
from support.pseudo_terminal import Terminal


@pytest.fixture(scope="module")
def finder() -> Finder:
    return Finder(shipped_store(), Arguments())


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("boardw", ["Boardwalk"]),  # the beginning of a name
        ("dreff", ["Dr. Dreff"]),  # a word within the title
        ("project", ["Project Babylon", "Project Consultants", "Project Venice", "Project Zurich"]),
    ],
)
def test_names_are_listed_above_rulings(finder: Finder, typed: str, names: list[str]) -> None:
    rows = finder.rows(typed)
    assert [row.text for row in rows[: len(names)]] == names
    assert rows[len(names) :]
    assert all(row.ruling for row in rows[len(names) :])
    assert len(rows) <= 12
    assert len({(row.key, row.ruling) for row in rows}) == len(rows)


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("is ice dreff throws rezzed", "Dr. Dreff: Does ice that Dr. Dreff forces"),
        ("tracing base link", "Tracing: How many Base Link cards"),
    ],
)
def test_the_ruling_that_answers_is_the_first_row(finder: Finder, typed: str, first: str) -> None:
    assert finder.rows(typed)[0].text.startswith(first)


@pytest.mark.parametrize("typed", ["", "  ", "xyzzyq", "a" * 5000])
def test_what_names_nothing_gives_no_rows(finder: Finder, typed: str) -> None:
    assert finder.rows(typed) == []


@pytest.mark.parametrize(
    ("typed", "first"),
    [('dreff "', "Dr. Dreff"), ("((tracing", "Tracing"), ("dreff\x1b", "Dr. Dreff"), ("card:", "Wild Card")],
)
def test_signs_around_words_are_ignored(finder: Finder, typed: str, first: str) -> None:
    assert finder.rows(typed)[0].text == first


def test_rows_and_pages_keep_to_the_options(finder: Finder) -> None:
    store = shipped_store()
    by_side = Finder(store, Arguments({"side": "runner"}))
    assert "Dr. Dreff" not in [row.text for row in by_side.rows("dr d")]
    early = Finder(store, Arguments({"as-of": "1996-05-20"}))
    rows = early.rows("city surveillance")
    assert rows[0].text == "City Surveillance"
    pages = [early.preview(row, 80) for row in rows if row.key == "card:city-surveillance"]
    assert "Yes, we may interrupt" in " ".join(pages)
    assert "cannot decide not to" not in " ".join(pages)
    early_step = Finder(store, Arguments({"as-of": "1996-05-31"}))
    step = Row("step 13", "", "step:run-chart-13")
    assert early_step.preview(step, 80).count("Why it applies") < finder.preview(step, 80).count("Why it applies")
    section = Row("2. Components", "", "section:manual-2-components")
    before_all = Finder(store, Arguments({"as-of": "1996-04-20"}))
    assert "superseded" in finder.preview(section, 80)
    assert "superseded" not in before_all.preview(section, 80)


@pytest.mark.parametrize("width", [20, 40, 60, 77, 97])
def test_rows_fit_on_one_line(width: int) -> None:
    words, source = fitted("Dr. Dreff: " + "a question " * 20, "Official Netrunner Rulings, 1997", width)
    assert display_width(words) + (display_width(source) + 2 if source else 0) <= width


def test_the_error_without_prompt_toolkit_names_the_extra(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real_import = builtins.__import__

    def import_without_prompt_toolkit(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.startswith("prompt_toolkit"):
            raise ImportError(name)
        return real_import(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", import_without_prompt_toolkit)
    with pytest.raises(RulingsError, match=r'pip install "netrunner-rulings\[tui\]"'):
        find_interactively(Arguments())


def test_search_in_a_pipe_needs_a_query() -> None:
    assert run_cli("search").status == 2


def test_typing_arrow_keys_and_enter_open_a_card() -> None:
    pytest.importorskip("prompt_toolkit", reason='the finder needs the extra: pip install "netrunner-rulings[tui]"')
    run_cli("search", "anything")  # builds the index
    terminal = Terminal("search", PAGER="")
    terminal.wait_for("Enter: open")
    terminal.send("dreff")
    terminal.wait_for("▸ Dr. Dreff")
    terminal.send("\x1b[B\x1b[A\r")
    terminal.wait_for("ERRATA  When may the Corp use Dr. Dreff?")
    terminal.wait_for("Find: dreff")  # back in the list
    terminal.wait_for("Esc: quit")
    terminal.send("\x1b[B\r")
    terminal.wait_for("dr-dreff-")
    terminal.wait_for("Esc: quit")
    terminal.send("\x1b")
    assert terminal.finish() == 0


@pytest.mark.slow
def test_a_short_terminal_scrolls_to_the_selected_row(finder: Finder) -> None:
    run_cli("search", "anything")
    terminal = Terminal("search", size=(7, 80), PAGER="")
    terminal.wait_for("Esc: quit")
    terminal.send("trace")
    terminal.wait_for("1 of 12")
    last = finder.rows("trace")[11]
    terminal.send("\x1b[B" * 11)
    time.sleep(0.5)
    terminal.resize(7, 200)  # redraws the screen, which has room for five rows
    terminal.wait_for(f"▸ {last.text[:30]}")
    terminal.send("\r")
    terminal.wait_for(last.ruling or last.text[-20:])
    terminal.wait_for("Esc: quit")
    terminal.send("\x1b")
    assert terminal.finish() == 0


@pytest.mark.slow
def test_a_wide_terminal_shows_the_ruling_beside_the_list() -> None:
    run_cli("search", "anything")
    terminal = Terminal("search", size=(30, 140), PAGER="")
    terminal.wait_for("Esc: quit")
    terminal.send("is ice dreff throws rezzed")
    terminal.wait_for("having Dreff force the Runner")
    assert "│" in terminal.written
    terminal.send("\x1b")
    assert terminal.finish() == 1


@pytest.mark.parametrize("option", ["--limit=3", "--explain", "--full", "--open", "--copy"])
def test_options_of_a_list_of_results_need_a_query(option: str) -> None:
    terminal = Terminal("search", option, PAGER="")
    assert terminal.finish() == 2
    assert f"{option.partition('=')[0]} needs a query" in terminal.written


@pytest.mark.parametrize("width", [60, 77, 97, 140])
@pytest.mark.parametrize("length", [10, 50, 74, 96, 200])
def test_questions_are_never_shortened_for_the_source(width: int, length: int) -> None:
    words, source = fitted("q" * length, "Sparky, 1996", width)
    assert words.startswith("q" * min(length, width - 1))
    assert display_width(words) + (display_width(source) + 2 if source else 0) <= width


def test_every_row_has_a_preview(finder: Finder) -> None:
    signs = ('"', "-", "((((", "\x1b")
    for typed in ("jack out", "tiebreakers", "trace", "dreff", "archives", "swiss rounds", "agenda points", *signs):
        for row in finder.rows(typed):
            preview = finder.preview(row, 40)
            assert preview.strip()
            assert [line for line in preview.splitlines() if display_width(line) > 40] == []


def test_a_row_names_who_spoke_last(finder: Finder) -> None:
    ruling = shipped_store().ruling("pacifica-regional-ai-ce213f0e")
    assert ruling
    assert [citation["authority"] for citation in ruling["citations"]] == ["Sparky", "Netrunner FAQ v1.0"]
    rows = finder.rows(f'card:"{ruling["subject"]["title"]}"')
    assert [row.detail for row in rows if row.ruling == ruling["id"]] == ["Sparky, 1996"]
