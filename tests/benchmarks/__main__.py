"""Measures how good and how fast the search is, in comparison with other engines, and prints tables.

python tests/benchmarks                 # about fifteen minutes; the other engines need the extra `bench`
python tests/benchmarks --quick         # without the ablation and without the hundredfold rulings
python tests/benchmarks --page          # also writes the tables into site/pages/benchmarks.md
"""

from __future__ import annotations

import datetime
import platform
import re
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import ablation
import engines
import quality
import speed

import rulings
from rulings.api import KnowledgeBase
from rulings.search.constants import ENTRY_KINDS
from rulings.search.documents import SearchDocument, documents

PAGE = Path(__file__).resolve().parents[2] / "site" / "pages" / "benchmarks.md"
_TABLES = re.compile(r"(<!-- tables -->\n).*(<!-- end of tables -->)", re.DOTALL)


def engines_table(
    kb: KnowledgeBase, complete: list[SearchDocument], without_questions: list[SearchDocument]
) -> list[str]:
    """The shares of each engine on each set of queries, with and without our questions: first / among the first three."""
    sets = quality.sets()
    lines = [
        f"| engine | {' | '.join(f'{name} ({len(items)})' for name, items in sets.items())} |",
        f"| --- |{' --- |' * len(sets)}",
    ]
    for docs, label in ((complete, ", with our questions"), (without_questions, ", without")):
        for name, engine in engines.ENGINES.items():
            try:
                with engine(kb, engines.searched_by(name, docs)) as search:
                    for only_entries in (False, True) if name == "rulings" else (False,):
                        scores = (
                            quality.score_by(kb, items, search, only_entries=only_entries) for items in sets.values()
                        )
                        counted = ", cards offered beside entries not counted" * only_entries
                        lines.append(f"| {name}{label}{counted} | {' | '.join(str(each['all']) for each in scores)} |")
            except ImportError:
                continue
    return lines


def detail_table(kb: KnowledgeBase, docs: list[SearchDocument], items: list[dict[str, Any]], key: Any) -> list[str]:
    """The shares of our search on one set of queries, by kind or length."""
    shares = quality.score_by(kb, items, engines.search_function(kb, docs), key)
    lengths = list(quality.LENGTHS)
    names = sorted(
        (name for name in shares if name != "all"),
        key=lambda name: (lengths.index(name) if name in lengths else 9, name),
    )
    return [
        f"| {' | '.join(f'{name} ({shares[name].count})' for name in names)} |",
        f"|{' --- |' * len(names)}",
        f"| {' | '.join(str(shares[name]) for name in names)} |",
    ]


def doubt_table(kb: KnowledgeBase, docs: list[SearchDocument]) -> list[str]:
    """The shares of unanswered and of answered queries that find nothing or only with low confidence."""
    search = engines.our_search(kb, docs)

    def row(name: str, items: list[dict[str, Any]]) -> str:
        results = [search(item["q"]) for item in items]
        return f"| {name} ({len(items)}) | {quality.share_of_low_confidence(results):.2f} |"

    lines = ["| queries | empty or `low` |", "| --- | --- |"]
    for kinds, clear in (("other games, missing rules, prices, trivia", True), ("close to what is answered", False)):
        for split in ("tune", "test"):
            unanswered = quality.queries(quality.UNANSWERED, split)
            chosen = [item for item in unanswered if (item["kind"] in quality.CLEARLY_UNANSWERED) is clear]
            lines.append(row(f"unanswered, {split}: {kinds}", chosen))
    players_2 = quality.queries(quality.PLAYERS_2, answered=False)
    players_3 = quality.queries(quality.PLAYERS_3, "test", answered=False)
    lines.append(row("players 2, test, unanswered: mostly close to what is answered", players_2))
    lines.append(row("players 3, test, unanswered: mostly on cards, with rulings or without", players_3))
    return [*lines, *(row(f"{name}, answered", items) for name, items in quality.sets().items())]


