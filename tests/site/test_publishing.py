"""Tests of writing a site to its folder: it is always complete, even if a build is killed, and other files are kept."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rulings.errors import RulingsError
from rulings.site import publishing
from rulings.site.build import build
from rulings.site.publishing import FILE_LIST, staged, write_file_list
from support.examples import slow_except

OLD = {"index.html": "old", "cards/asp.html": "old asp", "gone/page.html": "old page"}
NEW = {"index.html": "new", "cards/asp.html": "new asp", "cards/imp.html": "new imp"}
USER_FILES = {"CNAME": "example.org", "cards/notes.txt": "mine", ".git/config": "mine too"}


def write_files(folder: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


def read_files(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in folder.rglob("*")
        if path.is_file() and path.name != FILE_LIST
    }


def publish(output: Path, files: dict[str, str]) -> None:
    with staged(output) as folder:
        write_files(folder, files)
        write_file_list(folder)


@pytest.fixture(params=["exchanged", "copied"])
def output(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the old site, on a system that can exchange two folders and on one that cannot."""
    if request.param == "copied":
        monkeypatch.setattr(publishing, "exchange_folders", lambda old, new: False)
    publish(tmp_path / "site", OLD)
    return tmp_path / "site"


def test_a_new_site_replaces_the_old_and_keeps_other_files(output: Path) -> None:
    write_files(output, USER_FILES)
    publish(output, NEW)
    assert read_files(output) == {**NEW, **USER_FILES}
    assert not (output / "gone").exists() or read_files(output / "gone") == {}
    assert [path.name for path in output.parent.iterdir()] == ["site"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.parametrize(
    "method",
    slow_except(
        ["rename", "exchange"],
        ["write_bytes", "write_text", "rename", "replace", "unlink", "rmdir", "mkdir", "exchange"],
    ),
)
def test_a_killed_build_leaves_a_complete_site(tmp_path: Path, method: str) -> None:
    for output in _killed_builds(tmp_path, method):
        site_files = {path: text for path, text in read_files(output).items() if path not in USER_FILES}
        assert site_files in (OLD, NEW)
        publish(output, NEW)
        assert read_files(output) == {**NEW, **USER_FILES}
        assert [path.name for path in output.parent.iterdir()] == ["site"]


def _killed_builds(folder: Path, method: str, prepare: Callable[[], object] = lambda: None) -> Iterator[Path]:
    """New sites over old ones: the builds are killed at the first, second, third … call of a method.

    The last build is complete, as it makes no more calls. `prepare` is called in each process before its build.
    """
    exit_code = None
    for number in range(40):
        output = folder / str(number) / "site"
        publish(output, OLD)
        write_files(output, USER_FILES)
        child = os.fork()
        if child == 0:
            prepare()
            _exit_at_call(method, number)
            publish(output, NEW)
            os._exit(0)
        exit_code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        yield output
        if exit_code == 0:
            break
    assert exit_code == 0


def _exit_at_call(method: str, number: int) -> None:
    """Lets this process call a method of `Path` (or exchange folders) `number` times and exits at the next call."""
    owner, name = (publishing, "exchange_folders") if method == "exchange" else (Path, method)
    original = getattr(owner, name)
    remaining = [number]

    def exit_or_call(*args: object, **kwargs: object) -> object:
        if remaining[0] == 0:
            os._exit(9)
        remaining[0] -= 1
        return original(*args, **kwargs)

    setattr(owner, name, exit_or_call)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_without_folder_exchange_the_next_build_repairs_the_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbid_exchange() -> None:
        monkeypatch.setattr(publishing, "exchange_folders", lambda old, new: False)

    for output in _killed_builds(tmp_path, "replace", forbid_exchange):
        left_behind = read_files(output)
        assert OLD.keys() <= left_behind.keys() or NEW.keys() <= left_behind.keys()
        published = {path: text for path, text in left_behind.items() if ".rulings-new" not in path}
        assert published.items() <= OLD.items() | NEW.items() | USER_FILES.items()
        publish(output, NEW)
        assert read_files(output) == {**NEW, **USER_FILES}


@pytest.mark.parametrize(
    "content",
    [
        {"manifest.webmanifest": "{}"},
        {"src/main.py": "mine"},
        {FILE_LIST: "{}"},
        {FILE_LIST: "[" * 100_000},
        {"notes.txt": ""},
    ],
)
def test_a_folder_we_did_not_build_is_refused(tmp_path: Path, content: dict[str, str]) -> None:
    write_files(tmp_path / "pwa", content)
    with pytest.raises(RulingsError, match=r"pwa: the folder holds other files and is not a site built by `rulings`"):
        build(tmp_path / "pwa")
    assert {
        path.relative_to(tmp_path / "pwa").as_posix(): path.read_text()
        for path in (tmp_path / "pwa").rglob("*")
        if path.is_file()
    } == content
    assert [path.name for path in tmp_path.iterdir()] == ["pwa"]


def test_listed_paths_outside_the_site_are_not_removed(tmp_path: Path) -> None:
    publish(tmp_path / "site", OLD)
    write_files(tmp_path, {"mine.txt": "mine"})
    paths = json.loads((tmp_path / "site" / FILE_LIST).read_text())
    (tmp_path / "site" / FILE_LIST).write_text(json.dumps([*paths, "../mine.txt", str(tmp_path / "mine.txt"), 5, ""]))
    publish(tmp_path / "site", NEW)
    assert read_files(tmp_path) == {"mine.txt": "mine", **{f"site/{path}": text for path, text in NEW.items()}}


def test_a_foreign_file_in_the_way_stops_the_build(output: Path) -> None:
    write_files(output, {"cards/imp.html": "mine"})
    with pytest.raises(
        RulingsError, match=r"imp\.html: this file was not made by a build, but the new site needs its place; move it"
    ):
        publish(output, NEW)
    assert read_files(output) == {**OLD, "cards/imp.html": "mine"}
    assert [path.name for path in output.parent.iterdir()] == ["site"]


def test_two_builds_cannot_write_the_same_site(tmp_path: Path) -> None:
    with staged(tmp_path / "site") as folder:
        write_files(folder, OLD)
        write_file_list(folder)
        with (
            pytest.raises(RulingsError, match="another build is writing this site; wait until it has finished"),
            staged(tmp_path / "site"),
        ):
            pass
    assert read_files(tmp_path / "site") == OLD


def test_a_site_can_be_built_in_empty_or_new_folders(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for name in ("empty", "new", "a/b/c"):
        publish(tmp_path / name, NEW)
        assert read_files(tmp_path / name) == NEW


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(RulingsError, match="holds other files"):
        build(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
