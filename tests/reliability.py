"""Damage, kills and races in large numbers: `python tests/reliability.py --runs 5000` prints a table of what came of them.

Each run is right, or one of four kinds of wrong: a wrong answer, a traceback, a crash of the interpreter, something lost (a file
of the user's, or what a killed process left for ever). The tests make a few runs of each; by hand one makes thousands.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
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
from pathlib import Path

from rulings.storage import cache, stamps
from rulings.storage.stamps import PACKAGE

COMMANDS = (("dreff",), ("card", "incubator", "--json"), ("topic", "tracing"), ("search", "jack out", "-n", "3"), ("list",))
OUTCOMES = ("wrong", "traceback", "crash", "lost")


@contextlib.contextmanager
def cache_at(folder: Path) -> Iterator[Path]:
    """Caches are kept there meanwhile."""
    before = os.environ.get("RULINGS_CACHE")
    os.environ["RULINGS_CACHE"] = str(folder)
    try:
        yield folder
    finally:
        if before is None:
            del os.environ["RULINGS_CACHE"]
        else:
            os.environ["RULINGS_CACHE"] = before


def forked(work: Callable[[], str]) -> str:
    """What the work says in a process of its own: `right`, or an outcome; a crash is told by the process's end."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        try:
            said = work()
        except BaseException:
            said = "traceback"
            os.write(2, traceback.format_exc().encode())
        os.write(writer, said.encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        said = pipe.read().decode()
    _, status = os.waitpid(child, 0)
    return said if status == 0 and said else "crash"


def in_this_process(words: Sequence[str]) -> tuple[int, str, str]:
    """Status, standard output and standard error of a command line."""
    from rulings.cli.main import main

    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(list(words))
    return status, out.getvalue(), err.getvalue()


def program(words: Sequence[str], folder: Path) -> subprocess.Popen[bytes]:
    """The command line in a process of its own, its caches kept in the folder."""
    return subprocess.Popen(
        [sys.executable, "-m", "rulings", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "RULINGS_CACHE": str(folder)},
    )


def judged(process: subprocess.Popen[bytes], expected: bytes) -> str:
    """What came of a process that should have printed just that and no complaint."""
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


def damaged(good: bytes, chance: random.Random) -> bytes:
    """The bytes with some of them flipped, lost, doubled, swapped or set to zero."""
    wrong = bytearray(good)
    kind = chance.choice(("bit", "bit", "bits", "bytes", "page", "swap", "cut", "head", "tree", "longer"))
    at = chance.randrange(len(wrong))
    if kind == "bit":
        wrong[at] ^= 1 << chance.randrange(8)
    elif kind == "bits":
        for _ in range(chance.randrange(2, 64)):
            wrong[chance.randrange(len(wrong))] ^= 1 << chance.randrange(8)
    elif kind == "bytes":
        for _ in range(chance.randrange(2, 3000)):
            wrong[chance.randrange(len(wrong))] = chance.randrange(256)
    elif kind == "head":  # the head of the file and its schema: most of SQLite's own data
        for _ in range(chance.randrange(1, 12)):
            wrong[chance.randrange(min(len(wrong), 4096))] = chance.randrange(256)
    elif kind == "tree":  # where SQLite keeps what is where: the heads, pointers and keys of its b-trees
        trees = [start for start in range(0, len(wrong), 4096) if wrong[start] in (2, 5, 10, 13)] or [0]
        for _ in range(chance.randrange(1, 4)):
            start = chance.choice(trees)
            wrong[min(start + chance.randrange(chance.choice((12, 400, 4096))), len(wrong) - 1)] ^= 1 << chance.randrange(8)
    elif kind == "page":
        start = at - at % 4096
        wrong[start : start + 4096] = bytes(len(wrong[start : start + 4096]))
    elif kind == "swap":
        a, b = (chance.randrange(max(len(wrong) // 4096, 1)) * 4096 for _ in range(2))
        wrong[a : a + 4096], wrong[b : b + 4096] = wrong[b : b + 4096], wrong[a : a + 4096]
    elif kind == "cut":
        del wrong[at:]
    else:
        wrong += wrong[at : at + 9000]
    return bytes(wrong)


def _digests(opened: cache.Cache) -> dict[str, str]:
    return {name: hashlib.sha256(opened.get(name) or b"").hexdigest() for name in opened.names()}


def fill(folder: Path) -> dict[str, bytes]:
    """Makes every cache there, and returns what the commands print."""
    with cache_at(folder):
        return {json.dumps(words): in_this_process(words)[1].encode() for words in COMMANDS}


def flips(runs: int, seed: int = 1996) -> Counter[str]:
    """Damages every file that is cached: each value is right or known to be damaged; now and then commands are asked too."""
    found = Counter[str]()
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as temporary, cache_at(Path(temporary) / "cache") as folder:
        fill(folder)
        time.sleep(2.2)
        expected = fill(folder)  # now the stamps are there too
        files = sorted(path for path in folder.iterdir() if path.is_file())
        keep = {path: path.read_bytes() for path in files}
        whole: dict[Path, dict[str, str]] = {}
        for path in files:
            opened = cache.open_cache_file(str(path)) if path.suffix == ".sqlite" else None
            if opened is not None:
                whole[path] = _digests(opened)
        for number in range(runs):
            path = files[number % len(files)]
            path.unlink(missing_ok=True)
            path.write_bytes(damaged(keep[path], chance))
            path.chmod(0o600)
            words = COMMANDS[number // len(files) % len(COMMANDS)]
            if path in whole and number // len(files) % 10:
                found[forked(lambda path=path: _values(path, whole[path]))] += 1  # type: ignore[misc]
                continue
            found[forked(lambda words=words: _command(words, expected))] += 1  # type: ignore[misc]
            for other in folder.iterdir():
                if other.is_file():
                    other.unlink()
            for other, content in keep.items():
                other.write_bytes(content)
                other.chmod(0o600)
    return found


def _values(path: Path, expected: dict[str, str]) -> str:
    opened = cache.open_cache_file(str(path))
    if opened is None:
        return "right"
    with contextlib.suppress(cache.Damaged):
        if set(opened.names()) != expected.keys():
            sys.stderr.write(f"{path.name}: other names\n")
            return "wrong"
    for name, digest in expected.items():
        try:
            value = opened.get(name)
        except cache.Damaged:
            continue
        if hashlib.sha256(value or b"").hexdigest() != digest:
            sys.stderr.write(f"{path.name}: {name} is another\n")
            return "wrong"
    return "right"


def _command(words: Sequence[str], expected: dict[str, bytes]) -> str:
    status, out, err = in_this_process(words)
    if "Traceback" in err:
        return "traceback"
    if (status, out.encode(), err) == (0, expected[json.dumps(words)], ""):
        return "right"
    sys.stderr.write(f"{words}: status {status}, {len(out)} characters: {err}\n")
    return "wrong"


def kills(runs: int, seed: int = 1996) -> Counter[str]:
    """Kills a process at any moment of its first use: the next answers right, and nothing of the killed one is left."""
    found = Counter[str]()
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "cache"
        expected = fill(folder)
        for number in range(runs):
            words = COMMANDS[number % len(COMMANDS)]
            if number % 3:
                shutil.rmtree(folder, ignore_errors=True)
            process = program(words, folder)
            time.sleep(chance.random() * 3.0)
            process.send_signal(signal.SIGKILL)
            process.communicate()
            outcome = judged(program(words, folder), expected[json.dumps(words)])
            left = [*folder.glob(".*"), *folder.glob("*.new")]
            if outcome == "right" and left:
                sys.stderr.write(f"left behind: {left}\n")
                outcome = "lost"
            found[outcome] += 1
    return found


def races(rounds: int, processes: int = 16, seed: int = 1996) -> Counter[str]:
    """Many processes at first use, while another removes the folder at random moments: all answer right."""
    found = Counter[str]()
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "cache"
        expected = fill(folder)
        with ThreadPoolExecutor(processes) as pool:
            for _ in range(rounds):
                running = []
                for _ in range(processes):
                    words = chance.choice(COMMANDS)
                    running.append(pool.submit(judged, program(words, folder), expected[json.dumps(words)]))
                while not all(one.done() for one in running):
                    time.sleep(chance.random() * 0.8)
                    if chance.random() < 0.7:
                        shutil.rmtree(folder, ignore_errors=True)
                found.update(one.result() for one in running)
    return found


_PIECES = (
    *("dreff", "Dr. Dreff", "tracing", "jack out", "R&D", "π in the 'Face", "step 3", "17", "variant", "boardwalk-", "the", "not", "*"),
    *(
        '"',
        "'",
        "(",
        ")",
        "[",
        "]",
        "-",
        "--",
        "+",
        "~",
        "^",
        ":",
        "*",
        "?",
        "\\\\",
        "/",
        "%s",
        "{}",
        "|",
        "OR",
        "AND",
        "NOT",
        "TO",
        "<",
        ">",
    ),
    *("card:", "by:", "is:errata", "before:", "1997-01-01", "after:1996", "in:manual", "side:", "keyword:virus", "type:ice", "n:", "@"),
    *(
        "\x00",
        "\x1b[2J",
        "\t",
        "\n",
        "\r",
        "\x85",
        "\u2028",
        "\u202e",
        "\ufeff",
        "\uffff",
        "\ud800",
        "\udce9",
        "é",
        "Ω",
        "你好",
        "\U0001f600",
        "ﬀ",
        "İ",
    ),
    *(
        "9" * 400,
        "a" * 3000,
        "((((((((",
        "- - -",
        "&",
        "=",
        "#",
        "!",
        "|\n",
        ">-\n",
        "- ",
        "  ",
        "? ",
        ": ",
        "*a",
        "&a",
        "!!python/object:os.system",
    ),
)


def _input(chance: random.Random) -> str:
    joined = chance.choice(("", " ")).join(chance.choice(_PIECES) for _ in range(chance.randrange(1, 9)))
    return joined if chance.random() < 0.7 else "".join(chance.sample(joined, len(joined)))


def fuzz(runs: int, seed: int = 1996) -> Counter[str]:
    """Gives what nobody would type to every reader of names, queries, dates, numbers and YAML: an answer or a sentence."""
    from rulings.errors import RulingsError
    from rulings.storage.yaml_reader import parse_yaml

    texts = [path.read_text(encoding="utf-8") for path in sorted((Path(PACKAGE) / "cards").glob("*/*.yaml"))[::20]]

    def yaml(typed: str, chance: random.Random) -> None:
        typed = typed.encode("utf-8", "ignore").decode()  # a file is UTF-8 or refused before
        text = chance.choice(texts)
        at = chance.randrange(len(text))
        with contextlib.suppress(RulingsError):
            parse_yaml(text[:at] + typed + text[at + chance.randrange(9) :], "a file")

    def command(*words: str) -> Callable[[str, random.Random], None]:
        def ask(typed: str, chance: random.Random) -> None:
            status, _, err = in_this_process([*words, typed])
            if status not in (0, 1, 2) or "Traceback" in err or (status and not err):
                raise AssertionError(f"status {status}: {err}")

        return ask

    readers = [
        *(command(*words) for words in ((), ("card",), ("card", "--"), ("topic",), ("run",), ("document",), ("tournament",))),
        *(
            command(*words)
            for words in (("list", "--as-of"), ("list", "--type"), ("dreff", "--with"), ("search", "-n"), ("document", "manual"))
        ),
        *[command("search"), command("search", "--"), command("search", "--json", "--")] * 2,
        *[yaml] * 6,
    ]

    def batch(first: int, last: int) -> str:
        for number in range(first, last):
            chance = random.Random(f"{seed} {number}")
            typed = _input(chance)
            try:
                readers[number % len(readers)](typed, chance)
            except BaseException:
                sys.stderr.write(f"run {number}, {typed!r}:\n{traceback.format_exc()}")
                return "traceback"
        return "right"

    found = Counter[str]()
    with tempfile.TemporaryDirectory() as temporary, cache_at(Path(temporary) / "cache") as folder:
        fill(folder)
        for first in range(0, runs, 100):
            last = min(first + 100, runs)
            outcome = forked(lambda first=first, last=last: batch(first, last))  # type: ignore[misc]
            found[outcome] += 1
            found["right"] += last - first - 1
    return found


def edited_since(begun: float) -> bool:
    """Whether a file of the program or of its YAML has changed since then, even if it was changed back."""
    folders = (*stamps.yaml_folders(PACKAGE), *stamps.program_folders())
    return any(stamps.changed_at(f"{path}/{name}") > begun for path, names in folders for name in names)


TRIALS: dict[str, Callable[[int, int], Counter[str]]] = {
    "flips": flips,
    "kills": lambda runs, seed: kills(max(runs // 10, 1), seed),
    "races": lambda runs, seed: races(max(runs // 16, 1), seed=seed),
    "fuzz": lambda runs, seed: fuzz(runs * 10, seed),
}


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--runs",
        type=int,
        default=300,
        help="how many flips and as many processes that race; a tenth as many kills, ten times as many fuzzed inputs",
    )
    parser.add_argument("--seed", type=int, default=1996)
    parser.add_argument("--only", choices=tuple(TRIALS))
    typed = parser.parse_args()
    print(f"{'':8}{'runs':>8}" + "".join(f"{name:>11}" for name in OUTCOMES) + f"{'seconds':>10}")
    bad = 0
    begun = time.time()
    for name, work in TRIALS.items():
        if typed.only not in (None, name):
            continue
        started = time.monotonic()
        found = work(typed.runs, typed.seed)
        bad += sum(found[outcome] for outcome in OUTCOMES)
        figures = "".join(f"{found[outcome]:>11}" for outcome in OUTCOMES)
        print(f"{name:8}{sum(found.values()):>8}{figures}{time.monotonic() - started:>10.0f}", flush=True)
    if edited_since(begun):
        sys.exit("the program or its YAML was edited meanwhile: these figures say nothing")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
