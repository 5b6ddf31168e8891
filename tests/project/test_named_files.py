"""Tests that comments, docstrings and pages name only files that exist."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NAMED = re.compile(
    r"(?<![\w/.<>{}*-])(?:[\w-]+/)*[\w-]+\.(?:py|js|mjs|css|yaml|yml|md|toml)(?![\w/-]|\.\w)"
)
# Names of files that a program makes or tests do, that are somebody's own, or that are a package's
# name
MADE = {
    *("js/constants.js", "names.js", "name-data.js", "search.js", "search-data.js", "sw.js"),
    *("card-texts.js", "card-data.js", "cards.js"),
    *("about-the-data/index.md", "authorities/index.md", "reversals/index.md"),
    *("2001.yaml", "additions/2001.yaml", "2035.yaml"),
    "rulings/sources/additions/2025-01-31-dreff.yaml",
    "rulings/sources/additions/2025-02-28-lost-connection.yaml",
    "rulings/sources/additions/2025-02-28-mystery-box.yaml",
    *("judges-guide.md", "rulings/sources/judges-guide.md"),
}


def prose(path: Path) -> Iterator[str]:
    """The comments and docstrings of a program; the whole text of a page."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        yield from (token.string for token in tokens if token.type == tokenize.COMMENT)
        documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
        yield from (
            ast.get_docstring(node) or ""
            for node in ast.walk(ast.parse(text))
            if isinstance(node, documented)
        )
    elif path.suffix in (".js", ".css"):
        yield from re.findall(
            r"/\*.*?\*/|(?<!:)//.*", text, re.DOTALL if path.suffix == ".css" else 0
        )
        yield from re.findall(r"/\*.*?\*/", text, re.DOTALL)
    else:
        yield text


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="only a checkout lists its files")
def test_every_named_file_exists() -> None:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\n")
    endings = {path.split("/", n)[-1] for path in listed for n in range(path.count("/") + 1)}
    read = [
        path
        for path in listed
        if path.endswith((".py", ".js", ".css", ".md")) and (ROOT / path).is_file()
    ]
    missing = {
        f"{path}: {name}"
        for path in read
        for text in prose(ROOT / path)
        for name in NAMED.findall(text)
        if name not in endings and name not in MADE
    }
    assert sorted(missing) == []


def test_the_hooks_before_a_commit_have_the_ruff_of_the_checks_and_watch_what_a_parse_reads() -> (
    None
):
    text = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    constraints = (ROOT / ".ci" / "constraints.txt").read_text(encoding="utf-8")
    assert re.findall(r"rev: v(\S+)", text) == re.findall(
        r"^ruff==(\S+)", constraints, re.MULTILINE
    )
    watched = re.compile(re.findall(r"files: (\S+)", text)[0])
    parts = {path.relative_to(ROOT).parts[:2] for path in (ROOT / "rulings").rglob("*.yaml")}
    parts |= {("rulings", "model"), ("rulings", "storage"), ("parser", "parse.py")}
    assert [part for part in parts if not watched.match("/".join(part))] == []
    assert not watched.match("rulings/cli/main.py")
