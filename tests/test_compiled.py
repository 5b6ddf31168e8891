"""The compiled pages: found without the knowledge base, stale as soon as a file changes, made again when anything is wrong."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from asking import ask, spawn

from rulings import compile_pages, compiled, store
from rulings.compiled import Pages
from rulings.knowledge import SHIPPED

# What a look-up may import besides what `python -c pass` has: it is most of what a look-up takes.
FORBIDDEN = ("argparse", "typing", "dataclasses", "pathlib", "json", "re", "yaml", "whoosh", "mkdocs", "jinja2", "rapidfuzz", "platformdirs",
             "collections", "enum", "functools", "hashlib", "subprocess", "shutil", "unicodedata", "rulings.knowledge", "rulings.model")


@pytest.mark.parametrize("words", [["dreff"], ["card", "Dr. Dreff", "--json"], ["skivviss", "--plain"], ["incubator"]])
def test_a_look_up_imports_nothing_it_does_not_need(words: list[str], own_cache: Path) -> None:
    ask("dreff")
    code = ("import sys; before = set(sys.modules)\nfrom rulings.command import main\nstatus = main(sys.argv[1:])\n"
            "sys.stderr.write(' '.join(set(sys.modules) - before)); sys.exit(status)")
    # -S leaves out the .pth files of an editable installation, which import much by themselves.
    done = subprocess.run([sys.executable, "-S", "-c", code, *words], capture_output=True, text=True, encoding="utf-8", check=False,
                          env={**os.environ, "PYTHONPATH": str(SHIPPED.parent)})
    assert (done.returncode, bool(done.stdout)) == (0, True)
    assert not set(FORBIDDEN) & set(done.stderr.split())


@pytest.mark.parametrize("env", [
    {}, {"XDG_CACHE_HOME": "/tmp/xdg"}, {"XDG_CACHE_HOME": ""}, {"XDG_CACHE_HOME": "  "}, {"XDG_CACHE_HOME": "relative"},
    {"RULINGS_CACHE": "/tmp/own"}, {"HOME": "/somewhere/else", "XDG_CACHE_HOME": ""},
])
def test_both_ways_agree_on_the_cache_folder(env: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RULINGS_CACHE")
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    assert Path(compiled.cache_folder()) == store.cache_folder()


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A knowledge base that may be edited."""
    folder = tmp_path_factory.mktemp("kb")
    for name in ("cards", "topics", "documents", "sources"):
        shutil.copytree(SHIPPED / name, folder / name)
    for name in ("run-chart.yaml", "tournament.yaml"):
        shutil.copy(SHIPPED / name, folder / name)
    return folder


def pages_of(folder: Path) -> Pages:
    found = compiled.load(str(folder))
    if found is None:
        compile_pages.make(str(folder), lambda note: pytest.fail(note))
        found = compiled.load(str(folder))
    assert found
    return found


def edit(path: Path, old: str, new: str) -> None:
    """In place, as an editor does that does not write aside."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(("file", "old", "new", "card"), [
    ("cards/corp/dr-dreff.yaml", "artist: Doug Chaffee", "artist: Somebody", "dr-dreff"),
    ("cards/runner/boardwalk.yaml", "Virus", "virus", "incubator"),
    ("cards/corp/data-masons.yaml", "title: Data", "title: Data ", "dr-dreff"),
    ("sources/questions.yaml", "- ", "- Well, ", "aardvark"),
    ("sources/names.yaml", "reason:", "reason: ", "aardvark"),
])
def test_an_edited_file_is_noticed_by_the_cards_that_show_it(copy: Path, file: str, old: str, new: str, card: str) -> None:
    assert pages_of(copy).current(f"card:{card}")
    edit(copy / file, old, new)
    quick = compiled.load(str(copy), whole=False)
    assert quick is None or not quick.current(f"card:{card}")
    assert compiled.load(str(copy)) is None


def test_a_file_that_comes_or_goes_is_noticed(copy: Path) -> None:
    pages_of(copy)
    (copy / "cards" / "corp" / "dr-dreff.yaml").rename(copy / "away.yaml")
    assert compiled.load(str(copy), whole=False) is None
    (copy / "away.yaml").rename(copy / "cards" / "corp" / "dr-dreff.yaml")


def test_a_page_is_its_data_and_its_json(copy: Path) -> None:
    import json

    pages = pages_of(copy)
    assert json.loads(pages.text("card:dr-dreff")) == pages.get("card:dr-dreff")
    assert pages.get("card:nobody") is None
    assert "card:nobody" not in pages


def test_whatever_is_wrong_with_the_file_the_answer_is_right(own_cache: Path) -> None:
    right = ask("dreff")
    path = Path(compiled.path_for())
    good = path.read_bytes()
    chance = random.Random(1996)
    wrong = [b"", good[:10], good[: len(good) // 2], b"\x7fELF" + good[4:], good + b"x", b"rulings pages 99\n" + good[17:]]
    for reach in (60, 20_000, 200_000, len(good)):
        for _ in range(4):
            damaged = bytearray(good)
            for _ in range(300):
                damaged[chance.randrange(reach)] = chance.randrange(256)
            wrong.append(bytes(damaged))
    for content in wrong:
        path.write_bytes(content)
        assert ask("dreff") == right
        assert ask("topic", "tracing").status == 0


def test_where_nothing_can_be_kept_it_works_with_one_note(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    for line in ("dreff", "search jack out -n 1"):
        told = spawn(*line.split(), env={"RULINGS_CACHE": str(blocked / "below")})
        assert told.status == 0 and told.out
        assert len(told.err.splitlines()) == 1
        assert "cannot be kept" in told.err or "nothing can be kept" in told.err


def test_names_that_need_no_search_mean_what_look_up_says(copy: Path) -> None:
    from rulings.search.names import resolve

    pages = pages_of(copy)
    data = pages.get("names")
    assert pages.known("dr dreff") == pages.known("DREFF") == "dr-dreff"
    assert pages.known("nobody at all") == ""
    for card in pages.get("cards"):
        known = pages.known(card["title"])
        assert known == card["id"]
        assert resolve(data, card["title"])[1] == [known]
