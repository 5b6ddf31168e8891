"""Runs commands and writes what they print: `site/pages/command-line.md` (at 80 and 40 columns) and README.md.

The page shows the command lines of `data/transcripts.yaml`. `python tests/transcripts.py` updates page, README and manual
page; tests compare all three with the actual output.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from unittest.mock import patch

import rulings
from rulings.cli.help import manual
from rulings.cli.main import main
from rulings.cli.specification import COMMANDS
from rulings.parser.parse import check, parse_folder
from support.data_files import read_data

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "site" / "pages" / "command-line.md"
README = ROOT / "README.md"
MANUAL = ROOT / "rulings" / "rulings.1"
# A command in a console block, and its output: the lines up to the next command or the end of the block.
EXAMPLE = re.compile(r"^\$ (?P<line>rulings .*)\n(?P<output>(?:(?!\$ |```).*\n)*)", re.MULTILINE)
WIDTHS = (80, 40)


@dataclass(frozen=True)
class CommandLine:
    """A command line to show, with its standard input."""

    line: str
    stdin: str = ""
    max_lines: int = 0  # of output; 0: all


COMMAND_LINES = {  # by command
    command: [CommandLine(**row) for row in rows] for command, rows in read_data("transcripts.yaml").items()
}

_HEAD = """---
title: On the command line
description: Every command of `rulings` with what it prints, on a wide and on a narrow terminal.
---

<!-- Written by `python tests/transcripts.py`: change the commands or `tests/data/transcripts.yaml`. -->

# On the command line

`rulings` is made for questions in the middle of a game: it works offline and answers at once. The examples below are the
actual output of each command, at 80 columns and at 40.

Lists of rulings (`card`, `search`, `topic`, `run`, `who` and `deck`) have four formats: text, `--json` as described in [the
interface for programs](for-programs.md), `--plain` with one record per line for `grep` and `fzf`, and `--cite` to paste.
`--as-of 1997-03`, `--side corp`, `--type ice`, `--official` and `--game netrunner` filter them, `-n 3` and `--sort date`
choose and order, `--open` (except for `deck`) opens the page, of the site at `RULINGS_SITE`, in a browser. The id of a ruling works wherever the name of a card
or topic does, that of a section as the name of a document. `-` reads names or queries from standard input, one on each line,
or a deck; with `--json`, the objects follow one another, as `jq` reads them.

The exit status is 0 if something was found, 1 if not (with suggestions on standard error), and 2 for a usage error or
unreadable input. `NO_COLOR` and `--color` control colour, `RULINGS_PAGER` and `PAGER` the pager.
"""


def page() -> str:
    """The content of the page."""
    parts = [_HEAD]
    for command in COMMANDS.values():
        parts.append(f"\n## {command.name}\n\n{command.summary[:1].upper()}{command.summary[1:]}.\n")
        for shown in COMMAND_LINES[command.name]:
            for width in WIDTHS:
                parts.append(f"\n```console\n{transcript(shown, width)}```\n")
    return "".join(parts)


def transcript(shown: CommandLine, width: int) -> str:
    """The command line and its output, standard error after standard output; long lines and outputs are shortened."""
    prompt = (
        f"$ printf '{shown.stdin.encode('unicode_escape').decode()}' | {shown.line}"
        if shown.stdin
        else f"$ {shown.line}"
    )
    lines = run(shlex.split(shown.line)[1:], width, shown.stdin).splitlines()
    if shown.max_lines and len(lines) > shown.max_lines:
        lines = [*lines[: shown.max_lines], "…"]
    return "\n".join([prompt, *(line if len(line) <= width else line[: width - 1] + "…" for line in lines)]) + "\n"


def run(words: list[str], width: int = 80, stdin: str = "") -> str:
    """What `rulings WORDS…` prints: standard output, then standard error, with the paths of this machine replaced."""
    out, err = io.StringIO(), io.StringIO()
    with _terminal(width, stdin), redirect_stdout(out), redirect_stderr(err):
        main(words)
    output = out.getvalue() + err.getvalue()
    for folder, name in ((f"{ROOT}/", ""), (str(Path.home()), "~")):
        output = output.replace(folder, name) if folder else output
    return output


@contextmanager
def _terminal(width: int, stdin: str) -> Iterator[None]:
    """Sets the width and the standard input; the slow `rulings check` and `parse` run once for both widths."""
    with (
        patch.dict(os.environ, {"COLUMNS": str(width)}),
        patch.object(sys, "stdin", io.StringIO(stdin)),
        patch("rulings.cli.commands.check.validate", _cached_check),
        patch("rulings.cli.commands.parse.parse_folder", _cached_parse),
    ):
        yield


_cached_check = cache(check)
_cached_parse = cache(parse_folder)


def readme() -> str:
    """README.md with the current output of its examples."""
    return EXAMPLE.sub(
        lambda match: f"$ {match['line']}\n{run(shlex.split(match['line'])[1:])}", README.read_text(encoding="utf-8")
    )


if __name__ == "__main__":
    rulings.open()  # so that no transcript says that the knowledge base is compiled first
    for file, text in ((README, readme()), (PAGE, page()), (MANUAL, manual())):
        if text != file.read_text(encoding="utf-8"):
            file.write_text(text, encoding="utf-8", newline="\n")
            print(f"{file.relative_to(ROOT)}: written")
