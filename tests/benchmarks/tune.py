"""Judges' queries → weights for the ranking, and what to expect of them on queries they were not chosen by.

    python tests/benchmarks/tune.py            # five folds: chosen on four, measured on the fifth; then chosen on all
    python tests/benchmarks/tune.py --check    # only measures the weights that are in search/weights.yaml

One weight after the other is moved up and down while that helps. What is looked at is not only whether the answer comes
first but by how much it does, or misses it: so a weight is not chosen for one lucky query. Besides the judges' queries
one editorial question of each ruling takes part, as a query, with an index in which it does not stand: there are more
of them than any judge would write (a judge's query counts three times). The queries in held-out-queries.yaml never take part; they are measured at the end.
"""

from __future__ import annotations

import copy
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

import engines
import quality

import rulings
from rulings.search import ranking, wanted
from rulings.search.answer import _once
from rulings.search.building import read_weights
from rulings.search.entries import Entry, entries
from rulings.search.tokens import words_of

FOLDS = 5
KB = rulings.open()
STEPS: dict[str, tuple[float, ...]] = {  # what each weight is multiplied by, one try after the other
    "fields.title.weight": (0.6, 1.5),
    "fields.title.length": (0.5, 1.6),
    "fields.questions.weight": (0.6, 1.5),
    "fields.questions.length": (0.5, 1.6),
    "fields.text.weight": (0.6, 1.5),
    "fields.text.length": (0.6, 1.5),
    "fields.keys.weight": (0.5, 1.8),
    "saturation": (0.6, 1.5),
    "question": (0.75, 1.3),
    "coverage": (0.7, 1.3),
    "near": (0.5, 1.8),
    "synonym": (0.75, 1.25),
    "associated": (0.7, 1.3),
    "rare": (0.8, 1.2),
    "question_length": (0.7, 1.4),
    "second": (0.6, 1.6),
    "name": (0.75, 1.3),
    "general": (0.97, 1.03),
    "other_document": (0.94, 1.05),
    "asked_document": (0.94, 1.06),
    "corrected": (0.7, 1.3),
}

PLAIN: dict[str, Any] = {  # where the choosing begins: textbook values, and nothing known of this game
    "fields": {
        "title": {"weight": 2.0, "length": 0.5},
        "questions": {"weight": 1.0, "length": 0.5},
        "text": {"weight": 1.0, "length": 0.5},
        "keys": {"weight": 0.5, "length": 0.5},
    },
    "title_word": 40.0,
    "saturation": 1.2,
    "question": 0.8,
    "second": 0.3,
    "question_length": 0.5,
    "coverage": 0.5,
    "near": 0.1,
    "synonym": 1.0,
    "associated": 0.3,
    "rare": 1.0,
    "name": 1.5,
    "general": 1.05,
    "other_document": 0.9,
    "asked_document": 1.2,
    "other_game": 0.75,
    "corrected": 0.6,
}

Weights = dict[str, Any]
Items = Sequence[dict[str, Any]]


@lru_cache(maxsize=64)
def _index(structure: str, without: bool) -> tuple[Any, Any]:
    return engines.ours(KB, _without_one() if without else None, json.loads(structure))


def _left_out(at: int, count: int) -> int:
    """Which of an entry's questions is a query: never its heading, and not always the same."""
    return 1 + at % (count - 1)


def _without_one() -> list[Entry]:
    return [
        replace(
            entry, questions=tuple(q for n, q in enumerate(entry.questions) if n != _left_out(at, len(entry.questions)))
        )
        if entry.kind == "ruling" and len(entry.questions) > 1
        else entry
        for at, entry in enumerate(entries(KB))
    ]


def left_out() -> list[dict[str, Any]]:
    """The questions that were taken out, as queries, each with the lines of its ruling and the near-identical ones."""
    found = []
    for at, entry in enumerate(entries(KB)):
        if entry.kind == "ruling" and len(entry.questions) > 1 and "see" not in entry.facts["is"]:
            ruling = KB.rulings_by_id[entry.id]
            lines = [KB.rulings_by_id[id].source.lines[0] for id in (ruling.id, *ruling.also_under)]
            found.append(
                {"q": entry.questions[_left_out(at, len(entry.questions))], "style": "left out", "answers": lines}
            )
    return found[::2]


