"""Short runs of `python tests/programs trials`."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from programs.trials import damage_compiled, kill_compilations, race_compilations
from support.project_copy import ROOT


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs fork")
@pytest.mark.parametrize(
    ("trial", "options"),
    [
        (damage_compiled, {"runs": 40}),
        (kill_compilations, {"runs": 3}),
        (race_compilations, {"rounds": 1, "processes": 5}),
    ],
)
def test_no_damage_kill_or_race_gives_a_wrong_answer(
    trial: Callable[..., Counter[str]], options: dict[str, int]
) -> None:
    assert set(trial(**options)) == {"right"}


@pytest.mark.skipif(os.name != "posix", reason="needs a limit on the size of files, as of a disk that is nearly full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "line", ["export", "export --format ndjson", "export --format csv", "export --format schema", "search -n all ice"]
)
def test_what_is_written_is_whole_or_the_status_says_that_it_is_not(line: str, unbuffered: str, tmp_path: Path) -> None:
    import resource

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
