"""The shipped rulings, 1, 10 and 100 times → how long each command takes with them, and how much memory.

    python tests/benchmarks/scale.py [TIMES…]

The rulings beyond the shipped ones are additions: each printed ruling comes back with other words in the places of
some of its own, most under the same subject, one in ten under another one. Everything is done in a temporary copy of the
program with a cache of its own. Seconds are those of the processor, so that what else the machine does counts little.
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
from rulings.storage.opening import SHIPPED

TIMES = (1, 10, 100)
STEPS = {
    "parse": "main(['parse'])",
    "check": "main(['check'])",
    "open, cold": "import rulings; rulings.open()",
    "open, warm": "import rulings; rulings.open()",
    "look-up, cold": "main(['dreff'])",
    "look-up, warm": "main(['dreff'])",
    "index": "main(['index'])",
    "search": "main(['search', 'is ice dreff throws rezzed'])",
    "search, fields": "main(['search', 'card:\"dr dreff\" rez'])",
    "search, typo": "main(['search', 'pattle virus counters'])",
}


def additions(times: int, seed: int = 1) -> str:
    """YAML with the shipped rulings `times - 1` times over: each copy differs from the original in some words."""
    chance = random.Random(seed)
    kb = rulings.open()
    words = sorted({word for ruling in kb.rulings for word in ruling.text.split() if word.isalpha() and len(word) > 3})
    titles = [card.title for card in kb.cards]
    entries = []
    for copy in range(1, times):
        for ruling in kb.rulings:
            said = ruling.text.split()
            for _ in range(1 + len(said) // 5):
                said[chance.randrange(len(said))] = chance.choice(words)
            subject = chance.choice(titles) if chance.random() < 0.1 else ruling.subject.title
            printed = f"{' '.join(said)} {copy}.  (Sparky, Netrunner-L, 2001-05-{1 + copy % 28:02})"
            entries.append(f"- subject: {quoted(subject)}\n  printed: {quoted(printed)}\n")
    return "".join(entries)


def quoted(words: str) -> str:
    """A YAML string on one line."""
    return '"' + words.replace("\\", "\\\\").replace('"', '\\"') + '"'


def copy_program(folder: Path) -> None:
    """The package with all its rooms and the knowledge base, in `folder`; it may be changed there."""
    leave = shutil.ignore_patterns("__pycache__")
    shutil.copytree(SHIPPED, folder / "rulings", ignore=leave)
    for room in (rulings.parser, rulings.search, rulings.site):
        shutil.copytree(room.__path__[0], folder / "rulings" / room.__name__.partition(".")[2], ignore=leave, dirs_exist_ok=True)


def measure(step: str, folder: Path) -> tuple[float, float]:
    """Seconds of the processor and megabytes of one step, in a process of its own."""
    code = f"import sys; sys.path.insert(0, {str(folder)!r})\nfrom rulings.cli.main import main\nsys.exit({STEPS[step]})"
    if step.startswith("open"):
        code = f"import sys; sys.path.insert(0, {str(folder)!r})\n{STEPS[step]}"
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, "RULINGS_CACHE": str(folder / "cache"), "PAGER": ""},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{step} failed")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)


def curve(counts: list[int]) -> None:
    """Prints one line for each step, with a column for each multiple of the shipped rulings."""
    rows: dict[str, list[str]] = {step: [] for step in STEPS}
    for times in counts:
        folder = Path(tempfile.mkdtemp(prefix="rulings-scale-"))
        try:
            copy_program(folder)
            if times > 1:
                added = folder / "rulings" / "sources" / "additions" / "scale.yaml"
                added.parent.mkdir(exist_ok=True)
                added.write_text(additions(times), encoding="utf-8")
            for step in STEPS:
                seconds, megabytes = measure(step, folder)
                rows[step].append(f"{seconds:8.2f} s {megabytes:5.0f} MB")
                print(f"  {times} x {step}: {rows[step][-1]}", file=sys.stderr, flush=True)
        finally:
            shutil.rmtree(folder)
    print(f"{'':<15}" + "".join(f"{f'{times} x':>19}" for times in counts))
    for step, cells in rows.items():
        print(f"{step:<15}" + "".join(f"{cell:>19}" for cell in cells))


if __name__ == "__main__":
    curve([int(times) for times in sys.argv[1:]] or list(TIMES))
