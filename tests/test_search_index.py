"""The index may be missing, damaged, foreign, newer, unwritable or built by two at once: a search answers all the same."""

from __future__ import annotations

import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import rulings
from rulings.api import KnowledgeBase
from rulings.search import indexing, search
from rulings.search.documents import documents
from rulings.search.index import Index, open_index
from rulings.search.request import Options
from rulings.search.searching import search_index
from rulings.storage.cache import Cache
from rulings.storage.opening import SHIPPED
from support.project_copy import Copy

QUERY, FIELDS = "jack out", 'card:"dr dreff" rez'


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder of the test's own."""
    monkeypatch.setenv("RULINGS_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def fresh() -> KnowledgeBase:
    return rulings.open()


def index_file(cache: Path) -> Path:
    return next(cache.glob("search-*.sqlite"))


@pytest.fixture(scope="module")
def expected(kb: KnowledgeBase) -> tuple[object, object]:
    return search(kb, QUERY).hits, search(kb, FIELDS).hits


def test_the_index_is_built_once_and_then_opened(cache: Path, expected: tuple[object, object]) -> None:
    steps = list[tuple[int, int]]()
    open_index(None, lambda done, of: steps.append((done, of)))
    assert steps and steps[-1][0] == steps[-1][1] and [s[0] for s in steps] == sorted(s[0] for s in steps)
    built = index_file(cache).stat().st_mtime_ns
    steps.clear()
    assert search(None, QUERY, progress=lambda done, of: steps.append((done, of))).hits == expected[0]
    assert not steps and index_file(cache).stat().st_mtime_ns == built


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    for _ in range(40):
        content[random.randrange(len(content))] ^= 1 << random.randrange(8)
    path.write_bytes(content)


def swap_values(path: Path) -> None:
    """Two values change places: each is whole, neither is where it belongs."""
    connection = sqlite3.connect(path)
    (one, first), (other, second) = connection.execute("SELECT name, value FROM items WHERE name LIKE 'whoosh/%' LIMIT 2").fetchall()
    connection.execute("UPDATE items SET value = ? WHERE name = ?", (second, one))
    connection.execute("UPDATE items SET value = ? WHERE name = ?", (first, other))
    connection.commit()
    connection.close()


DAMAGE: dict[str, Callable[[Path], object]] = {
    "cut short": cut,
    "bits flipped": flip,
    "values swapped": swap_values,
    "empty": lambda path: path.write_bytes(b""),
    "another file": lambda path: path.write_bytes(b"not an index at all" * 99),
    "gone": lambda path: path.unlink(),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_index_is_built_again_without_a_word(
    cache: Path, expected: tuple[object, object], damage: str, capfd: pytest.CaptureFixture[str]
) -> None:
    random.seed(damage)
    open_index()
    DAMAGE[damage](index_file(cache))
    assert search(None, QUERY).hits == expected[0]
    assert search(None, FIELDS).hits == expected[1]
    assert capfd.readouterr() == ("", "")


def test_an_index_that_turns_out_to_be_damaged_in_the_middle_of_a_search_is_built_again(kb: KnowledgeBase, cache: Path) -> None:
    index = open_index()
    expected = search(kb, "dr dref").hits
    file = index_file(cache)
    file.write_bytes(bytes(file.stat().st_size))  # after Whoosh's part was read; the names are read when a query needs them
    assert search_index(index, "dr dref", Options()).hits == expected


def test_a_fault_of_the_program_is_not_taken_for_damage(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index = open_index()
    monkeypatch.setattr(Index, "rebuild", lambda self: pytest.fail("the index was rebuilt"))
    monkeypatch.setattr(Index, "best", lambda *_: [][0])
    with pytest.raises(IndexError):
        search_index(index, QUERY, Options())


@pytest.fixture
def few_cards(tmp_path: Path) -> Path:
    """A copy of the knowledge base with few of its cards, whose index is built sooner."""
    shutil.copytree(SHIPPED, tmp_path / "rulings", ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    Copy(tmp_path).keep_cards("dr-dreff")
    return tmp_path / "rulings"


def test_a_changed_knowledge_base_has_another_index(cache: Path, few_cards: Path) -> None:
    before = search(few_cards, "subsidiary data forts minimum").hits
    questions = few_cards / "sources" / "questions.yaml"
    text = questions.read_text(encoding="utf-8")
    first = text.index("- ")
    questions.write_text(f"{text[:first]}- Where does the quokka sleep?\n{text[first:]}", encoding="utf-8")
    after = search(few_cards, "quokka").hits
    assert before and after and after[0].question == "Where does the quokka sleep?"


def test_where_nothing_can_be_written_the_index_lives_in_memory_with_one_note(cache: Path, expected: tuple[object, object]) -> None:
    cache.write_bytes(b"a file where the folder should be")
    notes = list[str]()
    index = open_index(None, note=notes.append)
    assert len(notes) == 1 and not index.is_saved
    assert search(None, FIELDS, note=notes.append).hits == expected[1]


@pytest.mark.slow
def test_several_processes_that_build_at_once_all_answer(cache: Path, few_cards: Path) -> None:
    program = f"from rulings.search import search; print([hit.id for hit in search({str(few_cards)!r}, {QUERY!r}).hits])"
    running = [
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)
    ]
    answers = [process.communicate(timeout=240) for process in running]
    assert [err for _, err in answers] == ["", ""]
    right = [hit.id for hit in search(rulings.open(few_cards), QUERY).hits]
    assert right and {out for out, _ in answers} == {f"{right}\n"}
    assert [hit.id for hit in search(few_cards, QUERY).hits] == right


def test_more_postings_than_are_sorted_in_memory_give_the_same_index(kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    some = [document for number, document in enumerate(documents(kb)) if number % 12 == 0 or "dreff" in document.id]

    def built() -> Index:
        return Index(Cache("", values=dict(indexing.build_from(kb, some, indexing.read_weights()))), dict)  # type: ignore[arg-type]

    whole, names = built(), list[str]()
    create = indexing.SortingStorage.create_file

    def create_noted(self: indexing.SortingStorage, name: str, **more: Any) -> Any:
        names.append(name)
        return create(self, name, **more)

    monkeypatch.setattr(indexing.SortingStorage, "create_file", create_noted)
    monkeypatch.setattr(indexing, "MAX_POSTINGS", 0.05)
    merged = built()
    assert sum(name.endswith(".run") for name in names) > 5
    for query in (QUERY, FIELDS):
        hits = search_index(whole, query, Options()).hits
        assert hits and search_index(merged, query, Options()).hits == hits


def test_the_answers_do_not_depend_on_the_hash_seed(expected: tuple[object, object]) -> None:
    """From one index: that it is the same too is what the next test shows."""
    program = f"from rulings.search import search; print([(h.id, h.score) for h in search(None, {QUERY!r}).hits])"
    answers = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        answers.add(subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True).stdout)
    assert len(answers) == 1


@pytest.mark.slow
def test_the_index_is_the_same_whatever_the_hash_seed(kb: KnowledgeBase) -> None:
    """All but the random name that Whoosh gives a segment, which stands in the segment and in the table of contents."""
    program = (
        "import rulings; from rulings.search.indexing import build; from test_search_index import digests\n"
        "print(digests(build(rulings.open())))"
    )
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"  # another than this process has
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parent)}
    other = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True).stdout
    assert other == f"{digests(indexing.build(kb))}\n"


def digests(index: Iterable[tuple[str, bytes]]) -> list[tuple[str, str]]:
    """Name and digest of each value of an index, without the name of its segment."""
    made = [(name.encode(), value) for name, value in index]
    segment = next(re.search(rb"MAIN_(\w+)\.seg", name)[1] for name, _ in made if name.endswith(b".seg"))  # type: ignore[index]
    return [(name.replace(segment, b"").decode(), sha256(value.replace(segment, b"")).hexdigest()) for name, value in made]


def test_no_module_is_replaced_while_whoosh_is_imported() -> None:
    code = "import rulings.search.index, urllib.request as u; print(callable(u.urlopen))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
