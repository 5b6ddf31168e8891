"""Tests of what the package and its commands import: fast ones import little."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from rulings.storage.compiled import _CODE
from support.project_copy import ROOT

# Modules that load slowly and that the commands below do not need
SLOW = "ast calendar dataclasses inspect jinja2 json markdown mkdocs shlex yaml"


def modules_after(code: str, *words: str) -> set[str]:
    """The modules imported after a new process ran the code with these arguments."""
    code += "\nimport sys; sys.stderr.write(' '.join(sys.modules))"
    command = [sys.executable, "-c", code, *words]
    process = subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", check=True
    )
    return set(process.stderr.split())


def test_importing_rulings_imports_none_of_its_modules() -> None:
    imported = modules_after("import rulings")
    assert [name for name in imported if name.startswith("rulings")] == ["rulings"]


@pytest.mark.parametrize(
    ("words", "slow"),
    [
        ("--version", f"{SLOW} whoosh rulings.api rulings.names.name_table"),
        ("dreff", f"{SLOW} whoosh rulings.names.names_in_query"),
        ("search jack out", "ast dataclasses inspect jinja2 json markdown mkdocs yaml"),
        ("export", "jinja2 markdown mkdocs whoosh yaml"),
    ],
)
@pytest.mark.usefixtures("kb")  # opens the knowledge base, and so compiles it
def test_a_command_does_not_import_what_only_others_need(words: str, slow: str) -> None:
    imported = modules_after(
        "import sys; from rulings.cli.main import main; main(sys.argv[1:])",
        *words.split(),
    )
    # msgspec's own imports depend on the versions of Python and other packages
    assert (imported - modules_after("import msgspec")) & set(slow.split()) == set()


def test_importing_whoosh_replaces_no_other_module() -> None:
    code = "import rulings.search.inverted_index, urllib.request as u; print(callable(u.urlopen))"
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert process.stdout == "True\n"


def packages_after(code: str) -> set[str]:
    """The folders in a checkout of our packages that the code imports."""
    names = [name for name in modules_after(code) if name.startswith("rulings.")]
    folders = {name.rpartition(".")[0].replace(".", "/") for name in names}
    return {
        re.sub("^rulings/(parser|search|site)$", r"\1", folder) for folder in folders
    }


def test_compiling_looks_at_the_code_of_every_package_that_it_imports(
    small_folder: Path,
) -> None:
    compiling = f"""from pathlib import Path
from rulings import api
from rulings.storage import yaml_files
[*api._compiled_parts(yaml_files.read_folder(Path({str(small_folder)!r})))]"""
    assert packages_after(compiling) == {*_CODE}


def test_before_a_commit_parse_looks_at_the_code_of_every_package_that_it_imports() -> (
    None
):
    hooks = yaml.safe_load(
        (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    )["repos"]
    (pattern,) = (
        hook["files"] for repo in hooks for hook in repo["hooks"] if "files" in hook
    )
    packages = packages_after("import rulings.parser.parse")
    assert {
        folder for folder in packages if not re.match(pattern, f"{folder}/x.py")
    } == set()
    assert "parser" in packages
    assert not re.match(pattern, "site/x.py")
