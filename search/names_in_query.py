"""The words of a query → the cards named in it, each with a confidence, whatever stands beside them.

A confidence is the estimated probability that a name is meant as the card. The page does the same in
`site/theme/js/engine/names.js`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from typing import NamedTuple

from msgspec import Struct

from rulings import names as rulings_names
from rulings.model import knowledge
from rulings.search import analysis, documents
from rulings.search import constants as search_constants

_DOUBLED = re.compile(r"(.)\1")


class NameTable(Struct, frozen=True):
    """The names of cards that a query may contain, as folded words. Numbers are those of the documents."""

    names: dict[str, tuple[list[int], float]]  # name → cards, and the confidence that it means one of them
    printed: dict[str, tuple[str, list[int]]]  # a form that only counts as typed (`TRAP!`) → folded name, cards


class CardMention(NamedTuple):
    """A name in a query: the words from `start` to `stop`, and the cards it may mean."""

    start: int
    stop: int  # after the last word
    cards: tuple[int, ...]
    confidence: float  # 0–1; lower if it may mean several
    corrected: str | None = None  # the right spelling of a misspelt or unfinished name


def name_table(
    kb: knowledge.Knowledge, analyzer: analysis.Analyzer, found: Sequence[documents.SearchDocument]
) -> NameTable:
    """The names that `recognize` looks for.

    A title of several words is clear. Aliases and titles of one word are judged by the rulings: by how often a name
    means its card there. A term of the game only counts as printed on the card.
    """
    numbers = {document.id: number for number, document in enumerate(found) if document.kind == "card"}
    cards_of = _cards_by_name(kb, analyzer, numbers)
    false_friends = [(row, " ".join(analyzer.words(row.words))) for row in kb.names.false_friends]
    game_terms = {name for row, name in false_friends if not row.exact_case}
    titles = {" ".join(analyzer.words(card.title)) for card in kb.cards}
    uncertain = {
        name: {found[number].id for number in cards}
        for name, cards in cards_of.items()
        if " " not in name or name not in titles
    }
    confidences = dict.fromkeys(cards_of, search_constants.CLEAR_CONFIDENCE)
    confidences |= {name: search_constants.EVERYDAY_PHRASE_CONFIDENCE for _, name in false_friends}
    confidences |= _shares_about_card(analyzer, uncertain, found)
    names = {
        name: (cards, round(confidences[name] / len(cards) ** 0.5, 3))
        for name, cards in sorted(cards_of.items())
        if name not in game_terms
    }
    only_printed = cards_of.keys() - names.keys()
    printed = {row.unless: name for row, name in false_friends if row.unless and name in only_printed}
    return NameTable(
        names={name: row for name, row in names.items() if row[1] > search_constants.MIN_CONFIDENCE},
        printed={form: (name, cards_of[name]) for form, name in printed.items()},
    )


def _cards_by_name(
    kb: knowledge.Knowledge, analyzer: analysis.Analyzer, numbers: Mapping[str, int]
) -> dict[str, list[int]]:
    """Each name of a card (title, alias or spelling variant), as words → the cards."""
    forms = rulings_names.index_of(kb).forms("card")
    ids_of = {" ".join(analyzer.words(name)): ids for name, ids in forms.items()}
    ids_of |= {" ".join(analyzer.words(card.title)): [card.id] for card in kb.cards}
    ids_of.pop("", None)
    cards = {name: [numbers[id] for id in ids if id in numbers] for name, ids in ids_of.items()}
    return {name: found for name, found in cards.items() if found}


def _shares_about_card(
    analyzer: analysis.Analyzer, names: Mapping[str, set[str]], found: Iterable[documents.SearchDocument]
) -> dict[str, float]:
    """Name → of the rulings that contain it, the share that is about one of its cards, smoothed by an expected share.

    A name that no ruling contains has the share of the same name with spaces, or else `UNUSED_CONFIDENCE`.
    """
    about, frequency = dict[str, int](), dict[str, int]()
    longest = max((name.count(" ") + 1 for name in names), default=1)
    for ruling in (document for document in found if document.kind == "ruling"):
        words = [word for text in (ruling.text, *ruling.questions) for word in analyzer.words(text)]
        runs = {" ".join(words[i : i + size]) for size in range(1, longest + 1) for i in range(len(words) - size + 1)}
        for name in runs & names.keys():
            frequency[name] = frequency.get(name, 0) + 1
            about[name] = about.get(name, 0) + any(f"card/{id}" in ruling.about for id in names[name])
    shares = {name: (about[name] + search_constants.EXPECTED_SHARE) / (count + 1) for name, count in frequency.items()}
    run_together = {name.replace(" ", ""): share for name, share in shares.items() if " " in name}
    return {name: shares.get(name, run_together.get(name, search_constants.UNUSED_CONFIDENCE)) for name in names}


def recognize(table: NameTable, words: Sequence[str], is_known: Callable[[str], bool], text: str) -> list[CardMention]:
    """The names in a query, in order. `is_known(word)`: whether a word is not a misspelt name.

    A game term counts as a card's name only if `text`, the words of the query, has it exactly as on the card: `TRAP!`.
    """
    printed = {
        name: (cards, search_constants.CLEAR_CONFIDENCE)
        for form, (name, cards) in table.printed.items()
        if form in text
    }
    mentions, start = list[CardMention](), 0
    while start < len(words):
        for stop in range(min(len(words), start + search_constants.MAX_NAME_WORDS), start, -1):
            key = " ".join(words[start:stop])
            match = printed.get(key) or table.names.get(key)
            if match is None and stop - start > 1:
                match = (
                    table.names.get(key.replace(" ", "")) if len(key) >= search_constants.MIN_JOINED_LENGTH else None
                )
                match = match or (table.names.get(key[4:]) if key.startswith("the ") else None)
            if match:
                mentions.append(CardMention(start, stop, tuple(match[0]), match[1]))
                start = stop
                break
        else:
            start += 1
    taken = {i for mention in mentions for i in range(mention.start, mention.stop)}
    unknown = [i for i, word in enumerate(words) if i not in taken and not is_known(word)]
    for i in unknown[: search_constants.MAX_TYPOS]:
        if i not in taken and (mention := _misspelt(table, words, i, taken)):
            mentions.append(mention)
            taken.update(range(mention.start, mention.stop))
    return sorted(mentions)


def _misspelt(table: NameTable, words: Sequence[str], unknown: int, taken: set[int]) -> CardMention | None:
    """The name with typos around an unknown word. The best needs few edits for its number of words and is long."""
    best: tuple[float, int] | None = None
    mention: CardMention | None = None
    for start in range(max(0, unknown - search_constants.TYPO_WINDOW), unknown + 1):
        for stop in range(unknown + 1, min(len(words), unknown + search_constants.TYPO_WINDOW + 1) + 1):
            if not taken.isdisjoint(range(start, stop)):
                continue
            is_whole = stop - start == len(words) > 1
            match = nearest_name(table.names, words[start:stop], may_be_unfinished=is_whole)
            if match and (best is None or (match[1] - (stop - start), -len(match[0])) < best):
                name, edits = match
                best = (edits - (stop - start), -len(name))
                cards, confidence = table.names[name]
                mention = CardMention(start, stop, tuple(cards), search_constants.TYPO_FACTOR * confidence, name)
    return mention


def nearest_name(
    names: Mapping[str, tuple[list[int], float]], words: Sequence[str], *, may_be_unfinished: bool = False
) -> tuple[str, int] | None:
    """The name that these words misspell, with its edit distance; None if none is close or the nearest differ in cards.

    The first letter must be right. `may_be_unfinished`: whether they may be only the beginning of the name.
    """
    from rapidfuzz.distance import OSA

    typed = "".join(words)
    limit = rulings_names.max_edits(len(typed))
    if not limit or not search_constants.MIN_TYPO_LENGTH <= len(typed) <= search_constants.MAX_TYPED_NAME_LENGTH:
        return None
    found: list[tuple[int, int, str]] = []
    for name in names:
        if name[0] != typed[0]:
            continue
        letters = name.replace(" ", "")
        if len(letters) < max(len(typed) - limit, search_constants.MIN_TYPO_NAME_LENGTH):
            continue
        ends = [len(letters)]
        if may_be_unfinished:
            ends = list(range(len(typed) - limit, min(len(letters), len(typed) + limit) + 1))
        elif len(letters) > len(typed) + limit:
            continue
        edits = min(OSA.distance(typed, letters[:end], score_cutoff=limit) for end in ends)
        allowed = min(limit, rulings_names.max_edits(len(letters)))
        is_clear = len(typed) >= search_constants.MIN_CLEAR_NAME_LENGTH or len(names[name][0]) == 1
        if edits <= allowed and is_clear:
            found.append((edits, abs(len(letters) - len(typed)), name))
    if not found:
        return None
    edits, _, nearest = min(found)
    rivals = (others for others, _, name in found if names[name][0] != names[nearest][0])
    return (nearest, edits) if edits < min(rivals, default=inf) else None


def intended_word(word: str, vocabulary: Iterable[str]) -> str | None:
    """The first word of `vocabulary` that `word` misspells, or None. The first letter must be right.

    Two letters are swapped or, in a longer word, one is left out or doubled. Only in a long word one stands for
    another: too many real words differ so (`court`, `count`).
    """
    from rapidfuzz.distance import OSA

    length = len(word)
    for known in vocabulary:
        if known[0] == word[0] and OSA.distance(word, known, score_cutoff=1) == 1:
            is_long = length >= search_constants.MIN_TYPO_EDIT_LENGTH
            is_left_out = length < len(known) or _DOUBLED.sub(r"\1", word) == _DOUBLED.sub(r"\1", known)
            is_exchanged = length >= search_constants.MIN_EXCHANGED_LENGTH
            if sorted(word) == sorted(known) or (is_long and (is_left_out or is_exchanged)):
                return known
    return None
