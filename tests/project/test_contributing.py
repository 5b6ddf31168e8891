"""Tests of CONTRIBUTING.md, the design page and package maps: the worked example, the packages, and named files."""

from __future__ import annotations

import ast
import json
import re
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
    texts[ROOT / "CONTRIBUTING.md"] = TEXT.replace("site/page_kinds/artists.py", "").replace(
        "site/theme/artists.html", ""
    )
    named = {(path, name) for path, text in texts.items() for name in PATH.findall(text)}
    assert len(named) > 50
    assert [(path.name, name) for path, name in named if not (ROOT / name).exists()] == []
