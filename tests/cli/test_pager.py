"""Tests of the pager: which answers use it, which command it is, and what happens if it
fails or is interrupted.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from support.command_line import run_cli_process
from support.data_files import now
from support.pseudo_terminal import Terminal, run_on_terminal


def make_pager(folder: Path, script: str) -> str:
    """Writes an executable script that replaces a pager; returns its path."""
    path = folder / "pager"
    path.write_text(script, encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def test_only_long_answers_on_a_terminal_are_paged(tmp_path: Path) -> None:
    pager = make_pager(tmp_path, "#!/bin/sh\necho paged\ncat >/dev/null\n")
    assert "paged" in run_on_terminal("dreff", RULINGS_PAGER=pager)
    assert "paged" not in run_on_terminal("dreff", "--plain", RULINGS_PAGER=pager)
    assert "paged" not in run_on_terminal(now("dr-dreff-504d5230"), RULINGS_PAGER=pager)
    assert "paged" not in run_cli_process("dreff", env={"RULINGS_PAGER": pager}).out
    printed = run_on_terminal("dreff", RULINGS_PAGER="/no/such/pager -x")
    assert "Dr. Dreff" in printed
    assert "/no/such/pager: not found" in printed


def test_what_a_pager_that_fails_would_show_is_printed() -> None:
    assert "Dr. Dreff" in run_on_terminal("dreff", RULINGS_PAGER="false")


def test_a_pager_may_end_before_it_has_read_everything(tmp_path: Path) -> None:
    terminal = Terminal(
        "document",
        "tournament",
        RULINGS_PAGER=make_pager(tmp_path, "#!/bin/sh\necho enough\n"),
    )
    assert terminal.finish() == 0
    assert terminal.written.split() == ["enough"]


@pytest.mark.parametrize("options", ["-X -F", "FX", "-M"])
def test_less_shows_colours_whatever_its_options(options: str, tmp_path: Path) -> None:
    pager = make_pager(tmp_path, '#!/bin/sh\nprintf %s "$LESS"\ncat >/dev/null\n')
    assert (
        run_on_terminal("dreff", RULINGS_PAGER=pager, LESS=options) == f"-R {options}"
    )


def test_ctrl_c_is_for_the_pager(tmp_path: Path) -> None:
    # `sigwait`, because a handler would not run if the signal came just before the
    # program begins to read
    script = (
        f"#!{sys.executable}\nimport signal, sys\n"
        "signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})\n"
        "sys.stdin.read(); print('ready', flush=True)\n"
        "for number in (1, 2, 3): signal.sigwait({signal.SIGINT}); print(f'interrupt {number}', flush=True)\n"
        "open('/dev/tty').readline(); print('ended')\n"
    )
    terminal = Terminal("dreff", RULINGS_PAGER=make_pager(tmp_path, script))
    terminal.wait_for("ready")
    for number in (1, 2, 3):
        terminal.send("\x03")
        terminal.wait_for(f"interrupt {number}")
        time.sleep(
            0.4
        )  # `subprocess` itself ignores a second signal within a quarter of a second
    terminal.send("\n")
    terminal.wait_for("ended")
    assert terminal.finish() == 0


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("sed s/Dreff/XX/ | cat", "Dr. XX"),
        ("sed 's/Dreff/a b/'", "Dr. a b"),
        ("NAME=c; sed s/Dreff/$NAME/", "Dr. c"),
    ],
)
def test_a_pager_is_run_as_git_runs_it(line: str, shown: str) -> None:
    assert shown in run_on_terminal("dreff", PAGER=line)
    assert shown in run_on_terminal("dreff", PAGER="false", RULINGS_PAGER=line)


def test_notes_are_the_first_lines_of_what_is_paged(tmp_path: Path) -> None:
    pager = make_pager(
        tmp_path, "#!/bin/sh\nhead -n 3 | sed 's/^/paged: /'\ncat >/dev/null\n"
    )
    for words, note in (
        (("viruss",), "“viruss” was read as the keyword Virus"),
        (("tracing",), "it is the topic"),
    ):
        first, *_ = (
            run_on_terminal(*words, RULINGS_PAGER=pager).replace("\r", "").splitlines()
        )
        assert first.startswith("paged: note: ")
        assert note in first
    assert "rulings: note: " in run_on_terminal(
        "viruss", "--json"
    )  # not if the output is data
