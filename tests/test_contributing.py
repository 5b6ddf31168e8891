"""CONTRIBUTING.md's worked example, done as it says."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from support.project_copy import ROOT, Copy

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def blocks(language: str, section: str = "Add a ruling") -> list[str]:
    """The code blocks of that language, without the indentation they stand at."""
    text = TEXT.split(f"\n## {section}\n")[1].split("\n## ")[0]
    found = re.findall(rf"^( *)```{language}\n(.*?)^ *```", text, re.MULTILINE | re.DOTALL)
    return ["\n".join(line[len(indent) :] for line in block.splitlines()) + "\n" for indent, block in found]


# The tests that count or print rulings: those that an added ruling could turn red. What README.md and the page of
# transcripts show is written anew by `python tests/transcripts.py`.
AFFECTED = (
    "test_citations.py",
    "test_links.py",
    "test_rulings_document.py",
    "test_page_search.py::test_every_document_arrives_as_it_is",
    "test_deck.py::test_rulings_on_two_cards_stand_first_and_name_them",
    "test_fallthrough.py::test_addresses_and_ids_are_names",
    "test_fallthrough.py::test_n_and_sort_choose_and_order",
    "test_generated_yaml.py::test_what_is_committed_is_what_is_parsed",
    "test_generated_yaml.py::test_words_stand_as_one_block_line_by_line_as_printed",
    "test_generated_yaml.py::test_the_shipped_knowledge_base_checks",
    "test_generated_yaml.py::test_an_added_ruling_stands_under_its_card",
)


@pytest.mark.slow
def test_the_worked_example_adds_a_ruling_and_leaves_the_tests_green(tmp_path: Path) -> None:
    addition, asked = blocks("yaml")
    id = asked.split(":")[0]
    copy = Copy.of_the_project(tmp_path, tests=True)
    (tmp_path / "rulings/sources/additions/2035.yaml").write_text(addition, encoding="utf-8")
    copy.run("rulings parse")
    shown, transcripts = blocks("console")
    assert shown.startswith("$ rulings parse\n")
    assert copy.printed.replace(f" to {tmp_path / 'rulings'}", "") == shown.removeprefix("$ rulings parse\n")
    with (tmp_path / "rulings/sources/questions.yaml").open("a", encoding="utf-8") as questions:
        questions.write("\n" + asked)
    copy.run("rulings check")
    assert copy.printed.endswith("no errors\n") and id not in copy.printed
    copy.run(f"rulings card {id} --json")
    ruling = json.loads(copy.printed[copy.printed.index("\n{") :])["rulings"][0]
    assert (ruling["subject"]["title"], ruling["citations"][0]["date"]) == ("Dr. Dreff", "2035-01-31")
    assert [mention["title"] for mention in ruling["mentions"]] == ["Dr. Dreff", "Marionette"]
    copy.run(transcripts.removeprefix("$ ").strip())
    copy.run("pytest -p no:cacheprovider " + " ".join(f"tests/{test}" for test in AFFECTED))


def test_the_test_command_is_the_readmes() -> None:
    command = blocks("console", "Tests")[0].removeprefix("$ ").strip()
    assert f"$ {command}" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert command == 'python -m pip install -e ".[test]" && python -m pytest'


def test_the_drawing_of_the_packages_is_what_import_linter_checks() -> None:
    contract, _ = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    design = (ROOT / "site" / "pages" / "design.md").read_text(encoding="utf-8")
    drawing = design.split("## Packages\n")[1].split("```")[1]
    drawn = [set(found) for line in drawing.splitlines() if (found := re.findall(r"rulings\.\w+\b(?!\()", line))]
    assert drawn == [set(re.findall(r"[\w.]+", layer)) for layer in contract["layers"]]


PATH = re.compile(r"`((?:rulings|parser|search|site|tests)/[\w./-]*\w)`")
OURS = [
    path
    for folder in ("rulings", "parser", "search", "site", "tests")
    for path in (ROOT / folder).rglob("*.*")
    if path.suffix in (".py", ".js", ".md")
]


def test_every_file_that_code_and_pages_name_is_there() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in OURS if "node_modules" not in path.parts}
    texts[ROOT / "CONTRIBUTING.md"] = TEXT.split("\n## Tours\n")[0]  # the tours write new ones
    named = {(path, name) for path, text in texts.items() for name in PATH.findall(text)}
    assert len(named) > 50
    assert [(path.name, name) for path, name in named if not (ROOT / name).exists()] == []
