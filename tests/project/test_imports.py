"""Tests of what the package, a look-up and the search import: fast commands import little."""

from __future__ import annotations

import subprocess
import sys

import pytest

# Modules that start slowly, and that the commands below can do without.
SLOW = "ast calendar dataclasses inspect jinja2 json markdown mkdocs shlex yaml"


def modules_after(code: str, *words: str) -> set[str]:
    """The modules that a new process has imported after the code, with these words as its
    arguments.
    """
    code += "\nimport sys; sys.stderr.write(' '.join(sys.modules))"
    command = [sys.executable, "-c", code, *words]
    process = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True)
    return set(process.stderr.split())


def test_importing_rulings_imports_none_of_its_modules() -> None:
    imported = modules_after("import rulings")
    assert [name for name in imported if name.startswith("rulings")] == ["rulings"]


@pytest.mark.parametrize(
    ("words", "slow"),
    [
        ("--version", f"{SLOW} whoosh rulings.api rulings.names.name_table"),
        ("dreff", f"{SLOW} whoosh"),
        ("search jack out", "ast dataclasses inspect jinja2 json markdown mkdocs yaml"),
        ("export", "jinja2 markdown mkdocs whoosh yaml"),
    ],
)
@pytest.mark.usefixtures("kb")  # which is thus compiled
def test_a_command_does_not_import_what_only_others_need(words: str, slow: str) -> None:
    imported = modules_after(
        "import sys; from rulings.cli.main import main; main(sys.argv[1:])", *words.split()
    )
    # What msgspec imports depends on the version of Python, and on what else is installed
    assert (imported - modules_after("import msgspec")) & set(slow.split()) == set()


def test_importing_whoosh_replaces_no_other_module() -> None:
    code = "import rulings.search.inverted_index, urllib.request as u; print(callable(u.urlopen))"
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert process.stdout == "True\n"
