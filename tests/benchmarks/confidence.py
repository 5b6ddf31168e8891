"""Fits the weights of the confidence by logistic regression over the answered and unanswered queries for tuning.

python tests/benchmarks/confidence.py      # prints them; copy them to search/weights.yaml by hand

`least` is chosen so that `MAX_LOW` of the answered queries have low confidence. Finally prints the share with low
confidence, of each set, those for testing included, with the weights now in the file.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

import quality

import rulings
from rulings.api import KnowledgeBase
from rulings.search.searching import confidence_signals, find, understand

MAX_LOW = 0.045
STEPS, RATE = 800, 1.0  # of the gradient descent


def signals_of(kb: KnowledgeBase, items: list[dict[str, Any]]) -> list[dict[str, float]]:
    """The signals of the queries whose confidence depends on the weights."""
    signals = list[dict[str, float]]()
    for item in items:
        request = understand(kb, item["q"])
        found = confidence_signals(request, find(request))
        signals += [found] if found else []
    return signals


def fit(answered: list[list[float]], unanswered: list[list[float]]) -> list[float]:
    """The weights that best separate the two classes, which have the same total weight."""
    rows = [*answered, *unanswered]
    means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    deviations = [
        sqrt(sum((value - mean) ** 2 for value in column) / len(rows))
        for mean, column in zip(means, zip(*rows, strict=True), strict=True)
    ]
    weighted_rows = [
        ([1.0, *((v - m) / d for v, m, d in zip(row, means, deviations, strict=True))], label, 0.5 / len(class_))
        for class_, label in ((answered, 1.0), (unanswered, 0.0))
        for row in class_
    ]
    weights = [0.0] * (1 + len(means))
    for _ in range(STEPS):
        gradient = [0.0] * len(weights)
        for row, label, share in weighted_rows:
            error = label - 1 / (1 + exp(-sum(w * v for w, v in zip(weights, row, strict=True))))
            gradient = [g + share * error * v for g, v in zip(gradient, row, strict=True)]
        weights = [w + RATE * g for w, g in zip(weights, gradient, strict=True)]
    return [weight / deviation for weight, deviation in zip(weights[1:], deviations, strict=True)]


def main() -> None:
    """Prints the weights, and the share of each set that has low confidence."""
    kb = rulings.open()
    answered = [signals for items in quality.tuned_sets().values() for signals in signals_of(kb, items)]
    unanswered = signals_of(kb, quality.queries(quality.UNANSWERED, "tune"))
    names = list(answered[0])
    weights = fit([[s[n] for n in names] for s in answered], [[s[n] for n in names] for s in unanswered])
    scaled = {name: weight / weights[0] for name, weight in zip(names, weights, strict=True)}
    sums = sorted(sum(scaled[name] * value for name, value in signals.items()) for signals in answered)
    print(
        {
            **{name: round(weight, 3) for name, weight in scaled.items()},
            "least": round(sums[int(MAX_LOW * len(sums))], 3),
        }
    )
    sets = quality.sets()
    for split in ("tune", "test"):
        sets[f"unanswered, {split}"] = quality.queries(quality.UNANSWERED, split)
    sets["players 2, test, unanswered"] = quality.queries(quality.PLAYERS_2, answered=False)
    sets["players 3, test, unanswered"] = quality.queries(quality.PLAYERS_3, "test", answered=False)
    for name, items in sets.items():
        low = quality.share_of_low_confidence([kb.search(item["q"]) for item in items])
        print(f"{name} ({len(items)}): {low:.3f}")


if __name__ == "__main__":
    main()