def speed_table(kb: KnowledgeBase, docs: list[SearchDocument]) -> list[str]:
    """Cold commands, in relation to an interpreter that does nothing, and the warm queries and building times of each engine."""
    times = speed.cold_commands()
    baseline = times["python -c pass"]
    lines = ["| cold | ms | × `python -c pass` |", "| --- | --- | --- |"]
    lines += [f"| `{name}` | {1000 * seconds:.1f} | {seconds / baseline:.2f} |" for name, seconds in times.items()]
    lines += ["", *warm_table(kb, docs)]
    lines += ["", f"The first index is built and written in {speed.first_build(kb):.2f} s."]
    return lines


def warm_table(kb: KnowledgeBase, docs: list[SearchDocument], skip: tuple[str, ...] = (), rounds: int = 5) -> list[str]:
    """For each engine, the median time of a warm query and the time to build its index of these documents."""
    queries = [item["q"] for item in quality.queries() if quality.kind_of(item) != "name"]
    measured = dict[str, tuple[float, float]]()
    for name, engine in engines.ENGINES.items():
        if name in skip:
            continue
        start = time.perf_counter()
        try:
            with engine(kb, docs) as search:
                build_time = time.perf_counter() - start
                search(queries[0])
                measured[name] = speed.warm(search, queries, rounds), build_time
        except ImportError:
            continue
    lines = [
        f"| warm, {len(docs):,} documents | median ms | × Whoosh | × FTS5 | built in s |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name, (median, build_time) in measured.items():
        ratios = [
            f"{median / measured[other][0]:.2f}" if other in measured else ""
            for other in ("plain Whoosh", "SQLite FTS5")
        ]
        lines.append(f"| {name} | {1000 * median:.2f} | {' | '.join(ratios)} | {build_time:.2f} |")
    return lines


def names_line(kb: KnowledgeBase) -> str:
    """The time to resolve a name, among our cards and among a hundred times as many."""
    typed = [item["q"] for item in quality.queries() if quality.kind_of(item) == "name"]
    once, hundredfold = (
        f"{1e6 * speed.names_speed(kb, typed, times):.0f} µs among {len(kb.cards) * times:,}" for times in (1, 100)
    )
    return f"A name is resolved in {once} cards and in {hundredfold}."


def main() -> None:
    """Prints the tables as Markdown, and writes them to the page if asked to."""
    kb = rulings.open()
    all_documents = documents(kb)
    entries = [document for document in all_documents if document.kind in ENTRY_KINDS]
    without_questions = [replace(document, questions=()) for document in all_documents]
    players = quality.queries(quality.PLAYERS_1, "test")
    quick = "--quick" in sys.argv
    tables = {  # below each heading
        "All sets, all engines": engines_table(kb, all_documents, without_questions),
        "Players 1, test, by kind": detail_table(kb, all_documents, players, quality.kind_of),
        "Players 1, test, by length": detail_table(kb, all_documents, players, quality.length_of),
        "Players 1, test, by how they were written": detail_table(
            kb, all_documents, players, lambda item: str(item["source"])
        ),
        "Doubt": doubt_table(kb, all_documents),
    }
    if not quick:
        tables["What each part earns"] = ablation.table(kb)
    tables["Speed"] = [*speed_table(kb, entries), names_line(kb)]
    if not quick:
        hundredfold = speed.multiply_rulings(all_documents)
        tables["A hundred times the rulings"] = warm_table(kb, hundredfold, skip=("lunr",), rounds=2)
    lines = [
        f"`python tests/benchmarks`, {datetime.date.today()}, Python {platform.python_version()}, on one machine. "
        "Each pair is the share of queries whose answer came first / among the first three."
    ]
    for heading, table in tables.items():
        lines += ["", f"### {heading}", "", *table]
    text = "\n".join(lines)
    print(text)
    if "--page" in sys.argv:
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(_TABLES.sub(lambda m: f"{m[1]}{text}\n{m[2]}", page), encoding="utf-8")


if __name__ == "__main__":
    main()
