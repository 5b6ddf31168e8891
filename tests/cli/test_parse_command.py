"""Tests of `rulings parse` with other sources: where it writes, and damaged sources.
Also `rulings check` of its output.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulings import api
from rulings.cli.specification import CHECK, PARSE
from rulings.storage.files import SHIPPED
from support.command_line import run_cli


def test_parse_of_other_sources_needs_an_output_folder(sources: Path) -> None:
    result = run_cli("parse", "--sources", str(sources))
    assert (result.status, result.out) == (2, "")
    assert "--output DIR" in result.err


def test_a_mistake_in_the_sources_is_told_without_a_look_into_the_collection(
    sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise AssertionError("the collection is opened")

    monkeypatch.setattr(api, "open_knowledge", refuse)
    (sources / "dates.yaml").write_text("[", encoding="utf-8")
    result = run_cli(
        "parse", "--sources", str(sources), "--output", str(sources.parent / "kb")
    )
    assert (result.status, result.out) == (2, "")
    assert "dates.yaml, line" in result.err
    assert "rulings search" not in result.err


@pytest.mark.slow
def test_it_says_which_folder_it_means_and_that_another_is_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rulings" / "sources").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    result = run_cli("parse", "--check")
    assert result.out == f"the YAML in {SHIPPED} is up to date\n"
    assert (
        f"{tmp_path / 'rulings' / 'sources'} is not being read; to use it, name it with --sources"
        in " ".join(result.err.split())
    )


@pytest.mark.slow
def test_the_folder_that_the_help_of_parse_writes_is_the_one_that_the_help_of_check_checks(
    tmp_path: Path,
) -> None:
    examples = [
        line.split()
        for command in (PARSE, CHECK)
        for line in command.examples
        if "/tmp/kb" in line
    ]
    assert [words[1] for words in examples] == ["parse", "check"]
    examples.insert(1, ["rulings", "parse", "--check", "--output", "/tmp/kb"])
    for _, *words in examples:
        result = run_cli(
            *(word.replace("/tmp/kb", str(tmp_path / "kb")) for word in words)
        )
        assert (result.status, result.err) == (0, "")


@pytest.mark.slow
def test_a_folder_is_checked_with_the_sources_named_or_its_own_or_the_shipped(
    sources: Path, tmp_path: Path
) -> None:
    folder, cards = tmp_path / "kb", sources / "cards.yaml"
    text = cards.read_text(encoding="utf-8")
    cards.write_text(text.replace("artist: ", "artist: Another ", 1), encoding="utf-8")
    assert (
        run_cli("parse", "--sources", str(sources), "--output", str(folder)).status == 0
    )
    assert run_cli("check", str(folder), "--sources", str(sources)).status == 0
    by_shipped = run_cli("check", str(folder))
    assert by_shipped.status == 1
    assert "differs; run `rulings parse`" in by_shipped.err
    shutil.copytree(sources, folder / "sources")
    assert run_cli("check", str(folder)).status == 0
