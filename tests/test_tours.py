"""The tours of CONTRIBUTING.md, done as they are written, in a copy of the project."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from support.project_copy import ROOT, Copy

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("\n## Tours\n")[1].split("\n## ")[0]
TOURS = dict(re.findall(r"^### ([^\n]+)\n(.*?)(?=^### |\Z)", TEXT, re.MULTILINE | re.DOTALL))
STEP = re.compile(
    r"In\s`(?P<file>[^`]+)`,\safter\s`(?P<anchor>[^`]+)`,\sadd(?:\sa\srow)?:\n\n|Write\s`(?P<new>[^`]+)`:\n\n|(?=```console\n)",
    re.MULTILINE,
)
AFFECTED = re.compile(r"^Affected tests: (`[^`]+`(?:,\s`[^`]+`)*)\.\s*\Z", re.MULTILINE)
BLOCK = re.compile(r"```(\w+)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)


def follow(copy: Copy, tour: str) -> set[str]:
    """Everything the tour says, in order; the files it names."""
    touched = set[str]()
    for step in STEP.finditer(tour):
        block = BLOCK.match(tour, step.end())
        assert block, tour[step.start() :][:80]
        language, content = block.groups()
        if language == "console":
            for line in content.splitlines():
                copy.run(line.removeprefix("$ "))
            continue
        name = step["file"] or step["new"]
        touched.add(name)
        if step["new"]:
            copy.path(name).write_text(content, encoding="utf-8")
            continue
        _insert(copy, copy.path(name), step["anchor"], content)
    return touched


def _insert(copy: Copy, path: Path, anchor: str, content: str) -> None:
    house_rules = copy.path("rulings/sources/house-rules.txt")
    if house_rules.exists():
        content = re.sub(r"\(what `sha256sum .*\)", hashlib.sha256(house_rules.read_bytes()).hexdigest(), content)
    before, found, after = path.read_text(encoding="utf-8").partition(anchor)
    assert found, f"{path.name} has no line with {anchor!r}"
    rest, line_end, after = after.partition("\n")
    path.write_text(f"{before}{anchor}{rest}{line_end}{content}{after}", encoding="utf-8")


SHOWN: dict[str, Callable[[Copy], object]] = {
    "Add a nickname": lambda copy: "Dr. Dreff\n" in copy.printed,
    "Correct a link": lambda copy: "olivia-salazar.yaml: differs" in copy.printed,
    "Add a query field": lambda copy: re.search(r"^\d+ cards?$", copy.printed, re.MULTILINE) and " · 2 MU" in copy.printed,
    "Show another fact of a card": lambda copy: " · art by " in " ".join(copy.printed.split()),
    "Add a key to a ruling's JSON": lambda copy: '"words": 33,' in copy.printed,
    "Add an option": lambda copy: "  Hammer\n" in copy.printed and "Aardvark" not in copy.printed,
    "Add a kind of page": lambda copy: "Doug Shuler" in (copy.folder / "build/site/artists/index.html").read_text(encoding="utf-8"),
    "Read a sixth document": lambda copy: "Parrots" in copy.printed and "shuffles its deck as well" in copy.printed,
}


def affected(tour: str) -> list[str]:
    """The tests in the last line of a tour."""
    listed = AFFECTED.search(tour)
    return re.findall(r"`([^`]+)`", listed[1]) if listed else []


def _exists(test: str) -> bool:
    """Whether there is such a file (`tests/test_names.py`), and such a test in it (`tests/test_names.py::test_...`)."""
    file, _, name = test.partition("::")
    path = ROOT / file
    return path.is_file() and (not name or f"\ndef {name}(" in path.read_text(encoding="utf-8"))


def test_there_is_a_test_for_every_tour() -> None:
    assert list(SHOWN) == list(TOURS)


@pytest.mark.parametrize("title", TOURS)
def test_a_tour_ends_with_the_tests_that_it_affects(title: str) -> None:
    tests = affected(TOURS[title])
    assert tests and [test for test in tests if not _exists(test)] == []


@pytest.mark.slow
@pytest.mark.parametrize("title", SHOWN)
def test_a_tour_works_as_it_is_written_and_leaves_the_tests_green(tmp_path: Path, title: str) -> None:
    copied = Copy.of_the_project(tmp_path, tests=True)
    touched = follow(copied, TOURS[title])
    assert SHOWN[title](copied), copied.printed[-2000:]
    assert len(touched) <= 4
    code = [str(copied.path(name)) for name in touched if name.endswith(".py") and not name.startswith("tests/")]
    ruff = shutil.which("ruff", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if code and ruff:
        done = subprocess.run([ruff, "check", "--config", str(ROOT / "pyproject.toml"), *code], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout
    copied.run("pytest -p no:cacheprovider " + " ".join(affected(TOURS[title])))
