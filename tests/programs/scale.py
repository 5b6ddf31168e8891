"""Measures time and memory of commands, and the search of the page, with 1, 10 and 100 times the
rulings, for the site.

`python tests/programs scale` measures and writes the table into `site/pages/reliability.md`; with
numbers, such as `python tests/programs scale 1 3`, it only prints the table for them.

The other rulings are additions: copies of the shipped ones in which some words are replaced by
others, nine in ten under the same subject. Everything runs in a temporary copy of the program. CPU
time is measured, because it depends little on what else the machine is doing.
"""

from __future__ import annotations

import datetime
import json
import os
import platform
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import rulings
from support.project_copy import ProjectCopy

_NO_BRACKETS = str.maketrans("", "", "()[]")  # in an addition, only a citation has them
TIMES = (1, 10, 100)
PAGE = Path(__file__).resolve().parents[2] / "site" / "pages" / "reliability.md"
TABLE = re.compile(r"(<!-- scale -->\n).*(<!-- end of scale -->)", re.DOTALL)
# Name → the arguments of `rulings`; None: `rulings.open()` in Python.
STEPS: dict[str, list[str] | None] = {
    "`rulings parse`, which also compiles": ["parse"],
    "`rulings check`": ["check"],
    "`rulings.open()`": None,
    "a look-up: `rulings dreff`": ["dreff"],
    "a search by words": ["search", "does ice from Dr. Dreff count as rezzed"],
    "a search by fields": ["search", 'card:"dr dreff" rez'],
    "a search with a typo": ["search", "pattle virus counters"],
}

# What a page loads for its search; an HTTP server compresses it so.
SEARCH_SIZE = (
    "import gzip, rulings; from rulings.site import search_data; text = ''.join(search_data.data_scripts(rulings.open()).values()); "
    "print(f'{len(text) / 1e6:.1f} MB, {len(gzip.compress(text.encode())) / 1e6:.1f} MB compressed')"
)


def additions(times: int, seed: int = 1) -> str:
    """YAML with `times - 1` copies of the shipped rulings, each with some words replaced."""
    rng = random.Random(seed)
    kb = rulings.open()
    words = sorted(
        {
            word
            for ruling in kb.rulings
            for word in ruling.text.split()
            if word.isalpha() and len(word) > 3
        }
    )
    titles = [card.title for card in kb.cards]
    entries = []
    for copy in range(1, times):
        for ruling in kb.rulings:
            copied_words = ruling.text.translate(_NO_BRACKETS).split()
            for _ in range(1 + len(copied_words) // 5):
                copied_words[rng.randrange(len(copied_words))] = rng.choice(words)
            subject = rng.choice(titles) if rng.random() < 0.1 else ruling.subject.title
            printed = f"{' '.join(copied_words)} {copy}.  (Sparky, Netrunner-L, 2001-05-{1 + copy % 28:02})"
            entries.append(
                f"- subject: {json.dumps(subject, ensure_ascii=False)}\n  printed: {json.dumps(printed, ensure_ascii=False)}\n"
            )
    return "".join(entries)


def measure(step: str, copy: ProjectCopy) -> tuple[float, float]:
    """The CPU seconds and the megabytes that a step takes in a new process."""
    arguments = STEPS[step]
    words = (
        ["-c", "import rulings; rulings.open()"]
        if arguments is None
        else ["-m", "rulings", *arguments]
    )
    process = subprocess.Popen(
        [sys.executable, *words],
        cwd=copy.folder,
        env={**os.environ, "PYTHONPATH": str(copy.folder), "PAGER": ""},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{step} failed")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / (
        1024 * 1024 if sys.platform == "darwin" else 1024
    )


def table(counts: list[int]) -> str:
    """The table as Markdown: a row for each step, with a column for each multiple of the shipped
    rulings.
    """
    rows: dict[str, list[str]] = {step: [] for step in (*STEPS, "the data of the page’s search")}
    for times in counts:
        with tempfile.TemporaryDirectory(prefix="rulings-scale-") as temporary:
            copy = ProjectCopy.create(Path(temporary))
            if times > 1:
                copy.path("rulings/sources/additions/scale.yaml").write_text(
                    additions(times), encoding="utf-8"
                )
            for step in STEPS:
                seconds, megabytes = measure(step, copy)
                rows[step].append(
                    f"{seconds:.{2 if seconds < 1 else 0 if seconds >= 10 else 1}f} s, {megabytes:,.0f} MB"
                )
                print(f"  {times} × {step}: {rows[step][-1]}", file=sys.stderr, flush=True)
            search_size = subprocess.run(
                [sys.executable, "-c", SEARCH_SIZE],
                cwd=copy.folder,
                env={**os.environ, "PYTHONPATH": str(copy.folder)},
                capture_output=True,
                text=True,
                check=True,
            )
            rows["the data of the page’s search"].append(search_size.stdout.strip())
    head = ["rulings", *(f"{times} ×" for times in counts)]
    lines = [head, ["---"] * len(head), *([step, *cells] for step, cells in rows.items())]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def main() -> None:
    """Prints the table for the numbers on the command line, or writes that of the page."""
    if len(sys.argv) > 1:
        print(table([int(times) for times in sys.argv[1:]]))
        return
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True
    )
    measured = (
        f"Measured on {datetime.date.today()} at commit {commit.stdout.strip()}, with Python {platform.python_version()} "
        f"on {platform.system()}: CPU time and most memory.\n\n{table(list(TIMES))}"
    )
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(
        TABLE.sub(lambda match: f"{match[1]}{measured}{match[2]}", page),
        encoding="utf-8",
        newline="\n",
    )


if __name__ == "__main__":
    main()
