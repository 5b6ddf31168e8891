"""Tests that each script of the page's search can be read next to its module in Python."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("search", "rulings/names", "rulings/model")
SCRIPTS = sorted(
    path
    for path in (ROOT / "site/theme/js/engine").glob("*.js")
    # Except the columns of documents, and Python's patterns in JavaScript
    if path.stem not in ("search-documents", "query-patterns")
)
# Functions that only one of the two has: those for data that Python computes for the
# page, those that replace a library in the page, and steps that are one line in the
# other language
ONE_SIDED = {
    "analysis": "read synonyms withoutAccents withPlainSigns porter",
    "dates": "isDate today",
    "edit-distance": "namesWithinReach nearestHint distance undoubled plausibleEdits similarity",
    "filters": "union intersection",
    "inverted-index": "lengthFactors entity matches wordKinds askedNatures openIndex fromDeltas slotsByKey add "
    "otherGame isEntry frequency wordsOf addDocument textsWith build read readDocuments yieldToPage once",
    "messages": "keywordQuery joinedWith titles",
    "name-matching": "inexactKinds areClearlyNamed intersection keepShortest sums",
    "name-table": "add addAlias addTitle allSpellings sortedNames sortedWords lettersByWord lettersByName titleParts "
    "exactReadings",
    "names-in-query": "places isBetter take consecutiveCards fill",
    "numbering": "isMeaning isLink numberedDocuments withSections numberedDocument",
    "passages": "leadIn questionsByPassage mayHold allLines divide tellingStems tree parts length sentenceGroups wordsOf "
    "linesOf",
    "pipeline": "unlock sentenceOf open",
    "query-language": "words joined onlyRanks isUpper splitWords",
    "ranking": "addCompletions",
    "retrieval": "slots ranks",
    "search-request": "onPage byId referencesNearId relaxed",
    "sentences": "distinct",
    "snippets": "shown",
    "terms": "valueType",
    "spelling": "spellingsOfTitle spellingsOfAlias fold withoutArticle withoutSpaces singular",
}
FUNCTION = re.compile(
    r"^  (?:(?:async )?function\*? (\w+)|const (\w+) =\s+(?:async )?(?:\([^=]*\)|\w+) =>"
    r"|  (?:static |async |get )*(\w+)(?:\(.*\) \{| = (?:\(.*\)|\w+) =>))",
    re.MULTILINE,
)


def functions_in_python(path: Path) -> list[str]:
    names = list[str]()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        for part in node.body if isinstance(node, ast.ClassDef) else (node,):
            if isinstance(part, ast.FunctionDef) and not part.name.startswith("__"):
                first, *words = part.name.strip("_").split("_")
                names.append("".join((first, *map(str.capitalize, words))))
    return names


def functions_in_script(path: Path, in_python: list[str]) -> list[str]:
    """The functions of a script, under the names of the module: `skippedPlacesOf` is
    `_skipped_places`. Scripts add `Of` if a variable has the name.
    """
    names = list[str]()
    for match in FUNCTION.finditer(path.read_text(encoding="utf-8")):
        name = match[1] or match[2] or match[3]
        if name not in ("constructor", "if", "for", "while"):
            names.append(
                next(
                    filter(in_python.__contains__, (name, name.removesuffix("Of"))),
                    name,
                )
            )
    return names


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_has_the_functions_of_its_module_in_the_same_order(
    script: Path,
) -> None:
    file = f"{script.stem.replace('-', '_')}.py"
    module = next(path for folder in FOLDERS if (path := ROOT / folder / file).exists())
    in_python = functions_in_python(module)
    in_script = functions_in_script(script, in_python)
    alone = {*ONE_SIDED.get(script.stem, "").split()}
    assert [name for name in in_python if name not in alone] == [
        name for name in in_script if name not in alone
    ]
    assert alone == set(in_python) ^ set(in_script)  # and no name is listed needlessly
