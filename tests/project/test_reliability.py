"""Tests that what a command writes is whole, or that its status says that it is not."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from support.examples import slow_except
from support.project_copy import ROOT


@pytest.mark.skipif(
    os.name != "posix",
    reason="needs a limit on the size of files, as of a disk that is nearly full",
)
@pytest.mark.parametrize(
    "case",
    slow_except(
        [("export --format csv", "1"), ("search -n all rez", "")],
        product(
            ("export", "export --format ndjson", "export --format csv", "search -n all rez"),
            ("", "1"),
        ),
    ),
)
def test_what_is_written_is_whole_or_the_status_says_that_it_is_not(
    case: tuple[str, str], tmp_path: Path
) -> None:
    import resource

    line, unbuffered = case

    def size_and_status(most: int) -> tuple[int, int]:
        with (tmp_path / "output").open("wb") as file:
            completed = subprocess.run(
                [sys.executable, "-m", "rulings", *line.split()],
                cwd=ROOT, env={**os.environ, "PYTHONUNBUFFERED": unbuffered}, stdout=file, stderr=subprocess.PIPE, check=False,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
            )  # fmt: skip
        assert (completed.returncode == 0) == (completed.stderr == b""), completed.stderr
        return (tmp_path / "output").stat().st_size, completed.returncode

    whole, status = size_and_status(2**30)
    assert status == 0
    for most in (whole - 1, whole // 2):
        assert size_and_status(most) == (most, 2)
