"""Tests that the program, its scripts and its tests are not larger than `.ci/sizes.yaml` says: whoever
makes one of them larger by more than a hundredth changes that file too, and a reviewer sees it.
"""

from __future__ import annotations

import io
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from support.project_copy import FOLDERS, ROOT

SIZES = ROOT / ".ci" / "sizes.yaml"
LAYOUT = {tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
SLACK = 0.01


def files(pattern: str, *folders: str) -> Iterator[Path]:
    for folder in folders:
        paths = (ROOT / folder).rglob(pattern)
        yield from (path for path in paths if "node_modules" not in path.parts)


def lines(pattern: str, folder: str) -> int:
    return sum(path.read_text("utf-8").count("\n") for path in files(pattern, folder))


def tokens(source: str) -> int:
    """How many tokens there are, without comments, docstrings and layout."""
    count, before = 0, tokenize.NEWLINE
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.NL, tokenize.COMMENT):
            continue
        is_docstring = token.type == tokenize.STRING and before in LAYOUT
        count += token.type not in LAYOUT and not is_docstring
        before = token.type
    return count


@pytest.mark.skipif(not SIZES.exists(), reason="needs a checkout")
def test_whatever_grows_is_allowed_to() -> None:
    sizes = {
        "tokens of Python": sum(
            tokens(path.read_text("utf-8")) for path in files("*.py", "rulings", *FOLDERS)
        ),
        "lines of scripts": lines("*.js", "site"),
        "lines of tests": lines("*.py", "tests"),
    }
    allowed = yaml.safe_load(SIZES.read_text("utf-8"))
    grown = {what: size for what, size in sizes.items() if size > allowed[what] * (1 + SLACK)}
    assert grown == {}, f"if they have to grow, .ci/sizes.yaml says so; it has {allowed}"


def test_comments_and_docstrings_are_no_tokens() -> None:
    assert (
        tokens(
            '"""Of a module."""\n\n\ndef f() -> str:\n    """Docstring."""\n    return "x"  # why\n'
        )
        == 9
    )
