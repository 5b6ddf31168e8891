"""Tests of where the cache is kept, of its permissions, and of what happens where it cannot be kept or trusted."""

from __future__ import annotations

import os
import shutil
import signal
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from rulings.storage.cache import cache_path, open_cache, open_cache_file, write_cache
from rulings.storage.cache_folder import cache_folder, distrust_reason
from rulings.storage.cache_keys import cache_key
from rulings.storage.opening import SHIPPED
from support.caches import KEY, on_posix, write_values
from support.command_line import run_cli
from support.examples import slow_except


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
def test_cache_folder_follows_the_environment_without_platformdirs(
    env: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RULINGS_CACHE")
    monkeypatch.setenv("HOME", "/home/her")
    monkeypatch.setitem(sys.modules, "platformdirs", None)  # importing it would fail
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    assert cache_folder() == expected


def test_only_the_owner_can_read_the_cache(empty_cache: Path) -> None:
    cache = write_values({"a": b"1"})
    assert stat.S_IMODE(empty_cache.stat().st_mode) == 0o700
    assert [stat.S_IMODE(path.stat().st_mode) for path in empty_cache.iterdir()] == [0o600]
    assert cache.path == cache_path("data", KEY)


def test_missing_folders_above_the_cache_are_made_for_the_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULINGS_CACHE", str(tmp_path / "one" / "two" / "three"))
    assert write_values({"a": b"1"}).path
    made = [tmp_path / "one", tmp_path / "one" / "two", tmp_path / "one" / "two" / "three"]
    assert [stat.S_IMODE(folder.stat().st_mode) for folder in made] == [0o700] * 3


def untrusted_folders(folder: Path) -> Iterator[tuple[str, Path]]:
    """Creates paths that other users can write to or replace; yields a description and the path for the cache."""
    for name, mode in (("all", 0o777), ("sticky", 0o1777), ("group", 0o770)):
        (folder / name).mkdir()
        (folder / name).chmod(mode)
        if name == "group":
            if os.geteuid() != 0:
                continue
            os.chown(folder / name, 0, 12345)
        yield name, folder / name
        if name != "sticky":  # a sticky folder that belongs to root is a trusted parent
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
@pytest.mark.parametrize(
    ("group", "members", "is_trusted"),
    [("judge", [], True), ("judge", ["judge"], True), ("judge", ["player"], False), ("staff", [], False)],
)
def test_a_group_that_may_write_is_trusted_if_it_is_the_private_one_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, group: str, members: list[str], *, is_trusted: bool
) -> None:
    monkeypatch.setattr("grp.getgrgid", lambda _: SimpleNamespace(gr_name=group, gr_mem=members))
    monkeypatch.setattr("pwd.getpwuid", lambda _: SimpleNamespace(pw_name="judge"))
    tmp_path.chmod(0o770)
    assert (not distrust_reason(str(tmp_path))) is is_trusted


@on_posix
def test_a_folder_writable_by_others_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, folder in untrusted_folders(tmp_path):
        monkeypatch.setenv("RULINGS_CACHE", str(folder))
        assert distrust_reason(str(folder)), name
        warnings = list[str]()
        cache = write_cache("data", None, [("a", b"1")], warnings.append, KEY)
        assert (cache.get("a"), cache.path, len(warnings)) == (b"1", "", 1), name
        assert open_cache("data", None, KEY) is None
        cache_key(str(SHIPPED))
        assert not folder.is_dir() or not list(folder.iterdir()), name


@pytest.mark.slow
@on_posix
@pytest.mark.usefixtures("warnings_reset")
def test_files_in_a_folder_writable_by_others_are_not_read(empty_cache: Path) -> None:
    expected = run_cli("dreff")
    empty_cache.chmod(0o777)
    path = next(empty_cache.glob("views-*.sqlite"))
    path.write_bytes(b"whatever an attacker likes")
    result = run_cli("dreff")
    assert (result.status, result.out) == (expected.status, expected.out)
    assert len(result.err.splitlines()) == 1
    assert "is writable by other users" in result.err
    assert path.read_bytes() == b"whatever an attacker likes"


@on_posix
def test_sticky_parents_and_own_symlinks_are_trusted(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert not distrust_reason(str(tmp_path / "link" / "new"))
    assert stat.S_IMODE(Path("/tmp").stat().st_mode) == 0o1777
    assert not distrust_reason("/tmp/netrunner-rulings-that-is-not-there")
    assert distrust_reason("/tmp")


@on_posix
def test_a_file_writable_by_others_is_not_read(empty_cache: Path) -> None:
    path = Path(write_values({"a": b"1"}).path)
    assert open_cache_file(str(path))
    path.chmod(0o622)
    assert open_cache_file(str(path)) is None


@on_posix
@pytest.mark.usefixtures("warnings_reset")
@pytest.mark.parametrize(
    "kind", slow_except(["pipe"], ["pipe", "link to a pipe", "link to a good file", "folder", "device"])
)
def test_special_files_in_the_cache_never_block(isolated_cache: Path, empty_cache: Path, kind: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULINGS_CACHE", str(isolated_cache))
        expected = run_cli("dreff")
    shutil.copytree(isolated_cache, empty_cache)
    for path in [*empty_cache.glob("*.sqlite"), *empty_cache.glob("*.txt")]:
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
    old_handler = signal.signal(signal.SIGALRM, lambda *_: pytest.fail("it blocked"))
    signal.alarm(60)
    result = run_cli("dreff")
    signal.alarm(0)
    signal.signal(signal.SIGALRM, old_handler)
    assert (result.status, result.out) == (expected.status, expected.out)
    assert len(result.err.splitlines()) == (1 if kind == "folder" else 0)


@pytest.mark.usefixtures("warnings_reset")
@pytest.mark.parametrize("line", slow_except(["dreff"], ["dreff", "search jack out -n 1"]))
def test_commands_work_with_one_note_when_nothing_can_be_cached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("RULINGS_CACHE", str(tmp_path / "file" / "below"))
    result = run_cli(*line.split())
    assert result.status == 0
    assert result.out
    assert len(result.err.splitlines()) == 1
    assert "rulings: note: nothing can be cached in" in result.err or "cannot be cached in" in result.err
