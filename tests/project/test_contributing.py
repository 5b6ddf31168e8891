"""Tests of CONTRIBUTING.md, the design page and package maps: the worked example, the packages, and named files."""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
import tomllib
from pathlib import Path

import pytest

from support.project_copy import ROOT, ProjectCopy

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def blocks(language: str, section: str = "Add a ruling") -> list[str]:
    """The code blocks in that language, without their indentation."""
    text = TEXT.split(f"\n## {section}\n")[1].split("\n## ")[0]
    indented = re.findall(rf"^( *)```{language}\n(.*?)^ *```", text, re.MULTILINE | re.DOTALL)
    return ["\n".join(line[len(indent) :] for line in block.splitlines()) + "\n" for indent, block in indented]


# Tests that count or print rulings, which an added ruling could break. Those of README.md and the page of commands are
# not among them, because `python tests/transcripts.py` updates both.
AFFECTED = (
    "parser/test_citations.py",
    "parser/test_mentions.py",
    "parser/test_rulings_document.py",
    "site/test_page_search_data.py::test_the_page_has_every_document_unchanged",
    "deck/test_sheet.py::test_rulings_on_two_cards_of_a_deck_name_both",
    "cli/test_non_card_names.py::test_urls_and_ids_work_as_names_and_a_note_says_what_they_are",
    "cli/test_sort_and_limit.py::test_n_limits_and_sort_orders_rulings",
    "parser/test_generated_yaml.py::test_the_committed_yaml_is_up_to_date",
    "parser/test_generated_yaml.py::test_printed_text_keeps_its_lines",
    "parser/test_generated_yaml.py::test_the_shipped_knowledge_base_has_no_errors",
    "parser/test_additions.py::test_an_added_ruling_is_filed_under_its_card",
)


@pytest.mark.slow
def test_the_worked_example_adds_a_ruling_and_tests_pass(tmp_path: Path) -> None:
    addition, question = blocks("yaml")
    id = question.split(":")[0]
    copy = ProjectCopy.create(tmp_path, tests=True)
    (tmp_path / "rulings/sources/additions/2035.yaml").write_text(addition, encoding="utf-8")
    copy.run("rulings parse")
    parse_block, transcripts_block = blocks("console")
    assert parse_block.startswith("$ rulings parse\n")
    assert copy.output.replace(f" to {tmp_path / 'rulings'}", "") == parse_block.removeprefix("$ rulings parse\n")
    with (tmp_path / "rulings/sources/questions.yaml").open("a", encoding="utf-8") as questions:
        questions.write("\n" + question)
    copy.run("rulings check")
    assert copy.output.endswith("no errors\n")
    assert id not in copy.output
    copy.run(f"rulings card {id} --json")
    ruling = json.loads(copy.output[copy.output.index("\n{") :])["rulings"][0]
    assert (ruling["subject"]["title"], ruling["citations"][0]["date"]) == ("Dr. Dreff", "2035-01-31")
    assert [mention["title"] for mention in ruling["mentions"]] == ["Dr. Dreff", "Marionette"]
    copy.run(transcripts_block.removeprefix("$ ").strip())
    copy.run("pytest -p no:cacheprovider " + " ".join(f"tests/{test}" for test in AFFECTED))


def test_the_test_command_is_the_one_in_the_readme() -> None:
    command = blocks("console", "Tests")[0].removeprefix("$ ").strip()
    assert f"$ {command}" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert command == 'python -m pip install -e ".[test]" && python -m pytest'


def test_the_package_diagram_matches_the_import_linter_contract() -> None:
    contract, *_ = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    design = (ROOT / "site" / "pages" / "design.md").read_text(encoding="utf-8")
    diagram = design.split("## Packages\n")[1].split("```")[1]
    layers = [set(packages) for line in diagram.splitlines() if (packages := re.findall(r"rulings\.\w+\b(?!\()", line))]
    assert layers == [set(re.findall(r"[\w.]+", layer)) for layer in contract["layers"]]


PACKAGES = sorted(
    file.parent.relative_to(ROOT).as_posix()
    for folder in ("rulings", "parser", "search", "site")
    for file in (ROOT / folder).rglob("__init__.py")
)
# The first is documented for its users; the modules of the others are named after what they show.
WITHOUT_MAP = {"rulings", "rulings/cli/commands", "site/page_kinds"}


@pytest.mark.parametrize("package", [package for package in PACKAGES if package not in WITHOUT_MAP])
def test_the_docstring_of_a_package_names_each_module(package: str) -> None:
    docstring = ast.get_docstring(ast.parse((ROOT / package / "__init__.py").read_text(encoding="utf-8"))) or ""
    modules = {file.stem for file in (ROOT / package).glob("*.py")} - {"__init__"}
    assert sorted(module for module in modules if f"`{module}`" not in docstring) == []


