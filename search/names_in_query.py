"""The names of cards in a query: how likely each is meant as the card, by what the rulings mean.

`rulings.naming` reads the names. The page does the same with the numbers that are estimated here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from rulings import naming
from rulings.model import knowledge
from rulings.search import analysis, parameters, search_documents


class NameTable(Struct, frozen=True):
    """How likely exact names, as folded words, mean their cards."""

    confidences: dict[str, float]  # name → confidence, where it is not the usual one; 0: never
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


def name_table(
    kb: knowledge.Knowledge,
    analyzer: analysis.Analyzer,
    found: Sequence[search_documents.SearchDocument],
) -> NameTable:
    """The confidences of the names of cards.

    A title of several words is clear. Aliases and titles of one word are judged by the rulings: by
    how often a name means its card there. A term of the game only counts as printed on the card.
    """
    cards_of = {
        " ".join(analyzer.words(name)): {*ids}
        for name, ids in naming.index_of(kb).forms("card").items()
    }
    false_friends = [(row, " ".join(analyzer.words(row.words))) for row in kb.names.false_friends]
    titles = {" ".join(analyzer.words(card.title)) for card in kb.cards}
    uncertain = {
        name: ids for name, ids in cards_of.items() if " " not in name or name not in titles
    }
    confidences = {name: parameters.EVERYDAY_PHRASE_CONFIDENCE for _, name in false_friends}
    confidences |= _shares_about_card(analyzer, uncertain, found)
    for name, confidence in confidences.items():
        if confidence / max(1, len(cards_of.get(name, ()))) ** 0.5 <= parameters.MIN_CONFIDENCE:
            confidences[name] = 0.0
    game_terms = {name for row, name in false_friends if not row.exact_case}
    index = naming.index_of(kb)
    rounded = {
        name: round(c, 3)
        for name, c in sorted((confidences | dict.fromkeys(game_terms, 0.0)).items())
    }
    return NameTable(
        confidences={name: c for name, c in rounded.items() if c != _usual_confidence(index, name)},
        printed={
            row.unless: name for row, name in false_friends if row.unless and name in game_terms
        },
    )


def _shares_about_card(
    analyzer: analysis.Analyzer,
    names: Mapping[str, set[str]],
    found: Iterable[search_documents.SearchDocument],
) -> dict[str, float]:
    """Name → of the rulings that contain it, the share that is about one of its cards, smoothed by
    an expected share.

    A name that no ruling contains has the share of the same name with spaces, or else
    `UNUSED_CONFIDENCE`.
    """
    about, frequency = dict[str, int](), dict[str, int]()
    longest = max((name.count(" ") + 1 for name in names), default=1)
    for ruling in (document for document in found if document.kind == "ruling"):
        words = [word for text in (ruling.text, *ruling.questions) for word in analyzer.words(text)]
        runs = {
            " ".join(words[i : i + size])
            for size in range(1, longest + 1)
            for i in range(len(words) - size + 1)
        }
        for name in runs & names.keys():
            frequency[name] = frequency.get(name, 0) + 1
            about[name] = about.get(name, 0) + any(
                f"card/{id}" in ruling.about for id in names[name]
            )
    shares = {
        name: (about[name] + parameters.EXPECTED_SHARE) / (count + 1)
        for name, count in frequency.items()
    }
    run_together = {name.replace(" ", ""): share for name, share in shares.items() if " " in name}
    return {
        name: shares.get(name, run_together.get(name, parameters.UNUSED_CONFIDENCE))
        for name in names
    }


def _usual_confidence(names: naming.Names, name: str) -> float:
    is_clear = " " in name and name in names.titles
    return naming.CLEAR_CONFIDENCE if is_clear else parameters.UNUSED_CONFIDENCE


def recognize(
    names: naming.Names,
    table: NameTable,
    words: Sequence[str],
    is_known: Callable[[str], bool],
    text: str,
) -> list[naming.Span]:
    """The names in a query, in order. `is_known(word)`: whether a word is not a misspelt name.

    A game term counts as a card's name only if `text`, the words of the query, has it exactly as on
    the card: `TRAP!`.
    """
    printed = {name for form, name in table.printed.items() if form in text}

    def confidence(name: str) -> float:
        if name in printed:
            return naming.CLEAR_CONFIDENCE
        return table.confidences.get(name, _usual_confidence(names, name))

    return names.spans(words, is_known, confidence)
