"""Every line of the reliability page names a test that is there, and every command on it one that exists."""

from __future__ import annotations

import ast
import os
import re
import time
from collections import Counter
from pathlib import Path

import pytest

import reliability
from rulings.storage import stamps

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "site" / "pages" / "reliability.md").read_text(encoding="utf-8")
LARGE = PAGE.split("\n## In large numbers\n")[1].split("\n## ")[0]
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in LARGE.splitlines() if line.startswith("| ")][2:]


def source_of(named: str) -> str:
    """The source of a test, with its decorators, as the page names it; `AssertionError` where there is none."""
    file, _, name = named.strip("`").partition("::")
    source = (ROOT / file).read_text(encoding="utf-8")
    tests = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef) and node.name == name]
    assert tests, named
    decorators = [str(ast.get_source_segment(source, decorator)) for decorator in tests[0].decorator_list]
    decorators += [line for line in source.splitlines() if line.startswith(("DEFAULTS", "KILLS"))]
    return "\n".join([*decorators, str(ast.get_source_segment(source, tests[0]))])


def test_every_promise_names_its_test() -> None:
    promises = [line for line in PAGE.splitlines() if line.startswith("- ")]
    assert len(promises) >= 40
    for promise in promises:
        named = re.search(r": `(tests/[\w/]+\.py::test_\w+)`$", promise)
        assert named, promise
        source_of(named[1])


def test_a_run_on_a_checkout_that_is_edited_meanwhile_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    begun = time.time()
    assert not reliability.edited_since(begun)
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "questions.yaml").touch()
    os.utime(tmp_path / "sources" / "questions.yaml", (1, 1))
    monkeypatch.setattr(stamps, "yaml_folders", lambda _: [(str(tmp_path / "sources"), ["questions.yaml"])])
    assert reliability.edited_since(begun - 0.1)
    monkeypatch.setitem(reliability.TRIALS, "flips", lambda runs, seed: Counter({"right": runs}))
    monkeypatch.setattr("sys.argv", ["reliability.py", "--only", "flips"])
    monkeypatch.setattr(reliability, "edited_since", lambda _: True)
    with pytest.raises(SystemExit, match="was edited meanwhile"):
        reliability.main()


def test_every_large_number_names_its_test_and_its_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(ROWS) >= 4
    for _, test, ordinary, by_hand, command in ROWS:
        assert re.search(rf"[(=]{ordinary}\b", source_of(test)), test
        assert by_hand == "" or re.fullmatch(r"[\d,]+ on \d{4}-\d\d-\d\d: all passed", by_hand), by_hand
        if "reliability.py" in command:
            only = command.strip("`").split()[-1]
            made = list(reliability.TRIALS)
            for kind in made:
                monkeypatch.setitem(reliability.TRIALS, kind, lambda runs, seed: Counter({"right": runs}))
            monkeypatch.setattr("sys.argv", [*command.strip("`").split()[1:]])
            with pytest.raises(SystemExit) as ended:
                reliability.main()
            assert ended.value.code == 0
            assert [line.split()[0] for line in capsys.readouterr().out.splitlines()[1:]] == [only]
