"""Measures the CPU time and memory of each command with 1, 10 and 100 times the shipped rulings.

    python tests/benchmarks/scale.py [TIMES…]

The other rulings are additions: copies of the shipped ones in which some words are replaced by others, nine in ten under the
same subject. Everything runs in a temporary copy of the program. CPU time is measured, because it depends
little on what else the machine is doing.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import rulings
import rulings.parser
import rulings.search
import rulings.site
from rulings.storage.files import SHIPPED

TIMES = (1, 10, 100)
# Name → the arguments of `rulings`; None: `rulings.open()` in Python.
STEPS: dict[str, list[str] | None] = {
    "parse": ["parse"],  # and compile
    "check": ["check"],
    "open": None,
    "look-up": ["dreff"],
    "search": ["search", "is ice dreff throws rezzed"],
    "search, fields": ["search", 'card:"dr dreff" rez'],
    "search, typo": ["search", "pattle virus counters"],
}


def additions(times: int, seed: int = 1) -> str:
    """YAML with `times - 1` copies of the shipped rulings, each with some words replaced."""
    rng = random.Random(seed)
    kb = rulings.open()
    words = sorted({word for ruling in kb.rulings for word in ruling.text.split() if word.isalpha() and len(word) > 3})
    titles = [card.title for card in kb.cards]
    entries = []
    for copy in range(1, times):
        for ruling in kb.rulings:
            copied_words = ruling.text.split()
            for _ in range(1 + len(copied_words) // 5):
                copied_words[rng.randrange(len(copied_words))] = rng.choice(words)
            subject = rng.choice(titles) if rng.random() < 0.1 else ruling.subject.title
            printed = f"{' '.join(copied_words)} {copy}.  (Sparky, Netrunner-L, 2001-05-{1 + copy % 28:02})"
            entries.append(f"- subject: {quoted(subject)}\n  printed: {quoted(printed)}\n")
    return "".join(entries)


def quoted(words: str) -> str:
    """The words as a YAML string on one line."""
    return '"' + words.replace("\\", "\\\\").replace('"', '\\"') + '"'


def copy_program(folder: Path) -> None:
    """Copies the package, with the subpackages that stand beside it, and the knowledge base."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(SHIPPED, folder / "rulings", ignore=ignored)
    for package in (rulings.parser, rulings.search, rulings.site):
        shutil.copytree(
            package.__path__[0],
            folder / "rulings" / package.__name__.partition(".")[2],
            ignore=ignored,
            dirs_exist_ok=True,
        )


def measure(step: str, folder: Path) -> tuple[float, float]:
    """The CPU seconds and the megabytes that a step takes in a new process."""
    arguments = STEPS[step]
    code = f"import sys; sys.path.insert(0, {str(folder)!r})\n"
    if arguments is None:
        code += "import rulings; rulings.open()"
    else:
        code += f"from rulings.cli.main import main; sys.exit(main({arguments!r}))"
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, "PAGER": ""},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{step} failed")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)


def print_table(counts: list[int]) -> None:
    """Prints a line for each step, with a column for each multiple of the shipped rulings."""
    rows: dict[str, list[str]] = {step: [] for step in STEPS}
    for times in counts:
        with tempfile.TemporaryDirectory(prefix="rulings-scale-") as temporary:
            folder = Path(temporary)
            copy_program(folder)
            if times > 1:
                path = folder / "rulings" / "sources" / "additions" / "scale.yaml"
                path.parent.mkdir(exist_ok=True)
                path.write_text(additions(times), encoding="utf-8")
            for step in STEPS:
                seconds, megabytes = measure(step, folder)
                rows[step].append(f"{seconds:8.2f} s {megabytes:5.0f} MB")
                print(f"  {times} x {step}: {rows[step][-1]}", file=sys.stderr, flush=True)
    print(f"{'':<15}" + "".join(f"{f'{times} x':>19}" for times in counts))
    for step, cells in rows.items():
        print(f"{step:<15}" + "".join(f"{cell:>19}" for cell in cells))


if __name__ == "__main__":
    print_table([int(times) for times in sys.argv[1:]] or list(TIMES))
