"""Tests of what the package, a look-up and the search import: fast commands import little."""

from __future__ import annotations

import subprocess
import sys

import pytest


def test_importing_rulings_imports_none_of_its_modules() -> None:
    code = "import sys, rulings; print(*sorted(name for name in sys.modules if name.startswith('rulings')))"
    imported = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert imported == ["rulings"]


@pytest.mark.parametrize(
    ("words", "modules"),
    [("dreff", "whoosh yaml jinja2 mkdocs markdown"), ("search jack out", "yaml jinja2 mkdocs markdown")],
)
def test_a_command_does_not_import_what_only_others_need(words: str, modules: str) -> None:
    code = (
        "import sys\nfrom rulings.cli.main import main\nstatus = main(sys.argv[1:])\n"
        f"sys.stderr.write(' '.join(set(sys.modules) & {set(modules.split())!r})); sys.exit(status)"
    )
    command = [sys.executable, "-c", code, *words.split()]
    process = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert (process.returncode, process.stderr) == (0, "")


def test_importing_whoosh_replaces_no_other_module() -> None:
    code = "import rulings.search.index, urllib.request as u; print(callable(u.urlopen))"
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert process.stdout == "True\n"