PATH = re.compile(r"`((?:rulings|parser|search|site|tests)/[\w./-]*\w)`")
OWN_FILES = [
    path
    for folder in ("rulings", "parser", "search", "site", "tests")
    for path in (ROOT / folder).rglob("*.*")
    if path.suffix in (".py", ".js", ".md")
]


def own_texts() -> dict[Path, str]:
    return {path: path.read_text(encoding="utf-8") for path in OWN_FILES if "node_modules" not in path.parts}


def test_every_file_named_in_code_and_pages_exists() -> None:
    texts = own_texts()
    texts[ROOT / "CONTRIBUTING.md"] = TEXT.split("\n## Tours\n")[0]  # the tours name files that they create
    named = {(path, name) for path, text in texts.items() for name in PATH.findall(text)}
    assert len(named) > 50
    assert [(path.name, name) for path, name in named if not (ROOT / name).exists()] == []


def test_every_name_is_in_the_file_named_after_it() -> None:
    named = re.findall(r"`(\w+)`\s\(`([\w/.-]+\.\w+)`\)", TEXT)
    assert len(named) > 5
    assert [row for row in named if row[0] not in (ROOT / row[1]).read_text(encoding="utf-8")] == []


def test_no_file_has_text_in_a_wrong_encoding() -> None:
    # UTF-8 read as Latin-1 turns each sign into several, control characters among them.
    assert [path.name for path, text in own_texts().items() if re.search(r"[\x80-\x9f]", text)] == []


def test_the_table_of_tests_has_every_folder_and_program() -> None:
    readme = (ROOT / "tests" / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `([\w.]+)/?` \|", readme, re.MULTILINE)
    files = {path.relative_to(ROOT / "tests") for path in OWN_FILES if path.is_relative_to(ROOT / "tests")}
    folders = {path.parts[0] for path in files if len(path.parts) > 1}
    programs = {path.name for path in files if len(path.parts) == 1} - {"README.md", "conftest.py"}
    assert sorted(listed) == sorted({*folders, *programs, "data"})


def test_every_file_of_tests_says_in_its_first_line_what_it_tests() -> None:
    tests = {path.name: text for path, text in own_texts().items() if re.fullmatch(r"test_\w+\.py", path.name)}
    first_lines = {name: text.partition("\n")[0] for name, text in tests.items()}
    assert len(first_lines) > 100
    assert [name for name, line in first_lines.items() if not re.match(r'"""\w', line)] == []


QUOTED_NAME = re.compile(r"`(?:\w+\.)*([A-Za-z_]\w*)(?:\(\))?`")
JS_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'])//[^\n]*", re.DOTALL)
CODE_BLOCK = re.compile(r"```.*?```", re.DOTALL)
NAMES_OF_OTHERS = {"__init_subclass__", "wait_for_function"}


def python_names_and_prose(text: str) -> tuple[set[str], str]:
    """The names in Python code, words in its strings included if they stand alone; and its docstrings and comments."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, documented) and ast.get_docstring(node)]
    docstring_lines = {node.body[0].lineno for node in nodes}
    names, prose = set[str](), list[str]()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        is_docstring = token.type == tokenize.STRING and token.start[0] in docstring_lines
        if token.type == tokenize.COMMENT or is_docstring:
            prose.append(token.string)
        elif token.type == tokenize.NAME:
            names.add(token.string)
        elif token.type == tokenize.STRING:
            names.update(re.findall(r"(?<![\w ])\w+(?![\w ])", token.string))
    return names, "\n".join(prose)


def test_every_name_in_comments_and_pages_is_one_of_the_code() -> None:
    known, prose = set(NAMES_OF_OTHERS), list[str]()
    for path, text in own_texts().items():
        if path.suffix == ".py":
            names, comments = python_names_and_prose(text)
            known |= names
            prose.append(comments)
        elif path.suffix == ".js":
            known.update(re.findall(r"\w+", JS_COMMENT.sub("", text)))
            prose += JS_COMMENT.findall(text)
        else:
            prose.append(CODE_BLOCK.sub("", text))
    for pattern in ("rulings/storage/*.json", "*.toml", "site/theme/*.html"):
        for path in ROOT.glob(pattern):
            known.update(re.findall(r"\w+", path.read_text(encoding="utf-8")))
    prose.append(CODE_BLOCK.sub("", TEXT))
    named = {name for text in prose for name in QUOTED_NAME.findall(text) if "_" in name or name != name.lower()}
    assert len(named) > 200
    assert sorted(named - known) == []
