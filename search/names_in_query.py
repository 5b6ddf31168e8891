"""Finds the names of cards in a query, with the probability that each means the card.

`rulings.names.name_table` reads the names. The page does the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec import Struct

from rulings.model import knowledge
from rulings.names import name_table
from rulings.search import analysis, parameters, query_words


class NameConfidences(Struct, frozen=True):
    """The probability that exact names, as folded words, mean their cards."""

    by_name: dict[str, float]  # name → confidence, if it is not the usual one; 0: never
    printed: dict[str, str]  # a form that only counts as typed (`TRAP!`) → its name


class CardMention(NamedTuple):
    """A name in a query: the positions of its words, and the numbers of the cards it may mean."""

    places: range
    cards: tuple[int, ...]
    confidence: float  # 0–1; lower if it may mean several
    typed: str = ""  # the words as typed, if the name is misspelt or only a part of one

    @property
    def is_sure(self) -> bool:
        """Whether it surely names one card."""
        return len(self.cards) == 1 and self.confidence >= parameters.SURE_CONFIDENCE


def name_confidences(kb: knowledge.Knowledge, analyzer: analysis.Analyzer) -> NameConfidences:
    """The confidences of the names of cards that are also terms of the game, other names, or
    ordinary words.
    """
    by_name = dict.fromkeys(query_words.ORDINARY_NICKNAMES, 0.0)
    printed = dict[str, str]()
    for row in kb.edited.names.false_friends:
        name = analyzer.normalized(row.words)
        if row.exact_case:
            if " " in name:
                by_name[name] = parameters.EVERYDAY_PHRASE_CONFIDENCE
            continue
        by_name[name] = 0.0
        if row.unless:
            printed[row.unless] = name
    return NameConfidences(by_name, printed)


def recognize(
    names: name_table.Names,
    confidences: NameConfidences,
    words: Sequence[str],
    is_known: Callable[[str], bool],
    text: str,
) -> list[name_table.NameSpan]:
    """The names in a query, in order. `is_known(word)`: whether a word is not a misspelt name.

    A game term counts as a card's name only if `text`, the words of the query, has it exactly as on
    the card: `TRAP!`.
    """
    printed_names = {name for form, name in confidences.printed.items() if form in text}

    def confidence(name: str) -> float:
        if name in printed_names:
            return name_table.CLEAR_CONFIDENCE
        is_clear = " " in name and name in names.titles
        usual = name_table.CLEAR_CONFIDENCE if is_clear else parameters.USUAL_CONFIDENCE
        return confidences.by_name.get(name, usual)

    return names.spans(words, is_known, confidence)
