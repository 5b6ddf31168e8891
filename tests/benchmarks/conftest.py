"""`python -m pytest tests/benchmarks` prints the benchmark; the everyday tests leave it out, for it takes minutes."""

from __future__ import annotations

import sys

collect_ignore = [] if any("benchmarks" in argument for argument in sys.argv) else ["test_table.py"]
