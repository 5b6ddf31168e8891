"""Tests of the compiled folder: read if it fits the YAML, otherwise the YAML itself; nothing else is ever written."""

from __future__ import annotations

import json
import logging
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import rulings
from rulings.api import compile_folder
from rulings.search import search
from rulings.storage.compiled import read_compiled, write_compiled
from rulings.storage.files import COMPILED, SHIPPED

QUERY = "forced encounter rezzed"


@pytest.fixture
def folder(one_card_folder: Path, tmp_path: Path) -> Path:
    """A compiled knowledge base with one card, for the test to change."""
    copy = shutil.copytree(one_card_folder, tmp_path / "one-card")
    compile_folder(copy)
    return copy


def state_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_what_was_compiled_says_the_same_as_the_yaml(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    compiled = rulings.open(folder)
    assert not caplog.messages
    shutil.rmtree(folder / COMPILED)
    from_yaml = rulings.open(folder)
    assert compiled.export() == from_yaml.export()
    assert compiled.search(QUERY) == from_yaml.search(QUERY)
    assert compiled.search(QUERY).hits
    assert [compiled.card("dref").id, from_yaml.card("dref").id] == ["dr-dreff", "dr-dreff"]


def test_opening_and_searching_write_nothing(folder: Path) -> None:
    before = state_of(folder)
    rulings.open(folder).search(QUERY)
    assert state_of(folder) == before
    shutil.rmtree(folder / COMPILED)
    rulings.open(folder).search(QUERY)
    assert not (folder / COMPILED).exists()


@pytest.mark.parametrize(
    "damage",
    [
        lambda folder: shutil.rmtree(folder / COMPILED),
        lambda folder: (folder / COMPILED / "manifest.json").write_bytes(b"\xff not JSON"),
        lambda folder: (folder / COMPILED / "manifest.json").write_text('{"version": 1}', encoding="utf-8"),
        lambda folder: (folder / COMPILED / "knowledge.json").write_bytes(b"{}"),
        lambda folder: (folder / COMPILED / "names.json").unlink(),
    ],
    ids=["no folder", "no JSON", "another manifest", "a changed file", "a missing file"],
)
def test_damage_is_noted_once_and_the_yaml_is_read(
    folder: Path, damage: Callable[[Path], object], caplog: pytest.LogCaptureFixture
) -> None:
    expected = rulings.open(folder).export()
    damage(folder)
    with caplog.at_level(logging.WARNING, "rulings"):
        assert rulings.open(folder).export() == expected
    (note,) = caplog.messages
    assert "reading" in note


def test_a_damaged_index_is_made_again_in_memory(folder: Path) -> None:
    expected = rulings.open(folder).search(QUERY)
    for path in (folder / COMPILED / "search").rglob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes()[:-1])
    assert rulings.open(folder).search(QUERY) == expected


def test_what_another_version_compiled_is_not_read(folder: Path) -> None:
    manifest = folder / COMPILED / "manifest.json"
    manifest.write_text(json.dumps({**json.loads(manifest.read_bytes()), "version": "0.0.1"}), encoding="utf-8")
    assert read_compiled(folder) is None
    assert rulings.open(folder).card("dreff").id == "dr-dreff"


def test_an_edit_of_the_yaml_is_seen(folder: Path) -> None:
    shutil.copytree(SHIPPED / "sources", folder / "sources")
    compile_folder(folder)
    questions = folder / "sources" / "questions.yaml"
    text = questions.read_text(encoding="utf-8")
    first = text.index("- ", text.index("\ndr-dreff-"))
    questions.write_text(f"{text[:first]}- Where does the quokka sleep?\n{text[first:]}", encoding="utf-8")
    assert [hit.question for hit in search(rulings.open(folder), "quokka").hits] == ["Where does the quokka sleep?"]


def test_a_folder_without_sources_is_searched_with_the_shipped_synonyms(folder: Path, one_card_folder: Path) -> None:
    shutil.copytree(SHIPPED / "sources", folder / "sources")
    without, with_sources = rulings.open(one_card_folder), rulings.open(folder)
    assert without.synonyms == with_sources.synonyms
    assert without.search("server") == with_sources.search("server")


def test_an_unfinished_folder_of_a_killed_process_is_removed(folder: Path) -> None:
    for name, age in ((".compiled-old", 3600), (".compiled-new", 0)):
        (folder / name).mkdir()
        os.utime(folder / name, (folder.stat().st_mtime - age,) * 2)
    compile_folder(folder)
    assert {path.name for path in folder.glob(".*")} == {".compiled-new"}


def test_a_failure_while_compiling_leaves_the_old_folder(folder: Path) -> None:
    before = state_of(folder)

    def values() -> object:
        yield "knowledge.json", b"{}"
        raise OSError("no space left")

    with pytest.raises(OSError, match="no space"):
        write_compiled(folder, values(), "0")  # type: ignore[arg-type]
    assert state_of(folder) == before
