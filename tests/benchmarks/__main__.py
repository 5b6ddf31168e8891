"""Measures how well the search answers, beside SQLite's FTS5, and prints the tables of the page on
it.

python tests/benchmarks                 # a few minutes
python tests/benchmarks --page          # also writes the tables into site/pages/benchmarks.md
"""

from __future__ import annotations

import datetime
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import engines
import quality
from msgspec.structs import replace

import rulings
from rulings.search.search_documents import documents

PAGE = Path(__file__).resolve().parents[2] / "site" / "pages" / "benchmarks.md"
_TABLES = re.compile(r"(<!-- tables -->\n).*(\n<!-- end of tables -->)", re.DOTALL)


def tables() -> Iterator[str]:
    """The lines of the page, as Markdown."""
    kb = rulings.open()
    complete = documents(kb)
    results_of = cache(engines.our_search(kb))
    search = engines.returning_documents(results_of, complete)

    def doubted(queries: list[str]) -> str:
        return f"{quality.share_of_low_confidence([results_of(query) for query in queries]):.2f}"

    def doubted_items(items: list[quality.Item]) -> str:
        return doubted([item["q"] for item in items])

    sets = quality.sets()
    ours = {name: quality.score_of(kb, items, search) for name, items in sets.items()}
    difference = 0.0
    for name, items in sets.items():
        entries = quality.score_of(kb, items, search, only_entries=True)
        difference = max(
            difference, abs(ours[name].first - entries.first), abs(ours[name].three - entries.three)
        )
    theirs = []
    for docs in (complete, [replace(document, questions=()) for document in complete]):
        with engines.fts5_search(docs) as fts5:
            theirs.append({name: quality.score_of(kb, items, fts5) for name, items in sets.items()})
    yield (
        f"Measured on {datetime.date.today():%-d %B %Y}. Each pair is the share of queries whose answer came first / among the "
        "first three hits as\nthey are shown, with cards among them; without the cards, no share differs by more than "
        f"{difference:.3f}. `low`: the share of these\nqueries that is answered only with low confidence.\n"
    )
    yield "| set (queries) | ours | `low` | SQLite FTS5, with our questions | FTS5 without |"
    yield "| --- | --- | --- | --- | --- |"
    for name, items in sets.items():
        yield (
            f"| {name} ({len(items)}) | {ours[name]} | {doubted_items(items)} | {theirs[0][name]} | {theirs[1][name]} |"
        )
    rules = quality.queries(quality.BASIC_RULES, "test")
    yield (
        f"| basic rules by the words shown, test ({len(rules)}) | {quality.basic_rules_score(rules, results_of)} "
        f"| {doubted_items(rules)} | | |"
    )
    yield "\nHow well a new ruling is found: a fifth of the rulings keeps so many of its questions, and held-out queries that"
    yield "only these rulings answer are searched; five random fifths together.\n"
    yield "| questions | first / in three |"
    yield "| --- | --- |"
    for kept in (0, 2, 5, None):
        yield f"| {'all' if kept is None else kept} | {engines.left_out_score(kb, complete, kept)} |"
    lines = quality.line_score("test", results_of)
    yield (
        f"\nFor {lines.sections} held-out questions whose section is among the first three hits, the line that answers is shown for "
        f"{lines.shown:.2f};\n{lines.certain_without:.2f} of the sections that come first are certain without it, and "
        f"{lines.lines:.1f} lines are shown of a section."
    )
    yield "\nWhat `high` is worth, where about half of the queries have no answer at all:\n"
    yield "| test queries, answered and unanswered | `high`: first / in three | `low`: first / in three |"
    yield "| --- | --- | --- |"
    unanswered = {
        "players 2": quality.queries(quality.PLAYERS_2, answered=False),
        "players 3": quality.queries(quality.PLAYERS_3, "test", answered=False),
    }
    for name, items in unanswered.items():
        answered = sets[f"{name}, test"]
        worth = quality.worth([*answered, *items], results_of)
        cells = [
            f"{worth[confidence]} of {worth[confidence].count}" for confidence in ("high", "low")
        ]
        yield f"| {name} ({len(answered)} and {len(items)}) | {' | '.join(cells)} |"
    tested = quality.queries(quality.UNANSWERED, "test")
    clear, close = (
        [item for item in tested if (item["kind"] in quality.CLEARLY_UNANSWERED) is is_clear]
        for is_clear in (True, False)
    )
    sentences, words = quality.foreign_sentences(), quality.foreign_words(kb)
    yield (
        f"\nDoubted are {doubted_items(clear)} of the unanswered queries for testing about other games, missing rules, prices "
        f"and trivia, {doubted_items(close)} of those\nclose to what is answered, {doubted_items(unanswered['players 2'])} of "
        f"*players 2* and {doubted_items(unanswered['players 3'])} of *players 3*; {doubted(sentences)} of {len(sentences)} "
        f"sentences about something else, and\n{doubted(words)} of {len(words)} words that stand nowhere here.\n"
    )


def main() -> None:
    """Prints the tables as Markdown, and writes them to the page if asked to."""
    text = "\n".join(tables())
    print(text)
    if "--page" in sys.argv:
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(
            _TABLES.sub(lambda m: f"{m[1]}{text}{m[2]}", page), encoding="utf-8", newline="\n"
        )


if __name__ == "__main__":
    main()
