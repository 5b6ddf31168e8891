"""Tests that whoever follows CONTRIBUTING.md and DEVELOPMENT.md, block by block in a fresh copy,
gets what they say.
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
    r"^```(?P<language>\w+) ?(?P<file>\S*)\n(?P<content>.*?)^```", re.MULTILINE | re.DOTALL
)


def follow(copy: ProjectCopy, text: str) -> None:
    """Does what each block says: appends it to the file that it names, changes that file (`diff`),
    or runs commands.
    """
    for block in BLOCK.finditer(text):
        path, content = copy.path(block["file"]), block["content"]
        if block["language"] == "console":
            for command, output in re.findall(
                r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", content, re.MULTILINE
            ):
                copy.run(command)
                printed = copy.printed.replace(f" to {copy.folder / 'rulings'}", "")
                pattern = re.escape(output).replace("…\\\n", "(?:.*\\n)*")
                assert not output or re.fullmatch(pattern, printed), (command, printed)
        elif block["language"] == "diff":
            before, after = (
                "".join(line[1:] for line in content.splitlines(True) if line[0] in f" {s}")
                for s in "-+"
            )
            old = path.read_text(encoding="utf-8")
            assert old.count(before) == 1, (block["file"], before)
            path.write_text(old.replace(before, after), encoding="utf-8")
        elif block["file"]:
            old = path.read_text(encoding="utf-8") if path.exists() else ""
            path.write_text(old + content, encoding="utf-8")


def sections(name: str) -> list[str]:
    """The text of each section of a document; a heading in a block begins none."""
    text = (ROOT / name).read_text(encoding="utf-8")
    starts = [match.start() for match in re.finditer("^## ", text, re.MULTILINE)]
    starts = [0, *(start for start in starts if text[:start].count("```") % 2 == 0), len(text)]
    return [text[start:end] for start, end in itertools.pairwise(starts)]


def test_contributing_works_block_by_block(tmp_path: Path) -> None:
    copy = ProjectCopy.create(tmp_path, tests=True)
    *others, send_it_in = sections("CONTRIBUTING.md")
    for section in others:
        follow(copy, section)
    copy.run("rulings check")
    assert copy.printed.endswith("\nno errors\n")
    follow(copy, send_it_in)  # whose last command runs the tests


def test_each_section_of_development_works_without_those_before_it(tmp_path: Path) -> None:
    """The last section first; what was added is known everywhere."""
    copy = ProjectCopy.create(tmp_path, tests=True)
    for section in reversed(sections("DEVELOPMENT.md")):
        if not section.startswith("## Tests"):
            follow(copy, section)
    copy.run("rulings search illustrators --json -n 1")
    assert json.loads(copy.printed)["hits"][0]["url"] == "/artists/"
    site = tmp_path / "build" / "site"
    assert '<a href="../artists/index.html">Artists</a>' in (site / "topics/index.html").read_text(
        encoding="utf-8"
    )
    assert "who drew the cards" in next(site.glob("assets/*/search.js")).read_text(encoding="utf-8")
    copy.run("rulings marionette --ids")
    assert re.fullmatch(r"(marionette-[0-9a-f]{8}\n)+", copy.printed)
    copy.run("rulings who --help")
    assert "--ids" in copy.printed
    (copy.folder / "listed.py").write_text(
        "import rulings\nprint('errata' in dir(rulings.open()))\n", encoding="utf-8"
    )
    copy.run("python listed.py")
    assert copy.printed == "True\n"
