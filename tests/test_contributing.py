"""CONTRIBUTING.md's worked example, done as it says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import rulings

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The code blocks of that language, without the indentation they stand at."""
    found = re.findall(rf"^( *)```{language}\n(.*?)^ *```", TEXT, re.MULTILINE | re.DOTALL)
    return ["\n".join(line[len(indent):] for line in block.splitlines()) + "\n" for indent, block in found]


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "rulings", *words], capture_output=True, text=True, encoding="utf-8", check=False)


def test_the_worked_example_adds_a_ruling(sources: Path, tmp_path: Path) -> None:
    addition, asked = blocks("yaml")
    out = tmp_path / "out"
    assert run("parse", "--sources", str(sources), "--output", str(out)).returncode == 0
    (sources / "additions" / "2035.yaml").write_text(addition, encoding="utf-8")
    done = run("parse", "--sources", str(sources), "--output", str(out))
    shown = blocks("console")[0]
    assert shown.startswith("$ rulings parse\n")
    assert done.stdout.replace(f" below {out}", "") == shown.removeprefix("$ rulings parse\n")
    id = asked.split(":")[0]
    assert f"nothing is asked yet of {id}" in done.stderr
    with (sources / "questions.yaml").open("a", encoding="utf-8") as questions:
        questions.write("\n" + asked)
    again = run("parse", "--sources", str(sources), "--output", str(out))
    assert (again.returncode, again.stderr) == (0, "")
    kb = rulings.open(out)
    ruling = kb.rulings_by_id[id]
    assert ruling.subject.title == "Dr. Dreff"
    assert ruling.citations[0].date == "2035-01-31"
    assert [m.title for m in ruling.mentions] == ["Dr. Dreff", "Marionette"]


def test_the_test_command_is_the_readmes() -> None:
    command = blocks("console")[1].removeprefix("$ ").strip()
    assert f"$ {command}" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert command == 'python -m pip install -e ".[test]" && python -m pytest'
