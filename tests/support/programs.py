"""Programs that some tests need and not every machine has."""

from __future__ import annotations

import shutil

import pytest


def find_program(name: str) -> str:
    """The path of a program; skips the test if it is not installed."""
    path = shutil.which(name)
    if not path:
        pytest.skip(f"{name} is not installed here; .ci/run installs it")
    return path
