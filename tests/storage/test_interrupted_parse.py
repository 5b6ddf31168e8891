"""Tests of a `rulings parse` that is killed or finds the disk full. Either all files
are complete and from one run, or the mixture is detected; the next run repairs it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import rulings
from rulings.errors import RulingsError
from rulings.parser.parse import check, parse_folder
from rulings.parser.write import write_files
from rulings.storage import files
from rulings.storage.files import end_run, interrupted, replace_files
from support.killed import killed_runs

OLD = {f"topics/{n}.yaml": f"old {n}" for n in range(6)}
NEW = {f"topics/{n}.yaml": f"new {n}" for n in range(3, 9)}
DELETED = ["topics/0.yaml", "topics/1.yaml"]
AFTER = {**{path: text for path, text in OLD.items() if path not in DELETED}, **NEW}


def read_files(folder: Path) -> dict[str, str]:
    return {
        f"topics/{path.name}": path.read_text()
        for path in (folder / "topics").glob("[!.]*")
    }


def replace(folder: Path, write: dict[str, str], delete: list[str]) -> None:
    replace_files(folder, write, delete)
    end_run(folder)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.parametrize("method", ["touch", "replace", "unlink"])
def test_a_killed_run_leaves_complete_files_or_is_detected(
    tmp_path: Path, method: str
) -> None:
    states = set[str]()
    for folder in killed_runs(
        method,
        tmp_path,
        prepare=lambda folder: replace(folder, OLD, []),
        run=lambda folder: replace(folder, NEW, DELETED),
    ):
        found = read_files(folder)
        states.add(
            "interrupted" if interrupted(folder) else "old" if found == OLD else "new"
        )
        assert interrupted(folder) or found in (OLD, AFTER)
        replace(folder, AFTER, [path for path in found if path not in AFTER])
        assert read_files(folder) == AFTER
        assert not interrupted(folder)
    assert (
        states
        >= {
            "touch": {"old", "interrupted", "new"},
            "replace": {"interrupted", "new"},
            "unlink": {"interrupted", "new"},
        }[method]
    )


def texts(words: str) -> dict[str, str]:
    """The files that a parse of other sources writes."""
    head = "# Written by `rulings parse` from rulings/sources: change it there."
    return dict.fromkeys(NEW, f"{head}\n{words}")


def test_files_that_change_while_they_are_read_or_written_are_told(
    one_card_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    states = iter("12")
    monkeypatch.setattr(files, "fingerprint", lambda _: next(states))
    with pytest.raises(RulingsError, match="changed while it was being read"):
        rulings.open(one_card_folder)
    monkeypatch.setattr(files, "replace_files", lambda *_: None)
    with pytest.raises(RulingsError, match="is writing there; run it again"):
        write_files(texts("new"), tmp_path)


FULL_DISK = """
import resource, sys
from pathlib import Path
from rulings.parser.write import write_files
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
write_files({"topics/3.yaml": "new", "topics/9.yaml": "new"}, Path(sys.argv[1]))
"""


@pytest.mark.skipif(os.name != "posix", reason="needs the limits of POSIX")
def test_on_a_full_disk_nothing_changes(tmp_path: Path) -> None:
    write_files(texts("old"), tmp_path)
    command = [sys.executable, "-c", FULL_DISK, str(tmp_path)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "OSError: [Errno 27] File too large" in run.stderr
    assert read_files(tmp_path) == texts("old")
    assert not interrupted(tmp_path)


@pytest.mark.slow
def test_an_interrupted_parse_is_reported_everywhere(
    short_sources: Path, tmp_path: Path
) -> None:
    parse_folder(short_sources, tmp_path)
    (tmp_path / ".rulings-parse").write_text("moving", encoding="utf-8")
    with pytest.raises(
        RulingsError, match=r"an interrupted parse: run `rulings parse` again"
    ):
        rulings.open(tmp_path)
    assert any(
        "an interrupted parse: run `rulings parse` again" in error.text
        for error in check(tmp_path).errors
    )
    changes = parse_folder(short_sources, tmp_path, check=True).files
    found = [str(change) for change in changes]
    assert found == [
        f"{tmp_path}: an interrupted parse: run `rulings parse` again for this folder"
    ]
    assert parse_folder(short_sources, tmp_path).files == []
    assert not (tmp_path / ".rulings-parse").exists()
    rulings.open(tmp_path)
