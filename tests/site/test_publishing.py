"""Tests of writing a site to its folder: other files are never moved, even if a build
is killed, and the next build completes the site.
"""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import pytest
from mkdocs.exceptions import BuildError

from rulings.errors import RulingsError
from rulings.site.build import build
from rulings.site.publishing import FILE_LIST, publish, staging, write_file_list
from support.killed import killed_runs

OLD = {"index.html": "old", "cards/asp.html": "old asp", "gone/page.html": "old page"}
NEW = {"index.html": "new", "cards/asp.html": "new asp", "cards/imp.html": "new imp"}
USER_FILES = {
    "CNAME": "example.org",
    "cards/notes.txt": "mine",
    ".git/config": "mine too",
}


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


def publish_files(output: Path, files: dict[str, str]) -> None:
    with staging(output) as folder:
        write_files(folder, files)
        write_file_list(folder)
        publish(folder, output)


@pytest.fixture
def output(tmp_path: Path) -> Path:
    """A folder with the old site."""
    publish_files(tmp_path / "site", OLD)
    return tmp_path / "site"


def test_a_new_site_replaces_the_old_and_keeps_other_files_and_folders(
    output: Path,
) -> None:
    write_files(output, USER_FILES)
    (output / "cards/empty").mkdir()
    publish_files(output, NEW)
    assert read_files(output) == {**NEW, **USER_FILES}
    assert (output / "cards/empty").is_dir()
    assert not (output / "gone").exists()
    assert [path.name for path in output.parent.iterdir()] == ["site"]


def test_files_behind_a_link_are_not_touched(output: Path) -> None:
    elsewhere = output.with_name("elsewhere")
    (output / "gone").rename(elsewhere)
    (output / "gone").symlink_to(elsewhere)
    publish_files(output, NEW)
    assert read_files(elsewhere) == {"page.html": "old page"}


@pytest.mark.parametrize("path", ["out", "out/sub"])
def test_a_link_to_itself_is_an_error(tmp_path: Path, path: str) -> None:
    (tmp_path / "out").symlink_to(tmp_path / "out")
    with pytest.raises(RulingsError, match="use another folder"):
        build(tmp_path / path)


def is_left_over(path: str) -> bool:
    """Whether a killed build left this path behind; the next build removes it."""
    return path.startswith(".rulings-build-")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.parametrize("method", ["replace", "unlink"])
def test_a_killed_build_moves_no_other_file_and_the_next_completes_it(
    tmp_path: Path, method: str
) -> None:
    """The builds are killed at the first, second, third … call of a method; the last
    build is complete.
    """

    def prepare(output: Path) -> None:
        publish_files(output, OLD)
        write_files(output, USER_FILES)

    for output in killed_runs(
        method, tmp_path, prepare, run=lambda output: publish_files(output, NEW)
    ):
        published = {
            path: text
            for path, text in read_files(output).items()
            if not is_left_over(path)
        }
        assert (
            USER_FILES.items()
            <= published.items()
            <= OLD.items() | NEW.items() | USER_FILES.items()
        )
        assert OLD.keys() <= published.keys() or NEW.keys() <= published.keys()
        publish_files(output, NEW)
        completed = read_files(output)
        left_over = {*filter(is_left_over, completed)}
        assert completed.keys() - left_over == {**NEW, **USER_FILES}.keys()
        assert {**NEW, **USER_FILES}.items() <= completed.items()
        assert [path.name for path in output.parent.iterdir()] == ["out"]


@pytest.mark.parametrize(
    "content", [{"src/main.py": "mine"}, {FILE_LIST: "{}"}, {FILE_LIST: "[" * 100_000}]
)
def test_a_folder_we_did_not_build_is_refused(
    tmp_path: Path, content: dict[str, str]
) -> None:
    write_files(tmp_path / "pwa", content)
    with pytest.raises(
        RulingsError,
        match=r"pwa: the folder holds other files and is not a site built by `rulings`",
    ):
        build(tmp_path / "pwa")
    assert {
        path.relative_to(tmp_path / "pwa").as_posix(): path.read_text()
        for path in (tmp_path / "pwa").rglob("*")
        if path.is_file()
    } == content
    assert [path.name for path in tmp_path.iterdir()] == ["pwa"]


def test_listed_paths_outside_the_site_are_not_removed(tmp_path: Path) -> None:
    publish_files(tmp_path / "site", OLD)
    write_files(tmp_path, {"mine.txt": "mine"})
    paths = json.loads((tmp_path / "site" / FILE_LIST).read_text())
    (tmp_path / "site" / FILE_LIST).write_text(
        json.dumps([*paths, "../mine.txt", str(tmp_path / "mine.txt"), ""])
    )
    publish_files(tmp_path / "site", NEW)
    assert read_files(tmp_path) == {
        "mine.txt": "mine",
        **{f"site/{path}": text for path, text in NEW.items()},
    }


def test_a_foreign_file_in_the_way_stops_the_build(output: Path) -> None:
    write_files(output, {"cards/imp.html": "mine"})
    with pytest.raises(
        RulingsError,
        match=r"imp\.html: this file was not made by a build, but the new site needs its place; move it",
    ):
        publish_files(output, NEW)
    assert read_files(output) == {**OLD, "cards/imp.html": "mine"}
    assert [path.name for path in output.parent.iterdir()] == ["site"]


def test_a_site_can_be_built_in_empty_or_new_folders(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for name in ("empty", "new", "a/b/c"):
        publish_files(tmp_path / name, NEW)
        assert read_files(tmp_path / name) == NEW


@pytest.mark.parametrize("link", ["index.html", FILE_LIST, "cards/asp.html"])
def test_a_planted_link_is_not_written_through(output: Path, link: str) -> None:
    mine = output.with_name("mine.txt")
    (output / link).rename(mine)
    (output / link).symlink_to(mine)
    before = mine.read_text()
    with pytest.raises(
        RulingsError, match=r"was not made by a build|is not a site built"
    ):
        publish_files(output, NEW)
    assert mine.read_text() == before


def test_a_folder_that_is_a_link_is_not_written_through(output: Path) -> None:
    elsewhere = output.with_name("elsewhere")
    elsewhere.mkdir()
    (output / "cards/asp.html").unlink()
    (output / "cards").rmdir()
    (output / "cards").symlink_to(elsewhere)
    with pytest.raises(RulingsError, match=r"cards: this is a link, so the site would"):
        publish_files(output, NEW)
    assert not [*elsewhere.iterdir()]


def test_a_failed_build_leaves_nothing_of_a_new_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_config: object) -> None:
        raise BuildError("broken")

    monkeypatch.setattr("rulings.site.build.mkdocs_build", fail)
    with pytest.raises(RulingsError, match="broken"):
        build(tmp_path / "new" / "site")
    assert list(tmp_path.iterdir()) == []


def test_on_a_full_disk_the_old_site_stays_and_the_full_place_is_named(
    output: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("rulings.site.build.mkdocs_build", fill)
    with pytest.raises(
        RulingsError, match=f"^{output} cannot be written .No space left on device"
    ):
        build(output)
    assert read_files(output) == OLD


def test_a_folder_that_cannot_be_written_is_refused_before_the_site_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "rulings.site.build.mkdocs_build", lambda _config: pytest.fail("it was built")
    )
    (tmp_path / "file").touch()
    with pytest.raises(RulingsError, match="cannot be written"):
        build(tmp_path / "file" / "site")
