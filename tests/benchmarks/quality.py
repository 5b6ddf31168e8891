"""Queries with answers and a way to search → the rank of the first answer for each query, and the shares by style.

A search is a function from what is typed to the entries in their order, best first; it is the same for every engine.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from rulings.knowledge import KnowledgeBase
from rulings.search.entries import Entry

DATA = Path(__file__).resolve().parent.parent / "data"
JUDGES = DATA / "judge-queries.yaml"
MORE = DATA / "more-queries.yaml"
HELD_OUT = DATA / "held-out-queries.yaml"
STYLES = ("keyword", "question", "pair", "typo", "document", "name")
MISSED = 1000  # the rank of an answer that was not found among the first ten

Search = Callable[[str], Sequence[Entry]]


@dataclass(frozen=True)
class Score:
    """Of `count` queries: the share answered first, in the first three, and the mean of 1/rank."""

    count: int
    first: float
    three: float
    mrr: float


def queries(path: Path = JUDGES) -> list[dict[str, Any]]:
    """The items of a query file."""
    items: list[dict[str, Any]] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return items


def answers(kb: KnowledgeBase, item: dict[str, Any], entry: Entry) -> bool:
    """Whether an entry answers a query."""
    if "answers" in item:
        return entry.kind == "ruling" and kb.rulings_by_id[entry.id].source.lines[0] in item["answers"]
    if "card" in item:
        return entry.kind == "card" and entry.title == item["card"]
    return entry.facts["in"] == item["document"] and _plain(item["contains"]) in _plain(entry.text)


def _plain(text: str) -> str:
    return " ".join(text.replace("*", "").split())


def rank(kb: KnowledgeBase, item: dict[str, Any], search: Search) -> int:
    """The place of the first answer among the first ten, from 1; `MISSED` if none is."""
    found = search(item["q"])[:10]
    return next((place for place, entry in enumerate(found, 1) if answers(kb, item, entry)), MISSED)


def score(ranks: Iterable[int]) -> Score:
    """The shares of a list of ranks."""
    listed = list(ranks)
    count = max(1, len(listed))
    return Score(
        len(listed),
        sum(r == 1 for r in listed) / count,
        sum(r <= 3 for r in listed) / count,
        sum(1 / r for r in listed if r < MISSED) / count,
    )


def by_style(kb: KnowledgeBase, items: Sequence[dict[str, Any]], search: Search) -> dict[str, Score]:
    """Style → score, with `all` of them last."""
    ranks = defaultdict[str, list[int]](list)
    for item in items:
        ranks[item["style"]].append(rank(kb, item, search))
    shares = {style: score(ranks[style]) for style in (*STYLES, "left out") if ranks[style]}
    return {**shares, "all": score(r for listed in ranks.values() for r in listed)}
