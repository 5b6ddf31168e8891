"""Tests that only `rulings site build` needs the packages of the extra `site`."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from rulings.cli.specification import COMMANDS
from support.project_copy import ROOT

WITHOUT = """
import sys
for package in {packages}:
    sys.modules[package] = None  # as if it were not installed
"""
IMPORTING = """
import importlib
for name in {names}:
    importlib.import_module(name)
"""
RUNNING = """
import contextlib, io, json
from rulings.cli.main import main
statuses = {{}}
for line in {lines}:
    with contextlib.redirect_stdout(io.StringIO()):
        statuses[line] = main(line.split())
print(json.dumps(statuses))
"""
LINES = """card dr dreff|search jack out|topic tracing|run 13|document manual|who sparky|list keywords|export
why runner-actions-per-turn|deck {deck}|completion bash|parse --check|check""".replace(
    "\n", "|"
).split("|")


def without_site(code: str) -> str:
    """What the code prints in a process that finds no package of the extra."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    requirements = tomllib.loads(text)["project"]["optional-dependencies"]["site"]
    packages = [re.split("[<>=~]", line)[0].lower() for line in requirements]
    assert "mkdocs" in packages
    process = subprocess.run(
        [sys.executable, "-c", WITHOUT.format(packages=packages) + code],
        capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert process.returncode == 0, process.stderr
    return process.stdout


def test_every_module_outside_the_site_can_be_imported_without_the_extra() -> None:
    names = []
    for folder in ("rulings", "parser", "search"):
        for path in sorted((ROOT / folder).rglob("[a-z]*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            names.append(
                ".".join(parts if folder == "rulings" else ("rulings", *parts))
            )
    without_site(IMPORTING.format(names=names))


@pytest.mark.slow
def test_every_other_command_works_without_the_extra(tmp_path: Path) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text("3 Dr. Dreff\n", encoding="utf-8")
    lines = [line.format(deck=deck) for line in LINES]
    assert {line.split()[0] for line in lines} == {*COMMANDS} - {"site"}
    statuses = json.loads(without_site(RUNNING.format(lines=lines)))
    assert statuses == dict.fromkeys(lines, 0)
