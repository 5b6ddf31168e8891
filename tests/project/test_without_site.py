"""Tests that only `rulings site build` needs the packages of the extra `site`."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib

from rulings.cli.specification import COMMANDS
from support.project_copy import ROOT

# Runs each line and prints its status; the packages are as if they were not installed
CODE = """
import contextlib, io, json, sys
sys.modules.update(dict.fromkeys({packages}))
import rulings.parser.parse  # for `parse` and `check`, which take longer
from rulings.cli.main import main
statuses = {{}}
for line in {lines}:
    with contextlib.redirect_stdout(io.StringIO()):
        statuses[line] = main(line.split())
print(json.dumps(statuses))
"""
LINES = """card dr dreff|search jack out|topic tracing|run 13|document manual|who sparky|list keywords|export
why runner-actions-per-turn|deck -|completion bash|parse --help|check --help"""


def test_every_other_command_works_without_the_extra() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    requirements = tomllib.loads(text)["project"]["optional-dependencies"]["site"]
    packages = [re.split("[<>=~]", line)[0].lower() for line in requirements]
    assert "mkdocs" in packages
    lines = re.split(r"[|\n]", LINES)
    assert {line.split()[0] for line in lines} == {*COMMANDS} - {"site"}
    process = subprocess.run(
        [sys.executable, "-c", CODE.format(packages=packages, lines=lines)],
        input="3 Dr. Dreff", capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert process.returncode == 0, process.stderr
    assert json.loads(process.stdout) == dict.fromkeys(lines, 0)
