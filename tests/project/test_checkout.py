"""Tests of a checkout: its packages are found where they stand, whatever else is installed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import rulings


def test_the_packages_beside_a_checkout_are_found(tmp_path: Path) -> None:
    """In the root of a checkout, Python finds its `rulings` before the installed one, in which `search` is a folder."""
    (tmp_path / "rulings").mkdir()
    shutil.copy(Path(rulings.__file__), tmp_path / "rulings")
    for name in ("parser", "search", "site"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
    code = "import rulings.parser, rulings.search, rulings.site; print(rulings.search.__file__)"
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    ).stdout
    assert Path(found.strip()) == tmp_path / "search" / "__init__.py"
