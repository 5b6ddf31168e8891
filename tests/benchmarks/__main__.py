"""Measures how well the search answers, and prints the tables of the page about it.

python tests/benchmarks         # a few minutes
python tests/benchmarks --page  # also writes the tables into site/pages/benchmarks.md

Or explains why one query has these results, in this order and with this confidence:

python tests/benchmarks --explain trace tag          # the first ten results
python tests/benchmarks --explain trace tag --of ID  # one result, or one that is missing
python tests/benchmarks --explain trace tag --json
"""

from __future__ import annotations

import argparse
import datetime
import itertools
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import explain
import quality

from rulings.api import KnowledgeBase, open_knowledge
from rulings.search.search_documents import documents

PAGE = Path(__file__).resolve().parents[2] / "site" / "pages" / "benchmarks.md"
_TABLES = re.compile(r"(<!-- tables -->\n).*(\n<!-- end of tables -->)", re.DOTALL)


def tables() -> Iterator[str]:
    """The tables of the page, as lines of Markdown."""
    kb = open_knowledge()
    library = KnowledgeBase(kb)
    results_of = cache(lambda query: library.search(query, limit=10))
    search = quality.returning_documents(results_of, documents(kb))

    def shares(items: list[quality.Item]) -> str:
        results = [results_of(item["q"]) for item in items]
        by_confidence = quality.shares_of_confidences(results)
        return " / ".join(f"{share:.2f}" for share in by_confidence.values())

    sets = quality.sets()
    yield (
        f"Measured on {datetime.date.today():%-d %B %Y}. Each pair is the share of queries whose answer came first / was among the "
        "first three hits\nshown, cards included. Then come the shares of queries that are answered with high, medium and low confidence.\n"
    )
    yield "| set (queries) | first / in three | `high` / `medium` / `low` |"
    yield "| --- | --- | --- |"
    for name, items in sets.items():
        score = quality.score_of(kb, items, search)
        yield f"| {name} ({len(items)}) | {score} | {shares(items)} |"
    rules = quality.queries(quality.BASIC_RULES, "test")
    score = quality.basic_rules_score(rules, results_of)
    yield f"| basic rules by the words shown, test ({len(rules)}) | {score} | {shares(rules)} |"
    lines = quality.line_score("test", results_of)
    yield (
        f"\nFor {lines.sections} held-out questions, the section that answers is among the first three hits. Its line that answers is "
        f"shown for\n{lines.shown:.2f} of them. Of the sections that come first, {lines.certain_without:.2f} have high confidence "
        f"without that line. On average, {lines.lines:.1f} lines of a\nsection are shown."
    )
    yield "\nThe value of each confidence when about half of the queries have no answer at all, as first / in three:\n"
    yield "| test queries, answered and unanswered | `high` | `medium` | `low` |"
    yield "| --- | --- | --- | --- |"
    unanswered = {
        "players 2": quality.queries(quality.PLAYERS_2, answered=False),
        "players 3": quality.queries(quality.PLAYERS_3, "test", answered=False),
    }
    for name, items in unanswered.items():
        answered = sets[f"{name}, test"]
        worth = quality.worth([*answered, *items], results_of)
        cells = [f"{score} of {score.count}" for score in worth.values()]
        yield f"| {name} ({len(answered)} and {len(items)}) | {' | '.join(cells)} |"
    tested = quality.queries(quality.UNANSWERED, "test")
    tested = quality.queries(quality.UNANSWERED, "test")
    without_answer = [*itertools.chain(*unanswered.values()), *tested]
    with_answer = [*itertools.chain(*(sets[name] for name in sets if "test" in name))]
    short, short_without = map(quality.short, (with_answer, without_answer))
    # Each side counts as often as the other
    balanced = [*short * len(short_without), *short_without * len(short)]
    worth = quality.worth(balanced, results_of)
    shares_of_three = " / ".join(f"{score.three:.2f}" for score in worth.values())
    yield (
        f"\nFor test queries of up to five words ({len(short)} with an answer and {len(short_without)} without, each side counted as half),\n"
        f"one of the first three results answers with high / medium / low confidence in {shares_of_three}."
    )
    clear, close = (
        [
            item
            for item in tested
            if (item["kind"] in quality.CLEARLY_UNANSWERED) is is_clear
        ]
        for is_clear in (True, False)
    )
    unanswered["other games, missing rules, prices and trivia"] = clear
    unanswered["close to answered queries"] = close
    yield "\n| unanswered test queries | `high` / `medium` / `low` |"
    yield "| --- | --- |"
    for name, items in unanswered.items():
        yield f"| {name} ({len(items)}) | {shares(items)} |"
    yield ""


def main() -> None:
    """Prints the tables as Markdown, or explains a query. With `--page`, also writes the
    tables to the page.
    """
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--page", action="store_true")
    parser.add_argument("--explain", nargs="+", metavar="WORD")
    parser.add_argument("--of", action="append", default=[], metavar="ID")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if options.explain:
        query = " ".join(options.explain)
        explanation = explain.Explanation(open_knowledge(), query)
        explained = explanation.to_dict(options.of)
        lines = explain.as_text(explained)
        text = json.dumps(explained, indent=2) if options.json else "\n".join(lines)
        print(text)
        return
    text = "\n".join(tables())
    print(text)
    if options.page:
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(
            _TABLES.sub(lambda m: f"{m[1]}{text}{m[2]}", page),
            encoding="utf-8",
            newline="\n",
        )


if __name__ == "__main__":
    main()
