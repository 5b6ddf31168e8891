"""The benchmark's tables, printed by `python -m pytest tests/benchmarks`; `python tests/benchmarks` adds the hundredfold entries.

The everyday tests leave it out, for it takes minutes: the test is there only when this folder is asked for.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PARTS = ("players, held out", "Doubt", "rulings, without", "python -c pass", "plain Whoosh", "resolved in")

if any("benchmarks" in argument for argument in sys.argv):

    def test_the_tables_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
        command = [sys.executable, str(Path(__file__).parent), "--quick"]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
        with capsys.disabled():
            print(f"\n{done.stdout}")
        assert all(part in done.stdout for part in PARTS)
