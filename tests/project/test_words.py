"""Tests of names and lists: no name contains a word that the list of words in DEVELOPMENT.md
replaces, or its plural; no two types, pages, fields or options share one; no map leaves one out.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

from rulings.cli.specification import COMMANDS, Command
from rulings.model import plain_text
from rulings.model.page_table import PAGES
from rulings.search.fields import FIELDS

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


def names_in_script(path: Path) -> set[str]:
    """What a script names: functions, classes, variables and those that it takes out of a value."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text("utf-8"), flags=re.DOTALL)
    found = set(re.findall(r"\b(?:function|class) (\w+)", text))
    for declared in re.findall(r"\b(?:const|let)\b(.*?);", text, re.DOTALL):
        found |= set(re.findall(r"(\w+) = ", declared))
    for listed in re.findall(r"\{([\w, ]+)\} =", text):
        found |= set(re.findall(r"\w+", listed))
    return found


PYTHON_PATHS = [
    path
    for package in ("rulings", "parser", "search", "site")
    for path in sorted((_ROOT / package).rglob("*.py"))
]
PACKAGES = sorted({path.parent for path in PYTHON_PATHS} - {_ROOT / "rulings"})


def type_names(path: Path) -> set[str]:
    """The classes, type aliases and type variables that a module defines."""
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    stored = {
        node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    classes = {node.name for node in nodes if isinstance(node, ast.ClassDef)}
    return classes | {name for name in stored if re.match("_?[A-Z].*[a-z]", name)}


def test_no_two_types_share_a_name() -> None:
    counts = Counter(name for path in PYTHON_PATHS for name in type_names(path))
    assert {"Card", "CardRow", "CitationSpan"} <= counts.keys()
    assert [name for name, count in counts.items() if count > 1] == []


def test_no_name_contains_a_word_that_the_list_replaces() -> None:
    replaced = replaced_words()
    assert {"notice", "turn"} <= replaced
    replaced |= {plain_text.plural(word) for word in replaced}
    paths = [*(_ROOT / "site" / "theme" / "js").rglob("*.js"), *PYTHON_PATHS]
    assert [
        (path.name, name)
        for path in paths
        for name in sorted(names_in_script(path) if path.suffix == ".js" else names(path))
        if not replaced.isdisjoint(map(str.lower, _WORD.findall(name)))
    ] == []


@pytest.mark.parametrize("command", COMMANDS.values(), ids=lambda command: command.name)
def test_a_command_has_each_option_once(command: Command) -> None:
    names = [name for option in command.options for name in (option.name, option.short) if name]
    assert len(names) == len(set(names))


def test_a_name_is_that_of_one_page_or_field() -> None:
    names = [name for field in FIELDS for name in (field.name, *field.aliases)]
    assert len(names) == len(set(names))
    shown = [name for page in PAGES if page.shows for name in (page.id, *page.names)]
    assert len(shown) == len(set(shown))


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_the_map_of_a_package_names_its_modules(package: Path) -> None:
    text = (package / "__init__.py").read_text(encoding="utf-8")
    modules = [path.stem for path in package.glob("*.py") if path.name != "__init__.py"]
    assert [module for module in modules if f"`{module}`" not in text] == []
