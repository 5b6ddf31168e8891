"""Tests of a `rulings parse` that is killed, meets another one or a full disk: files are complete and
of one run, or it is detected, and the next run repairs it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest

import rulings
from rulings.errors import RulingsError
from rulings.parser.parse import check, parse_folder
from rulings.parser.write import write_files
from rulings.storage import yaml_files
from rulings.storage.files import interrupted, only_writer, replace_files, times
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
    assert (
        states
        >= {
            "touch": {"old", "interrupted", "new"},
            "replace": {"interrupted", "new"},
            "unlink": {"interrupted", "new"},
        }[method]
    )


def texts(words: str) -> dict[str, str]:
    """What a parse of other sources writes."""
    head = "# Written by `rulings parse` from rulings/sources: change it there."
    return dict.fromkeys(NEW, f"{head}\n{words}")


def write_alone(files: dict[str, str], folder: Path) -> None:
    with only_writer(folder):
        write_files(files, folder)


def fork(run: Callable[[], object]) -> int:
    """The id of a child process that runs it, and ends with 0, or with 2 for an error of ours."""
    child = os.fork()
    if child == 0:
        status = 2
        with suppress(RulingsError, OSError):
            run()
            status = 0
        os._exit(status)
    return child


def stop_at_replacement(number: int) -> None:
    """Stops this process before it replaces a file for the `number`-th time, from 0."""
    original, left = Path.replace, [number]

    def stop_or_replace(path: Path, target: Path) -> Path:
        if not left[0]:
            os.kill(os.getpid(), signal.SIGSTOP)
        left[0] -= 1
        return original(path, target)

    Path.replace = stop_or_replace  # type: ignore[method-assign, assignment]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.parametrize(("place", "fate"), [*product((0, len(NEW) - 1), ("SIGKILL", "SIGCONT"))])
def test_two_parses_into_one_folder_leave_the_files_of_one_or_a_mark(
    tmp_path: Path, place: int, fate: str
) -> None:
    """One is stopped at each place, the other runs then and is refused; the first goes on, or dies
    and lets the next one in.
    """
    write_alone(texts("old"), tmp_path)

    def run_first() -> None:
        stop_at_replacement(place)
        write_alone(texts("first"), tmp_path)

    first = fork(run_first)
    assert os.WIFSTOPPED(os.waitpid(first, os.WUNTRACED)[1])
    second = fork(lambda: write_alone(texts("second"), tmp_path))
    assert os.waitstatus_to_exitcode(os.waitpid(second, 0)[1]) == 2
    assert interrupted(tmp_path)
    os.kill(first, getattr(signal, fate))
    os.waitpid(first, 0)
    if fate == "SIGCONT":
        assert not interrupted(tmp_path)
        assert read_files(tmp_path) == texts("first")
    else:
        assert interrupted(tmp_path)
        write_alone(texts("third"), tmp_path)
        assert not interrupted(tmp_path)
        assert read_files(tmp_path) == texts("third")


def test_a_second_parse_is_refused_before_it_reads_its_sources(tmp_path: Path) -> None:
    """Else it could write after the first what it read before it."""
    output, no_sources = tmp_path / "output", tmp_path / "sources"
    no_sources.mkdir()
    with only_writer(output):
        with pytest.raises(RulingsError, match="another `rulings parse` writes there now; run it"):
            parse_folder(no_sources, output)
        assert list(output.iterdir()) == []
    with pytest.raises(RulingsError, match=f"{no_sources}.*the file is missing"):
        parse_folder(no_sources, output)


def test_a_parse_that_fails_leaves_no_new_folder(tmp_path: Path) -> None:
    sources = tmp_path / "sources"
    sources.mkdir()
    with pytest.raises(RulingsError):
        parse_folder(sources, tmp_path / "new" / "output")
    assert list(tmp_path.iterdir()) == [sources]


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
def test_an_interrupted_parse_is_reported_everywhere(sources: Path, tmp_path: Path) -> None:
    parse_folder(sources, tmp_path)
    (tmp_path / ".rulings-parse").write_text("moving", encoding="utf-8")
    with pytest.raises(RulingsError, match=r"an interrupted parse: run `rulings parse` again"):
        rulings.open(tmp_path)
    assert any(
        "an interrupted parse: run `rulings parse` again" in error.text
        for error in check(tmp_path).errors
    )
    found = [str(change) for change in parse_folder(sources, tmp_path, check=True).changes]
    assert found == [f"{tmp_path}: an interrupted parse: run `rulings parse` again for this folder"]
    assert parse_folder(sources, tmp_path).changes == ()
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


def test_what_stands_beside_the_files_is_no_change(tmp_path: Path) -> None:
    replace_files(tmp_path, OLD, [])
    before = times(tmp_path)
    os.utime(tmp_path, ns=(0, 0))
    (tmp_path / "__pycache__").mkdir()
    assert times(tmp_path) == before
