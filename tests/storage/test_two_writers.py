"""Tests of two at once: a second writer is told who writes, a killed one blocks nobody, and readers
see one state.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulings.errors import RulingsError
from rulings.parser import write
from rulings.storage import yaml_files
from rulings.storage.files import LOCK, writing

HOLD = "import sys, pathlib; from rulings.storage import files\nwith files.writing(pathlib.Path(sys.argv[1])): print(1, flush=True); sys.stdin.read()"


@pytest.mark.parametrize("killed", [False, True])
def test_a_second_writer_is_told_who_writes_until_the_first_has_finished(
    tmp_path: Path, killed: bool
) -> None:
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as first:
        assert first.stdin and first.stdout
        assert first.stdout.readline() == b"1\n"
        who = f"process {first.pid}" if os.name == "posix" else "another process"
        with pytest.raises(
            RulingsError, match=f"{who} is writing here; wait until it has finished"
        ):
            write.write_files({"topics/one.yaml": "one"}, tmp_path)
        assert not (tmp_path / "topics").exists()
        if killed:
            first.kill()
        first.stdin.close()
        first.wait()
    with writing(tmp_path):
        pass
    assert not (tmp_path / LOCK).exists()


def test_what_is_read_while_another_run_writes_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other run begins and ends while the files are read, and so leaves no mark."""

    def state(tag: str) -> dict[str, str]:
        return {f"topics/{n}.yaml": f"title: {tag}\n" for n in range(3)}

    write.write_files(state("old"), tmp_path)
    read, runs = yaml_files.read_yaml, iter(["new"])

    def read_yaml(path: Path) -> object:
        data = read(path)
        if tag := next(runs, ""):
            # Clocks may be too coarse to tell two runs apart
            os.utime(tmp_path / "topics", ns=(0, 0))
            write.write_files(state(tag), tmp_path)
        return data

    os.utime(tmp_path / "topics", ns=(0, 0))
    monkeypatch.setattr(yaml_files, "read_yaml", read_yaml)
    assert {data["title"] for data in yaml_files._read_settled(tmp_path).values()} == {"new"}
