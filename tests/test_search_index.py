"""The index may be missing, damaged, foreign, newer, unwritable or built by two at once: a search answers all the same."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import rulings
from rulings.knowledge import SHIPPED, KnowledgeBase
from rulings.search import search, search_folder
from rulings.search.index import ensure_index, of_folder
from rulings.search.table import MAGIC

QUERY, FIELDS = "jack out", 'card:"dr dreff" rez'


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder of the test's own."""
    monkeypatch.setenv("RULINGS_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def fresh() -> KnowledgeBase:
    return rulings.open()


def index_folder(cache: Path) -> Path:
    return next(path for path in cache.glob("search-*-*") if path.is_dir())


@pytest.fixture(scope="module")
def expected(kb: KnowledgeBase) -> tuple[object, object]:
    return search(kb, QUERY).hits, search(kb, FIELDS).hits


def test_the_index_is_built_once_and_then_opened(cache: Path, expected: tuple[object, object]) -> None:
    steps = list[tuple[int, int]]()
    ensure_index(fresh(), lambda done, of: steps.append((done, of)))
    assert steps and steps[-1][0] <= steps[-1][1] and [s[0] for s in steps] == sorted(s[0] for s in steps)
    built = index_folder(cache).stat().st_mtime_ns
    steps.clear()
    assert search_folder(None, QUERY, progress=lambda done, of: steps.append((done, of))).hits == expected[0]
    assert not steps and index_folder(cache).stat().st_mtime_ns == built


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) * 3 // 4] ^= 0xFF
    path.write_bytes(content)


def flip_the_head(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[40] ^= 0xFF
    path.write_bytes(content)


DAMAGE = {
    "cut short": cut,
    "a byte flipped": flip,
    "a byte of the head flipped": flip_the_head,
    "empty": lambda path: path.write_bytes(b""),
    "another file": lambda path: path.write_bytes(b"not an index at all" * 99),
    "only the magic": lambda path: path.write_bytes(MAGIC),
    "of a later version": lambda path: path.write_bytes(b"RULIDX\x00\x63" + path.read_bytes()[8:]),
    "gone": lambda path: path.unlink(),
    "a folder": lambda path: (path.unlink(), path.mkdir()),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_table_is_built_again_without_a_word(
    cache: Path, expected: tuple[object, object], damage: str, capfd: pytest.CaptureFixture[str]
) -> None:
    ensure_index(fresh())
    DAMAGE[damage](index_folder(cache) / "table.bin")
    assert search_folder(None, QUERY).hits == expected[0]
    assert search_folder(None, FIELDS).hits == expected[1]
    assert capfd.readouterr() == ("", "")
    of_folder().table.extra("names")  # what is there now is whole


@pytest.mark.parametrize("damage", ["cut short", "empty", "another file", "gone"])
def test_a_damaged_whoosh_index_is_built_again_without_a_word(
    cache: Path, expected: tuple[object, object], damage: str, capfd: pytest.CaptureFixture[str]
) -> None:
    ensure_index(fresh())
    for path in (index_folder(cache) / "whoosh").iterdir():
        DAMAGE[damage](path)
    assert search_folder(None, FIELDS).hits == expected[1]
    assert search(fresh(), FIELDS).hits == expected[1]
    assert capfd.readouterr() == ("", "")


def test_a_changed_knowledge_base_has_another_index(cache: Path, tmp_path: Path) -> None:
    shutil.copytree(SHIPPED, tmp_path / "kb", ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    before = search_folder(tmp_path / "kb", "subsidiary data forts minimum").hits
    questions = tmp_path / "kb" / "sources" / "questions.yaml"
    text = questions.read_text(encoding="utf-8")
    first = text.index("- ")
    questions.write_text(f"{text[:first]}- Where does the quokka sleep?\n{text[first:]}", encoding="utf-8")
    after = search_folder(tmp_path / "kb", "quokka").hits
    assert before and after and after[0].question == "Where does the quokka sleep?"


@pytest.mark.skipif(os.name == "nt" or (hasattr(os, "geteuid") and os.geteuid() == 0), reason="root writes anywhere")
def test_a_read_only_cache_means_an_index_in_memory(cache: Path, expected: tuple[object, object]) -> None:
    cache.mkdir()
    cache.chmod(0o500)
    try:
        assert search(fresh(), QUERY).hits == expected[0]
    finally:
        cache.chmod(0o700)


def test_where_nothing_can_be_written_the_index_lives_in_memory_with_one_note(
    cache: Path, expected: tuple[object, object]
) -> None:
    cache.write_bytes(b"a file where the folder should be")
    notes = list[str]()
    assert search_folder(None, QUERY, note=notes.append).hits == expected[0]
    assert len(notes) == 1 and "built in memory" in notes[0]
    kb = fresh()
    ensure_index(kb, note=notes.append)
    assert search(kb, FIELDS).hits == expected[1]


def test_a_full_disk_means_an_index_in_memory_with_one_note(
    cache: Path, expected: tuple[object, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    notes = list[str]()
    kb = fresh()
    kb.__dict__["_search_index"] = ensure_index(kb, note=notes.append)
    assert search(kb, QUERY).hits == expected[0] and search(kb, FIELDS).hits == expected[1]
    assert len(notes) == 1 and "No space left" in notes[0]
    assert not list(cache.glob(".building-*"))


def test_two_processes_that_build_at_once_both_answer(cache: Path, expected: tuple[object, object]) -> None:
    program = f"from rulings.search import search_folder; print(search_folder(None, {QUERY!r}).hits[0].id)"
    running = [
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    answers = [process.communicate(timeout=120) for process in running]
    assert [err for _, err in answers] == ["", "", ""]
    assert {out.strip() for out, _ in answers} == {expected[0][0].id}  # type: ignore[index]
    assert [path.name for path in cache.iterdir() if path.name.startswith(".")] == []
    assert search_folder(None, FIELDS).hits == expected[1]


def test_what_whoosh_is_lent_while_it_is_imported_is_taken_back() -> None:
    code = "import sys, rulings.search.on_whoosh; assert 'urllib.request' not in sys.modules; import urllib.request as u; print(callable(u.urlopen))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
