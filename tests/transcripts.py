"""The commands, run → `site/pages/command-line.md`: what each prints at 80 and at 40 columns.

`python tests/transcripts.py` writes the page, what README.md shows, and the manual page; tests compare all three with what
the commands print.
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

from rulings.cli.main import main
from rulings.cli.manual_page import manual
from rulings.cli.specification import COMMANDS
from rulings.parser import check as checker
from rulings.parser import update as updater
from rulings.storage.cache_folder import cache_folder

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "site" / "pages" / "command-line.md"
README = ROOT / "README.md"
MANUAL = ROOT / "rulings" / "rulings.1"
# A command line in a console block, and what stands below it up to the next one or the end of the block.
SHOWN = re.compile(r"^\$ (?P<line>rulings .*)\n(?P<below>(?:(?!\$ |```).*\n)*)", re.MULTILINE)
WIDTHS = (80, 40)


@dataclass(frozen=True)
class Scene:
    """A command line under the command it shows; `typed` goes to its standard input; `first` lines are kept of it."""

    command: str
    line: str
    typed: str = ""
    first: int = 0


SCENES = (
    Scene("card", "rulings dr dreff"),
    Scene("card", "rulings card incubator"),
    Scene("card", "rulings card dreff --with marionette"),
    Scene("card", "rulings card aardvark --cite"),
    Scene("card", "rulings card aardvark --plain"),
    Scene("card", "rulings card aardvark --json", first=12),
    Scene("card", "rulings card demolition run"),
    Scene("card", "rulings card tracing"),
    Scene("card", "rulings card arasaka"),
    Scene("search", "rulings search is ice dreff throws rezzed -n 1"),
    Scene("search", "rulings search xyzzy plugh"),
    Scene("topic", "rulings topic", first=8),
    Scene("topic", "rulings topic tracing", first=14),
    Scene("run", "rulings run", first=24),
    Scene("run", "rulings run 4"),
    Scene("run", "rulings run --walk", typed="y\ny\nback\nn\nn\nn\ny\n"),
    Scene("document", "rulings document", first=12),
    Scene("document", "rulings document manual 3"),
    Scene("document", "rulings document regulations basic"),
    Scene("who", "rulings who"),
    Scene("who", "rulings who sensei", first=14),
    Scene("deck", "rulings deck -", typed="3 Dr. Dreff\n2 Marionette\n", first=20),
    Scene("quiz", "rulings quiz --topic tracing --seed 1"),
    Scene("tournament", "rulings tournament 40"),
    Scene("tournament", "rulings tournament 2"),
    Scene("card", "rulings dreff olivia"),
    Scene("card", "rulings bits -n 1", first=10),
    Scene("card", "rulings card dreff -n 1 --sort date"),
    Scene("card", "rulings card dreff --side runner"),
    Scene("card", "rulings card - --plain -n 1", typed="aardvark\nclown\n"),
    Scene("run", "rulings run --walk 13", typed="1\ny\n"),
    Scene("deck", "rulings deck -", typed="3 Dr. Dreff\n2x Marionette\nHunting Pack x2\n1 arasaka\n", first=48),
    Scene("deck", "rulings deck tests/data/decks/counts-first.txt --against tests/data/decks/counts-with-x.txt", first=44),
    Scene("deck", "rulings deck tests/data/decks/octgn.o8d --plain", first=4),
    Scene("quiz", "rulings quiz --seed 7"),
    Scene("quiz", "rulings quiz --keyword virus --seed 1 --plain -n 2"),
    Scene("quiz", "rulings quiz --step 21"),
    Scene("list", "rulings list --side corp --type ice --ruled", first=8),
    Scene("list", "rulings list --plain", first=4),
    Scene("parse", "rulings parse --check"),
    Scene("check", "rulings check", first=14),
    Scene("index", "rulings index"),
    Scene("export", "rulings export --format ndjson", first=2),
    Scene("site", "rulings site --help"),
    Scene("completion", "rulings completion --help"),
)

_HEAD = """---
title: On the command line
description: Every command of `rulings` with what it prints, on a wide and on a narrow terminal.
---

