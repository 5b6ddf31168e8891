"""Tests of the commands: help, errors, and what each of them prints."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from rulings.api import KnowledgeBase
from rulings.cli.render.step import step_targets
from rulings.cli.specification import COMMANDS
from rulings.model import serializing
from rulings.model.views import DecisionView
from support.command_line import CommandResult, run_cli, run_cli_process

# Examples that write files, start a server, ask questions or need a shell; other tests cover these commands.
NOT_RUN = re.compile(
    r"source |cut |printf |rulings deck |.* --deck |.* --copy|rulings completion fish |rulings site |.* --walk|.* /tmp/kb"
)
EXAMPLES = [line for command in COMMANDS.values() for line, _ in command.examples if not NOT_RUN.match(line)]


@pytest.mark.parametrize("line", EXAMPLES)
def test_every_help_example_works(line: str) -> None:
    words = shlex.split(re.split(r" [|>] ", line)[0])
    result = run_cli(*words[1:])
    assert (result.status, result.err) == (0, "")
    assert result.out


@pytest.mark.parametrize("name", COMMANDS)
def test_help_begins_with_examples(name: str) -> None:
    out = run_cli(name, "--help").out
    assert out.index("Examples") < out.index("Usage")
    assert out == run_cli(name, "-h").out
    words = " ".join(out.split())
    assert [line for line, _ in COMMANDS[name].examples if line not in words] == []


def test_no_arguments_prints_one_screen_with_three_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out = run_cli().out
    assert len(out.splitlines()) < 24
    assert out.count("  $ rulings ") == 3
    for line in re.findall(r"\$ (rulings .*?)  ", out):
        assert run_cli(*shlex.split(line)[1:]).status == 0


@pytest.mark.parametrize(
    ("line", "status", "message"),
    [
        ("xyzzyq", 1, "no card “xyzzyq”"),
        ("dr-dreff-601afce5", 1, "no ruling “dr-dreff-601afce5”\ndid you mean dr-dreff-601afce4?"),
        ("arasaka", 1, "may mean several cards"),
        ("topic xyzzy", 1, "no topic “xyzzy”"),
        ("run 21", 2, "steps 1 to 20"),
        ("run 0", 2, "steps 1 to 20"),
        ("run -20", 2, "steps 1 to 20"),
        ("dreff --with --json", 2, "--with needs a value"),
        ("dreff --with dreff", 2, "--with needs a card other than Dr. Dreff"),
        ("dreff --sort name", 2, "--sort must be date"),
        ("run zero", 2, "steps 1 to 20"),
        ("run 21" + "0" * 5000, 2, "steps 1 to 20"),
        ("document xyzzy", 1, "no document “xyzzy”"),
        ("document manual xyzzy", 1, "has no section “xyzzy”"),
        ("search xyzzy plugh", 1, "xyzzy"),
        ("card dreff --as-of 1990", 1, "no rulings on Dr. Dreff by 1990; "),
        ("card dreff --as-of 2000 --game android-netrunner", 1, "no rulings on Dr. Dreff match these options"),
        ("card dreff --with wilson", 1, "no rulings concern both Dr. Dreff and Wilson, Weeflerunner Apprentice"),
        ("list --side corp --type prep", 1, "no cards match"),
        ("card", 2, "missing card name"),
        ("search", 2, "missing query"),
        ("tournament", 2, "missing number of players"),
        ("tournament 0", 2, "at least 4 players"),
        ("tournament 2", 2, "at least 4 players"),
        ("tournament -3", 2, "too few"),
        ("tournament 7.5", 2, "not a whole number"),
        ("tournament forty", 2, "not a whole number"),
        ("tournament 9" + "9" * 5000, 2, "too many"),
        ("--no-such-option", 2, "no option --no-such-option"),
        ("dreff --jsno", 2, "did you mean --json?"),
        ("dreff --json --plain", 2, "cannot be combined"),
        ("dreff --with", 2, "--with needs a value"),
        ("who --cite", 2, "--cite prints rulings, and there are none in this list; use --plain or --json"),
        ("quiz --boxes --json", 2, "--boxes cannot be combined with --json"),
        ("quiz --topic aardvark", 1, "no topic “aardvark”"),
        ("quiz --topic tracing-cfc466d9", 2, "--topic needs a topic, not the ruling tracing-cfc466d9"),
        ("help nope", 2, "no command “nope”; rulings help lists them"),
        ("help serach", 2, "no command “serach” (or the command: rulings search); rulings help lists them"),
        ("topic dr-dreff", 1, "there is a card Dr. Dreff: rulings card dr-dreff"),
        ("dreff --side up", 2, "--side must be one of corp, runner"),
        ("dreff --as-of 1997-13", 2, "is not a date"),
        ("dreff --as-of 1997-02-30", 2, "is not a date"),
        ("dreff --color=blue", 2, "--color must be one of"),
        ("search -n 0 x", 2, "-n must be a number"),
        ("run --walk 21", 2, "steps 1 to 20"),
        ("run --walk --json", 2, "cannot be combined with --json"),
        ("list dreff", 2, "takes no name"),
        ("export --format xml", 2, "--format must be one of"),
        ("completion tcsh", 2, "name a shell"),
        ("site", 2, "rulings site build [DIR] or"),
        ("parse --sources /nowhere/at/all", 2, "no such folder"),
        ("check /nowhere/at/all", 2, "has no folder `sources`"),
    ],
)
def test_errors_are_printed_on_standard_error(line: str, status: int, message: str) -> None:
    result = run_cli(*line.split())
    assert (result.status, result.out) == (status, "")
    assert result.err.startswith("rulings: ")
    assert message in result.err


def test_a_step_may_be_typed_with_zeros_before_it() -> None:
    assert run_cli("run", "0" * 5000 + "13").out == run_cli("run", "13").out


def test_only_rulings_are_cited() -> None:
    result = run_cli("search", "type:ice", "kind:card", "--cite")
    assert (result.status, result.out) == (0, "")
    assert "only rulings are cited" in result.err


def test_a_ruling_id_can_be_used_as_a_name() -> None:
    result = run_cli("dr-dreff-601afce4")
    assert "Does ice that Dr. Dreff forces" in result.out
    assert "ERRATA" not in result.out


@pytest.mark.parametrize("command", ["card", "topic"])
def test_a_ruling_id_works_with_either_command(command: str) -> None:
    assert run_cli(command, "tracing-d3a28231").out.startswith("Tracing\n")
    page = json.loads(run_cli(command, "tracing-d3a28231", "--json").out)
    assert [r["id"] for r in page["rulings"]] == ["tracing-d3a28231"]


def test_one_ruling_is_cited_in_one_line() -> None:
    assert len(run_cli("card", "dr-dreff-601afce4", "--cite").out.splitlines()) == 1


@pytest.mark.parametrize(
    ("card", "parts"),
    [
        (
            "incubator",
            [
                "Incubator\n",
                "Runner program · Virus",
                "2 rulings · 5 from Boardwalk",
                "incubator-fe603f8e",
                "From Boardwalk, on Virus programs",
                "▸ ",
            ],
        ),
        (
            "dr-dreff",
            ["┃ ERRATA", "dr-dreff-6c42e3dd", "Mentioned in", "Steps of a run", "⚑ restored from an undamaged copy"],
        ),
    ],
)
def test_a_card_page_shows_its_parts_in_order(card: str, parts: list[str]) -> None:
    out = run_cli("card", card).out
    assert [out.index(part) for part in parts] == sorted(out.index(part) for part in parts)


def test_inherited_rulings_are_shown_as_questions_unless_in_full() -> None:
    assert "The Runner gets" not in run_cli("card", "incubator").out.split("From Boardwalk")[1]
    full = run_cli("card", "incubator", "--full").out
    assert "boardwalk-" in full
    assert "▸" not in full


def test_a_likely_date_is_shown_with_the_printed_one() -> None:
    assert "11 March 1997, printed 3/11/96 † likely date" in " ".join(run_cli("dreff").out.split())


def test_a_card_without_rulings_says_so_first(kb: KnowledgeBase) -> None:
    card = next(c for c in kb.cards if not kb.rulings_for(c.id) and not kb.inherited(c.id))
    assert run_cli(card.id).out.splitlines()[2].startswith("no rulings on this card itself")


@pytest.mark.parametrize("short", ["manual", "variant", "tournament"])
def test_documents_are_printed_in_full_without_markdown(kb: KnowledgeBase, short: str) -> None:
    result = run_cli("document", short)
    assert not re.search(r"\*|^ *---|\n\n\n", result.out)
    (document,) = (d for d in kb.documents if d.short == short)
    for section in (s for s in kb.sections if s.document == document.id):
        words = re.findall(r"\w+", section.text)
        printed = re.findall(r"\w+", run_cli("document", short, section.id).out)
        missing = Counter(words) - Counter(printed)
        assert not missing, section.id


@pytest.mark.parametrize(
    ("line", "keys"),
    [
        ("card dreff", "card rulings inherited mentioned_in steps"),
        ("search jack out", "query total notes hits"),
        ("topic", "topics"),
        ("topic tracing", "topic rulings"),
        ("run", "steps"),
        ("run 13", "step rulings"),
        ("document", "documents"),
        ("document manual", "document sections"),
        ("document multiplayer", "document sections"),
        ("tournament 40", "game document players structures points round_times tiebreakers"),
        ("list", "cards"),
        ("check", "documents counts errors warnings"),
    ],
)
def test_commands_print_json(line: str, keys: str) -> None:
    result = run_cli(*line.split(), "--json")
    assert result.status == 0
    assert set(keys.split()) <= set(json.loads(result.out))


@pytest.mark.parametrize(
    "line",
    ["card dreff --as-of 1990", "topic tracing --as-of 1990", "who sparky --as-of 1990", "list --as-of 1990 --ruled"],
)
def test_commands_print_json_even_if_the_options_exclude_everything(line: str) -> None:
    result = run_cli(*line.split(), "--json")
    assert result.status == 1
    assert isinstance(json.loads(result.out), dict)


def test_options_with_values_may_precede_the_command() -> None:
    assert run_cli("-n", "1", "--sort", "date", "topic", "tracing") == run_cli(
        "topic", "tracing", "-n", "1", "--sort", "date"
    )


def test_ndjson_has_a_kind_on_every_line(kb: KnowledgeBase) -> None:
    rows = [json.loads(line) for line in run_cli("export", "--format", "ndjson").out.splitlines()]
    kinds = {row["kind"] for row in rows}
    assert {"document", "card", "topic", "ruling", "errata", "see", "section", "step", "tournament"} <= kinds
    assert sum(row["kind"] == "card" for row in rows) == len(kb.cards)


def test_tournament_follows_the_tables() -> None:
    plan = json.loads(run_cli("tournament", "40", "--json").out)
    assert {n: (s["rounds"], s["cut"], s["minutes"]) for n, s in plan["structures"].items()} == {
        "basic": (5, 8, 325),
        "advanced": (5, 8, 325),
    }
    assert "5 × 65 minutes = 5 h 25 min" in run_cli("tournament", "40").out
    assert "from 9 players" in run_cli("tournament", "8").out
    assert json.loads(run_cli("tournament", "5000", "--json").out)["structures"]["advanced"]["rounds"] == 9


def test_tournament_names_the_game_and_the_sections_of_its_tables() -> None:
    out = run_cli("tournament", "40").out
    assert "Android: Netrunner (2012)" in out
    sections = ("basic-structure", "advanced-structure", "tournament-round-times", "tournament-points", "tiebreakers")
    assert [section for section in sections if f"(tournament-{section})" not in out] == []


def test_parse_of_other_sources_needs_an_output_folder(sources: Path) -> None:
    result = run_cli("parse", "--sources", str(sources))
    assert (result.status, result.out) == (2, "")
    assert "--output DIR" in result.err


def test_parse_of_other_sources_writes_and_checks_an_output_folder(sources: Path, tmp_path: Path) -> None:
    assert run_cli("parse", "--sources", str(sources), "--output", str(tmp_path / "kb")).status == 0
    assert (tmp_path / "kb" / "cards" / "corp" / "dr-dreff.yaml").is_file()
    assert (
        run_cli("parse", "--check", "--sources", str(sources), "--output", str(tmp_path / "kb")).out
        == "the YAML is up to date\n"
    )


def test_parse_of_a_damaged_source_names_it_and_writes_nothing(sources: Path, tmp_path: Path) -> None:
    (sources / "sparkys-run-chart.txt").write_bytes(b"something else")
    result = run_cli("parse", "--sources", str(sources), "--output", str(tmp_path / "new"))
    assert result.status == 2
    assert "sparkys-run-chart.txt" in result.err
    assert not (tmp_path / "new").exists()


def test_a_question_about_rounds_suggests_the_tournament_command() -> None:
    result = run_cli("search", "how", "many", "rounds", "for", "24", "players")
    assert "rulings tournament 24" in result.err + result.out


@pytest.mark.parametrize("words", [["dreff"], ["search", "jack out"], ["xyzzyq"], ["run", "21"]])
def test_the_installed_program_prints_everything_before_it_ends(words: list[str]) -> None:
    code = "from rulings.cli.main import run; run()"  # as the script `rulings` does
    process = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, check=False)
    expected = run_cli_process(*words)
    result = CommandResult(process.returncode, process.stdout.decode(), process.stderr.decode())
    assert result == expected
    assert result.out or result.err


def test_the_record_of_a_step_has_every_answer(kb: KnowledgeBase) -> None:
    innermost: DecisionView = {"question": "And is it?", "yes": {"go": 2}, "no": {"end": "End the run"}}
    inner: DecisionView = {"question": "Is it so?", "yes": {"decision": innermost}, "no": {"go": 3}}
    decision: DecisionView = {"question": "Is it?", "yes": {"go": 4}, "no": {"decision": inner}}
    step = serializing.step_view(kb.steps[0])
    targets = ["yes:4", "no-yes-yes:2", "no-yes-no:End the run", "no-no:3"]
    assert step_targets({**step, "decision": decision}) == targets
    assert step_targets({**step, "decision": None, "next": 5}) == ["5"]
