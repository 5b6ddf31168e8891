"""Tests that two editors who merge as CONTRIBUTING.md says lose nothing, and that a ruling made of
two is named.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import rulings
from rulings.errors import RulingsError
from rulings.parser.parse import parse_folder
from support.project_copy import ROOT

pytestmark = [
    pytest.mark.weekly,
    pytest.mark.skipif(not shutil.which("git"), reason="needs Git"),
]
COMMAND = re.findall(
    r"^\$ git (.*merge.*) BRANCH$", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.M
)
ADDITION = """\
- subject: Dr. Dreff
  printed: |
    Dreff throws {0} after all.  ({1}, Gen Con 2026, 2026-01-31)
  questions:
  - Can Dr. Dreff throw {0} in the league?
"""
TOPIC = """\
- subject: Playing Online
  topic: true
  printed: |
    Screens are not shared.  (Sparky, Gen Con 2026, 2026-01-31)
"""
AUTHORITY = """\
- name: {1}
  id: {2}
  kind: person
  person: {1}
  names: [{1}]
  role: judge of the league
  official: false
  standing: player
"""
NOTE = """\
- title: Whether Dr. Dreff throws {0}
  id: dreff-throws-{3}
  kind: clarification
  one:
    ruling: dr-dreff-504d5230
    words: Dreff loses track of the ice
  other:
    ruling: {4}
    words: Dreff throws {0}
  follow: other
  reason: An example.
"""
EDITORS = {
    "main": ("Asp", "Ada Byron", "ada-byron", "asp"),
    "other": ("Imp", "Zoe Quick", "zoe-quick", "imp"),
}


@pytest.fixture
def repository(sources: Path) -> Path:
    """The knowledge base under version control, with a file of additions that both editors go on
    with; without our questions, which take most of the time of a parse.
    """
    folder = sources.parent
    append(folder, "additions/2026-gen-con.yaml", TOPIC)
    git(folder, "init", "-q", "-b", "main")
    git(folder, "config", "user.name", "Editor")
    git(folder, "config", "user.email", "editor@example.org")
    commit(folder)
    return folder


def git(folder: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    """Runs Git in a folder."""
    return subprocess.run(["git", *words], cwd=folder, capture_output=True, check=False)


def append(folder: Path, file: str, text: str) -> None:
    """Adds to the end of a hand-edited file, which may be new."""
    path = folder / "sources" / file
    path.parent.mkdir(exist_ok=True)
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    path.write_text(before + text, encoding="utf-8")


def commit(folder: Path) -> None:
    """Parses, and commits everything."""
    parse_folder(folder / "sources", folder)
    git(folder, "add", ".")
    assert git(folder, "commit", "-qm", "Change").returncode == 0


def edit(folder: Path, editor: str) -> list[str]:
    """Adds a ruling to the common file, and one in a file of its own, with all that belongs to
    them, and commits it; their ids.
    """
    words = EDITORS[editor]
    append(folder, "authorities.yaml", AUTHORITY.format(*words))
    append(folder, "additions/2026-gen-con.yaml", ADDITION.format(*words))
    alone = ADDITION.replace("Dr. Dreff", words[0]).format(*words)
    append(folder, f"additions/2026-01-31-{words[3]}.yaml", alone)
    parse_folder(folder / "sources", folder)
    added = [r for r in rulings.open(folder).rulings if f"throws {words[0]} after" in r.text]
    on_dreff = next(r.id for r in added if r.subject.id == "dr-dreff")
    append(folder, "notes.yaml", NOTE.format(*words, on_dreff))
    commit(folder)
    return [ruling.id for ruling in added]


def test_what_two_editors_added_is_there_after_a_merge(repository: Path) -> None:
    git(repository, "branch", "other")
    ids = edit(repository, "main")
    git(repository, "checkout", "-q", "other")
    ids += edit(repository, "other")
    git(repository, "checkout", "-q", "main")
    (command,) = COMMAND
    git(repository, *command.split(), "other")
    conflicts = git(repository, "diff", "--name-only", "--diff-filter=U", "--relative").stdout
    for file in conflicts.decode().splitlines():
        path = repository / file
        if file.startswith("sources/"):  # both sides, without the marks and what was there before
            text = path.read_text(encoding="utf-8")
            text = re.sub(r"^\|{7}.*\n(?:.*\n)*?={7}\n", "", text, flags=re.MULTILINE)
            text = re.sub(r"^(?:<{7}|>{7}).*\n", "", text, flags=re.MULTILINE)
            path.write_text(text, encoding="utf-8")
        else:
            git(repository, "checkout", "HEAD", "--", file)
    commit(repository)
    kb = rulings.open(repository)
    assert {"sources/notes.yaml", "sources/additions/2026-gen-con.yaml"} <= {
        *conflicts.decode().splitlines()
    }
    assert len(ids) == 4
    assert {*ids} <= {ruling.id for ruling in kb.rulings}
    notes = {note.id for id in ids for note in kb.ruling(id).notes}
    assert notes == {"dreff-throws-asp", "dreff-throws-imp"}
    for title, _, authority, _ in EDITORS.values():
        assert kb.authority(authority).id == authority
        assert kb.search(f"Can Dr. Dreff throw {title} in the league?").hits[0].id in ids


def test_a_ruling_that_a_merge_made_of_two_is_named(repository: Path) -> None:
    *_, first = edit(repository, "main")
    path = repository / "sources" / "additions" / "2026-gen-con.yaml"
    second = "    Nor does he.  (Ada Byron, Gen Con 2026, 2026-01-31)\n  questions:\n  - Can Dr. Dreff throw Asp"
    text = path.read_text(encoding="utf-8").replace(
        "  questions:\n  - Can Dr. Dreff throw Asp", second
    )
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RulingsError, match=f"{first} is gone"):
        parse_folder(repository / "sources", repository)