<!-- Written by `python tests/transcripts.py`: change the commands or that script. -->

# On the command line

`rulings` is made for questions in the middle of a game: it works offline and answers at once. The examples below are the
actual output of each command, at 80 columns and at 40.

Lists of rulings have four formats: text, `--json` as described in [the interface for programs](for-programs.md), `--plain`
with one record per line for `grep` and `fzf`, and `--cite` to paste. `--as-of 1997-03`, `--side corp`, `--type ice`,
`--official` and `--game netrunner` filter them, `-n 3` and `--sort date` choose and order, `--copy` and `--open` hand them on. The
id of a ruling works wherever a name does, and `-` reads names or queries from standard input.

The exit status is 0 if something was found, 1 if not (with suggestions on standard error), and 2 for a usage error or
unreadable input. `NO_COLOR` and `--color` control colour, `RULINGS_PAGER` and `PAGER` the pager. `RULINGS_CACHE` is the
folder for look-up pages and the search index.

`pip install "netrunner-rulings[tui]"` adds the finder: `rulings search` without a query then shows results as you type.
"""


def page() -> str:
    """The whole page."""
    parts = [_HEAD]
    for command in COMMANDS.values():
        parts.append(f"\n## {command.name}\n\n{command.summary[:1].upper()}{command.summary[1:]}.\n")
        for scene in (s for s in SCENES if s.command == command.name):
            for width in WIDTHS:
                parts.append(f"\n```console\n{transcript(scene, width)}```\n")
    return "".join(parts)


def transcript(scene: Scene, width: int) -> str:
    """The command line and what it prints, standard error after standard output; long lines and outputs are cut."""
    prompt = f"$ printf '{scene.typed.encode('unicode_escape').decode()}' | {scene.line}" if scene.typed else f"$ {scene.line}"
    lines = run(shlex.split(scene.line)[1:], width, scene.typed).splitlines()
    if scene.first and len(lines) > scene.first:
        lines = [*lines[: scene.first], "…"]
    return "\n".join([prompt, *(line if len(line) <= width else line[: width - 1] + "…" for line in lines)]) + "\n"


def run(words: list[str], width: int = 80, typed: str = "") -> str:
    """What `rulings WORDS…` writes to standard output and then to standard error."""
    out, err = io.StringIO(), io.StringIO()
    with _terminal(width, typed), redirect_stdout(out), redirect_stderr(err):
        main(words)
    shown = out.getvalue() + err.getvalue()
    for folder, name in ((cache_folder(), "~/.cache/netrunner-rulings"), (f"{ROOT}/", ""), (str(Path.home()), "~")):
        shown = shown.replace(folder, name) if folder else shown
    return shown


@contextmanager
def _terminal(width: int, typed: str) -> Iterator[None]:
    before, stdin, check, update = os.environ.get("COLUMNS"), sys.stdin, checker.check, updater.update
    os.environ["COLUMNS"], sys.stdin = str(width), io.StringIO(typed)
    checker.check, updater.update = _checked, _updated  # both widths show the same, and it takes seconds to find out
    try:
        yield
    finally:
        sys.stdin, checker.check, updater.update = stdin, check, update
        if before is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = before


_checked, _updated = cache(checker.check), cache(updater.update)


def readme() -> str:
    """README.md with what its commands print now."""
    return SHOWN.sub(lambda match: f"$ {match['line']}\n{run(shlex.split(match['line'])[1:])}", README.read_text(encoding="utf-8"))


if __name__ == "__main__":
    for file, text in ((README, readme()), (PAGE, page()), (MANUAL, manual())):
        if text != file.read_text(encoding="utf-8"):
            file.write_text(text, encoding="utf-8", newline="\n")
            print(f"{file.relative_to(ROOT)}: written")
