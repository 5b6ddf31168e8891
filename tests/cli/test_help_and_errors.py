"""Tests of the help, of error messages, and of how a command line is read."""

from __future__ import annotations

import re
import shlex
from typing import get_args, get_type_hints

import pytest

from rulings.cli import grammar, lookup, output
from rulings.cli.specification import COMMANDS, ENVIRONMENT, EXIT_STATUSES
from support.command_line import run_cli
from support.data_files import now
from support.examples import slow_except

# Examples that read or write files, start a server, ask questions or need a shell; other tests
# cover these commands.
NOT_RUN = re.compile(
    r"source |cut |printf |rulings deck |.* --deck |rulings completion fish |rulings site |.* --walk|.* /tmp/kb"
)


READS_ALL = re.compile("rulings (parse|check|export)")  # all sources or all entries
EXAMPLES = [
    line
    for command in COMMANDS.values()
    for line in command.examples
    if not NOT_RUN.match(line) and "sqlite" not in line
]


@pytest.mark.parametrize(
    "line", slow_except([line for line in EXAMPLES if not READS_ALL.match(line)], EXAMPLES)
)
def test_every_help_example_works(line: str) -> None:
    words = shlex.split(re.split(r" [|>] ", line)[0])
    result = run_cli(*words[1:])
    assert result.status == 0
    assert re.fullmatch(r"(rulings: note: \d+ of \d+; .*\n)?", result.err)
    assert result.out


@pytest.mark.parametrize("name", COMMANDS)
def test_what_a_command_runs_takes_arguments_and_answers(name: str) -> None:
    hints = get_type_hints(lookup.command_function(name))
    assert hints.pop("args") is grammar.Arguments
    assert [*hints] == ["return"]
    assert {*(get_args(hints["return"]) or [hints["return"]])} <= {*get_args(output.Outcome)}


@pytest.mark.parametrize("name", COMMANDS)
def test_help_begins_with_examples(name: str) -> None:
    out = run_cli(name, "--help").out
    assert out.index("Examples") < out.index("Usage")
    assert out == run_cli(name, "-h").out
    words = " ".join(out.split())
    assert [line for line in COMMANDS[name].examples if line not in words] == []


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
    assert run_cli("help", "help") == run_cli("help") == run_cli("--help")
    words = " ".join(run_cli("help").out.split())
    for explained in (ENVIRONMENT, EXIT_STATUSES):
        assert [line for line in explained.values() if line not in words] == []


