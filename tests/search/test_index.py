"""Tests of the search index: rebuilt if missing, damaged or outdated; kept in memory if it cannot be saved."""

from __future__ import annotations

import json
import random
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

import rulings
from rulings.api import KnowledgeBase
from rulings.search import indexing, search
from rulings.search.documents import documents
from rulings.search.index import open_index
from rulings.storage.opening import SHIPPED
from support.command_line import output_with_other_hash_seed
from support.examples import slow_except
from support.project_copy import ProjectCopy

QUERY, FIELDS = "jack out", 'card:"dr dreff" rez'


def index_file(cache_folder: Path) -> Path:
    return next(cache_folder.glob("search-*.sqlite"))


@pytest.fixture(scope="module")
def expected(kb: KnowledgeBase) -> tuple[object, object]:
    return search(kb, QUERY).hits, search(kb, FIELDS).hits


def test_the_index_is_built_once_and_then_opened(empty_cache: Path, expected: tuple[object, object]) -> None:
    steps = list[tuple[int, int]]()
    open_index(None, lambda done, of: steps.append((done, of)))
    assert steps
    assert steps[-1][0] == steps[-1][1]
    assert [s[0] for s in steps] == sorted(s[0] for s in steps)
    built = index_file(empty_cache).stat().st_mtime_ns
    steps.clear()
    assert search(None, QUERY, progress=lambda done, of: steps.append((done, of))).hits == expected[0]
    assert not steps
    assert index_file(empty_cache).stat().st_mtime_ns == built


@pytest.mark.parametrize("query", ["jack out", "dreff rez", "is:errata"])
def test_a_folder_and_an_open_knowledge_base_answer_alike(kb: KnowledgeBase, one_card_folder: Path, query: str) -> None:
    in_folder = search(one_card_folder, query).hits
    assert in_folder
    assert in_folder == search(rulings.open(one_card_folder), query).hits != search(kb, query).hits


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def flip_bits(path: Path) -> None:
    content = bytearray(path.read_bytes())
    for _ in range(40):
        content[random.randrange(len(content))] ^= 1 << random.randrange(8)
    path.write_bytes(content)


def swap_values(path: Path) -> None:
    """Exchanges two values, neither of which is damaged itself."""
    connection = sqlite3.connect(path)
    (first_name, first_value), (second_name, second_value) = connection.execute(
        "SELECT name, value FROM items WHERE name LIKE 'whoosh/%' LIMIT 2"
    ).fetchall()
    connection.execute("UPDATE items SET value = ? WHERE name = ?", (second_value, first_name))
    connection.execute("UPDATE items SET value = ? WHERE name = ?", (first_value, second_name))
    connection.commit()
    connection.close()


DAMAGE: dict[str, Callable[[Path], object]] = {
    "truncated": truncate,
    "bits flipped": flip_bits,
    "values swapped": swap_values,
    "empty": lambda path: path.write_bytes(b""),
    "not an index": lambda path: path.write_bytes(b"not an index at all" * 99),
    "deleted": lambda path: path.unlink(),
}


@pytest.mark.parametrize("damage", slow_except(["truncated"], DAMAGE))
def test_a_damaged_index_is_rebuilt_silently(
    empty_cache: Path, expected: tuple[object, object], damage: str, capfd: pytest.CaptureFixture[str]
) -> None:
    random.seed(damage)
    open_index()
    DAMAGE[damage](index_file(empty_cache))
    assert search(None, QUERY).hits == expected[0]
    assert search(None, FIELDS).hits == expected[1]
    assert capfd.readouterr() == ("", "")


