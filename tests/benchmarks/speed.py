"""Engines and entries → how long things take: cold commands, warm queries, building, and all of it with a hundred times the documents."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

from rulings.api import KnowledgeBase
from rulings.search.documents import SearchDocument

RUNS = 20


def cold(commands: dict[str, Sequence[str]], environment: dict[str, str], runs: int = RUNS) -> dict[str, float]:
    """Seconds each process takes from start to end: the quickest of several, all in turn, so that noise disturbs all alike."""
    best = dict.fromkeys(commands, 9.9)
    for _ in range(runs):
        for name, command in commands.items():
            started = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, env=environment)
            best[name] = min(best[name], time.perf_counter() - started)
    return best


def cold_commands() -> dict[str, float]:
    """Command → seconds, with a cache folder of its own that is filled first. The floor comes first."""
    script = Path(sysconfig.get_path("scripts")) / ("rulings.exe" if os.name == "nt" else "rulings")
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "RULINGS_CACHE": cache}
        commands: dict[str, Sequence[str]] = {
            "python -c pass": [sys.executable, "-c", "pass"],
            "rulings card dr dreff": [str(script), "card", "dr", "dreff"],
            "rulings search jack out": [str(script), "search", "jack", "out"],
            "rulings search, a typo": [str(script), "search", "pattle", "virus", "counters"],
            'rulings search card:"dr dreff" rez': [str(script), "search", 'card:"dr dreff" rez'],
        }
        for command in commands.values():
            subprocess.run(command, capture_output=True, check=False, env=environment)
        return cold(commands, environment)


def warm(search: Any, queries: Sequence[str], rounds: int = 5) -> float:
    """The median over the queries of the quickest of several runs, in seconds."""
    times = []
    for query in queries:
        best = 9.9
        for _ in range(rounds):
            started = time.perf_counter()
            search(query)
            best = min(best, time.perf_counter() - started)
        times.append(best)
    return median(times)


def first_build(kb: KnowledgeBase) -> float:
    """Seconds to build our index and write it to disk."""
    from rulings.search.index import ENGINE
    from rulings.search.indexing import build
    from rulings.storage.cache import write_cache

    best = 99.0
    for _ in range(3):
        with tempfile.TemporaryDirectory() as folder:
            os.environ["RULINGS_CACHE"], before = folder, os.environ.get("RULINGS_CACHE")
            started = time.perf_counter()
            write_cache("search", None, build(kb), engine=ENGINE)
            best = min(best, time.perf_counter() - started)
            os.environ.pop("RULINGS_CACHE") if before is None else os.environ.update(RULINGS_CACHE=before)
    return best


def many(found: Sequence[SearchDocument], times: int = 100) -> list[SearchDocument]:
    """The rulings `times` over: each copy has a third of its words from other rulings, so that no two are the same."""
    chance = random.Random(1996)
    rulings = [document for document in found if document.kind == "ruling"]
    pool = [word for document in rulings for word in document.text.split()]
    made = list[SearchDocument]()
    for copy in range(times):
        for document in rulings:
            words = [chance.choice(pool) if copy and chance.random() < 0.33 else word for word in document.text.split()]
            questions = tuple(
                " ".join(chance.choice(pool) if copy and chance.random() < 0.33 else w for w in q.split()) for q in document.questions
            )
            made.append(replace(document, id=f"{document.id}-{copy}", text=" ".join(words), questions=questions, duplicates=()))
    return made


def names_speed(kb: KnowledgeBase, typed: Sequence[str], times: int = 1) -> float:
    """The median of resolving typed names, in seconds, among `times` as many cards."""
    from rulings.names import resolving as names

    cards = [(card.id, card.title) for card in kb.cards]
    cards += [(f"{id}-{n}", f"{title} {n}x{id[:3]}") for n in range(1, times) for id, title in cards[:580]]
    aliases = [(entry["name"], [entry["card"]]) for entry in kb.names["aliases"]]
    data = {"card": names.build_table(cards, aliases, [])}
    return warm(lambda name: names.resolve(data, name), typed)
