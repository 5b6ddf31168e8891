"""Kills processes at their first use of the cache, and lets them race."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from trials.running import COMMANDS, fill_cache


def start_command(words: Sequence[str], folder: Path) -> subprocess.Popen[bytes]:
    """Starts a command in a new process, with its caches in the folder."""
    return subprocess.Popen(
        [sys.executable, "-m", "rulings", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "RULINGS_CACHE": str(folder)},
    )


def outcome_of(process: subprocess.Popen[bytes], expected: bytes) -> str:
    """Waits for a command to end; returns its outcome, `right` if it printed exactly the expected bytes and no error."""
    out, err = process.communicate(timeout=300)
    if process.returncode < 0:
        return "crash"
    if b"Traceback" in err:
        sys.stderr.write(err.decode())
        return "traceback"
    if (process.returncode, out, err) == (0, expected, b""):
        return "right"
    sys.stderr.write(f"status {process.returncode}, {len(out)} bytes for {len(expected)}: {err.decode()}\n")
    return "wrong"


def kill_commands(runs: int, seed: int = 1996) -> Counter[str]:
    """Kills commands at random during their first use: the next one answers correctly and no temporary files remain."""
    outcomes = Counter[str]()
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "cache"
        expected = fill_cache(folder)
        for number in range(runs):
            words = COMMANDS[number % len(COMMANDS)]
            if number % 3:
                shutil.rmtree(folder, ignore_errors=True)
            process = start_command(words, folder)
            time.sleep(rng.random() * 3.0)
            process.send_signal(signal.SIGKILL)
            process.communicate()
            for unfinished in folder.glob(".*.new"):
                os.utime(unfinished, (1, 1))  # as if the kill was long ago
            outcome = outcome_of(start_command(words, folder), expected[json.dumps(words)])
            leftovers = [*folder.glob(".*")]
            if outcome == "right" and leftovers:
                sys.stderr.write(f"left behind: {leftovers}\n")
                outcome = "lost"
            outcomes[outcome] += 1
    return outcomes


def race_commands(rounds: int, processes: int = 16, seed: int = 1996) -> Counter[str]:
    """Starts many commands at first use while the cache folder is deleted at random moments: all answer correctly."""
    outcomes = Counter[str]()
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "cache"
        expected = fill_cache(folder)
        with ThreadPoolExecutor(processes) as pool:
            for _ in range(rounds):
                futures = []
                for _ in range(processes):
                    words = rng.choice(COMMANDS)
                    futures.append(pool.submit(outcome_of, start_command(words, folder), expected[json.dumps(words)]))
                while not all(future.done() for future in futures):
                    time.sleep(rng.random() * 0.8)
                    if rng.random() < 0.7:
                        shutil.rmtree(folder, ignore_errors=True)
                outcomes.update(future.result() for future in futures)
    return outcomes
