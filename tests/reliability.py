"""Random tests of damage, kills, races and odd input: `python tests/reliability.py --runs 5000` prints the outcomes.

The outcome of a run is `right`, or one of four failures: a wrong answer, a traceback, a crash of the interpreter, or
`lost` (a killed process left files behind for good). `tests/project/test_reliability.py` makes a few runs of each
trial; by hand, thousands can be made.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from rulings.errors import RulingsError
from rulings.storage import cache, cache_keys
from rulings.storage.layout import PACKAGE
from rulings.storage.yaml_reader import parse_yaml
from support.caches import wait_until_settled
from support.command_line import run_cli

COMMANDS = (
    ("dreff",),
    ("card", "incubator", "--json"),
    ("topic", "tracing"),
    ("search", "jack out", "-n", "3"),
    ("list",),
)
FAILURES = ("wrong", "traceback", "crash", "lost")


@contextlib.contextmanager
def cache_at(folder: Path) -> Iterator[Path]:
    """Keeps caches in this folder within the context."""
    old_value = os.environ.get("RULINGS_CACHE")
    os.environ["RULINGS_CACHE"] = str(folder)
    try:
        yield folder
    finally:
        if old_value is None:
            del os.environ["RULINGS_CACHE"]
        else:
            os.environ["RULINGS_CACHE"] = old_value


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


PAGE_SIZE = 4096  # bytes of a page of SQLite


def _flip_bit(damaged: bytearray, rng: random.Random) -> None:
    damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)


def _flip_bits(damaged: bytearray, rng: random.Random) -> None:
    for _ in range(rng.randrange(2, 64)):
        _flip_bit(damaged, rng)


def _replace_bytes(damaged: bytearray, rng: random.Random) -> None:
    for _ in range(rng.randrange(2, 3000)):
        damaged[rng.randrange(len(damaged))] = rng.randrange(256)


def _replace_header(damaged: bytearray, rng: random.Random) -> None:
    """In the header of the file and the schema: most of SQLite's own data."""
    for _ in range(rng.randrange(1, 12)):
        damaged[rng.randrange(min(len(damaged), PAGE_SIZE))] = rng.randrange(256)


def _flip_in_trees(damaged: bytearray, rng: random.Random) -> None:
    """In the headers, pointers and keys of SQLite's b-trees."""
    trees = [start for start in range(0, len(damaged), PAGE_SIZE) if damaged[start] in (2, 5, 10, 13)] or [0]
    for _ in range(rng.randrange(1, 4)):
        start = rng.choice(trees)
        offset = rng.randrange(rng.choice((12, 400, PAGE_SIZE)))
        damaged[min(start + offset, len(damaged) - 1)] ^= 1 << rng.randrange(8)


def _zero_page(damaged: bytearray, rng: random.Random) -> None:
    position = rng.randrange(len(damaged))
    start = position - position % PAGE_SIZE
    damaged[start : start + PAGE_SIZE] = bytes(len(damaged[start : start + PAGE_SIZE]))


