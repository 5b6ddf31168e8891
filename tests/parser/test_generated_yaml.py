"""Tests of the YAML that `rulings parse` generates, and of the files it changes."""

from __future__ import annotations

import shutil
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import rulings
from rulings.errors import RulingsError
from rulings.model import hand_edited
from rulings.model.entities import Ruling
from rulings.model.loader import assemble
from rulings.model.vocabulary import RULINGS_DOCUMENT
from rulings.parser.entries import ParsedKnowledge
from rulings.parser.ledger import WordCount
from rulings.parser.parse import Report, parse, parse_folder
from rulings.parser.write import generated_data
from rulings.storage.files import SHIPPED, Problem
from rulings.storage.yaml_files import parse_yaml, read_yaml
from support.source_documents import (
    RULINGS_FILE,
    edit_document,
    generated_from,
    printed_rulings,
)


@pytest.fixture(scope="module")
def generated(parsed: ParsedKnowledge) -> dict[str, str]:
    """Relative path → text of the files generated from the shipped sources."""
    return generated_from(parsed)


def changed_lines(
    before: dict[str, str], after: dict[str, str]
) -> list[tuple[str, str, str]]:
    """File, old line and new line for each difference. The files must have the same
    numbers of lines.
    """
    changes = []
    for path in before.keys() | after.keys():
        old = before.get(path, "").splitlines()
        new = after.get(path, "").splitlines()
        assert len(old) == len(new), path
        changes += [(path, a, b) for a, b in zip(old, new, strict=True) if a != b]
    return changes


def change_a_word(parsed: ParsedKnowledge, sources: Path) -> tuple[Ruling, str, str]:
    """Changes a word of the last printed ruling on Dr. Dreff. Returns the ruling, the
    old line and the new line.
    """
    ruling = [
        ruling for ruling in printed_rulings(parsed) if ruling.subject.id == "dr-dreff"
    ][-1]
    lines = parsed.sources.documents[RULINGS_DOCUMENT].lines[
        slice(*ruling.source.lines)
    ]
    before = next(line.words for line in lines if " the " in line.text)
    after = before.replace(" the ", " that ", 1)
    edit_document(
        sources, RULINGS_FILE, lambda raw: raw.replace(before.encode(), after.encode())
    )
    return ruling, before, after


def test_changing_one_source_word_changes_one_line_and_the_id(
    parsed: ParsedKnowledge, generated: dict[str, str], sources: Path
) -> None:
    ruling, before, after = change_a_word(parsed, sources)
    reparsed = parse(sources)
    (id,) = {r.id for r in reparsed.rulings} - {r.id for r in parsed.rulings}
    assert changed_lines(generated, generated_from(reparsed)) == [
        ("cards/corp/dr-dreff.yaml", f"- id: {ruling.id}", f"- id: {id}"),
        ("cards/corp/dr-dreff.yaml", f"    {before}", f"    {after}"),
    ]


