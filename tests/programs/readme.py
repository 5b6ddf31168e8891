"""Writes what the commands in README.md print below them.

`python tests/programs readme` does so; `tests/project/test_readme.py` fails as long as it would change something.
"""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path
from unittest.mock import patch

from support.command_line import run_cli

README = Path(__file__).resolve().parents[2] / "README.md"
# A command in a console block, and its output: the lines up to the next command or the end of the block.
EXAMPLE = re.compile(r"^\$ (?P<line>rulings .*)\n(?P<output>(?:(?!\$ |```).*\n)*)", re.MULTILINE)


def shown(line: str, output: str) -> str:
    """What the command line prints on a terminal of 80 columns; if `output` ends in a line `…`, as many lines of it."""
    with patch.dict(os.environ, {"COLUMNS": "80"}):
        lines = run_cli(*shlex.split(line)[1:]).out.splitlines(keepends=True)
    if output.endswith("\n…\n"):
        lines = [*lines[: output.count("\n") - 1], "…\n"]
    return "".join(lines)


def current() -> str:
    """The text of README.md with the outputs of today."""
    text = README.read_text(encoding="utf-8")
    return EXAMPLE.sub(lambda match: f"$ {match['line']}\n{shown(match['line'], match['output'])}", text)


if __name__ == "__main__":
    README.write_text(current(), encoding="utf-8", newline="\n")
