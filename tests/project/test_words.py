"""The list of words in DEVELOPMENT.md: no name in the code contains a word that it replaces."""

from __future__ import annotations

import ast
import re
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def replaced_words() -> set[str]:
    """The words in the last column of the list."""
    section = (_ROOT / "DEVELOPMENT.md").read_text("utf-8").split("\n## Words\n")[1]
    rows = re.findall(r"^\|.*\|(.*)\|$", section.split("\n## ")[0], re.MULTILINE)
    return {word for row in rows[2:] for word in re.findall(r"[a-z]+", row)}


def names(path: Path) -> set[str]:
    """What a module names: classes, functions, arguments, fields and variables."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
    return found


def test_no_name_contains_a_word_that_the_list_replaces() -> None:
    replaced = replaced_words()
    assert {"notice", "turn"} <= replaced
    for package in ("rulings", "parser", "search", "site"):
        for path in (_ROOT / package).rglob("*.py"):
            for name in names(path):
                words = {word.lower() for word in _WORD.findall(name)}
                assert not words & replaced, f"{path}: {name}"
