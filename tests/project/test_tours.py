"""Tests that follow the tours of CONTRIBUTING.md in a copy of the project."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import rulings
from support.project_copy import ROOT, ProjectCopy

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("\n## Tours\n")[1].split("\n## ")[0]
TOURS = dict(re.findall(r"^### ([^\n]+)\n(.*?)(?=^### |\Z)", TEXT, re.MULTILINE | re.DOTALL))
STEP = re.compile(
    r"In\s`(?P<file>[^`]+)`,\safter\s`(?P<anchor>[^`]+)`,\sadd(?:\sa\srow)?:\n\n|Write\s`(?P<new>[^`]+)`:\n\n|(?=```console\n)",
    re.MULTILINE,
)
AFFECTED = re.compile(r"^Affected tests: (`[^`]+`(?:,\s`[^`]+`)*)\.\s*\Z", re.MULTILINE)
BLOCK = re.compile(r"```(\w+)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)


def follow(copy: ProjectCopy, tour: str) -> tuple[set[str], set[str]]:
    """Follows the steps of a tour and returns the names of the files that it edits and of those that it adds."""
    edited, added = set[str](), set[str]()
    for step in STEP.finditer(tour):
        block = BLOCK.match(tour, step.end())
        assert block, tour[step.start() :][:80]
        language, content = block.groups()
        if language == "console":
            for line in content.splitlines():
                copy.run(line.removeprefix("$ "))
            continue
        name = step["file"] or step["new"]
        if step["new"]:
            added.add(name)
            copy.path(name).write_text(content, encoding="utf-8")
        else:
            edited.add(name)
            _insert(copy, copy.path(name), step["anchor"], content)
    return edited, added


def _insert(copy: ProjectCopy, path: Path, anchor: str, content: str) -> None:
    house_rules = copy.path("rulings/sources/house-rules.txt")
    if house_rules.exists():
        content = re.sub(r"\(what `sha256sum .*\)", hashlib.sha256(house_rules.read_bytes()).hexdigest(), content)
    before, anchor_found, after = path.read_text(encoding="utf-8").partition(anchor)
    assert anchor_found, f"{path.name} has no line with {anchor!r}"
    rest, line_end, after = after.partition("\n")
    path.write_text(f"{before}{anchor}{rest}{line_end}{content}{after}", encoding="utf-8")


EXPECTED: dict[str, Callable[[ProjectCopy], object]] = {
    "Add a nickname": lambda copy: "Dr. Dreff\n" in copy.output,
    "Correct a link": lambda copy: "olivia-salazar.yaml: differs" in copy.output,
    "Add a query field": lambda copy: (
        re.search(r"^\d+ cards?$", copy.output, re.MULTILINE) and " · 2 MU" in copy.output
    ),
    "Change how words are read": lambda copy: "run-chart-9" in copy.output,
    "Show another printed fact of a card": lambda copy: " · art by " in " ".join(copy.output.split()),
    "Compute another fact of a card": lambda copy: json.loads(copy.output)["card"]["first_ruled"] == "1997-04-21",
    "Add a key to a ruling's JSON": lambda copy: all(
        ruling["words"] == len(ruling["text"].split()) for ruling in json.loads(copy.output)["rulings"]
    ),
    "Add an option": lambda copy: "  Hammer\n" in copy.output and "Aardvark" not in copy.output,
    "Add a command": lambda copy: (
        f"cards\t{len(rulings.open().cards)}\n" in copy.output and "sections\t" in copy.output
    ),
    "Add a kind of page": lambda copy: (
        "Doug Shuler" in (copy.folder / "build/site/artists/index.html").read_text(encoding="utf-8")
    ),
    "Add a hand-edited file": lambda copy: copy.output.endswith("no errors\n"),
    "Read a sixth document": lambda copy: "Parrots" in copy.output and "shuffles its deck as well" in copy.output,
}


def affected_tests(tour: str) -> list[str]:
    """The tests in the last line of a tour."""
    listed = AFFECTED.search(tour)
    return re.findall(r"`([^`]+)`", listed[1]) if listed else []


def _exists(test: str) -> bool:
    """Whether the file exists (`tests/cli/test_filters.py`), and the test in it (`tests/cli/test_filters.py::test_...`)."""
    file, _, name = test.partition("::")
    path = ROOT / file
    return path.is_file() and (not name or f"\ndef {name}(" in path.read_text(encoding="utf-8"))


def test_every_step_names_a_line_of_its_file() -> None:
    steps = [step for step in STEP.finditer(TEXT) if step["file"]]
    assert len(steps) > len(TOURS)
    missing = [
        (step["file"], step["anchor"])
        for step in steps
        if step["anchor"] not in (ROOT / step["file"]).read_text(encoding="utf-8")
    ]
    assert missing == []


def test_every_tour_is_tested() -> None:
    assert list(EXPECTED) == list(TOURS)


@pytest.mark.parametrize("title", TOURS)
def test_every_tour_lists_its_affected_tests(title: str) -> None:
    tests = affected_tests(TOURS[title])
    assert tests
    assert [test for test in tests if not _exists(test)] == []


@dataclass
class TakenTours:
    """A copy of the project in which tours are taken one after another, each once."""

    copy: ProjectCopy
    files: dict[str, tuple[set[str], set[str]]] = field(default_factory=dict)  # title → what `follow` returned
    failed: str = ""  # the title of the tour that failed

    def take(self, title: str) -> tuple[set[str], set[str]]:
        """Takes a tour, unless it was taken before. The copy's output is that of the tour taken last.

        After a tour that failed, the test is skipped, because the copy is as that tour left it.
        """
        if title not in self.files:
            if self.failed:
                pytest.skip(f"the tour “{self.failed}” failed")
            self.copy.output, self.failed = "", title
            files = follow(self.copy, TOURS[title])
            assert EXPECTED[title](self.copy), self.copy.output[-2000:]
            self.files[title], self.failed = files, ""
        return self.files[title]


@pytest.fixture(scope="module")
def tours(tmp_path_factory: pytest.TempPathFactory) -> TakenTours:
    return TakenTours(ProjectCopy.create(tmp_path_factory.mktemp("tours"), tests=True))


@pytest.mark.slow
@pytest.mark.xdist_group("tours")
@pytest.mark.parametrize("title", TOURS)
def test_tours_work_as_written(tours: TakenTours, title: str) -> None:
    edited, added = tours.take(title)
    assert len(edited) <= 4, "a tour shows how a typical change is made, and such a change edits few files"
    names = [name for name in edited | added if name.endswith(".py") and not name.startswith("tests/")]
    code = [str(tours.copy.path(name)) for name in names]
    ruff = shutil.which("ruff", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if code and ruff:
        process = subprocess.run(
            [ruff, "check", "--config", str(ROOT / "pyproject.toml"), *code],
            capture_output=True,
            text=True,
            check=False,
        )
        assert process.returncode == 0, process.stdout


@pytest.mark.slow
@pytest.mark.xdist_group("tours")
def test_the_affected_tests_pass_after_all_tours(tours: TakenTours) -> None:
    for title in TOURS:
        tours.take(title)
    tests = dict.fromkeys(test for tour in TOURS.values() for test in affected_tests(tour))
    tours.copy.run(
        "pytest -p no:cacheprovider " + " ".join(t for t in tests if t.split("::")[0] not in tests or "::" not in t)
    )
