"""Finds the names of cards in a query, with the probability that each means the card, estimated
from what it means in the rulings.

`rulings.naming` reads the names. The page does the same with the numbers that are estimated here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from rulings import naming
from rulings.model import knowledge
from rulings.search import analysis, parameters, search_documents


class NameConfidences(Struct, frozen=True):
    """The probability that exact names, as folded words, mean their cards."""

    by_name: dict[str, float]  # name → confidence, if it is not the usual one; 0: never
    printed: dict[str, str]  # a form that only counts as typed (`TRAP!`) → its name


class CardMention(NamedTuple):
    """A name in a query: the words from `start` to `stop`, and the numbers of the cards it may
    mean.
    """

    start: int
    stop: int  # after the last word
    cards: tuple[int, ...]
    confidence: float  # 0–1; lower if it may mean several
    typed: str = ""  # the words as typed, if the name is misspelt or only a part of one
    match_kind: naming.MatchKind = "title"

    @property
    def places(self) -> range:
        """The positions of its words."""
        return range(self.start, self.stop)

    @property
    def is_sure(self) -> bool:
        """Whether it surely names one card."""
        return len(self.cards) == 1 and self.confidence >= parameters.SURE_CONFIDENCE


def runs(words: Sequence[str], longest: int) -> Iterator[str]:
    """All words in a row, the longest first."""
    for size in range(longest, 0, -1):
        for start in range(len(words) - size + 1):
            yield " ".join(words[start : start + size])


def name_confidences(
    kb: knowledge.Knowledge,
    analyzer: analysis.Analyzer,
    documents: Sequence[search_documents.SearchDocument],
) -> NameConfidences:
    """The confidences of the names of cards.

    A title of several words is clear. Aliases and titles of one word are judged by the rulings: by
    how often a name means its card there. A term of the game only counts as printed on the card.
    """
    names, terms, names_by_form = naming.names_of(kb), set[str](), dict[str, str]()
    cards_of = {analyzer.normalized(name): {*ids} for name, ids in names.card_forms().items()}
    false_friends = [(row, analyzer.normalized(row.words)) for row in kb.names.false_friends]
    titles = {analyzer.normalized(card.title) for card in kb.cards}
    uncertain = dict[str, set[str]]()
    for name, ids in cards_of.items():
        if " " not in name or name not in titles:
            uncertain[name] = ids
    confidences = {name: parameters.EVERYDAY_PHRASE_CONFIDENCE for _, name in false_friends}
    confidences |= _shares_about(analyzer, uncertain, documents)
    for row, name in false_friends:
        if not row.exact_case:
            terms.add(name)
            if row.unless:
                names_by_form[row.unless] = name
    unusual = dict[str, float]()
    for name, share in sorted(confidences.items()):
        card_count = max(1, len(cards_of.get(name, ())))
        is_used = name not in terms and share / card_count**0.5 > parameters.MIN_CONFIDENCE
        confidence = round(share, 3) if is_used else 0.0
        if confidence != _usual_confidence(names, name):
            unusual[name] = confidence
    return NameConfidences(unusual, names_by_form)


def _shares_about(
    analyzer: analysis.Analyzer,
    names: Mapping[str, set[str]],
    documents: Iterable[search_documents.SearchDocument],
) -> dict[str, float]:
    """For each name, the share of the rulings with it that are about one of its cards, smoothed by
    an expected share.

    A name that no ruling contains has the share of the same name with spaces, or else
    `UNUSED_CONFIDENCE`.
    """
    about, frequency = Counter[str](), Counter[str]()
    longest = max((name.count(" ") + 1 for name in names), default=1)
    for document in documents:
        if document.kind != "ruling":
            continue
        words = list[str]()
        for text in (document.text, *document.questions):
            words += analyzer.words(text)
        for name in names.keys() & runs(words, longest):
            frequency[name] += 1
            about[name] += any(f"card/{id}" in document.about for id in names[name])
    shares = dict.fromkeys(names, parameters.UNUSED_CONFIDENCE)
    # Names with spaces come first, because others overrule what they say on the same name without.
    for name in sorted(frequency, key=lambda name: " " not in name):
        share = (about[name] + parameters.EXPECTED_SHARE) / (frequency[name] + 1)
        for form in shares.keys() & {name, name.replace(" ", "")}:
            shares[form] = share
    return shares


def _usual_confidence(names: naming.Names, name: str) -> float:
    is_clear = " " in name and name in names.titles
    return naming.CLEAR_CONFIDENCE if is_clear else parameters.UNUSED_CONFIDENCE


def recognize(
    names: naming.Names,
    confidences: NameConfidences,
    words: Sequence[str],
    is_known: Callable[[str], bool],
    text: str,
) -> list[naming.NameSpan]:
    """The names in a query, in order. `is_known(word)`: whether a word is not a misspelt name.

    A game term counts as a card's name only if `text`, the words of the query, has it exactly as on
    the card: `TRAP!`.
    """
    printed_names = {name for form, name in confidences.printed.items() if form in text}

    def confidence(name: str) -> float:
        if name in printed_names:
            return naming.CLEAR_CONFIDENCE
        return confidences.by_name.get(name, _usual_confidence(names, name))

    return names.spans(words, is_known, confidence)
