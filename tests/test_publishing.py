"""`rulings site build` never shows half a site and never removes what it did not make, killed at whatever moment."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from rulings.errors import RulingsError
from rulings.site import publishing
from rulings.site.build import build
from rulings.site.publishing import FILE_LIST, staged, write_file_list

OLD = {"index.html": "old", "cards/asp.html": "old asp", "gone/page.html": "old page"}
NEW = {"index.html": "new", "cards/asp.html": "new asp", "cards/imp.html": "new imp"}
MINE = {"CNAME": "example.org", "cards/notes.txt": "mine", ".git/config": "mine too"}


def put(folder: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


def texts(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*") if path.is_file() and path.name != FILE_LIST
    }


def publish(output: Path, files: dict[str, str]) -> None:
    with staged(output) as folder:
        put(folder, files)
        write_file_list(folder)


@pytest.fixture(params=["exchanged", "copied"])
def site(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An old site, on a system that exchanges folders and on one that does not."""
    if request.param == "copied":
        monkeypatch.setattr(publishing, "_exchange", lambda folder, other: False)
    publish(tmp_path / "site", OLD)
    return tmp_path / "site"


def test_a_new_site_takes_the_place_of_the_old_and_leaves_other_files(site: Path) -> None:
    put(site, MINE)
    publish(site, NEW)
    assert texts(site) == {**NEW, **MINE}
    assert not (site / "gone").exists() or texts(site / "gone") == {}
    assert [path.name for path in site.parent.iterdir()] == ["site"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.parametrize("step", ["write_bytes", "write_text", "rename", "replace", "unlink", "rmdir", "mkdir", "exchange"])
def test_a_killed_build_leaves_a_whole_site_and_the_next_clears_up(tmp_path: Path, step: str) -> None:
    for number in range(40):
        output = tmp_path / str(number) / "site"
        publish(output, OLD)
        put(output, MINE)
        child = os.fork()
        if child == 0:
            _killed_at(step, number)
            publish(output, NEW)
            os._exit(0)
        ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        found = {path: text for path, text in texts(output).items() if path not in MINE}
        assert found in (OLD, NEW)
        publish(output, NEW)
        assert texts(output) == {**NEW, **MINE}
        assert [path.name for path in output.parent.iterdir()] == ["site"]
        if ended == 0:
            break
    assert ended == 0


def _killed_at(step: str, number: int) -> None:
    place, name = (publishing, "_exchange") if step == "exchange" else (Path, step)
    real, left = getattr(place, name), [number]

    def killing(*arguments: object, **named: object) -> object:
        if left[0] == 0:
            os._exit(9)
        left[0] -= 1
        return real(*arguments, **named)

    setattr(place, name, killing)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_where_folders_cannot_be_exchanged_the_next_build_mends_a_killed_one(tmp_path: Path) -> None:
    for number in range(40):
        output = tmp_path / str(number) / "site"
        publish(output, OLD)
        put(output, MINE)
        child = os.fork()
        if child == 0:
            publishing._exchange = lambda folder, other: False
            _killed_at("replace", number)
            publish(output, NEW)
            os._exit(0)
        ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert all(
            text in (OLD.get(path), NEW.get(path), MINE.get(path)) for path, text in texts(output).items() if ".rulings-new" not in path
        )
        assert OLD.keys() <= texts(output).keys() or NEW.keys() <= texts(output).keys()
        publish(output, NEW)
        assert texts(output) == {**NEW, **MINE}
        if ended == 0:
            break
    assert ended == 0


@pytest.mark.parametrize(
    "held", [{"manifest.webmanifest": "{}"}, {"src/main.py": "mine"}, {FILE_LIST: "{}"}, {FILE_LIST: "[" * 100_000}, {"notes.txt": ""}]
)
def test_a_folder_that_is_not_ours_is_refused_and_stays(tmp_path: Path, held: dict[str, str]) -> None:
    put(tmp_path / "pwa", held)
    with pytest.raises(RulingsError, match=r"pwa: the folder holds other files and is not a site built by `rulings`"):
        build(tmp_path / "pwa", None)
    assert {
        path.relative_to(tmp_path / "pwa").as_posix(): path.read_text() for path in (tmp_path / "pwa").rglob("*") if path.is_file()
    } == held
    assert [path.name for path in tmp_path.iterdir()] == ["pwa"]


def test_a_list_that_leads_out_of_the_site_removes_nothing_there(tmp_path: Path) -> None:
    publish(tmp_path / "site", OLD)
    put(tmp_path, {"mine.txt": "mine"})
    paths = json.loads((tmp_path / "site" / FILE_LIST).read_text())
    (tmp_path / "site" / FILE_LIST).write_text(json.dumps([*paths, "../mine.txt", str(tmp_path / "mine.txt"), 5, ""]))
    publish(tmp_path / "site", NEW)
    assert texts(tmp_path) == {"mine.txt": "mine", **{f"site/{path}": text for path, text in NEW.items()}}


def test_a_file_of_somebody_where_the_new_site_needs_one_stops_the_build(site: Path) -> None:
    put(site, {"cards/imp.html": "mine"})
    with pytest.raises(RulingsError, match=r"imp\.html: this file was not made by a build, but the new site needs its place; move it"):
        publish(site, NEW)
    assert texts(site) == {**OLD, "cards/imp.html": "mine"}
    assert [path.name for path in site.parent.iterdir()] == ["site"]


def test_two_builds_of_one_site_do_not_meet(tmp_path: Path) -> None:
    with staged(tmp_path / "site") as folder:
        put(folder, OLD)
        write_file_list(folder)
        with pytest.raises(RulingsError, match="another build is writing this site; wait until it has finished"), staged(tmp_path / "site"):
            pass
    assert texts(tmp_path / "site") == OLD


def test_an_empty_folder_a_new_one_and_one_deep_down_are_built_in(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for name in ("empty", "new", "a/b/c"):
        publish(tmp_path / name, NEW)
        assert texts(tmp_path / name) == NEW
