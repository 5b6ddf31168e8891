"""Tests of shell completion, by `rulings completion` and by the real shells."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulings.api import KnowledgeBase
from rulings.cli.completion import COMPLETERS
from rulings.cli.specification import COMMANDS
from rulings.model.plain_text import fold
from rulings.search.fields import FIELDS
from support.command_line import find_program, run_cli
from support.project_copy import ROOT


@pytest.mark.parametrize(
    "typed",
    [
        [],
        [""],
        ["--"],
        ["zzzzzz"],
        ["\x1b"],
        ["card", "'"],
        ["document", "nothing", ""],
        ["run", "1", ""],
    ],
)
def test_odd_input_does_not_break_completion(typed: list[str]) -> None:
    result = run_cli("completion", "words", "--", *typed)
    assert (result.status, result.err) == (0, "")


def test_options_already_given_are_not_offered_again() -> None:
    offered = run_cli("completion", "words", "--", "card", "--json", "--").out
    assert "--plain" in offered
    assert "--json" not in offered


@pytest.fixture
def path_with_rulings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Puts a `rulings` on the PATH that runs the version being tested."""
    program = tmp_path / "rulings"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m rulings "$@"\n', encoding="utf-8")
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
    ("typed", "reply"),
    [
        ("rulings dr-dr", "dr-dreff"),
        ("rulings card --color = al", "always"),
        ("rulings card Dr.\\ Dr", "Dr. Dreff"),
        ("rulings search strengt", "strength:"),
        ("rulings search is : revers", "reversal"),
        ("rulings search -is : er", "errata"),
        ('rulings search "is:errata\\ by:sp', "is:errata by:sparky"),
        ("rulings card --card-texts = pyproj", "pyproject.toml"),
        ("rulings deck --against =", "CHANGELOG.md"),
        ("rulings parse --sources = docu", "documents"),
    ],
)
@pytest.mark.usefixtures("path_with_rulings")
def test_bash_completes_names_options_and_query_fields(
    typed: str, reply: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = " ".join(f"'{word}'" for word in typed.replace("\\ ", "\0").split(" ")).replace(
        "\0", "\\ "
    )
    script = f'source <(rulings completion bash); COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _rulings; printf "%s\\n" "${{COMPREPLY[@]}}"'
    monkeypatch.chdir(ROOT / "rulings" if "--sources" in typed else ROOT)
    replies = run_shell("bash", "--norc", "-c", script).splitlines()
    assert replies == [reply] or (typed.endswith("=") and reply in replies)


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
    lines = (
        "dr-dr", "card --wi", "topic trac", "search strengt", "card --card-texts=pyproj",
        "parse --sources=rulings/docu",
    )  # fmt: skip
    completions = (f"complete -C 'rulings {line}'" for line in lines)
    script = "; ".join(["rulings completion fish | source", *completions])
    assert run_shell("fish", "--no-config", "-c", script).splitlines() == [
        "dr-dreff\tDr. Dreff",
        "--with\tonly rulings that concern this card too; several times, all…",
        "tracing\tTracing",
        "strength:\tthe strength of ice or a program: a number, X or *",
        "--card-texts=pyproject.toml",
        "--sources=rulings/documents/\tDirectory",
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "completion"),
    [
        ("rulings dr-dr", "dr-dreff"),
        ('rulings "Dr. D', '"Dr. Dreff"'),
        ("rulings card --card-texts=pyproj", "--card-texts=pyproject.toml"),
        ("rulings parse --sources=rulings/docu", "--sources=rulings/documents/"),
        ("rulings search strengt", "search strength:"),  # a colon, after which no space follows
    ],
)
@pytest.mark.usefixtures("path_with_rulings")
def test_zsh_completes_names_options_and_query_fields(typed: str, completion: str) -> None:
    zsh = find_program("zsh")
    pty = pytest.importorskip(
        "pty", reason="zsh needs a pseudo-terminal, which only POSIX systems have"
    )
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(zsh, [zsh, "-f", "-i"], {**os.environ, "TERM": "dumb", "COLUMNS": "200"})
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
                and select.select([terminal], [], [], max(deadline - time.monotonic(), 0))[0]
            ):
                output += os.read(terminal, 65536).decode("utf-8", "replace")
            assert expected in output
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(terminal)


def test_the_names_of_all_fields_are_completed_and_values_that_find_something() -> None:
    for field in FIELDS:
        completed = run_cli("completion", "words", "--", "search", field.name[:2]).out.splitlines()
        assert f"{field.name}:\t{field.help}" in completed
        offered = run_cli("completion", "words", "--", "search", f"{field.name}:").out.splitlines()
        queries = [line.partition("\t")[0] for line in offered]
        assert bool(queries) == (field.value_type in ("name", "value") and field.name != "venue")
        assert {f"{field.name}:{value}" for value in field.choices} <= {*queries}
        for query in queries[::20]:
            assert run_cli("search", query, "-n", "1").status == 0, query


def test_every_completer_is_used() -> None:
    asked = {command.completes for command in COMMANDS.values()}
    assert COMPLETERS.keys() <= asked | {
        option.metavar for command in COMMANDS.values() for option in command.options
    }


def test_no_nickname_is_a_command(kb: KnowledgeBase) -> None:
    names = {fold(row.name) for rows in (kb.names.aliases, kb.names.ambiguous) for row in rows}
    assert names.isdisjoint(COMMANDS)
