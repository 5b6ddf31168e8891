"""Tests of shell completion, with `rulings completion` and with real shells."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml

from rulings.cli.specification import COMMANDS
from rulings.model.knowledge import Knowledge
from rulings.model.plain_text import fold
from rulings.storage.files import SHIPPED
from support.command_line import find_program, run_cli
from support.project_copy import ROOT


@pytest.mark.parametrize(
    "typed", ["", "--", "zzzzzz", "\x1b", "card '", "document nothing ", "run 1 "]
)
def test_odd_input_does_not_break_completion(typed: str) -> None:
    result = run_cli("completion", "words", "--", *typed.split(" "))
    assert (result.status, result.err) == (0, "")


DOCUMENTS = " ".join(
    row["id"]
    for row in yaml.safe_load(
        (SHIPPED / "sources" / "documents.yaml").read_text("utf-8")
    )
)


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("help r", "run"),
        ("who s", "sparky skipper-pickle sensei"),
        ("list k", "keywords"),
        ("document man", "comprehensive-reference-manual"),
        ("run 2", "2 20"),
        ("run ", " ".join(map(str, range(1, 21)))),
        ("document ", DOCUMENTS),
        ("search ", ""),
        ("run 1 1", ""),
        ("errata --newest --ne", ""),
        ("errata --json --pl", ""),
        ("run 13 --ne", "--newest"),
        ("deck mine.txt --newest --ag", "--against"),
        ("dreff --with mario", "marionette"),
    ],
)
def test_what_is_offered_is_a_name_or_an_option_of_the_command(
    typed: str, offered: str
) -> None:
    out = run_cli("completion", "words", "--", *typed.split(" ")).out
    assert [line.partition("\t")[0] for line in out.splitlines()] == offered.split()


@pytest.fixture
def path_with_rulings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Puts a `rulings` on the PATH that runs the version being tested."""
    program = tmp_path / "rulings"
    program.write_text(
        f'#!/bin/sh\nexec "{sys.executable}" -m rulings "$@"\n', encoding="utf-8"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")


def run_shell(shell: str, *words: str) -> str:
    return subprocess.run(
        [find_program(shell), *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        timeout=120,
    ).stdout


@pytest.mark.parametrize(
    ("typed", "replies"),
    [
        ("dr-dr", ["dr-dreff"]),
        ("card --color al", ["always"]),
        ("document ''", DOCUMENTS.split()),
        ("topic trac", ["tracing"]),
        ("deck", ["deck", "deck-construction"]),
        (
            "deck pyproj",
            ["pyproject.toml"],
        ),  # without completions, the shell completes files
    ],
)
@pytest.mark.usefixtures("path_with_rulings")
def test_bash_completes_commands_options_choices_and_names(
    typed: str, replies: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = typed.split()
    script = f'source <(rulings completion bash); COMP_WORDS=(rulings {typed}); COMP_CWORD={len(words)}; _rulings; printf "%s\\n" "${{COMPREPLY[@]:-$(compgen -f {words[-1]})}}"'
    monkeypatch.chdir(ROOT)
    assert run_shell("bash", "--norc", "-c", script).splitlines() == replies


@pytest.mark.usefixtures("path_with_rulings")
def test_bash_completes_a_command_typed_with_the_home_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    script = "source <(rulings completion bash); COMP_WORDS=('~/rulings' dr-dr); COMP_CWORD=1; _rulings; echo $COMPREPLY"
    assert run_shell("bash", "--norc", "-c", script) == "dr-dreff\n"


@pytest.mark.usefixtures("path_with_rulings")
def test_fish_completes_with_descriptions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    lines = ("dr-dr", "card --wi", "topic trac", "deck pyproj", "list ")
    completions = (f"complete -C 'rulings {line}'" for line in lines)
    script = "; ".join(["rulings completion fish | source", *completions])
    replies = run_shell("fish", "--no-config", "-c", script).splitlines()
    assert "artists\tArtists" in replies[4:]
    assert replies[:4] == [
        "dr-dreff\tDr. Dreff",
        "--with\tshow only rulings that concern this card too; repeatable",
        "tracing\tTracing",
        "pyproject.toml",
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "completion"),
    [
        ("rulings dr-dr", "dr-dreff"),
        ("rulings card --json --wi", "--with"),
        ("rulings run ", "20  -- Step 20"),
        ("rulings deck pyproj", "pyproject.toml"),
    ],
)
@pytest.mark.usefixtures("path_with_rulings")
def test_zsh_completes_names_options_and_files(typed: str, completion: str) -> None:
    zsh = find_program("zsh")
    pty = pytest.importorskip(
        "pty", reason="zsh needs a pseudo-terminal, which only POSIX systems have"
    )
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(
            zsh, [zsh, "-f", "-i"], {**os.environ, "TERM": "dumb", "COLUMNS": "200"}
        )
    try:
        output = ""
        for keys, expected in (
            (
                "PS1='READ''Y> '; autoload -U compinit; compinit -u -D; source <(rulings completion zsh)\n",
                "READY> ",
            ),
            (typed + "\t", completion),
        ):
            os.write(terminal, keys.encode())
            output = ""
            deadline = time.monotonic() + 120
            while (
                expected not in output
                and select.select(
                    [terminal], [], [], max(deadline - time.monotonic(), 0)
                )[0]
            ):
                output += os.read(terminal, 65536).decode("utf-8", "replace")
            assert expected in output
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(terminal)


def test_no_nickname_is_a_command(kb: Knowledge) -> None:
    names = {
        fold(row.name)
        for rows in (kb.edited.names.aliases, kb.edited.names.ambiguous)
        for row in rows
    }
    assert names.isdisjoint(COMMANDS)
