"""Tests of commands that cannot write: the answer is complete, or the status is 2."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from rulings import api
from rulings.cli.main import main
from support.command_line import run_cli, shipped
from support.project_copy import ROOT

COMMANDS = [
    "dreff", "dreff --json", "tracing", "virus --csv", "errata --plain", "xyzzyq", "dreff --nonsense",
    "search trce --cite", "topic", "run 13", "why d3a28231", "document manual 3", "who sparkie",
    "list keywords", "topic tracing --md -n all", "export --format csv",
]  # fmt: skip
TROUBLES = {"full": errno.ENOSPC, "its reader gone": errno.EPIPE, "failing": errno.EIO}


class Failing(io.StringIO):
    """A stream that cannot be written to."""

    def __init__(self, trouble: str) -> None:
        super().__init__()
        self.number = TROUBLES[trouble]

    def write(self, text: str) -> int:
        """Raises the system's error."""
        if text:
            raise OSError(self.number, os.strerror(self.number))
        return 0


def run_with(line: str, out: io.StringIO, err: io.StringIO | None) -> int:
    kb = shipped()
    with (
        patch.object(sys, "stdout", out),
        patch.object(sys, "stderr", err),
        patch.object(api, "open_knowledge", lambda: kb),
        patch("rulings.cli.main._discard_output"),
    ):
        return main(line.split())


@pytest.mark.parametrize("trouble", [*TROUBLES, "closed", "missing"])
def test_trouble_on_standard_error_loses_nothing_of_the_answer(trouble: str) -> None:
    for line in COMMANDS:
        expected = run_cli(*line.split())
        out, err = io.StringIO(), None if trouble == "missing" else io.StringIO()
        if trouble in TROUBLES:
            err = Failing(trouble)
        elif err:
            err.close()
        status = run_with(line, out, err)
        assert (status, out.getvalue()) == (expected.status, expected.out), line


@pytest.mark.parametrize("trouble", TROUBLES)
def test_trouble_on_standard_output_is_told_unless_nobody_reads(trouble: str) -> None:
    for line in COMMANDS:
        expected, err = run_cli(*line.split()), io.StringIO()
        status = run_with(line, Failing(trouble), err)
        if not expected.out:
            assert (status, err.getvalue()) == (expected.status, expected.err), line
        elif trouble == "its reader gone":
            assert status == 0, line
        else:
            assert status == 2, line
            assert os.strerror(TROUBLES[trouble]) in err.getvalue(), line


@pytest.mark.parametrize(
    ("missing", "command", "advice"),
    [
        ("_sqlite3", "export --format sqlite x.db", "python3-sqlite3"),
        ("whoosh", "search jack out", "pip install --force-reinstall"),
        ("mkdocs", "site build x", 'pip install "netrunner-rulings[site]"'),
        ("jinja2", "site build x", 'pip install "netrunner-rulings[site]"'),
    ],
)
def test_a_missing_module_is_named_with_what_can_bring_it_back(
    missing: str, command: str, advice: str, tmp_path: Path
) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; from rulings.__main__ import run; run()"
    completed = subprocess.run(
        [sys.executable, "-c", code, *command.split()],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, cwd=tmp_path,
        capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert completed.returncode == 2
    assert advice in completed.stderr
    assert completed.stderr.count("\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="a folder in use cannot be deleted there")
def test_a_current_folder_that_is_gone_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    result = run_cli("parse", "--output", "x")
    assert (result.status, result.out) == (2, "")
    assert result.err == "rulings: the current folder: No such file or directory\n"


@pytest.mark.skipif(os.name == "nt", reason="there, such a path is missing")
@pytest.mark.parametrize(
    "line",
    [
        ["parse", "--check", "--sources"],
        ["parse", "--output"],
        ["check"],
        ["check", "--sources"],
        ["site", "build"],
        ["export", "--format", "sqlite"],
        ["deck"],
    ],
    ids=" ".join,
)
def test_a_path_that_cannot_be_seen_is_named_in_short_with_the_reason(
    line: list[str],
) -> None:
    result = run_cli(*line, "x" * 100_000)
    assert (result.status, result.out) == (2, "")
    assert os.strerror(errno.ENAMETOOLONG) in result.err
    # The message may begin with the working folder
    assert len(result.err) < 470 + len(str(Path.cwd()))


@pytest.mark.slow
@pytest.mark.skipif(
    os.name != "posix",
    reason="needs a limit on the size of files, as of a disk that is nearly full",
)
@pytest.mark.parametrize(
    "case", [("export --format csv", "1"), ("search -n all rez", "")]
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
        assert (completed.returncode == 0) == (completed.stderr == b""), (
            completed.stderr
        )
        return (tmp_path / "output").stat().st_size, completed.returncode

    whole, status = size_and_status(2**30)
    assert status == 0
    for most in (whole - 1, whole // 2):
        assert size_and_status(most) == (most, 2)
