"""Weights and features → what each of them earns: every query file with it and without it.

python tests/benchmarks/ablation.py        # prints the table; `python tests/benchmarks --page` puts it on the page
"""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any, cast

import engines
import quality

from rulings.api import KnowledgeBase
from rulings.search.documents import documents
from rulings.search.indexing import read_weights
from rulings.search.stored import Weights

# What is taken away: a name for people, and the weights that do it.
WITHOUT: dict[str, dict[str, Any]] = {
    "synonyms": {"synonym": 0.0},
    "named cards": {"name": 0.0},
    "the difference between question and story": {"story": 1.0},
    "`text`": {"text_weight": 0.0},
    "`questions`": {"questions_weight": 0.0},
    "`similarity`": {"similarity_weight": 0.0},
    "the second best question": {"second": 0.0},
    "`coverage`": {"missing": 0.0},
    "damping of the idf": {"idf_power": 1.0},
    "the length of a text": {"text_b": 0.0},
    "the length of all questions": {"questions_b": 0.0},
    "the length of one question": {"question_length": 0.0},
    "the source that the query names": {"asked_source": 1.0},
    "superseded, see and empty entries behind": {"nature": {}},
}


def table(kb: KnowledgeBase) -> list[str]:
    """Markdown: a row for each thing taken away, a column for each set of queries."""
    found, weights = documents(kb), read_weights()
    sets = quality.sets()
    plain = [replace(document, questions=()) for document in found]

    def row(name: str, used: list[Any], changed: Any) -> str:
        index = engines.ours(kb, used, cast(Weights, {**copy.deepcopy(weights), **changed}))
        search = engines.searching(index, used)
        return f"| {name} | {' | '.join(str(quality.by(kb, items, search)['all']) for items in sets.values())} |"

    return [
        f"| without | {' | '.join(f'{name} ({len(items)})' for name, items in sets.items())} |",
        f"| --- |{' --- |' * len(sets)}",
        row("nothing: as it is", found, {}),
        row("our questions", plain, {}),
        *(row(name, found, changed) for name, changed in WITHOUT.items()),
    ]


if __name__ == "__main__":
    import rulings

    print("\n".join(table(rulings.open())))
