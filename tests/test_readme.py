"""README.md: every `$ rulings …` it shows prints what stands below it, and its Python does what its comments say."""

from __future__ import annotations

import ast
import re
import shlex

import pytest

import transcripts
from support.asking import ask

README = transcripts.README.read_text(encoding="utf-8")
SHOWN = [(match["line"], match["below"]) for match in transcripts.SHOWN.finditer(README)]
IN_TABLE = [
    line for line in re.findall(r"`(rulings [^`]*)`", README) if not re.search(r"--walk|site build|COMMAND|^rulings (parse|check)$", line)
]


@pytest.mark.parametrize(("line", "below"), SHOWN)
def test_the_readme_shows_what_is_printed(line: str, below: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    told = ask(*shlex.split(line)[1:])
    assert told.out == below, "python tests/transcripts.py writes it anew"
    assert told.status == 0


@pytest.mark.parametrize("line", IN_TABLE)
def test_every_command_the_readme_names_answers(line: str) -> None:
    assert ask(*shlex.split(line)[1:]).status == 0


def test_the_readmes_python_does_what_it_says() -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    names: dict[str, object] = {}
    for statement in ast.parse(code).body:
        if not isinstance(statement, ast.Expr):
            exec(compile(ast.Module([statement], []), "README.md", "exec"), names)
            continue
        value = eval(compile(ast.Expression(statement.value), "README.md", "eval"), names)
        said = re.search(r"#\s*('.*')\s*$", code.splitlines()[statement.lineno - 1])
        assert value == ast.literal_eval(said[1]) if said else value


def test_the_readme_has_examples_to_run() -> None:
    assert SHOWN and IN_TABLE
