"""The benchmark's tables, printed by `python -m pytest tests/benchmarks`; `python tests/benchmarks` adds the hundredfold entries."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


def test_the_tables_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    done = subprocess.run(
        [sys.executable, str(Path(__file__).parent), "--quick"], capture_output=True, encoding="utf-8", check=True
    )
    with capsys.disabled():
        print(f"\n{done.stdout}")
    for part in ("Judges' queries", "Held-out queries", "rulings, without", "python -c pass", "plain Whoosh", "resolved in"):
        assert part in done.stdout
