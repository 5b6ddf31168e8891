"""Prints the tables of the benchmarks: `python -m pytest tests/benchmarks`.

The test takes minutes, so `tests/conftest.py` leaves it out unless this folder is named on the command line.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PARTS = ("players 1, test", "Doubt", "rulings, without", "python -c pass", "plain Whoosh", "resolved in")


def test_the_tables_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    command = [sys.executable, str(Path(__file__).parent), "--quick"]
    process = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    with capsys.disabled():
        print(f"\n{process.stdout}")
    assert [part for part in PARTS if part not in process.stdout] == []
