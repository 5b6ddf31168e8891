"""Tests that each part of `.ci/run` passes if its programs do, and fails if the checks
beside the tests do. The programs are stubs.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from support.command_line import find_program
from support.project_copy import ROOT


@pytest.mark.skipif(os.name == "nt", reason="a script for a POSIX shell")
@pytest.mark.parametrize("part", ["all", "browser", "rest"])
@pytest.mark.parametrize("checks_status", [0, 1])
def test_a_part_passes_if_its_programs_do(
    tmp_path: Path, part: str, checks_status: int
) -> None:
    text = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    start, _, _ = text.partition("\nstep ")
    _, _, end = text.partition("\n# These run beside the tests")
    environment = "mkdir -p $work/fresh/bin; touch $work/fresh/bin/activate"
    script = f"{start}\n{environment}\n#{end}"
    for name, status in {"bash": 0, "npm": 0, "nox": checks_status}.items():
        stub = tmp_path / name
        stub.write_text(f"#!/bin/sh\nexit {status}\n")
        stub.chmod(0o755)
    process = subprocess.run(
        [find_program("bash"), "-c", script, ROOT / ".ci" / "run", part],
        env={**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    is_right = part == "browser" or checks_status == 0
    assert (process.returncode == 0) == is_right, process.stdout + process.stderr
