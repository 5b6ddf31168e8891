"""Measures what each feature of the ranking contributes: the share of queries answered without it.

python tests/benchmarks/ablation.py        # prints the table; `python tests/benchmarks --page` writes it to the page
"""

from __future__ import annotations

from typing import Any

import engines
import quality
from msgspec import structs
from msgspec.structs import replace

import rulings
from rulings.api import KnowledgeBase
from rulings.search.documents import documents
from rulings.search.index import read_weights

# Feature, as named in the table → the weights that turn it off
NATURE = read_weights().nature
WITHOUT: dict[str, dict[str, Any]] = {
    "synonyms": {"synonym": 0.0},
    "named cards": {"named_card": 0.0},
    "the words of texts": {"text": 0.0},
    "the words of questions": {"questions": 0.0},
    "similarity to one question": {"similarity": 0.0},
    "the second best question": {"second_question": 0.0},
    "words exactly as typed": {"exact": 0.0},
    "words in a row": {"phrase": 0.0},
    "less for missing words": {"missing": 0.0},
    "damping of the idf": {"idf_power": 1.0},
    "the length of a text": {"text_b": 0.0},
    "the length of all questions": {"questions_b": 0.0},
    "superseded, see and other game behind": {"nature": {"on_card": NATURE["on_card"]}},
}


def table(kb: KnowledgeBase) -> list[str]:
    """A Markdown table with a row for each feature and a column for each set of queries."""
    all_documents = documents(kb)
    weights = read_weights()
    sets = quality.sets()
    without_questions = [replace(document, questions=()) for document in all_documents]

    def row(name: str, docs: list[Any], changed_weights: Any) -> str:
        search = engines.search_function(kb, docs, structs.replace(weights, **changed_weights))
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
