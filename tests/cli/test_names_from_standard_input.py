"""Tests of `-`, which reads names, queries or decks from standard input."""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from unittest.mock import patch

import pytest

from rulings import api
from rulings.cli import main as batch
from rulings.cli import specification
from rulings.cli.main import main
from support.command_line import CommandResult, run_cli


def answers_to(result: CommandResult, line: str) -> CommandResult:
    """What a command prints with `--plain`, with the line that it answers as the last column."""
    return replace(result, out="".join(f"{record}\t{line}\n" for record in result.out.splitlines()))


def test_each_line_stands_above_its_answer() -> None:
    result = run_cli("search", "-", "-n", "1", stdin="jack out\ntrace\n")
    assert [line for line in result.out.splitlines() if line.startswith("»")] == [
        "» jack out",
        "» trace",
    ]


@pytest.mark.parametrize(
    ("command", "lines"),
    [
        ("", "trace cards\ndreff\n"),
        ("card", "trace cards\ndreff\n"),
        ("topic", "tracing\ndamage\n"),
        ("who", "sparky\njd wiker\n"),
        ("run", "13\n6\n"),
        ("document", "manual\nvariant\nmanual 3\n"),
    ],
)
def test_names_from_standard_input_mean_what_they_mean_as_arguments(
    command: str, lines: str
) -> None:
    result = run_cli(*command.split(), "-", "--plain", stdin=lines)
    answers = [
        answers_to(run_cli(*command.split(), *line.split(), "--plain"), line)
        for line in lines.splitlines()
    ]
    assert result.out == "".join(answer.out for answer in answers) != ""
    assert result.err == "".join(answer.err for answer in answers)


def test_json_has_one_object_a_line() -> None:
    lines = run_cli("card", "-", "--json", stdin="aardvark\nchiba\nclown\n").out.splitlines()
    first, ambiguous, last = map(json.loads, lines)
    assert (first["card"]["id"], ambiguous["ambiguous"], last["card"]["id"]) == (
        "aardvark",
        "chiba",
        "clown",
    )


def test_a_line_with_an_error_does_not_end_the_batch() -> None:
    result = run_cli("run", "-", "--plain", stdin="13\n21\n14\n")
    answers = [answers_to(run_cli("run", step, "--plain"), step).out for step in ("13", "14")]
    assert (result.status, result.out) == (1, "".join(answers))
    assert result.err == run_cli("run", "21").err


@pytest.mark.parametrize(
    ("input", "message"),
    [
        (None, "standard input is empty"),
        ("\n \n", "standard input is empty"),
        ("dreff\n\n" * 3, ""),
        ("dreff\n" * 4, "standard input has more than 3 lines"),
    ],
)
def test_names_from_standard_input_are_counted(
    input: str | None, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "_MAX_LINES", 3)
    result = run_cli("card", "-", "--cite", "-n", "1", stdin=input)
    assert result.status == (2 if message else 0)
    assert message in result.err
    assert len(result.out.splitlines()) == min(3, (input or "").count("dreff"))


def test_a_very_long_line_is_one_name() -> None:
    assert (
        run_cli("card", "-", "--plain", stdin="x" * 100_000 + "\ndreff\n").out.count(
            "\tDr. Dreff\t"
        )
        > 5
    )


def answers_to_bytes(content: bytes, *command: str) -> tuple[int, str, str]:
    """Status, output and errors for bytes on standard input, which decode strictly."""
    stream = io.TextIOWrapper(io.BufferedReader(io.BytesIO(content)), "utf-8", newline="\n")
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), patch.object(sys, "stdin", stream):
        status = main([*command, "--plain"])
    return status, out.getvalue(), err.getvalue()


COMMANDS = [[name, "-"] for name, row in specification.COMMANDS.items() if row.reads_lines]


@pytest.mark.parametrize("command", [["-"], *COMMANDS], ids=" ".join)
@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe\n",
        "xyzzy\n".encode("utf-16") + b"zombie\n",
        b"\xff\xfe\x00\xd8d\x00\n\x00",
        b"\xfe\xff\x00d\x00",
        b"cr\x81che\n",
    ],
)
def test_a_line_that_is_not_whole_is_named(command: list[str], line: bytes) -> None:
    status, _, err = answers_to_bytes(line, *command)
    assert status == 2
    assert "of standard input is not whole: " in err


@pytest.mark.parametrize("line", [b"cr\x81che", b"Cr\xe8che", b"\xef\xbb\xbfDreff"])
def test_the_lines_after_any_bytes_are_answered(line: bytes) -> None:
    status, out, _ = answers_to_bytes(line + b"\naardvark\n", "card", "-", "-n", "1")
    assert status == (2 if b"\x81" in line else 0)
    assert out.splitlines()[-1].startswith("aardvark-")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_and_are_written_as_on_any_system(encoding: str, end: str) -> None:
    typed = f"crèche{end}Dr. Dreff{end}".encode(encoding)
    _, out, err = answers_to_bytes(typed, "card", "-", "-n", "1")
    assert [line.rpartition("\t")[2] for line in out.splitlines()][-1:] == ["Dr. Dreff"]
    assert "crèche" in out + err


def test_all_lines_are_answered_from_one_knowledge_base() -> None:
    stream = io.TextIOWrapper(io.BytesIO(b"dreff\naardvark\ntrace\n"))
    with (
        redirect_stdout(io.StringIO()),
        patch.object(sys, "stdin", stream),
        patch.object(api, "open", wraps=api.open) as opened,
    ):
        assert main(["search", "-", "--plain"]) == 0
    assert opened.call_count == 1
