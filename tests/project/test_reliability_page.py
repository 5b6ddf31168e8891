"""Tests that the reliability page names existing tests, and commands that make the stated numbers of runs."""

from __future__ import annotations

import ast
import inspect
import math
import re
from collections import Counter

import pytest

import reliability
from support.project_copy import ROOT
from trials.processes import race_commands

PAGE = (ROOT / "site" / "pages" / "reliability.md").read_text(encoding="utf-8")
TABLE = PAGE.split("\n## In large numbers\n")[1].split("\n## ")[0]
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in TABLE.splitlines() if line.startswith("| ")][
    2:
]
RUNNERS = ("damage_caches", "kill_commands", "race_commands", "try_odd_input", "example_count")  # of random runs
PROCESSES = inspect.signature(race_commands).parameters["processes"].default  # of each round of races


def find_test(test_id: str) -> tuple[ast.Module, ast.FunctionDef]:
    """The file of a test, and the test with its decorators; raises `AssertionError` if there is no such test."""
    file, _, name = test_id.strip("`").partition("::")
    module = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    tests = [node for node in module.body if isinstance(node, ast.FunctionDef) and node.name == name]
    assert tests, test_id
    return module, tests[0]


def runs_in_suite(test_id: str) -> list[int]:
    """The product of the arguments of each call to one of `RUNNERS`, in a test or a constant that it names."""
    module, test = find_test(test_id)
    names = {node.id for node in ast.walk(test) if isinstance(node, ast.Name)}
    assignments = [node for node in module.body if isinstance(node, ast.Assign)]
    constants = [node for node in assignments if ast.unparse(node.targets[0]) in names]
    return [
        math.prod(map(ast.literal_eval, (*node.args, *(keyword.value for keyword in node.keywords))))
        for part in (test, *constants)
        for node in ast.walk(part)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in RUNNERS
    ]


def test_every_promise_names_an_existing_test() -> None:
    promises = [line for line in PAGE.splitlines() if line.startswith("- ")]
    assert len(promises) >= 40
    for promise in promises:
        test_id = re.search(r": `(tests/[\w/]+\.py::test_\w+)`$", promise)
        assert test_id, promise
        find_test(test_id[1])


def test_every_table_row_names_its_test_and_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def pretend(runs: int, seed: int) -> Counter[str]:
        return Counter({"right": runs})

    def pretend_races(rounds: int, processes: int = PROCESSES, seed: int = 0) -> Counter[str]:
        return Counter({"right": rounds * processes})

    monkeypatch.setitem(reliability.TRIALS, "damage", pretend)
    monkeypatch.setattr(reliability, "kill_commands", pretend)
    monkeypatch.setattr(reliability, "race_commands", pretend_races)
    monkeypatch.setattr(reliability, "try_odd_input", pretend)
    assert len(ROWS) >= 4
    for _, test_id, tries, tries_by_hand, command in ROWS:
        assert runs_in_suite(test_id) == [int(tries)], test_id
        stated = re.fullmatch(r"([\d,]+) on \d{4}-\d\d-\d\d: all passed", tries_by_hand)
        assert stated, tries_by_hand
        runs = stated[1].replace(",", "")
        words = command.strip("`").split()
        if "reliability.py" in command:
            monkeypatch.setattr("sys.argv", words[1:])
            with pytest.raises(SystemExit) as exit_info:
                reliability.main()
            assert exit_info.value.code == 0
            assert [line.split()[:2] for line in capsys.readouterr().out.splitlines()[1:]] == [[words[-1], runs]]
        else:
            assert words[-2:] == ["--runs", runs]
