"""Tests of a checkout: its packages are found, and documents keep their bytes."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import rulings
from rulings.parser.parse import parse
from rulings.storage.files import SHIPPED
from support.project_copy import ROOT


def test_the_packages_beside_a_checkout_are_found(tmp_path: Path) -> None:
    """In the root of a checkout, Python finds its `rulings` before the installed one,
    and `search` is a folder beside it.
    """
    (tmp_path / "rulings").mkdir()
    shutil.copy(Path(rulings.__file__), tmp_path / "rulings")
    for name in ("parser", "search", "site"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
    code = "import rulings.parser, rulings.search, rulings.site; print(rulings.search.__file__)"
    found = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert Path(found.strip()) == tmp_path / "search" / "__init__.py"


@pytest.mark.skipif(not shutil.which("git"), reason="needs Git")
def test_a_clone_by_git_for_windows_has_the_same_bytes(tmp_path: Path) -> None:
    """.gitattributes ensures that."""

    def git(*words: str) -> None:
        identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        subprocess.run(
            ["git", *identity, *words], cwd=tmp_path, check=True, capture_output=True
        )

    shutil.copytree(SHIPPED / "sources", tmp_path / "from/sources")
    shutil.copy(ROOT / ".gitattributes", tmp_path / "from")
    git("init", "from")
    git("-C", "from", "add", "--all")
    git("-C", "from", "commit", "-m", "all")
    git("clone", "-c", "core.autocrlf=true", "from", "clone")
    assert parse(tmp_path / "clone/sources").problems == []