def test_nothing_is_written_if_it_violates_the_schema(
    short_sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def with_a_stray_key(
        parsed: ParsedKnowledge, ledgers: dict[str, WordCount]
    ) -> dict[str, dict[str, object]]:
        files = generated_data(parsed, ledgers)
        files["cards/corp/dr-dreff.yaml"]["colour"] = "blue"
        return files

    monkeypatch.setattr("rulings.parser.write.generated_data", with_a_stray_key)
    with pytest.raises(
        RulingsError,
        match=r"bug in the parser.*\n.*dr-dreff.yaml, line 1: .*Object contains unknown field `colour`",
    ):
        parse_folder(short_sources, tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_only_files_no_longer_generated_are_deleted(
    short_sources: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    parse_folder(short_sources, out)
    asp, ghost = (
        out / "cards" / "corp" / "asp.yaml",
        out / "cards" / "corp" / "ghost.yaml",
    )
    shutil.copy(asp, ghost)
    (out / "notes.txt").write_text("mine", encoding="utf-8")
    changes = parse_folder(short_sources, out)
    assert changes.files == [Problem("cards/corp/ghost.yaml", "no longer generated")]
    assert changes.entries == {"new": [], "changed": [], "gone": []}
    assert (out / "notes.txt").exists()


@pytest.mark.slow
def test_files_not_written_by_parse_are_never_deleted(
    sources: Path, tmp_path: Path
) -> None:
    mine = tmp_path / "out" / "documents" / "mine.yaml"
    mine.parent.mkdir(parents=True)
    mine.write_text("title: Mine\n", encoding="utf-8")
    with pytest.raises(
        RulingsError,
        match=r"mine\.yaml: `rulings parse` did not write this file; move it elsewhere",
    ):
        parse_folder(sources, tmp_path / "out")
    assert mine.read_text(encoding="utf-8") == "title: Mine\n"
    assert not (tmp_path / "out" / "cards").exists()


def test_the_shipped_knowledge_base_has_no_errors(report: Report) -> None:
    assert report.errors == []
    assert [d["words"] for d in report.documents] == [
        d["accounted"] for d in report.documents
    ]


def test_opening_a_folder_without_cards_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(RulingsError, match="no such folder"):
        rulings.open(tmp_path / "nowhere")
    with pytest.raises(RulingsError, match="contains no cards"):
        rulings.open(tmp_path)


@pytest.mark.parametrize(
    ("file", "keys"),
    [
        ("run-chart.yaml", ("steps", 2, "source")),
        ("run-chart.yaml", ("steps", 2, "decision", "yes")),
        ("run-chart.yaml", ("steps",)),
        ("cards/corp/dr-dreff.yaml", ("title",)),
        ("cards/corp/dr-dreff.yaml", ("entries",)),
        ("cards/corp/dr-dreff.yaml", ("entries", 0, "printed")),
        ("cards/corp/dr-dreff.yaml", ("entries", 0, "citations")),
        ("cards/corp/dr-dreff.yaml", ("entries", 0, "mentions", 0, "title")),
        ("cards/corp/credit-blocks.yaml", ("inherits", 0, "subject")),
        ("cards/corp/credit-blocks.yaml", ("entries", 0, "see", 0)),
        ("documents/comprehensive-reference-manual.yaml", ("sections",)),
        ("documents/comprehensive-reference-manual.yaml", ("sections", 0, "mentions")),
    ],
)
@pytest.mark.parametrize("value", [5, True, [1], {"a": 1}, [[]]])
def test_a_wrong_value_is_an_error_with_file_and_the_line_of_its_row(
    parsed: ParsedKnowledge, file: str, keys: tuple[Any, ...], value: Any
) -> None:
    data = deepcopy(read_yaml(SHIPPED / file))
    place = data
    for key in keys[:-1]:
        place = place[key]
    is_of_list = keys[1:] and keys[0] != "inherits"
    row = data[keys[0]][keys[1]] if is_of_list else data
    place[keys[-1]] = value
    with pytest.raises(
        RulingsError, match=rf"^{file}, line {row.line}: .*; run `rulings parse`$"
    ):
        assemble(
            {file: data},
            hand_edited.HandEdited(documents=parsed.sources.edited.documents),
            SHIPPED,
        )


def test_a_folder_that_cannot_be_read_is_an_error(
    one_card_folder: Path, tmp_path: Path
) -> None:
    folder = shutil.copytree(one_card_folder, tmp_path / "kb")
    (folder / "cards" / "runner").write_text("a file", encoding="utf-8")
    with pytest.raises(
        RulingsError, match=r"runner cannot be read \(Not a directory\)"
    ):
        rulings.open(folder)


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("- a: |\n    x\n    # y\n", 3),
        ("- a: |\n    x\n\n# a comment\n", 2),
        ('- a: "x\n    # y"\n', 2),
        ("- a: 1\n  b: [2,\n    3]\n", 2),
        ("- a: 1\n  b: 2", 2),
    ],
)
def test_a_mapping_knows_its_last_line(text: str, last: int) -> None:
    assert parse_yaml(text, "file.yaml")[0].last_line == last
