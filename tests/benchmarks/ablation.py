"""Measures what each feature of the ranking contributes: the share of queries answered without it.

python tests/benchmarks/ablation.py        # prints the table; `python tests/benchmarks --page` writes it to the page
"""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any, cast

import engines
import quality

import rulings
from rulings.api import KnowledgeBase
from rulings.search.documents import documents
from rulings.search.indexing import read_weights
from rulings.search.stored import Weights

# Feature, as named in the table → the weights that turn it off.
WITHOUT: dict[str, dict[str, Any]] = {
    "synonyms": {"synonym": 0.0},
    "named cards": {"named_card": 0.0},
    "the difference between question and story": {"story_words": 1.0},
    "`text`": {"text_weight": 0.0},
    "`questions`": {"questions_weight": 0.0},
    "`similarity`": {"similarity_weight": 0.0},
    "the second best question": {"second_question": 0.0},
    "`coverage`": {"missing_penalty": 0.0},
    "damping of the idf": {"idf_power": 1.0},
    "the length of a text": {"text_b": 0.0},
    "the length of all questions": {"questions_b": 0.0},
    "the length of one question": {"question_length": 0.0},
    "the source that the query names": {"asked_source": 1.0},
    "superseded, see and empty entries behind": {"nature": {}},
}


def table(kb: KnowledgeBase) -> list[str]:
    """A Markdown table with a row for each feature and a column for each set of queries."""
    all_documents = documents(kb)
    weights = read_weights()
    sets = quality.sets()
    without_questions = [replace(document, questions=()) for document in all_documents]

    def row(name: str, docs: list[Any], changed_weights: Any) -> str:
        index = engines.our_index(kb, docs, cast(Weights, {**copy.deepcopy(weights), **changed_weights}))
        search = engines.search_function(index, docs)
        return f"| {name} | {' | '.join(str(quality.score_by(kb, items, search)['all']) for items in sets.values())} |"

    return [
        f"| without | {' | '.join(f'{name} ({len(items)})' for name, items in sets.items())} |",
        f"| --- |{' --- |' * len(sets)}",
        row("nothing: as it is", all_documents, {}),
        row("our questions", without_questions, {}),
        *(row(name, all_documents, changed_weights) for name, changed_weights in WITHOUT.items()),
    ]


if __name__ == "__main__":
    print("\n".join(table(rulings.open())))
