"""Damages compiled files, kills compilations, and lets them race: what is opened afterwards is always right.

`python tests/programs trials 5000` prints how often the outcome was `right`, or one of four failures: a wrong answer, a
traceback, a crash of the interpreter, or `lost` (a killed process left files behind for good). There are as many
damaged files and processes that race as the number says, and a tenth as many kills.
`tests/project/test_reliability.py` makes a few runs of each.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import rulings
from rulings.api import compile_shipped
from rulings.model.knowledge import export
from rulings.storage import files
from rulings.storage.files import COMPILED, SHIPPED

# A process that takes the folder for that of the package, the only one of which a compiled file is read.
_PACKAGE = "import sys, pathlib, rulings.storage.files as f; f.SHIPPED = pathlib.Path(sys.argv[1]); "
_COMPILE = _PACKAGE + "from rulings.api import compile_shipped; compile_shipped()"
_ANSWER = _PACKAGE + "import programs.trials as t; print(t.answer(f.SHIPPED))"


def answer(folder: Path) -> str:
    """What a knowledge base says: its export, and the hits of a search."""
    warnings.simplefilter("ignore", rulings.RulingsWarning)  # it would note each damaged file
    kb = rulings.open(folder)
    return repr((export(kb), [hit.id for hit in kb.search("forced encounter rezzed")]))


@contextmanager
def one_card() -> Iterator[Path]:
    """The folder of a package whose knowledge base has one card, compiled."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary).resolve()
        (folder / "cards" / "corp").mkdir(parents=True)
        shutil.copy(SHIPPED / "cards" / "corp" / "dr-dreff.yaml", folder / "cards" / "corp")
        files.SHIPPED = folder
        try:
            compile_shipped()
            yield folder
        finally:
            files.SHIPPED = SHIPPED


def _flip_bits(content: bytearray, rng: random.Random) -> None:
    for _ in range(rng.randrange(1, 64)):
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)


def _cut_off(content: bytearray, rng: random.Random) -> None:
    del content[rng.randrange(len(content)) :]


def _repeat(content: bytearray, rng: random.Random) -> None:
    content += content[rng.randrange(len(content)) :]


def _zero(content: bytearray, rng: random.Random) -> None:
    start = rng.randrange(len(content))
    content[start : start + 4096] = bytes(len(content[start : start + 4096]))


KINDS_OF_DAMAGE = (_flip_bits, _cut_off, _repeat, _zero)


def damage_compiled(runs: int, seed: int = 1996) -> Counter[str]:
    """Damages the compiled file: the knowledge base says the same as before."""
    outcomes = Counter[str]()
    rng = random.Random(seed)
    with one_card() as folder:
        expected = answer(folder)
        path = folder / COMPILED
        content = path.read_bytes()
        for _ in range(runs):
            damaged = bytearray(content)
            rng.choice(KINDS_OF_DAMAGE)(damaged, rng)
            path.write_bytes(damaged)
            outcomes[run_forked(lambda: "right" if answer(folder) == expected else "wrong")] += 1
        path.write_bytes(content)
    return outcomes


def kill_compilations(runs: int, seed: int = 1996) -> Counter[str]:
    """Kills compilations at random: the knowledge base says the same, and the next compilation cleans up."""
    outcomes = Counter[str]()
    rng = random.Random(seed)
    with one_card() as folder:
        expected = answer(folder)
        for _ in range(runs):
            process = subprocess.Popen([sys.executable, "-c", _COMPILE, str(folder)])
            time.sleep(rng.random() * 2.0)
            process.kill()
            process.wait()
            outcome = run_forked(lambda: "right" if answer(folder) == expected else "wrong")
            for left_over in folder.glob(".*"):
                os.utime(left_over, (1, 1))  # as if the kill was long ago
            compile_shipped()
            outcomes["lost" if outcome == "right" and [*folder.glob(".*")] else outcome] += 1
    return outcomes


def race_compilations(rounds: int, processes: int = 16, seed: int = 1996) -> Counter[str]:
    """Lets processes compile, delete what was compiled, and open the same knowledge base: all say the same."""
    outcomes = Counter[str]()
    rng = random.Random(seed)
    tests = str(Path(__file__).resolve().parents[1])
    with one_card() as folder:
        expected = answer(folder)
        for _ in range(rounds):
            others = [subprocess.Popen([sys.executable, "-c", _COMPILE, str(folder)]) for _ in range(processes // 4)]
            running = [
                subprocess.Popen(
                    [sys.executable, "-c", _ANSWER, str(folder)],
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    env={**os.environ, "PYTHONPATH": tests},
                    encoding="utf-8",
                )
                for _ in range(processes)
            ]
            while any(process.poll() is None for process in others):
                time.sleep(rng.random() * 0.5)
                (folder / COMPILED).unlink(missing_ok=True)
            for process in running:
                out, err = process.communicate(timeout=300)
                outcomes["traceback" if "Traceback" in err else "right" if out == f"{expected}\n" else "wrong"] += 1
    return outcomes


def run_forked(work: Callable[[], str]) -> str:
    """Runs the work in a forked process; returns its outcome, `traceback` for an exception, `crash` if killed."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        try:
            outcome = work()
        except BaseException:
            outcome = "traceback"
            os.write(2, traceback.format_exc().encode())
        os.write(writer, outcome.encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        outcome = pipe.read().decode()
    _, status = os.waitpid(child, 0)
    return outcome if status == 0 and outcome else "crash"


def main() -> None:
    """Prints the outcomes of each trial; the status is 1 if one is a failure."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    trials: dict[str, Callable[[], Counter[str]]] = {
        "damage": lambda: damage_compiled(runs),
        "kills": lambda: kill_compilations(runs // 10),
        "races": lambda: race_compilations(runs // 16),
    }
    has_failed = False
    for name, trial in trials.items():
        outcomes = trial()
        print(name, dict(outcomes), flush=True)
        has_failed = has_failed or set(outcomes) != {"right"}
    sys.exit(has_failed)


if __name__ == "__main__":
    main()
