"""Finds the names of cards in a query: its words → one table of `CardMention`.

The readings of `search_request` choose from this table, `ranking` weights its words. The
page does the same in `site/theme/js/engine/query-names.js`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from msgspec import Struct

from rulings.names import name_matching, name_table, names_in_query
from rulings.search import index_tables, inverted_index, parameters


class CardMention(NamedTuple):
    """A name in a query: the positions of its words, and the slots of the cards it
    may mean.
    """

    places: range
    cards: tuple[int, ...]
    confidence: float  # 0–1; lower if it may mean several
    typed: str = ""  # the words as typed, if the name is misspelt or only a part of one


class QueryNames(Struct, frozen=True):
    """The words of a query, and the names of cards among them."""

    words: list[str]  # with the title in place of each inexact name
    card_mentions: list[CardMention]


def find_names(index: inverted_index.Index, text: str) -> QueryNames:
    """The words of a text without operators and fields, with the title in place of each
    inexact name, and the names in them.
    """
    typed_words = index.analyzer.words(text)[: parameters.MAX_WORDS]
    words = list[str]()
    mentions = list[CardMention]()
    end = 0
    is_known = partial(_is_known, index)
    confidence = confidence_of(index.names, index.tables.name_confidences, text)
    spans = names_in_query.spans(index.names, typed_words, is_known, confidence)
    for span in spans:
        words += typed_words[end : span.start]
        end = span.stop
        as_typed = typed_words[span.start : span.stop]
        is_inexact = span.match_kind not in name_table.EXACT
        name = as_typed
        needs_title = is_inexact or span.match_kind == "spelling"
        if needs_title and len(span.cards) == 1:
            (card,) = span.cards
            name = index.analyzer.words(card.title)
        start = len(words)
        words += name
        mention = CardMention(
            range(start, len(words)),
            tuple(index.slots_of(span.cards)),
            span.confidence,
            " ".join(as_typed) if is_inexact else "",
        )
        mentions.append(mention)
    return QueryNames(words + typed_words[end:], mentions)


def confidence_of(
    names: name_table.NameTable,
    confidences: index_tables.NameConfidences,
    text: str,
) -> Callable[[str], float]:
    """A function from a name to the probability that it means its cards in this text.

    A term of the game counts as a card's name only if the text has it exactly as on the
    card: `TRAP!`.
    """
    printed_forms = confidences.printed
    printed_names = {printed_forms[form] for form in printed_forms if form in text}

    def confidence(name: str) -> float:
        if name in printed_names:
            return names_in_query.LONG_TITLE_CONFIDENCE
        if name in confidences.by_name:
            return confidences.by_name[name]
        if " " in name and name in names.titles:
            return names_in_query.LONG_TITLE_CONFIDENCE
        return names_in_query.OTHER_NAME_CONFIDENCE

    return confidence


def _is_known(index: inverted_index.Index, word: str) -> bool:
    """Whether a word means itself, and is not part of a misspelt or unfinished name.

    It does if it is very short, has a synonym, is in more than a few questions, or is
    printed anywhere except in a title and documents about that card.
    """
    stem = index.analyzer.stem(word)
    frequency = index.postings(stem).frequency
    if len(word) < name_matching.MIN_TYPO_LENGTH and not frequency:
        return len(word) < 3
    is_asked = frequency > parameters.FEW_QUESTIONS
    return (
        _is_printed_outside_title(index, word)
        or stem in index.tables.synonyms
        or is_asked
    )


def _is_printed_outside_title(index: inverted_index.Index, word: str) -> bool:
    """Whether any document prints the word, except those about the only card with it in
    its title: `negotiating`.
    """
    positions = index.names.words.get(word, [])
    about = dict[int, float]()
    if len(positions) == 1:
        reference = index.names.references[positions[0]]
        if reference.kind == "card":
            about = index.documents_about(*index.slots_of([reference]))
    return not index.with_printed_word(word) <= about.keys()
