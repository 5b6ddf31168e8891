"""Tests of the help, of error messages, and of how a command line is read."""

from __future__ import annotations

import re
import shlex
from typing import get_args, get_type_hints

import pytest

from rulings.api import KnowledgeBase
from rulings.cli import dispatch, grammar, output
from rulings.cli.specification import COMMANDS, ENVIRONMENT, EXIT_STATUSES
from rulings.model.entities import Ruling
from rulings.model.page_table import PAGES
from rulings.model.records import PLAIN_COLUMNS
from rulings.search.fields import FIELDS
from support.command_line import run_cli

# Examples that read all sources or entries, read or write files, start a server, ask
# questions or need a shell. Other tests cover these commands.
NOT_RUN = re.compile(
    r"source |cut |printf |rulings (deck|site|parse|check|export|completion fish) ?|.* --deck "
)
EXAMPLES = [
    line
    for command in COMMANDS.values()
    for line in command.examples
    if not NOT_RUN.match(line)
]


@pytest.mark.parametrize("line", EXAMPLES)
def test_every_help_example_works(line: str) -> None:
    words = shlex.split(re.split(r" [|>] ", line)[0])
    result = run_cli(*words[1:])
    assert result.status == 0
    assert re.fullmatch(r"(rulings: note: \d+ of \d+; .*\n)?", result.err)
    assert result.out


@pytest.mark.parametrize("name", COMMANDS)
def test_what_a_command_runs_takes_arguments_and_answers(name: str) -> None:
    hints = get_type_hints(dispatch.command_function(name))
    assert hints.pop("args") is grammar.Arguments
    assert [*hints] == ["return"]
    assert {*(get_args(hints["return"]) or [hints["return"]])} <= {
        *get_args(output.Outcome)
    }


@pytest.mark.parametrize("name", COMMANDS)
def test_help_begins_with_examples(name: str) -> None:
    out = run_cli(name, "--help").out
    assert out.index("Examples") < out.index("Usage")
    assert out == run_cli(name, "-h").out
    words = " ".join(out.split())
    assert [line for line in COMMANDS[name].examples if line not in words] == []


def test_no_option_field_or_page_has_the_name_of_another() -> None:
    for command in COMMANDS.values():
        options = [name for o in command.options for name in (o.name, o.short) if name]
        assert len(options) == len(set(options)), command.name
    fields = [name for field in FIELDS for name in (field.name, *field.aliases)]
    assert len(fields) == len(set(fields))
    shown = [name for page in PAGES if page.shows for name in (page.id, *page.names)]
    assert len(shown) == len(set(shown))


def test_the_first_example_of_why_is_of_what_is_overruled(
    library: KnowledgeBase,
) -> None:
    entry = library.ruling(next(iter(COMMANDS["why"].examples)).split()[-1])
    assert isinstance(entry, Ruling)
    assert entry.status != "in-force"


def test_the_help_of_plain_names_each_column() -> None:
    words = COMMANDS["search"].options_by_name["--plain"].help
    assert [
        column for column in PLAIN_COLUMNS if column.replace("_", " ") not in words
    ] == []


def test_no_arguments_prints_one_screen_with_three_examples(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out = run_cli().out
    assert len(out.splitlines()) < 24
    assert out.count("  $ rulings ") == 3
    for line in re.findall(r"\$ (rulings .*?)  ", out):
        assert run_cli(*shlex.split(line)[1:]).status == 0


def test_help_lists_the_commands_and_what_is_the_same_for_all() -> None:
    words = " ".join(run_cli("help").out.split())
    for explained in (ENVIRONMENT, EXIT_STATUSES):
        assert [line for line in explained.values() if line not in words] == []
