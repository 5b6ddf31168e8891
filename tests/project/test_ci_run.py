"""Tests that the steps of the workflows and the parts of `.ci/run` pass if their programs
do, and stop at a program that fails. The programs are stubs.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from support.command_line import find_program
from support.project_copy import ROOT

pytestmark = pytest.mark.skipif(os.name == "nt", reason="scripts for a POSIX shell")
PROGRAMS = (
    "basename bash gh git gzip mkdir nox pipx python rm rulings sed tar .ci/check-site"
)
# Prints a version, unless it is the call that fails
STUB = """#!/bin/sh
echo >> "$CALLS"
[ $(wc -l < "$CALLS") != "$FAILING_CALL" ] && echo 1.2.3
"""
SHELLS = {"": ["-e"], "bash": ["--noprofile", "--norc", "-eo", "pipefail"]}  # GitHub's


def workflow_steps() -> Iterator[tuple[str, str]]:
    """The shell and the script of each step, also of the one that leaves out a document."""
    for path in sorted((ROOT / ".github" / "workflows").glob("*.yml")):
        workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
        for job in workflow["jobs"].values():
            for step in job["steps"]:
                if "run" in step:
                    script = re.sub(r"\$\{\{.*?\}\}", "browser", step["run"])
                    yield step.get("shell", ""), script
    text = (ROOT / "DEVELOPMENT.md").read_text(encoding="utf-8")
    (recipe,) = re.findall(r"```console\n([^`]*leave-out[^`]*)```", text)
    yield "", recipe


@pytest.mark.parametrize(("shell", "script"), [*workflow_steps()])
def test_a_step_stops_at_the_first_program_that_fails(
    tmp_path: Path, shell: str, script: str
) -> None:
    for name in (".ci", "dist", "temp/unpacked"):
        (tmp_path / name).mkdir(parents=True)
    for name in PROGRAMS.split():
        (tmp_path / name).write_text(STUB)
        (tmp_path / name).chmod(0o755)
    calls = tmp_path / "calls"
    environment = {
        **os.environ,
        "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
        "GITHUB_REF_NAME": "v1.2.3",
        "GITHUB_OUTPUT": str(tmp_path / "output"),
        "RUNNER_TEMP": str(tmp_path / "temp"),
        "CALLS": str(calls),
    }

    def status(failing_call: int) -> int:
        calls.write_text("")
        process = subprocess.run(
            [find_program("bash"), *SHELLS[shell], "-c", script],
            cwd=tmp_path,
            env={**environment, "FAILING_CALL": str(failing_call)},
            check=False,
        )
        return process.returncode

    assert status(failing_call=0) == 0
    call_count = calls.read_text().count("\n")
    assert call_count
    passing_calls = [n + 1 for n in range(call_count) if status(n + 1) == 0]
    assert passing_calls == []


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