@pytest.mark.parametrize(
    ("line", "status", "message"),
    [
        ("xyzzyq", 1, "no card is called “xyzzyq”"),
        (
            "dr-dreff-601afce5",
            1,
            now("no ruling “dr-dreff-601afce5”; did you mean dr-dreff-601afce4?"),
        ),
        ("arasaka", 1, "may mean several cards"),
        ("topic xyzzy", 1, "\nthe topics are "),
        ("card may anyone look at archives --plain", 1, "no card “may anyone look at archives”"),
        ("xyzzyq --with marionette", 1, "no card “xyzzyq”"),
        ("olivia dreff --with marionette", 1, "no card “olivia dreff”"),
        ("tourney 40", 1, "did you mean `rulings tournament 40`?"),
        ("serach jack out", 1, "did you mean `rulings search jack out`?"),
        ("why", 2, "missing id"),
        ("why xyzzy", 1, "no ruling “xyzzy”"),
        ("why run-chart-99", 1, "no step “run-chart-99”; the run chart has steps 1 to 20"),
        ("step 99", 1, "no step “step 99”"),
        ("run 21", 1, "steps 1 to 20"),
        ("dreff --with --json", 2, "--with needs a value"),
        ("dreff --with dreff", 2, "--with needs a card other than Dr. Dreff"),
        ("dreff --sort name", 2, "--sort must be date"),
        ("document xyzzy", 1, "no document “xyzzy”"),
        ("document manual xyzzy", 1, "has no section “xyzzy”"),
        ("search xyzzy plugh", 1, "xyzzy"),
        ("card dreff --game netrunner", 2, "`rulings search` and `rulings document` have it"),
        (
            "card dreff --with wilson",
            1,
            "no rulings concern both Dr. Dreff and Wilson, Weeflerunner Apprentice",
        ),
        ("list --side corp --type prep", 1, "no cards match"),
        ("dreff --since 2035", 1, "no rulings on Dr. Dreff match these options\n"),
        (
            now("dr-dreff-601afce4 --since 1998"),
            1,
            now("no rulings with the id dr-dreff-601afce4 match these options\n"),
        ),
        (
            "security-purge --with restrictive-net-zoning --since 2035",
            1,
            "Restrictive Net Zoning with these options\n",
        ),
        ("topic tracing --side corp", 1, "no rulings on Tracing match these options\n"),
        ("topic --since 2035", 1, "no rulings on any topic match these options\n"),
        ("who --since 2035", 1, "no rulings by any authority match these options\n"),
        ("card", 2, "missing card name"),
        ("search", 2, "missing query"),
        ("tournament", 2, "missing number of players"),
        ("tournament 0", 1, "at least 4 players"),
        ("tournament -3", 1, "at least 4 players, not -3"),
        ("tournament 7.5", 2, "not a whole number"),
        ("tournament 9" + "9" * 5000, 2, "not a whole number of at most 7 digits"),
        ("dreff --json --plain", 2, "cannot be combined"),
        ("dreff --with=", 2, "--with needs the name of a card"),
        ("asp --with 601afce4", 1, "dr-dreff-601afce4 does not concern Asp"),
        ("601afce4 --with asp", 1, "dr-dreff-601afce4 does not concern Asp"),
        ("who --cite", 2, "--cite prints rulings, and this is a list of something else"),
        ("quiz dreff", 2, "--topic"),
        (now("quiz --topic tracing-cfc466d9"), 1, now("no topic “tracing-cfc466d9”")),
        ("quiz --keyword qwertz", 1, "no keyword"),
        ("quiz --step 21", 1, "steps 1 to 20"),
        ("quiz --deck no-such-file", 2, "cannot be read"),
        ("quiz --side corp --topic tracing", 1, "no questions match"),
        ("--version extra", 2, "`rulings --version` takes no arguments, but got “extra”"),
        ("-V --json", 2, "`rulings -V` takes no arguments, but got “--json”"),
        ("help nope", 2, "no command “nope”; rulings help lists them"),
        ("help serach", 2, "no command “serach”; did you mean `rulings help search`?"),
        ("topic dr-dreff", 1, "there is the card Dr. Dreff (dr-dreff)"),
        ("dreff --side up", 2, "--side must be one of corp, runner"),
        ("dreff --since 1997-13", 2, "is not a date"),
        ("search -n 0 x", 2, "-n must be a number"),
        ("run --walk 21", 1, "steps 1 to 20"),
        ("run --walk --json", 2, "cannot be combined with --json"),
        ("run --walk 3 -n 2", 2, "cannot be combined with --limit"),
        ("run --sort date", 2, "--sort is for rulings, as of rulings run STEP"),
        ("topic --sort date", 2, "--sort is for rulings, as of rulings topic NAME"),
        ("who --sort date", 2, "--sort is for rulings, as of rulings who NAME"),
        (
            "document --outline",
            2,
            "--outline is for the sections of one document: rulings document NAME",
        ),
        ("document manual --outline --json", 2, "--outline cannot be combined with --json"),
        ("/book/", 1, "no command shows the page “/book/”"),
        (
            "https://x.example/cards/none/",
            1,
            "no command shows the page “https://x.example/cards/none/”",
        ),
        ("/keywords/nonsense/", 1, "no command shows the page “/keywords/nonsense/”"),
        ("/virus/", 1, "no command shows the page “/virus/”"),
        ("document manual-3-setup --game android-netrunner", 1, "no document “manual-3-setup”"),
        (
            "why dreff -n 3",
            2,
            "`rulings why` has no option -n; `rulings card` and `rulings search`",
        ),
        ("dreff --format json", 2, "has no option --format; did you mean --json?"),
        ("export json", 2, "takes no arguments, but got “json”; did you mean --format json?"),
        ("cite dreff", 1, "no card or command “cite dreff”; did you mean `rulings dreff --cite`?"),
        ("data wall --side runner", 1, "Data Wall is Corp ice; --side runner"),
        ("list dreff", 2, "there is no such list; NAME may be rulings, cards, topics"),
        ("datta", 1, "“datta”, if misspelt, may mean several cards:"),
        ("acess", 1, "“acess”, if misspelt, may mean"),
        ("viril", 1, "“viril”, if misspelt, may mean"),
        ("why weather-to-finance pipe", 1, "no rulings on Weather-to-Finance Pipe"),
        ("dr-dreff-00000000", 1, "no ruling “dr-dreff-00000000”"),
        ("search dr-dreff-00000000", 1, "no ruling “dr-dreff-00000000”; its page is Dr. Dreff"),
        ("site build a b c", 2, "use rulings site build [DIR] or rulings site serve\n"),
        ("site build --card-texts /nonexistent/x /tmp/x", 2, "No such file or directory\n"),
        ("help me with tracing", 2, "to search for the words: rulings search help me with tracing"),
        ("completion tcsh", 2, "name a shell"),
        ("site", 2, "rulings site build [DIR] or"),
        ("parse --sources /nowhere/at/all", 2, "no such folder"),
        ("check --sources /nowhere/at/all", 2, "no such folder"),
        ("check /nowhere/at/all", 2, "has no folder `sources`"),
    ],
)
def test_errors_are_printed_on_standard_error(line: str, status: int, message: str) -> None:
    result = run_cli(*line.split())
    assert (result.status, result.out) == (status, "")
    assert result.err.startswith("rulings: ")
    assert message in result.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("dreff", "--ofical"), "did you mean --official?"),
        (("dreff", "--off"), "did you mean --official?"),
        (("--vers",), "did you mean --version?"),
        (("dreff", "--zzzzzz"), "no option --zzzzzz ("),
        (("-z", "--color"), "`rulings card` has no option -z ("),
        (("--colour",), "`rulings card` has no option --colour; did you mean --color?"),
    ],
)
def test_unknown_options_get_useful_suggestions(words: tuple[str, ...], message: str) -> None:
    result = run_cli(*words)
    assert result.status == 2
    assert message in result.err


def test_options_with_values_may_precede_the_command() -> None:
    assert run_cli("-n", "1", "--sort", "date", "topic", "tracing") == run_cli(
        "topic", "tracing", "-n", "1", "--sort", "date"
    )


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("search trace -n 0", "-n must be a number from 1 to 999999 or “all”, not “0”"),
        ("topic trace -n 0", "-n must be a number from 1 to 999999 or “all”, not “0”"),
        ("document manual --outline --cite", "--outline cannot be combined with --cite"),
        ("document manual --outline --md", "--outline cannot be combined with --md"),
    ],
)
def test_what_is_wrong_is_the_only_thing_told(line: str, error: str) -> None:
    result = run_cli(*line.split())
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith(f"rulings: {error}")
    assert result.err.count("\n") == 1


@pytest.mark.parametrize("command", ["who", "topic", "card", "search", "document", "run", "list"])
def test_an_empty_name_is_refused_and_lists_nothing(command: str) -> None:
    result = run_cli(command, "")
    assert (result.status, result.out) == (2, "")
