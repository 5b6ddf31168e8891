"""Tests that no name contains a word (or its plural) that the list of words in
DEVELOPMENT.md replaces, that names in backquotes exist, and that no place is missing
in the recipe for a status.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

from rulings.model import plain_text

_ROOT = Path(__file__).resolve().parents[2]
_PACKAGES = ("rulings", "parser", "search", "site")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def replaced_words() -> set[str]:
    """The words in the last column of the list."""
    section = (_ROOT / "DEVELOPMENT.md").read_text("utf-8").split("\n## Words\n")[1]
    rows = re.findall(r"^\|.*\|(.*)\|$", section.split("\n## ")[0], re.MULTILINE)
    return {word for row in rows[2:] for word in re.findall(r"[a-z]+", row)}


def names(path: Path) -> set[str]:
    """The names that a module defines: classes, functions, arguments, variables and
    attributes.
    """
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.attr)
    return found


def names_in_script(path: Path) -> set[str]:
    """The names that a script defines: functions, classes, variables, and parts of
    destructured values.
    """
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text("utf-8"), flags=re.DOTALL)
    found = set(re.findall(r"\b(?:function|class) (\w+)", text))
    for declared in re.findall(r"\b(?:const|let)\b(.*?);", text, re.DOTALL):
        found |= set(re.findall(r"(\w+) = ", declared))
    for listed in re.findall(r"\{([\w, ]+)\} =", text):
        found |= set(re.findall(r"\w+", listed))
    return found


def test_no_name_contains_a_word_that_the_list_replaces() -> None:
    replaced = replaced_words()
    assert {"notice", "turn"} <= replaced
    replaced |= {plain_text.plural(word) for word in replaced}
    paths = [*(_ROOT / "site" / "theme" / "js").rglob("*.js")]
    for package in _PACKAGES:
        paths += (_ROOT / package).rglob("*.py")
    assert [
        (path.name, name)
        for path in sorted(paths)
        for name in sorted(
            names_in_script(path) if path.suffix == ".js" else names(path)
        )
        if not replaced.isdisjoint(map(str.lower, _WORD.findall(name)))
    ] == []


# Variables, and other libraries
NOT_OURS = {*"Path Rulings index kb page re self typing".split()}
FILE_ENDINGS = {*"css html js json md py toml txt xml yaml yml".split()}


def names_by_owner() -> dict[str, set[str]]:
    """Module or class → all names in its module, any of which a class may have."""
    owners: dict[str, set[str]] = {
        "rulings": {*_PACKAGES, "cli", "open", "KnowledgeBase"}
    }
    for path in (
        path for package in _PACKAGES for path in (_ROOT / package).rglob("*.py")
    ):
        owners.setdefault(path.parent.name, set()).add(path.stem)
        nodes = [*ast.walk(ast.parse(path.read_text("utf-8")))]
        found = names(path) | {
            node.attr for node in nodes if isinstance(node, ast.Attribute)
        }
        found |= {node.id for node in nodes if isinstance(node, ast.Name)}
        for owner in (
            path.stem,
            *(node.name for node in nodes if isinstance(node, ast.ClassDef)),
        ):
            owners[owner] = owners.get(owner, set()) | found
    return owners


def test_every_name_of_a_module_or_class_in_backquotes_exists() -> None:
    owners = names_by_owner()
    paths = [path for package in _PACKAGES for path in (_ROOT / package).rglob("*.py")]
    assert [
        (path.name, match[0])
        for path in (*paths, _ROOT / "DEVELOPMENT.md")
        for match in re.finditer(
            r"`(?:[a-z_]+\.)*([A-Za-z_]+)\.([A-Za-z_]+)(?:\(\))?`",
            path.read_text("utf-8"),
        )
        if match[1] not in NOT_OURS
        and match[2] not in {*FILE_ENDINGS, *owners.get(match[1], ())}
    ] == []


def test_the_recipe_for_a_status_names_every_file_that_lists_them() -> None:
    guide = (_ROOT / "DEVELOPMENT.md").read_text("utf-8")
    recipe = guide.partition("\n## Add a status\n")[2].partition("\n## ")[0]
    named_files = set[str]()
    for row in re.findall(r"^\| .*", recipe, re.MULTILINE):
        words = {*re.findall("`([^`]+)`", row)}
        paths = {word for word in words if "/" in word or word.endswith(".md")}
        texts = "".join((_ROOT / path).read_text("utf-8") for path in paths)
        assert [word for word in words - paths if word not in texts] == []
        named_files |= paths
    files = [
        path.relative_to(_ROOT).as_posix()
        for package in _PACKAGES
        for path in (_ROOT / package).rglob("*")
        if path.suffix.removeprefix(".") in FILE_ENDINGS - {"json", "yaml"}
        and re.search("[\"'`-]disputed\\b|disputed:", path.read_text("utf-8"))
    ]
    assert len(files) > 10
    assert {*files} - named_files == set()
