"""Queries with known answers. Measures how often a search puts an answer first or among
the first three.

A search is a function from a query to documents, best first.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any, get_args

import yaml

from rulings.model.entities import Entry, Section
from rulings.model.knowledge import Knowledge
from rulings.search.analysis import Analyzer
from rulings.search.parameters import ENTRY_KINDS
from rulings.search.query_words import EVERYDAY_WORDS
from rulings.search.results import Confidence, Results
from rulings.search.search_documents import SearchDocument
from rulings.storage.files import SHIPPED

# `python tests/benchmarks` does not see `support`, which has the same line
FASTEST_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

# `tests/README.md` lists the files
QUERIES = Path(__file__).resolve().parent.parent / "data" / "queries"
JUDGES_1 = QUERIES / "judges-1-tune.yaml"
JUDGES_2 = QUERIES / "judges-2-tune.yaml"
JUDGES_3 = QUERIES / "judges-3-test.yaml"
PLAYERS_1 = QUERIES / "players-1.yaml"
PLAYERS_2 = QUERIES / "players-2-test.yaml"
PLAYERS_3 = QUERIES / "players-3.yaml"
UNANSWERED = QUERIES / "unanswered.yaml"
BASIC_RULES = QUERIES / "basic-rules.yaml"
LINES = QUERIES / "lines.yaml"
# The other kinds are close to answered queries
CLEARLY_UNANSWERED = ("other-game", "missing-rule", "prices", "trivia")
CONFIDENCES: tuple[Confidence, ...] = get_args(Confidence)
MISSED = inf  # the rank if no answer is among the first ten

Item = dict[str, Any]  # a query: `q`, and its answers
Search = Callable[[str], Sequence[SearchDocument]]


@dataclass(frozen=True)
class Score:
    """The share of `count` queries whose answer came first, and among the first three."""

    count: int
    first: float
    three: float

    def __str__(self) -> str:
        return f"{self.first:.2f} / {self.three:.2f}"


MOVED = (
    yaml.safe_load((SHIPPED / "sources" / "moved.yaml").read_text(encoding="utf-8"))
    or {}
)
WITHDRAWN = {id for id, target in MOVED.items() if not isinstance(target, str)}


def queries(
    path: Path = JUDGES_1, split: str = "", *, answered: bool = True
) -> list[Item]:
    """The items of a query file that have answers or, if `answered` is false, those
    that have none.

    In a file for both tuning and testing, `split` (`tune` or `test`) selects the items.
    """
    items: list[Item] = yaml.load(path.read_text(encoding="utf-8"), FASTEST_LOADER)
    chosen = [item for item in items if not split or item["split"] == split]
    # Without items whose only answer was withdrawn
    chosen = [
        item for item in chosen if not WITHDRAWN.issuperset(item.get("answers") or [""])
    ]
    return [item for item in chosen if bool(item.get("answers", answered)) is answered]


def short(items: Iterable[Item]) -> list[Item]:
    """The queries of up to five words whose answers are ids."""
    return [
        item
        for item in items
        if len(item["q"].split()) <= 5 and not {"card", "document"} & item.keys()
    ]


def words_of_rulings(kb: Knowledge, left_out: int | None = None) -> dict[str, set[str]]:
    """Six consecutive words of each ruling, without the word at `left_out` → the ids of
    the ruling and of near-identical ones.
    """
    chosen, typed = random.Random(22), dict[str, set[str]]()
    for ruling in kb.rulings:
        words = re.findall(r"[a-z]+(?:'[a-z]+)?", ruling.text.lower())
        if len(words) > 7:
            at = chosen.randrange(len(words) - 6)
            row = [word for n, word in enumerate(words[at : at + 6]) if n != left_out]
            typed.setdefault(" ".join(row), set()).update(
                (ruling.id, *ruling.near_identical_ids)
            )
    return typed


def words_beside_cards(kb: Knowledge) -> list[Item]:
    """The card of each ruling with two words of the ruling, as judges type them."""
    words_of, chosen, items = Analyzer.read().words, random.Random(3), list[Item]()
    for ruling in kb.rulings:
        ordinary = {*EVERYDAY_WORDS, *words_of(ruling.subject.title)}
        words = [
            word
            for word in dict.fromkeys(words_of(ruling.text))
            if word not in ordinary
        ]
        if ruling.subject.kind == "card" and len(words) > 2:
            query = " ".join((ruling.subject.title, *chosen.sample(words, 2)))
            items.append(
                {"q": query, "answers": [ruling.id, *ruling.near_identical_ids]}
            )
    return items


def printed_words(kb: Knowledge) -> list[str]:
    """The words of three or more letters that rulings contain."""
    found = {
        word
        for ruling in kb.rulings
        for word in re.findall(r"\b[a-z]{3,}\b", ruling.text)
    }
    return sorted(found)


def sets() -> dict[str, list[Item]]:
    """All sets of queries by name; those for tuning come before those for measuring."""
    return {
        "judges 1, tune": queries(JUDGES_1),
        "judges 2, tune": queries(JUDGES_2),
        "players 1, tune": queries(PLAYERS_1, "tune"),
        "judges 3, test": queries(JUDGES_3),
        "players 1, test": queries(PLAYERS_1, "test"),
        "players 2, test": queries(PLAYERS_2),
        "players 3, test": queries(PLAYERS_3, "test"),
    }


def returning_documents(
    results_of: Callable[[str], Results], docs: Sequence[SearchDocument]
) -> Search:
    """Turns a function from a query to results into a search."""
    by_kind_and_id: dict[tuple[str, str], SearchDocument]
    # The document of an entire section replaces those of its passages
    by_kind_and_id = {
        (document.kind, document.id): document for document in reversed(docs)
    }
    return lambda query: [
        by_kind_and_id[hit.kind, hit.id] for hit in results_of(query).hits
    ]


def answers(kb: Knowledge, item: Item, document: SearchDocument) -> bool:
    """Whether a document answers a query."""
    if "answers" in item:
        return document.id in {kb.moved.get(id, id) for id in item["answers"]}
    if "card" in item:
        return document.kind == "card" and document.title == item["card"]
    return document.source_name == item["document"] and _plain(
        item["contains"]
    ) in _plain(_text(document))


def _text(document: SearchDocument) -> str:
    """The entire text of a document; for a passage, the text of its section."""
    if not isinstance(document.entity, Section):
        return document.text
    lines = [document.entity.text]
    for table in document.entity.tables:
        lines += map(" | ".join, (table.columns, *table.rows))
    return "\n".join(lines)


def kind_of(item: Item) -> str:
    """The kind of a query, by which it is counted."""
    return str(item.get("style") or item["kind"])


def _plain(text: str) -> str:
    return " ".join(text.replace("*", "").split())


def rank(
    kb: Knowledge, item: Item, search: Search, *, only_entries: bool = False
) -> float:
    """The rank, from 1, of the first answer among the first ten hits in the order
    shown; `MISSED` if there is none.

    `only_entries`: do not count the cards named beside rulings, sections and steps,
    unless the answer is a card. This measures how well entries are ranked, not what a
    reader sees first.
    """
    found = search(item["q"])[:10]
    if only_entries and "card" not in item:
        found = [document for document in found if document.kind in ENTRY_KINDS]
    return next(
        (
            position
            for position, document in enumerate(found, 1)
            if answers(kb, item, document)
        ),
        MISSED,
    )


def score(ranks: Iterable[float]) -> Score:
    """The score of these ranks."""
    listed = list(ranks)
    count = max(1, len(listed))
    return Score(
        len(listed),
        sum(r == 1 for r in listed) / count,
        sum(r <= 3 for r in listed) / count,
    )


def score_of(
    kb: Knowledge, items: Iterable[Item], search: Search, *, only_entries: bool = False
) -> Score:
    """The score of a search on these queries. `only_entries`: see `rank`."""
    return score(rank(kb, item, search, only_entries=only_entries) for item in items)


def basic_rules_score(
    items: Iterable[Item], results_of: Callable[[str], Results]
) -> Score:
    """The score of our search on questions about basic rules. A hit is an answer if it
    shows the words, with `·` between the cells of a row.
    """
    ranks = []
    for item in items:
        wanted = [*map(_as_shown, item["shows"])]
        shown = [
            _as_shown(hit.passage)
            for hit in results_of(item["q"])
            if isinstance(hit.entity, Entry)
        ]
        ranks.append(
            next(
                (
                    n
                    for n, text in enumerate(shown, 1)
                    if any(each in text for each in wanted)
                ),
                MISSED,
            )
        )
    return score(ranks)


@dataclass(frozen=True)
class LineScore:
    """For queries whose section is among the first three hits: how often the line that
    answers is shown, too.

    `certain_without`: for queries whose section comes first, the share with high
    confidence but without the line. `lines`: the mean number of lines shown of a
    section.
    """

    sections: int
    shown: float
    certain_without: float
    lines: float


def line_score(split: str, results_of: Callable[[str], Results]) -> LineScore:
    """The score of our search on questions that one line of a section answers."""
    shown, certain_without, lengths = list[bool](), list[bool](), list[int]()
    for item in (item for item in queries(LINES) if item["set"] == split):
        right = [item, *item.get("also", ())]
        wanted = [_as_shown(words) for row in right for words in row["words"]]
        results = results_of(item["q"])
        hits = [
            (hit, any(words in _as_shown(hit.passage) for words in wanted))
            for hit in results.hits[:3]
        ]
        found = [
            (hit, has)
            for hit, has in hits
            if has or hit.id in {row["section"] for row in right}
        ]
        if found:
            shown.append(any(has for _, has in found))
        if found[:1] == hits[:1]:
            certain_without.extend(
                results.confidence == "high" and not has for _, has in hits[:1]
            )
        lengths += [
            hit.passage.count("\n") + 1 for hit, _ in hits if hit.kind == "section"
        ]
    without = sum(certain_without) / len(certain_without)
    return LineScore(
        len(shown), sum(shown) / len(shown), without, sum(lengths) / len(lengths)
    )


def _as_shown(words: str) -> str:
    """The words of a line as a hit shows them, with `·` between the cells of a row."""
    return " ".join(words.replace("|", "·").casefold().split())


def worth(
    items: Iterable[Item], results_of: Callable[[str], Results]
) -> dict[str, Score]:
    """Confidence → the score of the queries with this confidence. Some queries have no
    answer.
    """
    ranks: dict[str, list[float]] = {confidence: [] for confidence in CONFIDENCES}
    for item in items:
        results = results_of(item["q"])
        answered = (
            n
            for n, hit in enumerate(results.hits, 1)
            if hit.id in item.get("answers", ())
        )
        ranks[results.confidence].append(next(answered, MISSED))
    return {confidence: score(listed) for confidence, listed in ranks.items()}


def shares_of_confidences(results: Sequence[Results]) -> dict[str, float]:
    """Confidence → the share of results, empty ones included, with this confidence."""
    counts = Counter(found.confidence for found in results)
    return {confidence: counts[confidence] / len(results) for confidence in CONFIDENCES}