def _structure(weights: Weights) -> str:
    """The weights that are built into the table; the others are given to each query."""
    fixed = {
        **PLAIN,
        "nature": weights["nature"],
        "fields": weights["fields"],
        "saturation": weights["saturation"],
        "title_word": weights["title_word"],
    }
    return json.dumps(fixed, sort_keys=True)


def worth(weights: Weights, items: Items) -> float:
    """How good the weights are on the queries: 0.5 for an answer that comes first, 0.5 for its 1/rank, and its lead."""
    total, structure = 0.0, _structure(weights)
    for item in items:
        index, found = _index(structure, item["style"] == "left out")
        asked = wanted.read(index.table, words_of(item["q"]), weights)
        listed = _once(index.table, ranking.rank(index.table, asked, weights)[0])[:20]
        right = [quality.answers(KB, item, found[one.entry]) for one in listed]
        if True not in right:
            total -= 0.3
            continue
        place = right.index(True)
        other = max((one.score for one, good in zip(listed, right, strict=True) if not good), default=0.0)
        lead = (listed[place].score - other) / listed[0].score
        total += 0.5 * (place == 0) + 0.5 / (place + 1) + 0.5 * max(-0.4, min(0.25, lead))
    return total / max(1, len(items))


def _with(weights: Weights, path: str, factor: float) -> Weights:
    changed = copy.deepcopy(weights)
    at: Any = changed
    *parents, last = path.split(".")
    for parent in parents:
        at = at[parent]
    at[last] = round(min(0.95 if last in ("length", "coverage") else 9.0, at[last] * factor), 4)
    return changed


def choose(items: Items, rounds: int = 4) -> Weights:
    """Weights that are good on the queries, beginning with plain ones."""
    weights = {**PLAIN, "nature": read_weights()["nature"]}
    best = worth(weights, items)
    for _ in range(rounds):
        before = best
        for path, factors in STEPS.items():
            for factor in factors:
                tried = _with(weights, path, factor)
                value = worth(tried, items)
                if value > best + 0.0005:
                    weights, best = tried, value
                    break
        if best - before < 0.001:
            break
    return weights


def shares(weights: Weights, items: Items) -> dict[str, quality.Score]:
    """By style, as the benchmark shows them."""
    index, found = engines.ours(KB, None, weights)
    return quality.by_style(KB, items, engines.searching(index, found))


def main() -> None:
    """Prints the shares by fold, the weights chosen on all queries and the shares on the held-out ones."""
    items = [item for item in [*quality.queries(), *quality.queries(quality.MORE)] if item["style"] != "name"]
    more = left_out()
    if "--check" not in sys.argv:
        ranks = []
        for fold in range(FOLDS):
            learn = [item for at, item in enumerate(items) if at % FOLDS != fold]
            test = [item for at, item in enumerate(items) if at % FOLDS == fold]
            weights = choose([*learn, *learn, *learn, *more[::2]])
            score = shares(weights, test)["all"]
            ranks.append(score)
            print(
                f"fold {fold + 1}: first {score.first:.2f}, in three {score.three:.2f} of {score.count} not used to choose",
                flush=True,
            )
        print(
            f"cross-validated: first {sum(s.first * s.count for s in ranks) / len(items):.3f}, "
            f"in three {sum(s.three * s.count for s in ranks) / len(items):.3f}"
        )
        weights = choose([*items, *items, *items, *more])
        print(json.dumps(weights, indent=1))
    else:
        weights = read_weights()
    for name, path in (("judges", quality.JUDGES), ("held out", quality.HELD_OUT)):
        for style, score in shares(weights, quality.queries(path)).items():
            print(
                f"{name:9} {style:9} {score.count:3}  first {score.first:.3f}  in three {score.three:.3f}  1/rank {score.mrr:.3f}"
            )


if __name__ == "__main__":
    main()