def _exchange_pages(damaged: bytearray, rng: random.Random) -> None:
    a, b = (rng.randrange(max(len(damaged) // PAGE_SIZE, 1)) * PAGE_SIZE for _ in range(2))
    damaged[a : a + PAGE_SIZE], damaged[b : b + PAGE_SIZE] = damaged[b : b + PAGE_SIZE], damaged[a : a + PAGE_SIZE]


def _cut_off(damaged: bytearray, rng: random.Random) -> None:
    del damaged[rng.randrange(len(damaged)) :]


def _repeat_bytes(damaged: bytearray, rng: random.Random) -> None:
    position = rng.randrange(len(damaged))
    damaged += damaged[position : position + 9000]


KINDS_OF_DAMAGE: dict[Callable[[bytearray, random.Random], None], int] = {  # to how likely each is
    _flip_bit: 2,
    _flip_bits: 1,
    _replace_bytes: 1,
    _replace_header: 1,
    _flip_in_trees: 1,
    _zero_page: 1,
    _exchange_pages: 1,
    _cut_off: 1,
    _repeat_bytes: 1,
}


def damage(content: bytes, rng: random.Random) -> bytes:
    """The content with some of it flipped, lost, repeated, exchanged or zeroed."""
    damaged = bytearray(content)
    (do_damage,) = rng.choices(list(KINDS_OF_DAMAGE), list(KINDS_OF_DAMAGE.values()))
    do_damage(damaged, rng)
    return bytes(damaged)


def _digests(opened: cache.Cache) -> dict[str, str]:
    return {name: hashlib.sha256(opened.get(name) or b"").hexdigest() for name in opened.names()}


def fill_cache(folder: Path) -> dict[str, bytes]:
    """Runs the commands, which writes every cache to the folder; returns what they print: words as JSON → output."""
    with cache_at(folder):
        return {json.dumps(words): run_cli(*words).out.encode() for words in COMMANDS}


def damage_caches(runs: int, seed: int = 1996) -> Counter[str]:
    """Damages cache files: values are read back or reported as damaged, and commands that are run now and then are right."""
    outcomes = Counter[str]()
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as temporary, cache_at(Path(temporary) / "cache") as folder:
        fill_cache(folder)
        wait_until_settled()
        expected = fill_cache(folder)  # this time the record is written too
        files = sorted(path for path in folder.iterdir() if path.is_file())
        contents = {path: path.read_bytes() for path in files}
        digests: dict[Path, dict[str, str]] = {}
        for path in files:
            opened = cache.open_cache_file(str(path)) if path.suffix == ".sqlite" else None
            if opened is not None:
                digests[path] = _digests(opened)
        for number in range(runs):
            path = files[number % len(files)]
            path.unlink(missing_ok=True)
            path.write_bytes(damage(contents[path], rng))
            path.chmod(0o600)
            words = COMMANDS[number // len(files) % len(COMMANDS)]
            if path in digests and number // len(files) % 10:
                outcomes[run_forked(lambda path=path: _check_values(path, digests[path]))] += 1  # type: ignore[misc]
                continue
            outcomes[run_forked(lambda words=words: _check_command(words, expected))] += 1  # type: ignore[misc]
            for file in folder.iterdir():
                if file.is_file():
                    file.unlink()
            for file, content in contents.items():
                file.write_bytes(content)
                file.chmod(0o600)
    return outcomes


def _check_values(path: Path, expected: dict[str, str]) -> str:
    opened = cache.open_cache_file(str(path))
    if opened is None:
        return "right"
    with contextlib.suppress(cache.DamagedCacheError):
        if set(opened.names()) != expected.keys():
            sys.stderr.write(f"{path.name}: other names\n")
            return "wrong"
    for name, digest in expected.items():
        try:
            value = opened.get(name)
        except cache.DamagedCacheError:
            continue
        if hashlib.sha256(value or b"").hexdigest() != digest:
            sys.stderr.write(f"{path.name}: {name} has another value\n")
            return "wrong"
    return "right"


def _check_command(words: Sequence[str], expected: dict[str, bytes]) -> str:
    result = run_cli(*words)
    if "Traceback" in result.err:
        return "traceback"
    if (result.status, result.out.encode(), result.err) == (0, expected[json.dumps(words)], ""):
        return "right"
    sys.stderr.write(f"{words}: status {result.status}, {len(result.out)} characters: {result.err}\n")
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
            outcome = outcome_of(start_command(words, folder), expected[json.dumps(words)])
            leftovers = [*folder.glob(".*"), *folder.glob("*.new")]
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


_FRAGMENTS = (
    *(
        "dreff",
        "Dr. Dreff",
        "tracing",
        "jack out",
        "R&D",
        "π in the 'Face",
        "step 3",
        "17",
        "variant",
        "boardwalk-",
        "the",
        "not",
        "*",
    ),
    *"\"'()[]-+~^:*?/|<>&=#!",
    *("--", "\\\\", "%s", "{}", "OR", "AND", "NOT", "TO"),
    *(
        "card:",
        "by:",
        "is:errata",
        "before:",
        "1997-01-01",
        "after:1996",
        "in:manual",
        "side:",
        "keyword:virus",
        "type:ice",
        "n:",
        "@",
    ),
    *"\x00\t\n\r\x85\u2028\u202e\ufeff\uffff\ud800\udce9éΩ\U0001f600ﬀİ",
    *("\x1b[2J", "你好", "9" * 400, "a" * 3000, "((((((((", "- - -"),
    *("|\n", ">-\n", "- ", "  ", "? ", ": ", "*a", "&a", "!!python/object:os.system"),
)


def _odd_input(rng: random.Random) -> str:
    joined = rng.choice(("", " ")).join(rng.choice(_FRAGMENTS) for _ in range(rng.randrange(1, 9)))
    return joined if rng.random() < 0.7 else "".join(rng.sample(joined, len(joined)))


def fuzz_readers(runs: int, seed: int = 1996) -> Counter[str]:
    """Gives odd input to all readers of names, queries, dates, numbers and YAML: each answers or reports an error."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((Path(PACKAGE) / "cards").glob("*/*.yaml"))[::20]]

    def yaml(typed: str, rng: random.Random) -> None:
        typed = typed.encode("utf-8", "ignore").decode()  # other files are rejected before
        text = rng.choice(texts)
        position = rng.randrange(len(text))
        with contextlib.suppress(RulingsError):
            parse_yaml(text[:position] + typed + text[position + rng.randrange(9) :], "a file")

    def command(*words: str) -> Callable[[str, random.Random], None]:
        def run(typed: str, rng: random.Random) -> None:
            result = run_cli(*words, typed)
            if result.status not in (0, 1, 2) or "Traceback" in result.err or (result.status and not result.err):
                raise AssertionError(f"status {result.status}: {result.err}")

        return run

    readers = [
        *(
            command(*words)
            for words in ((), ("card",), ("card", "--"), ("topic",), ("run",), ("document",), ("tournament",))
        ),
        *(
            command(*words)
            for words in (
                ("list", "--as-of"),
                ("list", "--type"),
                ("dreff", "--with"),
                ("search", "-n"),
                ("document", "manual"),
            )
        ),
        *[command("search"), command("search", "--"), command("search", "--json", "--")] * 2,
        *[yaml] * 6,
    ]

    def read(numbers: Sequence[int]) -> str:
        for number in numbers:
            rng = random.Random(f"{seed} {number}")
            typed = _odd_input(rng)
            try:
                readers[number % len(readers)](typed, rng)
            except BaseException:
                sys.stderr.write(f"run {number}, {typed!r}:\n{traceback.format_exc()}")
                return "traceback"
        return "right"

    def outcomes_of(numbers: Sequence[int]) -> Counter[str]:
        """All inputs in one process, which is fast; if that fails, each in a process of its own."""
        outcome = run_forked(partial(read, numbers))
        if outcome != "right":
            singly = Counter(run_forked(partial(read, [number])) for number in numbers)
            if set(singly) != {"right"}:
                return singly
        # A failure that needs the inputs before it counts once.
        return Counter({"right": len(numbers) - 1}) + Counter([outcome])

    outcomes = Counter[str]()
    with tempfile.TemporaryDirectory() as temporary, cache_at(Path(temporary) / "cache") as folder:
        fill_cache(folder)
        for first in range(0, runs, 100):
            outcomes += outcomes_of(range(first, min(first + 100, runs)))
    return outcomes


def edited_since(start: float) -> bool:
    """Whether a file of the program or of its YAML has changed since then, even if it was changed back."""
    folders = (*cache_keys.yaml_folders(PACKAGE), *cache_keys.program_folders())
    return any(cache_keys.changed_at(f"{path}/{name}") > start for path, names in folders for name in names)


TRIALS: dict[str, Callable[[int, int], Counter[str]]] = {
    "flips": damage_caches,
    "kills": lambda runs, seed: kill_commands(max(runs // 10, 1), seed),
    "races": lambda runs, seed: race_commands(max(runs // 16, 1), seed=seed),
    "fuzz": lambda runs, seed: fuzz_readers(runs * 10, seed),
}


def main() -> None:
    """Runs the trials and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--runs",
        type=int,
        default=300,
        help="how many flips and as many processes that race; a tenth as many kills, ten times as many fuzzed inputs",
    )
    parser.add_argument("--seed", type=int, default=1996)
    parser.add_argument("--only", choices=tuple(TRIALS))
    arguments = parser.parse_args()
    print(f"{'':8}{'runs':>8}" + "".join(f"{name:>11}" for name in FAILURES) + f"{'seconds':>10}")
    failures = 0
    start = time.time()
    for name, trial in TRIALS.items():
        if arguments.only not in (None, name):
            continue
        trial_start = time.monotonic()
        outcomes = trial(arguments.runs, arguments.seed)
        failures += sum(outcomes[failure] for failure in FAILURES)
        figures = "".join(f"{outcomes[failure]:>11}" for failure in FAILURES)
        print(f"{name:8}{sum(outcomes.values()):>8}{figures}{time.monotonic() - trial_start:>10.0f}", flush=True)
    if edited_since(start):
        sys.exit("the program or its YAML was edited meanwhile: these figures say nothing")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
