"""Runs a script of this folder in Node, with scripts of the site."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

THEME = Path(__file__).parents[2] / "site" / "theme"


def run_in_node(script: str, arguments: Iterable[str | Path], data: Any, timeout: float | None = None) -> Any:
    """What the script writes as JSON when it reads `data` as JSON. `timeout`: seconds.

    The test is skipped if Node is not installed.
    """
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed here; .ci/run installs it")
    process = subprocess.run(
        [node, str(Path(__file__).with_name(script)), *map(str, arguments)],
        input=json.dumps(data),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=timeout,
    )
    assert (process.returncode, process.stderr) == (0, ""), process.stderr
    return json.loads(process.stdout)
