"""Tests of the key of a cache, which changes with the YAML, the program, and the versions of Python and Whoosh."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rulings.storage import cache_keys, files
from rulings.storage.cache import open_cache, write_cache
from rulings.storage.cache_keys import cache_key
from rulings.storage.files import read_tree
from rulings.storage.opening import SHIPPED
from support.caches import on_posix, wait_until_settled

SHORT_SETTLE_TIME = 0.2  # seconds; enough for the file systems that tests run on


@pytest.fixture(autouse=True)
def short_settle_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_keys, "SETTLE_TIME", SHORT_SETTLE_TIME)


@pytest.fixture
def small_folder(tmp_path: Path) -> Path:
    """A few YAML files in the folders of a knowledge base; enough for a key, but not to open it."""
    folder = tmp_path / "kb"
    for name, text in {"cards/corp/a.yaml": "id: a", "sources/documents.yaml": "- b", "run-chart.yaml": "c"}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def overwrite(path: Path, content: bytes) -> None:
    path.write_bytes(content)


def replace(path: Path, content: bytes) -> None:
    path.with_suffix(".part").write_bytes(content)
    path.with_suffix(".part").replace(path)


# The YAML


def test_the_key_depends_only_on_yaml_content(small_folder: Path, tmp_path: Path, empty_cache: Path) -> None:
    key = cache_key(str(small_folder))
    assert len(key) == 32
    assert cache_key(str(small_folder)) == key
    shutil.copytree(small_folder, tmp_path / "copy")
    assert cache_key(str(tmp_path / "copy")) == key
    (small_folder / "notes.txt").write_text("no YAML", encoding="utf-8")
    assert cache_key(str(small_folder)) == key
    keys = {key}
    for name in (
        "cards/corp/a.yaml",
        "cards/corp/b.yaml",
        "cards/runner/a.yaml",
        "topics/t.yaml",
        "sources/x.yaml",
        "tournament.yaml",
    ):
        path = small_folder / name
        path.parent.mkdir(exist_ok=True)
        content = path.read_bytes() if path.exists() else None
        path.write_bytes(b"other")
        assert cache_key(str(small_folder)) not in keys, name
        keys.add(cache_key(str(small_folder)))
        if content is not None:
            path.write_bytes(content)
        else:
            path.unlink()
        assert cache_key(str(small_folder)) == key, name


def test_the_key_includes_shipped_files_that_a_folder_lacks(
    small_folder: Path, tmp_path: Path, empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(small_folder, tmp_path / "shipped")
    monkeypatch.setattr(cache_keys, "PACKAGE", str(tmp_path / "shipped"))
    shutil.rmtree(small_folder / "sources")
    key = cache_key(str(small_folder))
    (tmp_path / "shipped" / "sources" / "documents.yaml").write_text("- other", encoding="utf-8")
    assert cache_key(str(small_folder)) != key


@pytest.mark.parametrize("change", [overwrite, replace])
@pytest.mark.parametrize("settled", [False, True])
def test_the_key_changes_even_if_size_and_time_do_not(
    small_folder: Path, empty_cache: Path, change: Callable[[Path, bytes], None], settled: bool
) -> None:
    path = small_folder / "cards" / "corp" / "a.yaml"
    if settled:
        wait_until_settled()
    keys = list[str]()
    status = path.stat()
    for content in (b"id: a", b"id: b", b"id: c"):
        change(path, content)
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
        keys.append(cache_key(str(small_folder)))
        assert (path.stat().st_size, path.stat().st_mtime_ns) == (status.st_size, status.st_mtime_ns)
    assert len(set(keys)) == 3


def test_unchanged_files_are_not_read_again(
    small_folder: Path, empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait_until_settled()
    key = cache_key(str(small_folder))
    monkeypatch.setattr(cache_keys, "_computed_key", lambda folder: "read again")
    assert cache_key(str(small_folder)) == key
    status = (small_folder / "run-chart.yaml").stat()
    os.utime(small_folder / "run-chart.yaml", ns=(status.st_atime_ns, status.st_mtime_ns + 1))
    assert cache_key(str(small_folder)) == "read again"


@on_posix
def test_a_file_that_cannot_be_read_is_left_out_and_no_key_is_recorded(small_folder: Path, empty_cache: Path) -> None:
    wait_until_settled()
    key = cache_key(str(small_folder))
    shutil.rmtree(empty_cache)
    (small_folder / "topics").mkdir()
    (small_folder / "topics" / "gone.yaml").symlink_to("nowhere.yaml")
    wait_until_settled()
    assert cache_key(str(small_folder)) == key
    assert not list(empty_cache.glob("record-*.txt"))


def test_a_damaged_record_is_ignored(small_folder: Path, empty_cache: Path) -> None:
    wait_until_settled()
    key = cache_key(str(small_folder))
    path = next(empty_cache.glob("record-*.txt"))
    content = path.read_bytes()
    for position in range(0, min(len(content), 400), 9):
        path.write_bytes(content[:position] + bytes([content[position] ^ 1]) + content[position + 1 :])
        assert cache_key(str(small_folder)) == key


def test_a_folder_edited_while_being_read_is_read_again(
    small_folder: Path, empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (small_folder / "topics").mkdir()
    paths_read = list[Path]()

    def read_yaml(path: Path) -> object:
        if not paths_read:
            (small_folder / "topics" / "late.yaml").write_text("id: late", encoding="utf-8")
        paths_read.append(path)
        return path.read_text(encoding="utf-8")

    monkeypatch.setattr(files, "read_yaml", read_yaml)
    monkeypatch.setattr(files, "read_checked", lambda path, name: read_yaml(path))
    tree, key = read_tree(small_folder)
    assert "topics/late.yaml" in tree
    assert key == cache_key(str(small_folder))
    assert read_tree(small_folder) == (tree, key)


def test_a_folder_edited_at_each_reading_is_not_cached(
    small_folder: Path, empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    contents = list[str]()

    def read_yaml(path: Path) -> object:
        contents.append(f"id: edit {len(contents)}")
        (small_folder / "cards" / "corp" / "a.yaml").write_text(contents[-1], encoding="utf-8")
        return contents[-1]

    monkeypatch.setattr(files, "read_yaml", read_yaml)
    monkeypatch.setattr(files, "read_checked", lambda path, name: read_yaml(path))
    tree, key = read_tree(small_folder)
    assert tree["run-chart.yaml"] in contents
    assert not list(empty_cache.glob("data-*"))
    states = set[str]()
    for content in contents:
        (small_folder / "cards" / "corp" / "a.yaml").write_text(content, encoding="utf-8")
        states.add(cache_key(str(small_folder)))
    assert len(states) == len(contents)
    assert key not in states
    assert len(key) == 32


# The program and the libraries


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, empty_cache: Path) -> Path:
    """A copy of the program for the test to edit; new Python processes import it."""
    root = SHIPPED.parent
    if not (root / "pyproject.toml").exists():
        pytest.skip("this is no checkout")
    for name in ("rulings", "parser", "search", "site"):
        shutil.copytree(
            root / name, tmp_path / "checkout" / name, ignore=shutil.ignore_patterns("cards", "topics", "__pycache__")
        )
    shutil.copy(root / "pyproject.toml", tmp_path / "checkout")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "checkout"))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "checkout"


def test_every_edit_of_the_program_changes_the_key(checkout: Path) -> None:
    code = "from rulings.storage.cache_keys import cache_key; from rulings.storage.layout import PACKAGE; print(cache_key(PACKAGE))"

    def key() -> str:
        return subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True).stdout

    keys = {key()}
    for name in (
        "rulings/model/loading.py",
        "rulings/cli/render/new.py",
        "search/weights.yaml",
        "site/page_kinds/new.py",
    ):
        with (checkout / name).open("a", encoding="utf-8") as file:  # two of them are new files
            file.write("# edited\n")
        keys.add(key())
    assert len(keys) == 5


@pytest.mark.parametrize("installed", [False, True])
def test_a_process_started_before_an_upgrade_keeps_its_own_key(checkout: Path, installed: bool) -> None:
    if installed:
        (checkout / "pyproject.toml").unlink()
    code = (
        "import sys; from rulings.storage import cache_keys; from rulings.storage.layout import PACKAGE\n"
        f"cache_keys.SETTLE_TIME = {SHORT_SETTLE_TIME}\n"
        "for line in sys.stdin: print(cache_keys.cache_key(PACKAGE), flush=True)"
    )

    def start() -> subprocess.Popen[str]:
        return subprocess.Popen([sys.executable, "-S", "-c", code], stdin=-1, stdout=-1, text=True, bufsize=1)

    def key(process: subprocess.Popen[str]) -> str:
        assert process.stdin
        assert process.stdout
        process.stdin.write("\n")
        return process.stdout.readline()

    wait_until_settled()
    old_process, another_process = start(), start()
    first_key = key(old_process)
    assert key(another_process) == first_key != ""
    another_process.communicate()
    wait_until_settled()
    assert key(old_process) == first_key
    for name in ("rulings/storage/cache.py", "rulings/version.py"):  # an upgrade replaces every file
        (replace if installed else overwrite)(checkout / name, (checkout / name).read_bytes() + b"# edited\n")
    wait_until_settled()
    new_process = start()
    new_key = key(new_process)
    own_key = key(old_process)
    assert len({first_key, new_key, own_key}) == 3
    assert (key(new_process), key(old_process)) == (new_key, own_key)
    for process in (old_process, new_process):
        process.communicate()


def test_each_engine_and_python_version_has_its_own_caches(
    empty_cache: Path, small_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engines = ("whoosh 2.7.5", "whoosh 2.7.6", "")
    for engine in engines:
        assert open_cache("search", small_folder, engine=engine) is None
        write_cache("search", small_folder, [("engine", engine.encode())], pytest.fail, engine=engine)
    for engine in engines:
        cache = open_cache("search", small_folder, engine=engine)
        assert cache is not None
        assert cache.get("engine") == engine.encode()
    wait_until_settled()
    key = cache_key(str(small_folder))
    monkeypatch.setattr(cache_keys, "_PYTHON", "cpython 3.99")
    other_key = cache_key(str(small_folder))
    assert key != other_key == cache_key(str(small_folder))
    assert len(list(empty_cache.glob("record-*.txt"))) == 2
