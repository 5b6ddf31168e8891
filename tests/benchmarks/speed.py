"""Measures the time of cold commands, warm queries, the first build of the index, and resolving names."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from msgspec import structs
from msgspec.structs import replace

from rulings.api import KnowledgeBase
from rulings.names import Named, Names
from rulings.search.documents import SearchDocument
from rulings.search.index import index_values

RUNS = 20


def cold(commands: dict[str, Sequence[str]], runs: int = RUNS) -> dict[str, float]:
    """The seconds that each process takes in its fastest run. The commands take turns, so that noise affects all of them alike."""
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            start = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
            times[name].append(time.perf_counter() - start)
    return {name: min(measured) for name, measured in times.items()}


def cold_commands() -> dict[str, float]:
    """Command → seconds. The first one is an interpreter that does nothing."""
    script = Path(sysconfig.get_path("scripts")) / ("rulings.exe" if os.name == "nt" else "rulings")
    commands: dict[str, Sequence[str]] = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "rulings card dr dreff": [str(script), "card", "dr", "dreff"],
        "rulings search jack out": [str(script), "search", "jack", "out"],
        "rulings search, a typo": [str(script), "search", "pattle", "virus", "counters"],
        'rulings search card:"dr dreff" rez': [str(script), "search", 'card:"dr dreff" rez'],
    }
    return cold(commands)


def warm(search: Any, queries: Sequence[str], rounds: int = 5) -> float:
    """The median time of the queries in seconds, where the fastest of several runs counts for each query."""
    fastest = list[float]()
    for query in queries:
        times = list[float]()
        for _ in range(rounds):
            start = time.perf_counter()
            search(query)
            times.append(time.perf_counter() - start)
        fastest.append(min(times))
    return median(fastest)


def first_build(kb: KnowledgeBase) -> float:
    """The seconds to build our index and write it to disk: the fastest of three times."""
    times = list[float]()
    for _ in range(3):
        with tempfile.TemporaryDirectory() as folder:
            start = time.perf_counter()
            with (Path(folder) / "index").open("wb") as file:
                file.writelines(value for _, value in index_values(kb))
            times.append(time.perf_counter() - start)
    return min(times)


def multiply_rulings(docs: Sequence[SearchDocument], times: int = 100) -> list[SearchDocument]:
    """The rulings, each `times` times; a third of the words of a copy come from other rulings, so that no two are the same."""
    rng = random.Random(1996)
    rulings = [document for document in docs if document.kind == "ruling"]
    pool = [word for document in rulings for word in document.text.split()]
    copies = list[SearchDocument]()
    for copy in range(times):
        for document in rulings:
            words = [rng.choice(pool) if copy and rng.random() < 0.33 else word for word in document.text.split()]
            questions = tuple(
                " ".join(rng.choice(pool) if copy and rng.random() < 0.33 else w for w in q.split())
                for q in document.questions
            )
            copies.append(
                replace(
                    document,
                    entity=structs.replace(document.entity, id=f"{document.id}-{copy}"),
                    text=" ".join(words),
                    questions=questions,
                )
            )
    return copies


def names_speed(kb: KnowledgeBase, typed: Sequence[str], times: int = 1) -> float:
    """The median time to resolve a typed name, in seconds, among `times` times as many cards."""
    cards = [(card.id, card.title) for card in kb.cards]
    cards += [(f"{id}-{n}", f"{title} {n}x{id[:3]}") for n in range(1, times) for id, title in cards]
    index = Names()
    for id, title in cards:
        index.add(Named("card", id, title))
    return warm(index.meaning, typed)
