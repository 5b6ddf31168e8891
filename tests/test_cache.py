"""The cache: named by content, checked on every read, made again when anything is wrong, kept only where nobody else can write."""

from __future__ import annotations

import functools
import json
import os
import random
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reliability import flips, fuzz, kills, races
from rulings.api import KnowledgeBase
from rulings.cli import output
from rulings.cli.make_pages import make_pages
from rulings.cli.pages import Pages, cached_pages
from rulings.cli.render.card import show_card
from rulings.cli.render.terminal import Drawing, Screen, draw
from rulings.model.serializing import card_page_view, topic_page_view
from rulings.site import publishing
from rulings.storage import stamps
from rulings.storage.cache import APPLICATION_ID, Cache, Damaged, cache_path, open_cache, open_cache_file, write_cache
from rulings.storage.cache_folder import cache_folder, distrust_reason
from rulings.storage.files import read_tree
from rulings.storage.json_text import from_json, to_json
from rulings.storage.opening import SHIPPED
from rulings.storage.stamps import cache_key
from support.asking import ask

# What a look-up may not import: it is most of what a look-up takes.
FORBIDDEN = (
    *("argparse", "typing", "dataclasses", "pathlib", "json", "re", "enum", "hashlib", "sqlite3", "datetime", "contextlib"),
    *("subprocess", "shutil", "unicodedata", "yaml", "whoosh", "mkdocs", "jinja2", "rapidfuzz", "platformdirs"),
    *("rulings.model.knowledge", "rulings.model.entities", "rulings.storage.cache_writing", "rulings.cli.dispatch"),
)
KEY = "0123456789abcdef" * 2
on_posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
as_root = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a file away")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder of the test's own; it does not exist yet."""
    monkeypatch.setenv("RULINGS_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A small knowledge base that may be edited (it need not open)."""
    folder = tmp_path / "kb"
    for name, text in {"cards/corp/a.yaml": "id: a", "sources/documents.yaml": "- b", "run-chart.yaml": "c"}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def written(items: dict[str, bytes], key: str = KEY) -> Cache:
    return write_cache("data", None, items.items(), pytest.fail, key)


def settle() -> None:
    """Until what was written a moment ago counts as written before."""
    time.sleep(stamps.SETTLE_TIME + 0.1)


@functools.cache
def settle_once() -> None:
    """The same for the files of the package, which no test changes."""
    settle()


# What a look-up waits for


@pytest.mark.parametrize("words", [["dreff"], ["card", "Dr. Dreff", "--json"], ["skivviss", "--plain"], ["incubator"]])
def test_a_look_up_imports_nothing_it_does_not_need(words: list[str], own_cache: Path) -> None:
    settle_once()
    ask("dreff")
    code = (
        "import sys; before = set(sys.modules)\nfrom rulings.cli.main import main\nstatus = main(sys.argv[1:])\n"
        "sys.stderr.write(' '.join(set(sys.modules) - before)); sys.exit(status)"
    )
    # -S leaves out the .pth files of an editable installation, which import much by themselves.
    done = subprocess.run(
        [sys.executable, "-S", "-c", code, *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "PYTHONPATH": str(SHIPPED.parent)},
    )
    assert (done.returncode, bool(done.stdout)) == (0, True)
    assert not set(FORBIDDEN) & set(done.stderr.split())


def test_the_program_ends_as_its_entry_point_says(own_cache: Path) -> None:
    run = "import sys; sys.argv[1:] = {!r}; from rulings.cli.main import run; run()"
    for words in (["dreff"], ["no such card at all"], ["--version"]):
        told = ask(*words)
        done = subprocess.run([sys.executable, "-c", run.format(words)], capture_output=True, check=False)
        assert (done.returncode, done.stdout.decode(), done.stderr.decode()) == (told.status, told.out, told.err)


def test_a_page_is_its_json_and_its_drawing(kb: KnowledgeBase) -> None:
    pages = output.pages()
    for card in kb.cards:
        page = card_page_view(kb, card)
        assert pages.text(f"card:{card.id}") == to_json(page)
    for topic in kb.topics:
        assert pages.get(f"topic:{topic.id}") == json.loads(to_json(topic_page_view(kb, topic)))
    for card in kb.cards[::19]:
        for columns, coloured in ((20, False), (57, True), (100, False)):
            direct, drawn = Screen(columns, coloured), Screen(columns, coloured)
            show_card(direct, card_page_view(kb, card))
            draw(drawn, pages.get(f"drawing:{card.id}"))
            assert str(drawn) == str(direct)
    assert pages.get("card:nobody") is None
    assert "card:nobody" not in pages


def test_a_drawing_knows_all_that_a_screen_can_draw() -> None:
    def paint(screen: Screen) -> None:
        screen.text("words " * 30, "strong", "- ", "  ", bar=True)
        screen.blank()
        screen.text_with_id("left", "right-hand-side")
        screen.labelled("ERRATA", "errata", "words " * 30, "question")
        screen.banner("Another game", "not this one")
        screen.row((("a", "title"), ("b", "")))

    drawing, direct, drawn = Drawing(), Screen(50, True), Screen(50, True)
    paint(drawing)
    paint(direct)
    draw(drawn, json.loads(json.dumps(drawing.calls)))
    assert str(drawn) == str(direct) != ""
    assert drawing.lines == []


def test_text_that_looks_like_a_reference_stays_text(kb: KnowledgeBase) -> None:
    from dataclasses import replace

    card = replace(kb.cards_by_id["dr-dreff"], artist="\0dr-dreff-00000000")
    changed = replace(kb, cards=tuple(card if c.id == card.id else c for c in kb.cards))
    pages = Pages(Cache("", values=dict(make_pages(changed))))
    assert pages.text("card:dr-dreff") == to_json(card_page_view(changed, card))


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(_JSON, st.sampled_from([None, 2]))
def test_json_is_read_as_the_library_reads_it(data: object, indent: int | None) -> None:
    assert from_json(to_json(data, indent)) == data == json.loads(to_json(data, indent))


@pytest.mark.parametrize("text", ["", "{", '{"a" 1}', "[1,]", "nul", "1 2", '"\t"', "[" * 100_000])
def test_what_is_no_json_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError):
        from_json(text)


