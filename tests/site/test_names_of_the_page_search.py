"""Tests that the search of the site has the modules of the command line's, with functions of the
same names, so that who knows one finds his way in the other.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from rulings.site import search_data
from support.project_copy import ROOT

ENGINE = ROOT / "site" / "theme" / "js" / "engine"
SCRIPTS = sorted(path.stem for path in ENGINE.glob("*.js"))
# In a class or in the function that all scripts are
_FUNCTION = re.compile(
    r"^(?:  (?:async )?function (\w+)\(|  class (\w+)|  const (\w+) =\s*(?:async )?(?:\([^()]*\)|\w+) =>"
    r"|    (?:static |async |get )?(?!if\b|for\b|while\b|switch\b|constructor\b)(\w+)\([^;]*\) \{$"
    r"|    (\w+) =\s*(?:\([^()]*\)|\w+) =>)",
    re.MULTILINE,
)
PAGE_ALONE = {
    # What a library or the language has in Python
    "addresses": "partition",
    "answerability": "bestOf firstOf",
    "edit-distance": "squeeze distance undoubled plausibleEdits similarity",
    "matching": "union intersection",
    "messages": "joinedWith",
    "naming": "intersection withoutArticle keepShortest",
    "parameters": "pattern truncate unquoted",
    # The page makes the index of what it loads, in slices
    "inverted-index": "fromDeltas add yieldToPage once read readCitations citedStems readDocuments isEntry isPrinted listsOf "
    "addDocument textsWith build",
    # It knows documents by their ids alone
    "understanding": "documents",
    # It also completes what is typed
    "ranking": "addCompletions",
    "searching": "highlighted open",
    "search-documents": "documentClass",
    "showing": "cardLine",
}


@cache
def names_in(module: Path) -> set[str]:
    """The functions, classes and attributes of a module of Python, and what it imports."""
    names = set[str]()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name.lstrip("_"))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
        elif isinstance(node, ast.ImportFrom):
            names.update(alias.asname or alias.name for alias in node.names)
    return names


def modules_of(script: str) -> list[Path]:
    """The modules of Python that the first lines of a script say it follows."""
    head = (ENGINE / f"{script}.js").read_text(encoding="utf-8").partition("*/")[0]
    return [ROOT / path for path in re.findall(r"`([\w/]+\.py)`", head)]


def functions_of(script: str) -> list[str]:
    """The functions, classes and methods of a script."""
    text = (ENGINE / f"{script}.js").read_text(encoding="utf-8")
    return ["".join(groups) for groups in _FUNCTION.findall(text)]


def in_python(name: str) -> str:
    """A name as Python writes it."""
    return name if name[0].isupper() else re.sub("[A-Z]", lambda m: f"_{m[0].lower()}", name)


def test_every_script_is_loaded() -> None:
    loaded = [Path(path).stem for path in search_data.ENGINE_SCRIPTS if "/engine/" in path]
    assert sorted(loaded) == SCRIPTS


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_follows_the_module_of_its_name(script: str) -> None:
    modules = modules_of(script)
    assert script.replace("-", "_") == modules[0].stem
    assert all(module.is_file() for module in modules)


@pytest.mark.parametrize("script", SCRIPTS)
def test_functions_have_the_names_of_python(script: str) -> None:
    """Where a variable has the name of a private function of Python, the script's ends in *of*."""
    functions = functions_of(script)
    names = set[str]().union(*map(names_in, modules_of(script)))
    strange = [
        name
        for name in functions
        if names.isdisjoint({in_python(name), in_python(name.removesuffix("Of"))})
    ]
    assert sorted(set(strange)) == sorted(PAGE_ALONE.get(script, "").split())
