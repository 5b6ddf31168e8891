"""Tests that the commands, the Python example and the numbers in README.md are right."""

from __future__ import annotations

import ast
import re
import shlex

import pytest

from programs import readme
from rulings.api import KnowledgeBase
from support.command_line import run_cli

README = readme.README.read_text(encoding="utf-8")
EXAMPLES = [(match["line"], match["output"]) for match in readme.EXAMPLE.finditer(README)]
OTHER_COMMANDS = [
    line
    for line in re.findall(r"`(rulings [^`]*)`", README)
    if not re.search(r"--walk|site build|COMMAND|^rulings (parse|check)$", line)
]


@pytest.mark.parametrize(("line", "output"), EXAMPLES)
def test_readme_examples_show_the_actual_output(line: str, output: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    result = run_cli(*shlex.split(line)[1:])
    assert result.out == output, "run `python tests/programs readme` to update it"
    assert result.status == 0


@pytest.mark.parametrize("line", OTHER_COMMANDS)
def test_every_command_in_the_readme_works(line: str) -> None:
    assert run_cli(*shlex.split(line)[1:]).status == 0


def test_the_python_example_does_what_its_comments_say() -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    names: dict[str, object] = {}
    for statement in ast.parse(code).body:
        if not isinstance(statement, ast.Expr):
            exec(compile(ast.Module([statement], []), "README.md", "exec"), names)
            continue
        value = eval(compile(ast.Expression(statement.value), "README.md", "eval"), names)
        comment = re.search(r"#\s*('.*')\s*$", code.splitlines()[statement.lineno - 1])
        assert value == ast.literal_eval(comment[1]) if comment else value


def test_the_readme_has_examples_to_run() -> None:
    assert EXAMPLES
    assert OTHER_COMMANDS


def test_the_numbers_in_the_readme_are_right(kb: KnowledgeBase) -> None:
    readme = " ".join(README.split())
    contradictions = sum(note.is_contradiction for note in kb.notes)
    assert f"In {contradictions} places statements contradict each other." in readme
    assert f"In {len(kb.notes) - contradictions} more places statements only seem to contradict each other" in readme
    assert f"{sum(ruling.reverses for ruling in kb.rulings)} rulings state that they reverse an earlier one" in readme
    printed = [r for r in kb.rulings if r.source.document == "netrunner-rulings" and not r.is_see_entry]
    assert f"with their authors and dates: {len(printed)} rulings" in readme
