"""The results of a search, `Results` with `Hit`s, and their JSON.

The page finds the words to mark, as `word_spans` does, in `site/theme/js/engine/passages.js`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal, overload

from msgspec.structs import replace

from rulings.model.entities import Entity
from rulings.search.analysis import Analyzer
from rulings.search.constants import UNHIGHLIGHTED_WORDS
from rulings.search.stored import StoredDocument

_WORD = re.compile(r"[^\W_](?:[^\W_]|['&’])*")


class Hit(StoredDocument, frozen=True, kw_only=True):
    """One result."""

    score: float
    spans: tuple[tuple[int, int], ...]  # where the words of the query are in `passage`: start and end, characters
    features: dict[str, float]  # the parts of the score
    entity: Entity | None = None  # what was found

    def __repr__(self) -> str:
        return f"<Hit {self.kind} {self.id}: {self.title}>"

    def view(self, explain: bool = False) -> dict[str, Any]:
        """The hit as JSON; `explain` adds the features."""
        left_out = ("spans", "entity") if explain else ("spans", "entity", "features")
        return {name: value for name, value in replace(self, entity=None).to_dict().items() if name not in left_out}


@dataclass(frozen=True, slots=True)
class Results(Sequence[Hit]):
    """The results of a search: a sequence of the hits, best first."""

    query: str
    total: int
    notes: tuple[str, ...] = ()  # what was ignored or reinterpreted
    hits: tuple[Hit, ...] = ()  # the best of `total`, best first
    confidence: Literal["high", "low"] = "high"  # `low` if the knowledge base may not answer the question
    explanation: tuple[str, ...] = ()  # why nothing was found; empty if something was
    nearest: tuple[str, ...] = ()  # names that may be meant
    counts: dict[str, int] = field(default_factory=dict, compare=False)  # of each kind, if all that passes is listed
    reading: tuple[str, ...] = ()  # how the query was read: named cards, words (weightiest first), patterns, unknown

    def __len__(self) -> int:
        return len(self.hits)

    @overload
    def __getitem__(self, index: int) -> Hit: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Hit, ...]: ...
    def __getitem__(self, index: int | slice) -> Hit | tuple[Hit, ...]:
        return self.hits[index]

    def view(self, explain: bool = False) -> dict[str, Any]:
        """The results as JSON; `explain` adds `reading`."""
        names = [field.name for field in fields(self) if explain or field.name != "reading"]
        values = {name: getattr(self, name) for name in names} | {"hits": [hit.view(explain) for hit in self.hits]}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def word_spans(analyzer: Analyzer, text: str, stems: frozenset[str]) -> tuple[tuple[int, int], ...]:
    """The positions of words with these stems in a text, without `UNHIGHLIGHTED_WORDS`: (start, end) in characters."""
    skipped = frozenset(UNHIGHLIGHTED_WORDS.split())
    spans = list[tuple[int, int]]()
    for match in _WORD.finditer(text):
        word = match[0].rstrip("'&’")
        if word.lower() not in skipped and not stems.isdisjoint(analyzer.stems(word)):
            spans.append((match.start(), match.start() + len(word)))
    return tuple(spans)
