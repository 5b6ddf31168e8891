"""Queries of the tuned sets → better weights: one weight after the other is moved while that helps.

python tests/benchmarks/tune.py            # prints each step; the weights are put into search/weights.yaml by hand

What is looked at is the mean of "first" and 1/rank over the sets that may be tuned on, players' queries counting double.
Besides them one question of each entry takes part, asked of an index in which it does not stand: there are more of them
than anybody would write. The held-out sets never take part; they are printed at the end, once.
"""

from __future__ import annotations

import copy
import random
from dataclasses import replace
from typing import Any

import engines
import quality

import rulings
from rulings.search.constants import ANSWERS
from rulings.search.documents import SearchDocument, documents
from rulings.search.indexing import read_weights
from rulings.search.stored import Weights

ASKED = 200  # questions of ours that take part
FACTORS = (0.65, 1.5)
NEAR_ONE = ("asked_document",)  # moved in small steps
KEPT = ("nature", "confidence")


def left_out(found: list[SearchDocument]) -> tuple[list[SearchDocument], list[dict[str, Any]]]:
    """The documents without one question each, and those questions as queries."""
    chance = random.Random(1996)
    kept, asked = list[SearchDocument](), list[dict[str, Any]]()
    for document in found:
        if document.kind in ANSWERS and len(document.questions) > 4:
            question = chance.choice(document.questions[1:])
            same = [document.id, *(id for id, _ in document.duplicates)]
            asked.append({"q": question, "kind": "left out", "answers": same})
            document = replace(document, questions=tuple(q for q in document.questions if q != question))
        kept.append(document)
    return kept, chance.sample(asked, min(ASKED, len(asked)))


def main() -> None:
    """Chooses and prints."""
    kb = rulings.open()
    kept, asked = left_out(documents(kb))
    sets = [(items, 2 if "players" in name else 1) for name, items in quality.sets().items() if "held" not in name]
    sets.append((asked, 1))

    def worth(weights: Weights) -> float:
        search = engines.searching(engines.ours(kb, kept, weights), kept)
        total = 0.0
        for items, times in sets:
            score = quality.by(kb, items, search)["all"]
            total += times * (score.first + score.mrr) / 2
        return total / sum(times for _, times in sets)

    weights: Any = read_weights()  # its names are looped over
    best = worth(weights)
    print(f"{best:.4f} as it is", flush=True)
    for name in [name for name in weights if name not in KEPT]:
        for factor in (0.95, 1.06) if name in NEAR_ONE else FACTORS:
            while True:
                tried: Any = {**copy.deepcopy(weights), name: round(weights[name] * factor, 3)}
                if name.endswith("_b"):
                    tried[name] = min(0.95, tried[name])
                if tried[name] == weights[name] or (value := worth(tried)) <= best + 0.0005:
                    break
                weights, best = tried, value
                print(f"{best:.4f} {name}: {weights[name]}", flush=True)
    search = engines.searching(engines.ours(kb, None, weights), documents(kb))
    for name, items in quality.sets().items():
        print(name, quality.by(kb, items, search)["all"])


if __name__ == "__main__":
    main()
