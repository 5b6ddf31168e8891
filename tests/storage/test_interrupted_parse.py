"""Tests of a killed `rulings parse`: files are complete or the interruption is detected, and the
next run repairs it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import rulings
from rulings.errors import RulingsError
from rulings.parser.parse import check, parse_folder
from rulings.storage import yaml_files
from rulings.storage.files import interrupted, replace_files, unfinished_files
from support.killed import killed_runs

OLD = {f"topics/{n}.yaml": f"old {n}" for n in range(6)}
NEW = {f"topics/{n}.yaml": f"new {n}" for n in range(3, 9)}
DELETED = ["topics/0.yaml", "topics/1.yaml"]
AFTER = {**{path: text for path, text in OLD.items() if path not in DELETED}, **NEW}


def read_files(folder: Path) -> dict[str, str]:
    return {f"topics/{path.name}": path.read_text() for path in (folder / "topics").glob("[!.]*")}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.parametrize("method", ["touch", "replace", "unlink"])
def test_a_killed_run_leaves_complete_files_or_is_detected(tmp_path: Path, method: str) -> None:
    states = set[str]()
    for folder in killed_runs(
        method,
        tmp_path,
        prepare=lambda folder: replace_files(folder, OLD, []),
        run=lambda folder: replace_files(folder, NEW, DELETED),
    ):
        found = read_files(folder)
        states.add("interrupted" if interrupted(folder) else "old" if found == OLD else "new")
        assert interrupted(folder) or found in (OLD, AFTER)
        replace_files(folder, AFTER, [path for path in found if path not in AFTER])
        assert read_files(folder) == AFTER
        assert not interrupted(folder)
        assert not unfinished_files(folder / "topics")
    assert (
        states
        >= {
            "touch": {"old", "interrupted", "new"},
            "replace": {"interrupted", "new"},
            "unlink": {"interrupted", "new"},
        }[method]
    )


@pytest.mark.slow
def test_an_interrupted_parse_is_reported_everywhere(sources: Path, tmp_path: Path) -> None:
    parse_folder(sources, tmp_path)
    (tmp_path / ".rulings-parse").write_text("moving", encoding="utf-8")
    half = tmp_path / "cards" / "corp" / ".asp.yaml.0123abcd.rulings-new"
    half.write_text("half a file", encoding="utf-8")
    with pytest.raises(RulingsError, match=r"an interrupted parse: run `rulings parse` again"):
        rulings.open(tmp_path)
    assert any(
        "an interrupted parse: run `rulings parse` again" in error.text
        for error in check(tmp_path).errors
    )
    found = [str(change) for change in parse_folder(sources, tmp_path, check=True).changes]
    assert found == [f"{tmp_path}: an interrupted parse: run `rulings parse` again for this folder"]
    assert parse_folder(sources, tmp_path).changes == ()
    assert not half.exists()
    assert not (tmp_path / ".rulings-parse").exists()
    assert check(tmp_path).errors == []
    rulings.open(tmp_path)


def test_what_changes_while_it_is_read_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other run begins and ends while the files are read, and so leaves no mark."""
    replace_files(tmp_path, OLD, [])
    os.utime(tmp_path / "topics", ns=(0, 0))  # clocks may be too coarse to tell two runs apart

    def read_yaml(_: Path) -> dict[str, str]:
        replace_files(tmp_path, NEW, [])
        return {}

    monkeypatch.setattr(yaml_files, "read_yaml", read_yaml)
    with pytest.raises(RulingsError, match="changed while they were read; try again"):
        yaml_files.read_folder(tmp_path)
