"""Finds the names of cards among the other words of a query, or of a line of a deck
(`spans`).

The page has the same functions in `site/theme/js/engine/names-in-query.js`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import chain, product
from typing import NamedTuple

from rulings.model import knowledge, plain_text, subject_pages
from rulings.model.entities import Reference
from rulings.names import catalogue, name_matching, spelling
from rulings.names.name_table import (
    EXACT,
    JOINERS,
    MAX_NAME_WORDS,
    MatchKind,
    NameTable,
)

# The page uses these numbers too.

MAX_TYPOS = 8  # unknown words of a text that are tried as misspelt or unfinished names
# Words before and after an unknown word that may belong to the same name
TYPO_WINDOW = 3
# Letters that clearly mean the titles that begin with them; fewer letters, and a misspelt
# word alone, must mean only one
MIN_CLEAR_PREFIX_LENGTH = 5

# Confidences: the estimated probability that a name means its card

# A title of several words hardly ever means anything else
LONG_TITLE_CONFIDENCE = 0.95
EVERYDAY_PHRASE_CONFIDENCE = 0.85  # such a title that is also an everyday phrase
OTHER_NAME_CONFIDENCE = 0.9  # a title of one word, or a name other than a title
# A misspelt name has this share of the confidence of a correctly spelled one
TYPO_FACTOR = 0.85
# From this confidence on, a card is surely named: it may be shown first or reported to
# have no rulings
LEAST_SURE = 0.75

# The probability that a folded name means its card; 0 if it never does
Confidence = Callable[[str], float]


class NameSpan(NamedTuple):
    """A name of cards in words: the words from `start` to `stop`, the cards it may
    mean, and how it was read.

    `confidence`: the estimated probability (0–1) that the words are meant as the card;
    lower if several have the name.
    """

    start: int
    stop: int  # after the last word
    cards: tuple[Reference, ...]
    match_kind: MatchKind
    confidence: float

    @property
    def places(self) -> range:
        """The places of its words."""
        return range(self.start, self.stop)


# The rank of the span and itself; the lowest rank is the best
RankedSpan = tuple[tuple[int, int], NameSpan]


def spans(
    names: NameTable,
    words: Sequence[str],
    is_known: Callable[[str], bool],
    confidence: Confidence,
) -> list[NameSpan]:
    """The names of cards in folded words, in order. Exact names are looked for first,
    the longest at each word; then unfinished or misspelt ones around an unknown word.

    `is_known(word)`: whether a word is neither unfinished nor misspelt. A part of a name
    needs more letters than alone, and a misspelt one its first letter, because other
    words resemble names too.
    """
    spans_by_place = _exact_spans(names, words, confidence)
    near_span = cache(partial(_near_span, names, words, confidence))
    unknown_places = [
        place
        for place, word in enumerate(words)
        if place not in spans_by_place and not is_known(word)
    ]
    for place in unknown_places[:MAX_TYPOS]:
        near_spans: list[RankedSpan] = []
        starts = range(max(0, place - TYPO_WINDOW), place + 1)
        last_stop = min(len(words), place + TYPO_WINDOW + 1)
        stops = range(place + 1, last_stop + 1)
        for start, stop in product(starts, stops):
            if not _is_free(spans_by_place, start, stop):
                continue
            if ranked_span := near_span(start, stop):
                near_spans.append(ranked_span)
        if near_spans:
            _, span = min(near_spans)
            spans_by_place |= dict.fromkeys(span.places, span)
    return sorted(set(spans_by_place.values()))


def _exact_spans(
    names: NameTable,
    words: Sequence[str],
    confidence: Confidence,
) -> dict[int, NameSpan]:
    """The place of each word of an exact name → the longest name that begins there."""
    spans_by_place: dict[int, NameSpan] = {}
    start = 0
    while start < len(words):
        last_stop = min(len(words), start + MAX_NAME_WORDS)
        span = None
        for stop in range(last_stop, start, -1):  # the longest first
            span = span or _exact_span(names, words, confidence, start, stop)
        if span:
            spans_by_place |= dict.fromkeys(span.places, span)
        start = span.stop if span else start + 1
    return spans_by_place


def _exact_span(
    names: NameTable,
    words: Sequence[str],
    confidence: Confidence,
    start: int,
    stop: int,
) -> NameSpan | None:
    """The cards with exactly this name, or with it without The or without spaces."""
    name = " ".join(words[start:stop])
    without_spaces = name.replace(" ", "")
    without_article = name.removeprefix("the ")
    # Each once, in this order
    keys = dict.fromkeys((name, without_spaces, without_article))
    for key in filter(names.all_spellings.__contains__, keys):
        for match_kind, positions in names.exact_matches(key, (key,)):
            cards = names.references_at(positions, ("card",))
            if cards and (probability := confidence(key)):
                probability /= len(cards) ** 0.5
                return NameSpan(start, stop, cards, match_kind, probability)
    return None


def _is_free(
    spans_by_place: Mapping[int, NameSpan],
    start: int,
    stop: int,
) -> bool:
    """Whether no name of several words is among these. A nickname may be part of a
    longer name: `cowboy` in `cowboy sysopp`.
    """
    inside = map(spans_by_place.get, range(start, stop))
    return all(len(span.places) == 1 for span in inside if span)


def _near_span(
    names: NameTable,
    words: Sequence[str],
    confidence: Confidence,
    start: int,
    stop: int,
) -> RankedSpan | None:
    """A rank and the few cards that these words nearly name. More words and fewer edits
    are better; the lowest rank is the best.
    """
    name_words = words[start:stop]
    ends = name_words[0], name_words[-1]
    if not spelling.TITLE_STOP_WORDS.isdisjoint(ends):
        return None
    name = " ".join(name_words)
    edits = 0
    is_alone = len(name_words) == 1
    is_vague = len(name) < MIN_CLEAR_PREFIX_LENGTH
    match_kind: MatchKind = "beginning" if is_alone else "words"
    cards = _partly_named_cards(names, name)
    if not cards and len(name) >= name_matching.MIN_TYPO_LENGTH:
        match_kind = "typo"
        is_vague |= is_alone
        edits, cards = _misspelt_cards(names, name_words, confidence)
    if not cards or (is_vague and len(cards) > 1):
        return None
    word_count = len(spelling.content_words(name_words))
    title = plain_text.fold(cards[0].title)
    probability = confidence(title) or LONG_TITLE_CONFIDENCE
    if match_kind == "typo" or is_vague:
        probability *= TYPO_FACTOR
    probability /= len(cards) ** 0.5
    span = NameSpan(start, stop, cards, match_kind, probability)
    # An explained word makes up for one edit
    return (edits - word_count, -word_count), span


def _partly_named_cards(names: NameTable, name: str) -> tuple[Reference, ...]:
    """The cards whose titles begin with a single word, or contain all of several words."""
    positions: Iterable[int] = (
        name_matching.with_words(names, name)
        if " " in name
        else name_matching.with_title_prefix(names, name)
    )
    if name in names.words:  # `road` is a word of its own, and not Roadblock
        positions = name_matching.with_word(names, name).intersection(positions)
    return names.references_at(positions, ("card",))


def _misspelt_cards(
    names: NameTable,
    words: Sequence[str],
    confidence: Confidence,
) -> tuple[int, tuple[Reference, ...]]:
    """The fewest edits between the words and a name, and the cards with that name.

    The name must contain each word that is in some title, and the title each number: in
    `cowboy sysopp 2` the number is a count.
    """
    name = " ".join(words)
    numbers = {word for word in words if word.isdigit()}
    printed_words = names.words.keys() & {*words} - spelling.TITLE_STOP_WORDS
    positions_by_edits: dict[int, list[int]] = {}
    near_names = name_matching.near_names(names, name, first_letter=name[0])
    for edits, near_name, positions in near_names:
        if confidence(near_name) and printed_words.issubset(near_name.split()):
            positions_by_edits.setdefault(edits, []).extend(positions)
    fewest_edits = min(positions_by_edits, default=0)
    nearest = positions_by_edits.get(fewest_edits, ())
    cards: list[Reference] = []
    for card in names.references_at(nearest, ("card",)):
        title_words = plain_text.fold(card.title).split()
        if numbers.issubset(title_words):
            cards.append(card)
    return fewest_edits, tuple(cards)


# A line that consists of the names of several cards

_MAX_SEVERAL_WORDS = 2 * MAX_NAME_WORDS  # longer texts are questions


def consecutive_cards(
    kb: knowledge.Knowledge, typed_name: str
) -> tuple[Reference, ...]:
    """The cards that the words name one after the other: `dreff and olivia`. Empty
    unless there are several, and nothing but joining words is between them.

    Part of a name or a common word counts only if a ruling concerns all of the cards:
    `boardwalk count` and `dreff trap` name one card.
    """
    words = plain_text.fold(typed_name).split()
    if len(words) > _MAX_SEVERAL_WORDS:
        return ()
    names = catalogue.names_of(kb)
    is_common = names.common.__contains__
    card_spans = spans(names, words, is_common, lambda _: 1.0)
    cards = tuple(chain.from_iterable(span.cards for span in card_spans))
    has_one_card_each = len(card_spans) == len({*cards}) == len(cards)
    if len(cards) < 2 or not has_one_card_each or not _fill(card_spans, words):
        return ()

    def is_sure(span: NameSpan) -> bool:
        is_exact = span.match_kind in EXACT
        return is_exact and not all(map(is_common, words[span.start : span.stop]))

    are_meant = all(map(is_sure, card_spans))
    if are_meant or subject_pages.joint_rulings(kb, [card.id for card in cards]):
        return cards
    return ()


def _fill(spans: Sequence[NameSpan], words: Sequence[str]) -> bool:
    """Whether all the words are in names, except joining words between two names."""
    places = {place for span in spans for place in span.places}
    other_words = {word for i, word in enumerate(words) if i not in places}
    return {0, len(words) - 1} <= places and other_words.issubset(JOINERS)