# Where it is kept


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have other folders")
@pytest.mark.parametrize(
    ("env", "expected"),
    [
        ({"XDG_CACHE_HOME": "/x/dg"}, "/x/dg/netrunner-rulings"),
        ({"XDG_CACHE_HOME": "/x/dg/"}, "/x/dg/netrunner-rulings"),
        ({"XDG_CACHE_HOME": ""}, "/home/her/.cache/netrunner-rulings"),
        ({"XDG_CACHE_HOME": "  "}, "/home/her/.cache/netrunner-rulings"),
        ({"XDG_CACHE_HOME": "relative"}, "/home/her/.cache/netrunner-rulings"),
        ({"RULINGS_CACHE": "/own", "XDG_CACHE_HOME": "/x/dg"}, "/own"),
        ({"RULINGS_CACHE": "relative"}, f"{Path.cwd()}/relative"),
        ({"HOME": "nowhere", "XDG_CACHE_HOME": ""}, ""),
    ],
)
def test_the_cache_folder_is_one_whatever_platformdirs_thinks(env: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RULINGS_CACHE")
    monkeypatch.setenv("HOME", "/home/her")
    monkeypatch.setitem(sys.modules, "platformdirs", None)  # not even asked
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    assert cache_folder() == expected


def test_only_this_user_may_read_what_is_kept(cache: Path) -> None:
    opened = written({"a": b"1"})
    assert stat.S_IMODE(cache.stat().st_mode) == 0o700
    assert [stat.S_IMODE(path.stat().st_mode) for path in cache.iterdir()] == [0o600]
    assert opened.path == cache_path("data", KEY)


def foreign(folder: Path) -> Iterator[tuple[str, Path]]:
    """Folders that others can write, in every way; the path to use for the cache in each."""
    for name, mode in (("all", 0o777), ("sticky", 0o1777), ("group", 0o770)):
        (folder / name).mkdir()
        (folder / name).chmod(mode)
        if name == "group":
            if os.geteuid() != 0:
                continue
            os.chown(folder / name, 0, 12345)
        yield name, folder / name
        if name != "sticky":  # within a sticky folder of one's own others cannot replace anything, but it is not root's to say
            yield f"{name}, above", folder / name / "below"
        (folder / f"to-{name}").symlink_to(folder / name)
        yield f"{name}, by a link", folder / f"to-{name}"
    (folder / "file").touch()
    yield "a file", folder / "file"
    yield "below a file", folder / "file" / "below"
    if os.geteuid() == 0:
        (folder / "theirs").mkdir()
        os.chown(folder / "theirs", 12345, 12345)
        yield "another user's", folder / "theirs"
        (folder / "own").mkdir()
        (folder / "their-link").symlink_to(folder / "own")
        os.chown(folder / "their-link", 12345, 12345, follow_symlinks=False)
        yield "another user's link", folder / "their-link"


@on_posix
def test_a_folder_that_others_can_write_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, folder in foreign(tmp_path):
        monkeypatch.setenv("RULINGS_CACHE", str(folder))
        assert distrust_reason(str(folder)), name
        notes = list[str]()
        opened = write_cache("data", None, [("a", b"1")], notes.append, KEY)
        assert (opened.get("a"), opened.path, len(notes)) == (b"1", "", 1), name
        assert open_cache("data", None, KEY) is None
        cache_key(str(SHIPPED))
        assert not folder.is_dir() or not list(folder.iterdir()), name


@on_posix
def test_what_stands_ready_in_a_folder_of_others_is_not_read(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = ask("dreff")
    cache.chmod(0o777)
    path = next(cache.glob("pages-*.sqlite"))
    path.write_bytes(b"whatever an attacker likes")
    monkeypatch.setattr(output, "_noted", [])
    again = ask("dreff")
    assert (again.status, again.out) == (told.status, told.out)
    assert len(again.err.splitlines()) == 1
    assert "can be written by other users" in again.err
    assert path.read_bytes() == b"whatever an attacker likes"


@on_posix
def test_a_sticky_folder_above_and_ones_own_link_are_fine(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert not distrust_reason(str(tmp_path / "link" / "new"))
    assert stat.S_IMODE(Path("/tmp").stat().st_mode) == 0o1777
    assert not distrust_reason("/tmp/netrunner-rulings-that-is-not-there")
    assert distrust_reason("/tmp")


@on_posix
def test_a_file_that_others_can_write_is_not_read(cache: Path) -> None:
    path = Path(written({"a": b"1"}).path)
    assert open_cache_file(str(path))
    path.chmod(0o622)
    assert open_cache_file(str(path)) is None


@on_posix
@pytest.mark.parametrize("kind", ["pipe", "link to a pipe", "link to a good file", "folder", "device"])
def test_what_is_no_plain_file_never_blocks(cache: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told = ask("dreff")
    for path in [*cache.glob("*.sqlite"), *cache.glob("*.txt")]:
        good = path.rename(path.with_suffix(".good"))
        if kind == "pipe":
            os.mkfifo(path)
        elif kind == "link to a pipe":
            os.mkfifo(path.with_suffix(".fifo"))
            path.symlink_to(path.with_suffix(".fifo"))
        elif kind == "link to a good file":
            path.symlink_to(good)
        elif kind == "folder":
            path.mkdir()
        else:
            path.symlink_to("/dev/zero")
    monkeypatch.setattr(output, "_noted", [])
    before = signal.signal(signal.SIGALRM, lambda *_: pytest.fail("it blocked"))
    signal.alarm(60)
    again = ask("dreff")
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
    assert (again.status, again.out) == (told.status, told.out)
    assert len(again.err.splitlines()) == (1 if kind == "folder" else 0)


def test_where_nothing_can_be_kept_it_works_with_one_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("RULINGS_CACHE", str(tmp_path / "file" / "below"))
    for line in ("dreff", "search jack out -n 1"):
        monkeypatch.setattr(output, "_noted", [])
        told = ask(*line.split())
        assert told.status == 0 and told.out
        assert len(told.err.splitlines()) == 1
        assert "nothing can be cached in" in told.err or "cannot be cached in" in told.err


@on_posix
def test_a_disk_that_fills_up_loses_nothing(cache: Path) -> None:
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (9_000_000, 9_000_000))\n"
        "from rulings.storage.cache import write_cache\n"
        "notes = []\n"
        f"made = write_cache('data', None, ((f'n{{i}}', bytes([i]) * 700_000) for i in range(30)), notes.append, {KEY!r})\n"
        "assert [made.get(f'n{i}') for i in range(30)] == [bytes([i]) * 700_000 for i in range(30)]\n"
        "assert made.get('n30') is None and made.names()[0] == 'n0' and not made.path\n"
        "print(len(notes), notes[0])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.startswith(f"1 note: nothing can be cached in {cache} (")
    assert list(cache.iterdir()) == []


def test_values_that_cannot_be_made_leave_nothing_and_say_so(cache: Path) -> None:
    def broken() -> Iterator[tuple[str, bytes]]:
        yield "a", b"1"
        raise OSError("of the source, not of the cache")

    with pytest.raises(OSError, match="of the source"):
        write_cache("data", None, broken(), pytest.fail, KEY)
    assert list(cache.iterdir()) == []
    with pytest.raises(ValueError, match="is not a name"):
        written({"two\nlines": b"1"})


# What is in it


def test_values_come_back_as_they_were(cache: Path) -> None:
    values = {"b": b"", "a": bytes(range(256)) * 9999, "ü €": b"\0", "x" * 5000: b"long"}
    made = written(values)
    found = open_cache("data", None, KEY)
    assert found is not None
    for opened in (made, found):
        assert {name: opened.get(name) for name in opened.names()} == values
        assert opened.names() == list(values)
        assert opened.get("nobody") is None
        assert opened.get("\ud800") is None
    found.discard()
    assert open_cache("data", None, KEY) is None
    found.discard()  # twice does no harm


def test_every_byte_that_is_read_is_checked(cache: Path) -> None:
    values = {f"name {i}": f"value {i} ".encode() * 20 for i in range(4)}
    path = Path(written(values).path)
    good = path.read_bytes()
    chance = random.Random(1996)
    noticed = 0
    for at in range(chance.randrange(8), len(good), 8):
        wrong = bytearray(good)
        wrong[at] ^= 1 << chance.randrange(8)
        path.write_bytes(wrong)
        opened = open_cache_file(str(path))
        if opened is None:
            noticed += 1
            continue
        try:
            assert {name: opened.get(name) for name in [*values, "nobody"]} == {**values, "nobody": None}
        except Damaged:
            noticed += 1
        try:
            assert opened.names() == list(values)
        except Damaged:
            noticed += 1
        opened._connection.close()
    assert noticed > 100


def test_a_good_value_is_not_taken_for_another(cache: Path) -> None:
    path = Path(written({"a": b"1", "b": b"2"}).path)
    good = path.read_bytes()
    of_another = path.with_name(path.name.replace("0", "f", 1))
    of_another.write_bytes(good)
    of_another.chmod(0o600)
    for file, change in (
        (of_another, "SELECT 1"),
        (path, "UPDATE items SET name = 'c' WHERE name = 'a'; UPDATE items SET name = 'a' WHERE name = 'b'"),
        (path, "DELETE FROM items WHERE name = 'a'"),
        (path, "UPDATE items SET value = 'text' WHERE name = 'a'"),
        (path, "UPDATE items SET checksum = 'text' WHERE name = 'a'"),
        (path, "UPDATE items SET checksum = 9e99 WHERE name = 'a'"),
        (path, "UPDATE items SET value = zeroblob(20000000) WHERE name = 'a'"),
        (path, "DROP TABLE items"),
        (path, "DROP TABLE items; CREATE VIEW items AS SELECT 'a' AS name, 1 AS checksum, x'00' AS value"),
    ):
        file.write_bytes(good)
        with sqlite3.connect(file) as connection:
            connection.executescript(change)
        connection.close()
        opened = open_cache_file(str(file))
        assert opened is not None
        with pytest.raises(Damaged):
            opened.get("a")
        opened.discard()


def test_pages_are_mended_in_the_middle_of_use(cache: Path) -> None:
    right = output.pages()
    expected = {key: right.get(key) for key in ("cards", "names", "card:dr-dreff", "topic:tracing")}
    path = Path(cache_path("pages", cache_key(str(SHIPPED))))
    pages = output.pages()
    assert pages.get("cards") == expected["cards"]
    content = path.read_bytes()
    path.write_bytes(content[:8192] + bytes(len(content) - 8192))  # the open file itself
    assert {key: pages.get(key) for key in expected} == expected
    quick = cached_pages()
    assert quick is not None and quick.get("names") == expected["names"]


def test_whatever_is_damaged_the_answer_is_right(cache: Path) -> None:
    right = {line: ask(*line.split()) for line in ("dreff", "dref", "topic tracing", "export")}
    kept = [*cache.glob("*.sqlite"), *cache.glob("*.txt")]
    assert {path.name.partition("-")[0] for path in kept} >= {"data", "pages", "stamps"}
    for path in kept:
        good = path.read_bytes()
        for wrong in (b"", good[: len(good) // 2], b"\x7fELF" + good[4:], good[:4096] + os.urandom(9999)):
            path.write_bytes(wrong)
            path.chmod(0o600)
            for line, told in right.items():
                if line != "export" or path.name.startswith("data"):
                    assert ask(*line.split()) == told, (path.name, len(wrong), line)


def test_the_site_that_is_kept_for_a_browser_is_checked_too(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    builds = list[Path]()

    def build(folder: Path, progress: object) -> None:
        builds.append(folder)
        with publishing.staged(folder) as site:
            (site / "cards" / "dr-dreff").mkdir(parents=True)
            (site / "cards" / "dr-dreff" / "index.html").write_text("a page", encoding="utf-8")
            (site / "sw.js").write_text("a script", encoding="utf-8")
            publishing.write_file_list(site)

    monkeypatch.setattr("rulings.site.build.build", build)
    opened = list[str]()

    def open_noted(address: str) -> bool:
        opened.append(address)
        return True

    monkeypatch.setattr("webbrowser.open", open_noted)
    page, script = cache / "site" / "cards" / "dr-dreff" / "index.html", cache / "site" / "sw.js"
    for expected, damage in (
        (1, lambda: None),
        (1, lambda: page.write_text("A page", encoding="utf-8")),
        (2, script.unlink),
        (3, lambda: page.write_text("another page", encoding="utf-8")),
        (4, (cache / "site-stamp.txt").unlink),
        (5, lambda: (cache / "site-stamp.txt").write_text("0", encoding="utf-8")),
        (6, lambda: cache.chmod(0o777)),
    ):
        assert ask("dreff", "--open").status == 0
        assert len(builds) == expected
        assert (page.read_text(encoding="utf-8"), script.read_text(encoding="utf-8")) == ("a page", "a script")
        damage()
    assert opened == [f"{page.as_uri()}"] * 7
    told = ask("dreff", "--open")
    assert (told.status, len(opened)) == (2, 7)
    assert "can be written by other users" in told.err.splitlines()[-1]


# When it is stale


def test_the_key_is_of_the_content(small: Path, tmp_path: Path, cache: Path) -> None:
    key = cache_key(str(small))
    assert len(key) == 32 and cache_key(str(small)) == key
    shutil.copytree(small, tmp_path / "copy")
    assert cache_key(str(tmp_path / "copy")) == key
    (small / "notes.txt").write_text("no YAML", encoding="utf-8")
    assert cache_key(str(small)) == key
    seen = {key}
    for name in ("cards/corp/a.yaml", "cards/corp/b.yaml", "cards/runner/a.yaml", "topics/t.yaml", "sources/x.yaml", "tournament.yaml"):
        path = small / name
        path.parent.mkdir(exist_ok=True)
        before = path.read_bytes() if path.exists() else None
        path.write_bytes(b"other")
        assert cache_key(str(small)) not in seen, name
        seen.add(cache_key(str(small)))
        if before is not None:
            path.write_bytes(before)
        else:
            path.unlink()
        assert cache_key(str(small)) == key, name


def test_what_stands_on_the_shipped_files_changes_with_them(
    small: Path, tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(small, tmp_path / "shipped")
    monkeypatch.setattr(stamps, "PACKAGE", str(tmp_path / "shipped"))
    shutil.rmtree(small / "sources")
    key = cache_key(str(small))
    (tmp_path / "shipped" / "sources" / "documents.yaml").write_text("- other", encoding="utf-8")
    assert cache_key(str(small)) != key


def overwrite(path: Path, content: bytes) -> None:
    path.write_bytes(content)


def replace(path: Path, content: bytes) -> None:
    path.with_suffix(".part").write_bytes(content)
    path.with_suffix(".part").replace(path)


@pytest.mark.parametrize("change", [overwrite, replace])
@pytest.mark.parametrize("settled", [False, True])
def test_equal_time_and_size_hide_nothing(small: Path, cache: Path, change: object, settled: bool) -> None:
    assert callable(change)
    path = small / "cards" / "corp" / "a.yaml"
    if settled:
        settle()
    keys = list[str]()
    state = path.stat()
    for content in (b"id: a", b"id: b", b"id: c"):
        change(path, content)
        os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))
        keys.append(cache_key(str(small)))
        assert (path.stat().st_size, path.stat().st_mtime_ns) == (state.st_size, state.st_mtime_ns)
    assert len(set(keys)) == 3


def test_unchanged_files_are_not_read_again(small: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settle()
    key = cache_key(str(small))
    monkeypatch.setattr(stamps, "_computed_key", lambda folder: "read again")
    assert cache_key(str(small)) == key
    state = (small / "run-chart.yaml").stat()
    os.utime(small / "run-chart.yaml", ns=(state.st_atime_ns, state.st_mtime_ns + 1))
    assert cache_key(str(small)) == "read again"


def test_the_record_of_stamps_is_checked_too(small: Path, cache: Path) -> None:
    settle()
    key = cache_key(str(small))
    path = next(cache.glob("stamps-*.txt"))
    good = path.read_bytes()
    for at in range(0, min(len(good), 400), 9):
        path.write_bytes(good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :])
        assert cache_key(str(small)) == key


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cache: Path) -> Path:
    """A copy of the program that may be edited; processes of their own run it."""
    root = SHIPPED.parent
    if not (root / "pyproject.toml").exists():
        pytest.skip("this is no checkout")
    for name in ("rulings", "parser", "search", "site"):
        shutil.copytree(root / name, tmp_path / "checkout" / name, ignore=shutil.ignore_patterns("cards", "topics", "__pycache__"))
    shutil.copy(root / "pyproject.toml", tmp_path / "checkout")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "checkout"))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "checkout"


def test_an_edited_program_has_caches_of_its_own(checkout: Path) -> None:
    """Found by listing the package: a file that is new is noticed as one that is changed."""
    code = "from rulings.storage.stamps import PACKAGE, cache_key; print(cache_key(PACKAGE))"

    def key() -> str:
        return subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True).stdout

    seen = {key()}
    for name in ("rulings/model/loading.py", "rulings/cli/render/new.py", "search/weights.yaml", "site/views/new.py"):
        with (checkout / name).open("a", encoding="utf-8") as file:
            file.write("# edited\n")
        seen.add(key())
    assert len(seen) == 5


@pytest.mark.parametrize("installed", [False, True])
def test_a_process_that_still_runs_an_older_program_shares_no_cache_with_the_new_one(checkout: Path, installed: bool) -> None:
    if installed:
        (checkout / "pyproject.toml").unlink()
    code = "import sys; from rulings.storage.stamps import PACKAGE, cache_key\nfor line in sys.stdin: print(cache_key(PACKAGE), flush=True)"
    settle()
    before, after = (subprocess.Popen([sys.executable, "-S", "-c", code], stdin=-1, stdout=-1, text=True, bufsize=1) for _ in range(2))

    def key(process: subprocess.Popen[str]) -> str:
        assert process.stdin and process.stdout
        process.stdin.write("\n")
        return process.stdout.readline()

    first = key(before)
    assert key(after) == first != ""
    after.communicate()
    settle()
    assert key(before) == first
    for name in ("rulings/storage/cache.py", "rulings/version.py"):  # an upgrade replaces every file
        (replace if installed else overwrite)(checkout / name, (checkout / name).read_bytes() + b"# edited\n")
    settle()
    after = subprocess.Popen([sys.executable, "-S", "-c", code], stdin=-1, stdout=-1, text=True, bufsize=1)
    fresh = key(after)
    own = key(before)
    assert len({first, fresh, own}) == 3
    assert (key(after), key(before)) == (fresh, own)
    for process in (before, after):
        process.communicate()


def test_another_engine_and_another_python_have_caches_of_their_own(cache: Path, small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for engine in ("whoosh 2.7.5", "whoosh 2.7.6", ""):
        assert open_cache("search", small, engine=engine) is None
        write_cache("search", small, [("engine", engine.encode())], pytest.fail, engine=engine)
    for engine in ("whoosh 2.7.5", "whoosh 2.7.6", ""):
        opened = open_cache("search", small, engine=engine)
        assert opened is not None and opened.get("engine") == engine.encode()
    settle()
    key = cache_key(str(small))
    monkeypatch.setattr(stamps, "_PYTHON", "cpython 3.99")
    other = cache_key(str(small))
    assert key != other == cache_key(str(small))
    assert len(list(cache.glob("stamps-*.txt"))) == 2


def test_a_folder_that_is_edited_while_it_is_read_is_read_again(small: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from rulings.storage import files

    (small / "topics").mkdir()
    calls = list[Path]()

    def read_yaml(path: Path) -> object:
        if not calls:
            (small / "topics" / "late.yaml").write_text("id: late", encoding="utf-8")
        calls.append(path)
        return path.read_text(encoding="utf-8")

    monkeypatch.setattr(files, "read_yaml", read_yaml)
    monkeypatch.setattr(files, "read_checked", lambda path, name: read_yaml(path))
    tree, key = read_tree(small)
    assert "topics/late.yaml" in tree
    assert key == cache_key(str(small))
    assert read_tree(small) == (tree, key)


# What goes and what stays


def test_old_caches_go_and_files_of_others_stay(cache: Path) -> None:
    cache.mkdir(mode=0o700)
    theirs = {
        f"data-{'a' * 32}.sqlite": b"a file of the user's that happens to be called so",
        f"data-{'b' * 32}.sqlite": b"",
        f".data-{'a' * 32}-{'0' * 12}.new": b"their notes",
        "data-2026.sqlite": b"SQLite format 3\0",
        "pages.sqlite": b"",
        "search-my-project1": b"",
        "stamps-1234.txt": b"of a philatelist",
    }
    for name, content in theirs.items():
        (cache / name).write_bytes(content)
        os.utime(cache / name, (1, 1))
    with sqlite3.connect(cache / f"data-{'c' * 32}.sqlite") as other:
        other.execute("CREATE TABLE mine (x)")
    other.close()
    (cache / f".data-{'d' * 32}-{'0' * 12}.new").write_bytes(b"")  # a build that was killed at once
    with sqlite3.connect(cache / f".data-{'e' * 32}-{'0' * 12}.new") as killed:
        killed.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    killed.close()
    for number in range(12):
        written({"a": b"1"}, f"{number:032x}")
        time.sleep(0.01)
    left = {path.name for path in cache.iterdir()}
    own = {f"data-{number:032x}.sqlite" for number in range(7, 12)}
    assert left == {*theirs, f"data-{'c' * 32}.sqlite", *own}
    assert {name: (cache / name).read_bytes() for name in theirs} == theirs


def test_a_build_that_runs_is_not_taken_for_one_that_was_killed(cache: Path) -> None:
    def slowly() -> Iterator[tuple[str, bytes]]:
        yield "a", b"1"
        written({"a": b"2"}, "f" * 32)  # cleans up
        assert len(list(cache.glob(".*.new"))) == 1
        yield "b", b"3"

    made = write_cache("data", None, slowly(), pytest.fail, KEY)
    assert made.path and made.get("a") == b"1"
    found = open_cache("data", None, KEY)
    assert found is not None and found.get("b") == b"3"


# Short runs of `python tests/reliability.py`


@pytest.mark.slow
@on_posix
def test_flips_in_every_cached_file() -> None:
    assert set(flips(40)) == {"right"}


@pytest.mark.slow
@on_posix
def test_kills_at_any_moment() -> None:
    assert set(kills(3)) == {"right"}


@pytest.mark.slow
@on_posix
def test_fuzzed_input_of_every_reader() -> None:
    assert set(fuzz(100)) == {"right"}


@pytest.mark.slow
@on_posix
def test_races_at_first_use() -> None:
    assert set(races(1, processes=5)) == {"right"}
