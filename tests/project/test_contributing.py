"""Tests of CONTRIBUTING.md: its worked example."""

from __future__ import annotations

import json
import re
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
