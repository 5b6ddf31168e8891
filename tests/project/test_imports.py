"""Tests of what the package, a look-up of a card or name, and a search import: fast commands import little."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulings.api import KnowledgeBase
from rulings.names import resolving
from rulings.search import search
from rulings.storage.opening import SHIPPED
from support.caches import wait_until_settled
from support.command_line import run_cli

# A look-up imports none of these, because importing them would take longer than all the rest of it.
HEAVY_MODULES = (
    "argparse",
    "contextlib",
    "dataclasses",
    "datetime",
    "enum",
    "hashlib",
    "jinja2",
    "json",
    "mkdocs",
    "pathlib",
    "platformdirs",
    "rapidfuzz",
    "re",
    "rulings.cli.dispatch",
    "rulings.model.entities",
    "rulings.model.knowledge",
    "rulings.storage.cache_writing",
    "shutil",
    "sqlite3",
    "subprocess",
    "typing",
    "unicodedata",
    "whoosh",
    "yaml",
)


@functools.cache
def wait_until_program_settled() -> None:
    """Waits once in a run, because no test changes the files of the package."""
    wait_until_settled()


def test_importing_rulings_imports_nothing_else() -> None:
    code = "import sys; before = set(sys.modules); import rulings; print(*sorted(set(sys.modules) - before))"
    imported = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert imported == ["rulings"]


@pytest.mark.parametrize("words", [["dreff"], ["card", "Dr. Dreff", "--json"], ["skivviss", "--plain"], ["incubator"]])
def test_card_lookup_does_not_import_heavy_modules(words: list[str], isolated_cache: Path) -> None:
    wait_until_program_settled()
    run_cli("dreff")
    code = (
        "import sys; before = set(sys.modules)\nfrom rulings.cli.main import main\nstatus = main(sys.argv[1:])\n"
        "sys.stderr.write(' '.join(set(sys.modules) - before)); sys.exit(status)"
    )
    # -S skips the .pth files of an editable installation, which import many modules themselves.
    process = subprocess.run(
        [sys.executable, "-S", "-c", code, *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "PYTHONPATH": str(SHIPPED.parent)},
    )
    assert (process.returncode, bool(process.stdout)) == (0, True)
    assert not set(HEAVY_MODULES) & set(process.stderr.split())


def test_resolving_a_name_imports_no_heavy_modules(kb: KnowledgeBase, tmp_path: Path) -> None:
    heavy = "re typing dataclasses json whoosh yaml rapidfuzz hashlib unicodedata platformdirs"
    program = tmp_path / "look_up.py"
    program.write_text(
        "import sys; before = set(sys.modules)\n"
        "from rulings.names.resolving import resolve\n"
        f"data = {resolving.tabulate_names(kb)!r}\n"
        "assert resolve(data, 'dr dreff').ids == ['dr-dreff']\n"
        f"print(sorted((set(sys.modules) - before) & set({heavy!r}.split())))",
        encoding="utf-8",
    )
    process = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, check=True)
    assert process.stdout.strip() == "[]"


def test_searching_an_existing_index_imports_no_heavy_modules(kb: KnowledgeBase) -> None:
    search(None, "jack out")  # builds the index
    program = (
        "import sys\n"
        "from rulings.search import search\n"
        "assert search(None, 'jack out').hits[0].text\n"
        "print(sorted(set(sys.modules) & {'yaml', 'jinja2', 'mkdocs', 'whoosh.qparser', 'rapidfuzz'}))"
    )
    process = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert process.stdout.strip() == "[]"


def test_importing_whoosh_replaces_no_other_module() -> None:
    code = "import rulings.search.index, urllib.request as u; print(callable(u.urlopen))"
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert process.stdout == "True\n"
