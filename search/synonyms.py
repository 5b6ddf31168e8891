"""`synonyms.yaml` → a table from the stems of a word or phrase to its synonyms, each with a weight (0–1).

The page gets them with its data.
"""

from __future__ import annotations

from typing import Any

from rulings.model import rows
from rulings.search.analysis import Analyzer

DEFAULT_WEIGHT = 0.8
Synonyms = dict[str, list[tuple[str, float]]]  # stems of a word or phrase → its synonyms with their weights


def by_stems(data: rows.Synonyms, analyzer: Analyzer) -> Synonyms:
    """Stems of a word or phrase → synonyms: `same` in both directions, `typed` from a player's word to the game's."""
    table: dict[str, dict[str, float]] = {}

    def add(words: list[Any], means: list[Any], weight: float) -> None:
        for word in map(key, words):
            weights = table.setdefault(word, {})
            for other in map(key, means):
                if other != word:
                    weights[other] = max(weight, weights.get(other, 0.0))

    def key(words: Any) -> str:
        return " ".join(analyzer.stems(str(words)))

    for group in data.same:
        add(group.words, group.words, float(DEFAULT_WEIGHT if group.weight is None else group.weight))
    for typed in data.typed:
        add(typed.words, typed.means, float(DEFAULT_WEIGHT if typed.weight is None else typed.weight))
    return {word: sorted(others.items()) for word, others in table.items()}
