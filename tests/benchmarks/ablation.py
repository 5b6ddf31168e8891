"""Measures what each feature of the ranking contributes: the share of queries answered without it.

python tests/benchmarks/ablation.py        # prints the table; `python tests/benchmarks --page` writes it to the page
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import engines
import quality
from msgspec import structs

import rulings
from rulings.api import KnowledgeBase
from rulings.search.documents import SearchDocument, documents
from rulings.search.index import Index
from rulings.search.indexing import read_weights
from rulings.search.stored import Weights

# Feature, as named in the table → the weights that turn it off. Without the named cards, the words of their names count.
NATURE = read_weights().nature
WITHOUT: dict[str, dict[str, Any]] = {
    "synonyms": {"synonym": 0.0},
    "named cards": {},
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
    "rulings on one card lower": {"nature": {**NATURE, "on_card": 1.0}},
    "superseded, see and empty entries behind": {"nature": {"on_card": NATURE["on_card"]}},
}


def index_without(
    kb: KnowledgeBase, docs: list[SearchDocument], weights: Weights, name: str, changed_weights: dict[str, Any]
) -> Index:
    """The index with these weights changed; without the names of cards if that is the feature."""
    index = engines.our_index(kb, docs, structs.replace(weights, **changed_weights))
    if name == "named cards":
        index.vocabulary.card_names.names.clear()
        index.vocabulary.card_names.printed.clear()
    return index


def table(kb: KnowledgeBase) -> list[str]:
    """A Markdown table with a row for each feature and a column for each set of queries."""
    all_documents = documents(kb)
    weights = read_weights()
    sets = quality.sets()
    without_questions = [replace(document, questions=()) for document in all_documents]

    def row(name: str, docs: list[Any], changed_weights: Any) -> str:
        search = engines.search_function(index_without(kb, docs, weights, name, changed_weights), docs)
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