def test_a_changed_knowledge_base_gets_a_new_index(empty_cache: Path, one_card_folder: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(one_card_folder, tmp_path / "changed")
    shutil.copytree(SHIPPED / "sources", folder / "sources")
    hits = search(folder, "when may dreff be used").hits
    questions = folder / "sources" / "questions.yaml"
    text = questions.read_text(encoding="utf-8")
    first = text.index("- ", text.index("\ndr-dreff-"))
    questions.write_text(f"{text[:first]}- Where does the quokka sleep?\n{text[first:]}", encoding="utf-8")
    new_hits = search(folder, "quokka").hits
    assert hits
    assert new_hits
    assert new_hits[0].question == "Where does the quokka sleep?"


def test_a_folder_without_sources_is_searched_with_the_shipped_synonyms(
    empty_cache: Path, one_card_folder: Path, tmp_path: Path
) -> None:
    folder = shutil.copytree(one_card_folder, tmp_path / "with-sources")
    shutil.copytree(SHIPPED / "sources", folder / "sources")
    with_sources, without = open_index(folder), open_index(one_card_folder)
    assert "server" in dict(without.settings["synonyms"]["fort"])
    assert without.settings == with_sources.settings
    assert without.unanswered == with_sources.unanswered


@pytest.fixture
def few_cards(tmp_path: Path) -> Path:
    """A copy of the knowledge base with a few of its cards, to build an index faster."""
    shutil.copytree(SHIPPED, tmp_path / "rulings", ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    ProjectCopy(tmp_path).keep_cards("dr-dreff")
    return tmp_path / "rulings"


def test_an_unwritable_cache_keeps_the_index_in_memory(empty_cache: Path, expected: tuple[object, object]) -> None:
    empty_cache.write_bytes(b"a file where the folder should be")
    warnings = list[str]()
    index = open_index(None, warn=warnings.append)
    assert len(warnings) == 1
    assert not index.is_saved
    assert search(None, FIELDS, warn=warnings.append).hits == expected[1]


@pytest.mark.slow
def test_processes_building_the_index_at_once_all_answer(empty_cache: Path, few_cards: Path) -> None:
    program = (
        f"from rulings.search import search; print([hit.id for hit in search({str(few_cards)!r}, {QUERY!r}).hits])"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    answers = [process.communicate(timeout=240) for process in running]
    assert [err for _, err in answers] == ["", ""]
    expected = [hit.id for hit in search(rulings.open(few_cards), QUERY).hits]
    assert expected
    assert {out for out, _ in answers} == {f"{expected}\n"}
    assert [hit.id for hit in search(few_cards, QUERY).hits] == expected


def test_no_file_is_written_while_an_index_is_made(kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        pytest.fail("Whoosh wrote a file, which other processes could read or remove")

    monkeypatch.setattr("whoosh.filedb.filestore.FileStorage.create", refuse)
    few = documents(kb)[:20]
    assert dict(indexing.values_for_documents(kb, few, indexing.read_weights()))


def test_the_average_lengths_are_at_least_one(kb: KnowledgeBase) -> None:
    wordless = [replace(document, title="", extra_words="", text="", questions=()) for document in documents(kb)[:2]]
    values = dict(indexing.values_for_documents(kb, wordless, indexing.read_weights()))
    assert json.loads(values["settings"])["average_lengths"] == {"text": 1.0, "questions": 1.0}


def test_hits_do_not_depend_on_the_hash_seed() -> None:
    """Both processes use one index; the next test is about building it."""
    program = f"from rulings.search import search; print([(h.id, h.score) for h in search(None, {QUERY!r}).hits])"
    assert output_with_other_hash_seed(program) == f"{[(h.id, h.score) for h in search(None, QUERY).hits]}\n"


@pytest.mark.slow
def test_the_index_does_not_depend_on_the_hash_seed(kb: KnowledgeBase) -> None:
    """Except for the random name that Whoosh gives a segment."""
    program = (
        f"import rulings; from rulings.search.indexing import index_values; from {Path(__file__).stem} import digests\n"
        "print(digests(index_values(rulings.open())))"
    )
    assert output_with_other_hash_seed(program) == f"{digests(indexing.index_values(kb))}\n"


def digests(index: Iterable[tuple[str, bytes]]) -> list[tuple[str, str]]:
    """The name and digest of each value of an index, leaving out the random name of the segment."""
    values = [(name.encode(), value) for name, value in index]
    segment = next(re.search(rb"MAIN_(\w+)\.seg", name)[1] for name, _ in values if name.endswith(b".seg"))  # type: ignore[index]
    return [
        (name.replace(segment, b"").decode(), sha256(value.replace(segment, b"")).hexdigest()) for name, value in values
    ]
