"""Tunes the weights of the ranking: changes one weight after the other as long as the results improve.

python tests/benchmarks/tune.py            # prints each step; copy the weights to search/weights.yaml by hand

The measure is the mean of the share whose answer came first and of 1/rank over the sets for tuning; players' queries count double.
Another set consists of our own questions, one of each entry, asked of an index that does not contain them. The sets for testing
take no part; their scores are printed at the end.
"""

from __future__ import annotations

import random
from typing import Any

import engines
import quality
from msgspec.structs import replace

import rulings
from rulings.model.entities import Ruling
from rulings.search.constants import ENTRY_KINDS
from rulings.search.index import Weights, read_weights
from rulings.search.search_documents import SearchDocument, documents

MAX_QUESTIONS = 200  # of our own questions that are asked
FACTORS = (0.65, 1.5)
NOT_TUNED = ("nature", "confidence")


def leave_out_questions(all_documents: list[SearchDocument]) -> tuple[list[SearchDocument], list[dict[str, Any]]]:
    """The documents, each without one of its questions, and these questions as queries."""
    rng = random.Random(1996)
    remaining = list[SearchDocument]()
    queries = list[dict[str, Any]]()
    for document in all_documents:
        if document.kind in ENTRY_KINDS and len(document.questions) > 4:
            question = rng.choice(document.questions[1:])
            same = [document.id, *(document.entity.also_under if isinstance(document.entity, Ruling) else ())]
            queries.append({"q": question, "kind": "left out", "answers": same})
            document = replace(document, questions=tuple(q for q in document.questions if q != question))
        remaining.append(document)
    return remaining, rng.sample(queries, min(MAX_QUESTIONS, len(queries)))


def main() -> None:
    """Tunes the weights and prints each improvement and the final scores."""
    kb = rulings.open()
    remaining, our_questions = leave_out_questions(documents(kb))
    sets = [(items, 2 if "players" in name else 1) for name, items in quality.tuned_sets().items()]
    sets.append((our_questions, 1))

    def measure(weights: Weights) -> float:
        search = engines.search_function(kb, remaining, weights)
        total = 0.0
        for items, times in sets:
            score = quality.score_of(kb, items, search)
            total += times * (score.first + score.mrr) / 2
        return total / sum(times for _, times in sets)

    weights = read_weights()
    best = measure(weights)
    print(f"{best:.4f} as it is", flush=True)
    for name in [name for name in weights.__struct_fields__ if name not in NOT_TUNED]:
        for factor in FACTORS:
            while True:
                value = round(getattr(weights, name) * factor, 3)
                value = min(0.95, value) if name.endswith("_b") else value
                tried = replace(weights, **{name: value})
                if tried == weights or (score := measure(tried)) <= best + 0.0005:
                    break
                weights, best = tried, score
                print(f"{best:.4f} {name}: {value}", flush=True)
    search = engines.search_function(kb, documents(kb), weights)
    for name, items in quality.sets().items():
        print(name, quality.score_of(kb, items, search))


if __name__ == "__main__":
    main()
