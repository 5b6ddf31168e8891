"""The results of a search, `Results` with `Hit`s, and their JSON.

The page finds the words to mark, as `word_spans` does, in `site/theme/js/engine/passages.js`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, cast, overload

from rulings.model.entities import Entity
from rulings.model.formatting import name_and_date
from rulings.model.search_views import HitView, ResultsView
from rulings.search.analysis import Analyzer
from rulings.search.constants import UNHIGHLIGHTED_WORDS
from rulings.search.stored import StoredDocument

_WORD = re.compile(r"[^\W_](?:[^\W_]|['&’])*")


@dataclass(frozen=True, slots=True)
class Hit(StoredDocument):
    """One result."""

    score: float
    spans: tuple[tuple[int, int], ...]  # where the words of the query are in `passage`: start and end, characters
    features: dict[str, float] = field(compare=False)  # the parts of the score
    entity: Entity | None = field(default=None, compare=False, repr=False)  # what was found; `kb.search` sets it

    def view(self, explain: bool = False) -> HitView:
        """The hit as JSON; `explain` adds the features."""
        computed = {
            "superseded_by": list(self.superseded_by),
            "question": self.question or None,
            "who": name_and_date(self.authority, self.date) or None,
            "natures": list(self.natures),
            "also_under": [{"id": id, "title": title} for id, title in self.also_under],
            "features": self.features,
        }
        names = [name for name in HitView.__annotations__ if explain or name != "features"]
        return cast("HitView", {name: computed[name] if name in computed else getattr(self, name) for name in names})


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

    def view(self, explain: bool = False) -> ResultsView:
        """The results as JSON; `explain` adds `reading`."""
        values = {name: getattr(self, name) for name in ResultsView.__annotations__ if explain or name != "reading"}
        view = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
        return cast("ResultsView", view | {"hits": [hit.view(explain) for hit in self.hits]})


def word_spans(analyzer: Analyzer, text: str, stems: frozenset[str]) -> tuple[tuple[int, int], ...]:
    """The positions of words with these stems in a text, without `UNHIGHLIGHTED_WORDS`: (start, end) in characters."""
    skipped = frozenset(UNHIGHLIGHTED_WORDS.split())
    spans = list[tuple[int, int]]()
    for match in _WORD.finditer(text):
        word = match[0].rstrip("'&’")
        if word.lower() not in skipped and not stems.isdisjoint(analyzer.stems(word)):
            spans.append((match.start(), match.start() + len(word)))
    return tuple(spans)
