"""Tests that commands, example, numbers and links in README.md are right."""

from __future__ import annotations

import ast
import re
import shlex

import pytest

import readme
from support.command_line import run_cli
from support.project_copy import ROOT

README = readme.README.read_text(encoding="utf-8")
COMMANDS = [
    line
    for line in re.findall(r"`(rulings [^`]*)`", README)
    if not re.search(r"site\s+build|COMMAND|^rulings (parse|check)$", line)
]


def test_the_readme_shows_the_actual_output_and_numbers() -> None:
    assert readme.EXAMPLE.search(README)
    assert readme.current() == README, "run `python tests/readme.py` to update it"


@pytest.mark.parametrize(
    "path",
    [
        "README.md",
        "site/pages/benchmarks.md",
        "site/pages/for-programs.md",
        "site/theme/query-language.html",
        "rulings/cli/specification.py",
    ],
)
def test_every_text_gives_the_measured_value_of_each_confidence(path: str) -> None:
    text = (ROOT / path).read_text(encoding="utf-8")
    sentence = r"answers\s+about (\d+)%[^%]+ (\d+)%[^%]+ (\d+)%"
    (figures,) = re.findall(sentence, text)
    assert [*map(int, figures)] == readme.percentages()


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_in_the_readme_works(line: str) -> None:
    assert run_cli(*shlex.split(line)[1:]).status == 0


def test_the_python_example_does_what_its_comments_say() -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    names: dict[str, object] = {}
    for statement in ast.parse(code).body:
        if not isinstance(statement, ast.Expr):
            exec(compile(ast.Module([statement], []), "README.md", "exec"), names)
            continue
        value = eval(
            compile(ast.Expression(statement.value), "README.md", "eval"), names
        )
        comment = re.search(r"#\s*('[^']*')", code.splitlines()[statement.lineno - 1])
        assert value == ast.literal_eval(comment[1]) if comment else value


@pytest.mark.parametrize(
    "name",
    "README.md CONTRIBUTING.md DEVELOPMENT.md CHANGELOG.md tests/README.md".split(),
)
def test_links_between_documents_lead_to_files(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    targets = [
        target for target in re.findall(r"\]\(([^)#]+)", text) if "://" not in target
    ]
    assert [
        target for target in targets if not ((ROOT / name).parent / target).exists()
    ] == []
