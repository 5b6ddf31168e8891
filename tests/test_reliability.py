"""Every line of the reliability page names a test that is there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_every_promise_names_its_test() -> None:
    page = (ROOT / "site" / "pages" / "reliability.md").read_text(encoding="utf-8")
    promises = [line for line in page.splitlines() if line.startswith("- ")]
    assert len(promises) >= 30
    for promise in promises:
        named = re.search(r": `(tests/[\w/]+\.py)::(test_\w+)`$", promise)
        assert named, promise
        tree = ast.parse((ROOT / named[1]).read_text(encoding="utf-8"))
        tests = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        assert named[2] in tests, promise
