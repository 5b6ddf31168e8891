"""Tests of what the package, a look-up and the search import: fast commands import little."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

from support.project_copy import ROOT


def test_importing_rulings_imports_none_of_its_modules() -> None:
    code = "import sys, rulings; print(*sorted(name for name in sys.modules if name.startswith('rulings')))"
    imported = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert imported == ["rulings"]


# Modules that start slowly, and that the commands below can do without.
SLOW = "ast calendar dataclasses filelock inspect jinja2 json markdown mkdocs shlex yaml"
OWN = {  # command → what it may import of `rulings`
    "--version": "cli cli.grammar cli.layout cli.main cli.specification errors model model.constants model.plain_text "
    "search search.constants search.fields",
    "dreff": "api cli.cards cli.lookup cli.output cli.printing edit_distance model.entities model.entity "
    "model.formatting model.ids model.knowledge model.located model.page_table model.records model.remarks model.rows "
    "model.selecting "
    "model.status model.tournament meanings names quiz storage storage.compiled storage.files",
}


def modules_after(code: str, *words: str) -> set[str]:
    """The modules that a new process has imported after the code, with these words as its arguments."""
    code += "\nimport sys; sys.stderr.write(' '.join(sys.modules))"
    command = [sys.executable, "-c", code, *words]
    process = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True)
    return set(process.stderr.split())


@pytest.mark.parametrize(
    ("words", "slow"),
    [
        ("--version", f"{SLOW} whoosh"),
        ("--help", f"{SLOW} whoosh"),
        ("dreff", f"{SLOW} whoosh"),
        ("search jack out", "ast dataclasses inspect jinja2 json markdown mkdocs yaml"),
        ("export --format schema", "jinja2 markdown mkdocs yaml"),
        ("export", "jinja2 markdown mkdocs whoosh yaml"),
    ],
)
def test_a_command_does_not_import_what_only_others_need(words: str, slow: str) -> None:
    # Without what only the test environment has: msgspec imports it if it is there, and with it `inspect` and `ast`.
    start = "import sys; sys.modules['typing_extensions'] = None; from rulings.cli.main import main; main(sys.argv[1:])"
    imported = modules_after(start, *words.split())
    assert imported & set(slow.split()) == set()
    own = {name.removeprefix("rulings.") for name in imported if name.startswith("rulings.")}
    if words in OWN:
        assert own - set(f"{OWN['--version']} {OWN[words]}".split()) == set()


def test_importing_whoosh_replaces_no_other_module() -> None:
    code = "import rulings.search.index, urllib.request as u; print(callable(u.urlopen))"
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert process.stdout == "True\n"


def test_a_module_has_one_name_which_nothing_hides() -> None:
    """Its own or, where that is the word for something else, with its package before it: `ids`, `model_ids`."""
    files = [
        path for folder in ("rulings", "parser", "search", "site") for path in sorted((ROOT / folder).rglob("*.py"))
    ]
    parts = [path.relative_to(ROOT).with_suffix("").parts for path in files]
    modules = {".".join(part if part[0] == "rulings" else ("rulings", *part)) for part in parts}
    wrong = []
    for path in files:
        tree, imported = ast.parse(path.read_text(encoding="utf-8")), set[str]()
        for node in (n for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.module):
            for alias in node.names:
                if f"{node.module}.{alias.name}" in modules:
                    imported.add(name := alias.asname or alias.name)
                    package = str(node.module).rpartition(".")[2]
                    wrong += [(path.name, name)] if name not in (alias.name, f"{package}_{alias.name}") else []
        inside = [n for f in ast.walk(tree) if isinstance(f, ast.FunctionDef) for n in ast.walk(f)]
        stored = {n.id for n in inside if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        hidden = imported & (stored | {n.arg for n in inside if isinstance(n, ast.arg)})
        wrong += [(path.name, name) for name in sorted(hidden)]
    assert wrong == []
