"""Tests that the reliability page names existing tests."""

from __future__ import annotations

import ast
import re

from support.project_copy import ROOT

PAGE = (ROOT / "site" / "pages" / "reliability.md").read_text(encoding="utf-8")


def test_every_promise_names_an_existing_test() -> None:
    promises = [line for line in PAGE.splitlines() if line.startswith("- ")]
    named = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", PAGE)
    assert len(named) >= len(promises) >= 40
    for file, name in named:
        module = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        assert [node for node in module.body if isinstance(node, ast.FunctionDef) and node.name == name], name
