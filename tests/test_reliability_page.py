"""Tests that the reliability page names existing tests and commands."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

import reliability

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "site" / "pages" / "reliability.md").read_text(encoding="utf-8")
TABLE = PAGE.split("\n## In large numbers\n")[1].split("\n## ")[0]
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in TABLE.splitlines() if line.startswith("| ")][
    2:
]


def source_of(test_id: str) -> str:
    """The source of a test with its decorators and their constants; raises `AssertionError` if there is no such test."""
    file, _, name = test_id.strip("`").partition("::")
    source = (ROOT / file).read_text(encoding="utf-8")
    tests = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef) and node.name == name]
    assert tests, test_id
    decorators = [str(ast.get_source_segment(source, decorator)) for decorator in tests[0].decorator_list]
    decorators += [line for line in source.splitlines() if line.startswith(("DEFAULTS", "KILLS"))]
    return "\n".join([*decorators, str(ast.get_source_segment(source, tests[0]))])


def test_every_promise_names_an_existing_test() -> None:
    promises = [line for line in PAGE.splitlines() if line.startswith("- ")]
    assert len(promises) >= 40
    for promise in promises:
        test_id = re.search(r": `(tests/[\w/]+\.py::test_\w+)`$", promise)
        assert test_id, promise
        source_of(test_id[1])


def test_every_table_row_names_its_test_and_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(ROWS) >= 4
    for _, test_id, tries, tries_by_hand, command in ROWS:
        assert re.search(rf"[(=]{tries}\b", source_of(test_id)), test_id
        assert tries_by_hand == "" or re.fullmatch(r"[\d,]+ on \d{4}-\d\d-\d\d: all passed", tries_by_hand), (
            tries_by_hand
        )
        if "reliability.py" in command:
            trial = command.strip("`").split()[-1]
            for name in list(reliability.TRIALS):
                monkeypatch.setitem(reliability.TRIALS, name, lambda runs, seed: Counter({"right": runs}))
            monkeypatch.setattr("sys.argv", [*command.strip("`").split()[1:]])
            with pytest.raises(SystemExit) as exit_info:
                reliability.main()
            assert exit_info.value.code == 0
            assert [line.split()[0] for line in capsys.readouterr().out.splitlines()[1:]] == [trial]
