"""Tests that following CONTRIBUTING.md and DEVELOPMENT.md in a fresh copy has the
results they describe.
"""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path

import pytest

from support.project_copy import ROOT, ProjectCopy

pytestmark = pytest.mark.slow
BLOCK = re.compile(
    r"^```(?P<language>\w+) ?(?P<file>\S*)\n(?P<content>.*?)^```",
    re.MULTILINE | re.DOTALL,
)


def follow(copy: ProjectCopy, text: str) -> None:
    """Does what the blocks say: first appends each block to the file that it names, or
    changes that file (`diff`); then runs the commands. Each command runs once, so the
    sources are parsed once.
    """
    blocks = [*BLOCK.finditer(text)]
    for block in blocks:
        if block["language"] == "diff":
            change(copy.path(block["file"]), block["content"])
        elif block["file"]:
            path = copy.path(block["file"])
            old = path.read_text(encoding="utf-8") if path.exists() else ""
            path.write_text(old + block["content"], encoding="utf-8")
    printed: dict[str, str] = {}
    for block in blocks:
        shown = re.findall(
            r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block["content"], re.MULTILINE
        )
        for command, output in shown if block["language"] == "console" else ():
            if command not in printed:
                copy.run(command)
                printed[command] = copy.printed.replace(
                    f" to {copy.folder / 'rulings'}", ""
                )
            pattern = re.escape(output).replace("…\\\n", "(?:.*\\n)*")
            assert not output or re.fullmatch(pattern, printed[command]), (
                command,
                printed,
            )


def change(path: Path, diff: str) -> None:
    """Changes the only place in a file that contains the old lines of a diff."""
    before, after = (
        "".join(line[1:] for line in diff.splitlines(True) if line[0] in f" {sign}")
        for sign in "-+"
    )
    old = path.read_text(encoding="utf-8")
    assert old.count(before) == 1, (path, before)
    path.write_text(old.replace(before, after), encoding="utf-8")


def sections(name: str) -> list[str]:
    """The sections of a document. A heading in a block does not begin one."""
    text = (ROOT / name).read_text(encoding="utf-8")
    starts = [match.start() for match in re.finditer("^## ", text, re.MULTILINE)]
    starts = [
        0,
        *(start for start in starts if text[:start].count("```") % 2 == 0),
        len(text),
    ]
    return [text[start:end] for start, end in itertools.pairwise(starts)]


def test_contributing_works_block_by_block(tmp_path: Path) -> None:
    copy = ProjectCopy.create(tmp_path, tests=True)
    first, added, *others, _, send_it_in = sections("CONTRIBUTING.md")
    for text in (first + added, "".join(others), send_it_in):
        follow(copy, text)
    copy.run("rulings site build menu")
    menu = (copy.folder / "menu" / "topics" / "index.html").read_text(encoding="utf-8")
    assert '<a href="../documents/judges-guide/index.html">' in menu


def test_each_section_of_development_works_without_those_before_it(
    tmp_path: Path,
) -> None:
    """The last section is done first; its additions are known everywhere afterwards."""
    copy = ProjectCopy.create(tmp_path, tests=True)
    last_first = reversed(sections("DEVELOPMENT.md"))
    text = "".join(text for text in last_first if not text.startswith("## Tests"))
    # `test_wheel.py` builds the wheel, and nothing opens YAML that is not parsed
    text = text.replace("$ python -m build --no-isolation\n", "")
    follow(copy, f"```console\n$ rulings parse\n```\n{text}")
    copy.run("rulings search chronology --json -n 1")
    assert json.loads(copy.printed)["hits"][0]["url"] == "/years/"
    site = copy.folder / "build" / "site"
    assert '<a href="../years/index.html">Years</a>' in (
        site / "topics/index.html"
    ).read_text(encoding="utf-8")
    data = next(site.glob("assets/*/name-data.js")).read_text(encoding="utf-8")
    assert "how many rulings there are of each year" in data
    copy.run("rulings marionette --ids")
    assert re.fullmatch(r"(marionette-[0-9a-f]{8}\n)+", copy.printed)
    copy.run("rulings who --help")
    assert "--ids" in copy.printed
    (copy.folder / "listed.py").write_text(
        "import rulings\nprint('errata' in dir(rulings.open()))\n", encoding="utf-8"
    )
    copy.run("python listed.py")
    assert copy.printed == "True\n"
