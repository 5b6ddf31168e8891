"""`python tests/benchmarks` → one table of how good and how fast the search is, beside other engines, all in one run.

python tests/benchmarks                 # needs the extra `bench` for all engines; about five minutes
python tests/benchmarks --quick         # without the hundredfold entries
python tests/benchmarks --page          # also writes the tables into site/pages/benchmarks.md
"""

from __future__ import annotations

import datetime
import platform
import re
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

import engines
import quality
import speed

import rulings
from rulings.knowledge import KnowledgeBase
from rulings.search.entries import Entry, entries

PAGE = Path(__file__).resolve().parents[2] / "site" / "pages" / "benchmarks.md"
_MARK = re.compile(r"(<!-- tables -->\n).*(<!-- end of tables -->)", re.DOTALL)


def quality_rows(
    kb: KnowledgeBase, found: list[Entry], label: str, path: Path, only: tuple[str, ...] | None = None
) -> list[str]:
    """One line for each engine: first and in three by style, and 1/rank over all."""
    items = quality.queries(path)
    styles = [style for style in quality.STYLES if any(item["style"] == style for item in items)]
    lines = []
    for name, engine in engines.ENGINES.items():
        if only and name not in only:
            continue
        try:
            with engine(kb, found) as search:
                shares = quality.by_style(kb, items, search)
        except ImportError:
            continue
        cells = [f"{shares[style].first:.2f} / {shares[style].three:.2f}" for style in (*styles, "all")]
        lines.append(f"| {name}{label} | {' | '.join(cells)} | {shares['all'].mrr:.2f} |")
    return lines


def quality_table(kb: KnowledgeBase, found: list[Entry], plain: list[Entry], path: Path) -> list[str]:
    """With and without the editorial questions; the header names how many queries of each style there are."""
    items = quality.queries(path)
    counts = {style: sum(item["style"] == style for item in items) for style in quality.STYLES}
    styles = [style for style in quality.STYLES if counts[style]]
    head = [f"{style} ({counts[style]})" for style in styles]
    return [
        f"| engine | {' | '.join(head)} | all ({len(items)}) | 1/rank |",
        f"| --- |{' --- |' * (len(styles) + 2)}",
        *quality_rows(kb, found, ", with our questions", path),
        *quality_rows(kb, plain, ", without", path),
    ]


def speed_table(kb: KnowledgeBase, found: list[Entry]) -> list[str]:
    """Cold commands as ratios to a bare interpreter, then warm queries and building by engine."""
    times = speed.cold_commands()
    floor = times["python -c pass"]
    lines = ["| cold | ms | × `python -c pass` |", "| --- | --- | --- |"]
    lines += [f"| `{name}` | {1000 * seconds:.1f} | {seconds / floor:.2f} |" for name, seconds in times.items()]
    lines += ["", *warm_table(kb, found)]
    lines += [
        "",
        f"The first index (ranking table and Whoosh index, on disk) is built in {speed.first_build(kb):.2f} s.",
    ]
    return lines


def warm_table(kb: KnowledgeBase, found: list[Entry], skip: tuple[str, ...] = (), rounds: int = 5) -> list[str]:
    """Engine → median of a warm query and the time to build, over these entries."""
    queries = [item["q"] for item in quality.queries() if item["style"] != "name"]
    measured = dict[str, tuple[float, float]]()
    for name, engine in engines.ENGINES.items():
        if name in skip:
            continue
        started = time.perf_counter()
        try:
            with engine(kb, found) as search:
                built = time.perf_counter() - started
                search(queries[0])
                measured[name] = speed.warm(search, queries, rounds), built
        except ImportError:
            continue
    lines = [
        f"| warm, {len(found):,} entries | median ms | × Whoosh | × FTS5 | built in s |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name, (median, built) in measured.items():
        ratios = [
            f"{median / measured[other][0]:.2f}" if other in measured else ""
            for other in ("plain Whoosh", "SQLite FTS5")
        ]
        lines.append(f"| {name} | {1000 * median:.2f} | {' | '.join(ratios)} | {built:.2f} |")
    return lines


def names_line(kb: KnowledgeBase) -> str:
    """How fast names are, now and among a hundred times as many."""
    typed = [item["q"] for item in quality.queries() if item["style"] == "name"]
    once, often = speed.names_speed(kb, typed), speed.names_speed(kb, typed, 100)
    return f"A name is resolved in {1e6 * once:.0f} µs among {len(kb.cards)} cards and in {1e6 * often:.0f} µs among {len(kb.cards) * 100:,}."


def main() -> None:
    """Prints the tables as Markdown."""
    kb = rulings.open()
    found: list[Any] = entries(kb)
    searched = [entry for entry in found if entry.kind in ("ruling", "section", "step")]
    plain = entries(kb, questions=False)
    today = datetime.date.today().isoformat()
    lines = [
        f"`python tests/benchmarks`, {today}, Python {platform.python_version()}, one run on one machine. "
        "Each pair is the share answered first / in the first three."
    ]
    lines += ["", "### Judges' queries", "", *quality_table(kb, found, plain, quality.JUDGES)]
    lines += [
        "",
        "### Held-out queries, kept out of the tuning",
        "",
        *quality_table(kb, found, plain, quality.HELD_OUT),
    ]
    lines += ["", "### Speed", "", *speed_table(kb, searched), names_line(kb)]
    if "--quick" not in sys.argv:
        lines += ["", "### A hundred times the rulings", "", *warm_table(kb, speed.many(found), ("lunr",), 2)]
    text = "\n".join(lines)
    print(text)
    if "--page" in sys.argv:
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(_MARK.sub(lambda m: f"{m[1]}{text}\n{m[2]}", page), encoding="utf-8")


if __name__ == "__main__":
    main()
