"""The words of a query → the cards named in it, each with a confidence.

The page does the same in `site/theme/js/engine/card-names.js`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import inf

from rapidfuzz.distance import OSA

from rulings import names as names_module
from rulings.model.knowledge import Knowledge
from rulings.search import constants
from rulings.search.analysis import Analyzer
from rulings.search.stored import QueryNameTables


@dataclass(frozen=True, slots=True)
class CardMention:
    """A name in a query: the words from `start` to `stop`, and the cards it may mean."""

    start: int
    stop: int  # after the last word
    card_ids: tuple[str, ...]
    confidence: float  # 0–1; lower if it may mean several
    corrected: str | None = None  # the right spelling of a misspelt name


def query_name_tables(
    kb: Knowledge, analyzer: Analyzer, texts: Iterable[tuple[set[str], list[str]]]
) -> QueryNameTables:
    """The names that `recognize` looks for.

    A title of several words is clear. Aliases and titles of one word are judged by `texts`, the card ids and words
    of each ruling: they show how often a name means its card. A term of the game only counts as printed on the card.
    """
    ids = [card.id for card in kb.cards]
    positions_of = positions_by_name(kb, analyzer)
    false_friends = [(row, _as_words(analyzer, row.words)) for row in kb.names.false_friends]
    game_terms = {name for row, name in false_friends if not row.exact_case}
    game_terms |= {name.replace(" ", "") for name in game_terms}
    titles = {_as_words(analyzer, card.title) for card in kb.cards}
    uncertain = {
        name: {ids[n] for n in positions}
        for name, positions in positions_of.items()
        if " " not in name or name not in titles
    }
    confidences = dict.fromkeys(positions_of, constants.CLEAR_CONFIDENCE)
    confidences |= {name: constants.EVERYDAY_PHRASE_CONFIDENCE for _, name in false_friends}
    confidences |= _shares_about_card(uncertain, texts)
    names = {
        name: (positions, round(confidences[name] / len(positions) ** 0.5, 3))
        for name, positions in sorted(positions_of.items())
        if name not in game_terms
    }
    only_printed = positions_of.keys() - names.keys()
    printed = {row.unless: name for row, name in false_friends if row.unless and name in only_printed}
    return QueryNameTables(
        ids=ids,
        names=names,
        printed={form: (name, positions_of[name]) for form, name in printed.items()},
    )


def positions_by_name(kb: Knowledge, analyzer: Analyzer) -> dict[str, list[int]]:
    """Each name of a card (title, alias or spelling variant), as words → the positions of its cards in the table."""
    position_of = {card.id: position for position, card in enumerate(kb.cards)}
    forms = names_module.index_of(kb).forms("card")
    positions_of = {_as_words(analyzer, name): [position_of[id] for id in meant] for name, meant in forms.items()}
    positions_of |= {_as_words(analyzer, card.title): [position_of[card.id]] for card in kb.cards}
    positions_of.pop("", None)
    return positions_of


def _as_words(analyzer: Analyzer, name: str) -> str:
    """A name as `recognize` looks it up: its folded words."""
    return " ".join(analyzer.words(name))


def _shares_about_card(names: dict[str, set[str]], texts: Iterable[tuple[set[str], list[str]]]) -> dict[str, float]:
    """Name → of the texts that contain it, the share that is about one of its cards, smoothed by an expected share.

    A name that no text contains has the share of the same name with spaces, or else `UNUSED_CONFIDENCE`.
    """
    about, frequency = dict[str, int](), dict[str, int]()
    longest = max((name.count(" ") + 1 for name in names), default=1)
    for cards, words in texts:
        runs = {" ".join(words[i : i + size]) for size in range(1, longest + 1) for i in range(len(words) - size + 1)}
        for name in runs & names.keys():
            frequency[name] = frequency.get(name, 0) + 1
            about[name] = about.get(name, 0) + bool(names[name] & cards)
    shares = {name: (about[name] + constants.EXPECTED_SHARE) / (count + 1) for name, count in frequency.items()}
    run_together = {name.replace(" ", ""): share for name, share in shares.items() if " " in name}
    return {name: shares.get(name, run_together.get(name, constants.UNUSED_CONFIDENCE)) for name in names}


def recognize(
    tables: QueryNameTables, words: list[str], is_known: Callable[[str], bool], text: str
) -> list[CardMention]:
    """The names in a query, in order. `is_known(word)`: whether a word is no misspelt name.

    A game term counts as a card's name only if `text`, the words of the query, has it exactly as on the card: `TRAP!`.
    """
    names = tables.names
    as_printed = [value for form, value in tables.printed.items() if form in text]
    printed = {name: (positions, constants.CLEAR_CONFIDENCE) for name, positions in as_printed}
    mentions, start = list[CardMention](), 0
    while start < len(words):
        for stop in range(min(len(words), start + constants.MAX_NAME_WORDS), start, -1):
            key = " ".join(words[start:stop])
            match = printed.get(key) or names.get(key)
            if match is None and stop - start > 1:
                match = names.get(key.replace(" ", "")) if len(key) >= constants.MIN_JOINED_LENGTH else None
                match = match or (names.get(key[4:]) if key.startswith("the ") else None)
            if match and match[1] > constants.MIN_CONFIDENCE:
                mentions.append(CardMention(start, stop, tuple(tables.ids[n] for n in match[0]), match[1]))
                start = stop
                break
        else:
            start += 1
    taken = {i for mention in mentions for i in range(mention.start, mention.stop)}
    others = (i for i in range(len(words)) if i not in taken)
    unknown = [i for i in others if len(words[i]) >= constants.MIN_TYPO_LENGTH and not is_known(words[i])]
    if unknown and len(words) <= constants.MAX_TYPO_QUERY_WORDS:
        mentions += _misspelt(tables, words, unknown[: constants.MAX_TYPOS], taken)
    return sorted(mentions, key=lambda mention: mention.start)


def _misspelt(tables: QueryNameTables, words: list[str], unknown: list[int], taken: set[int]) -> list[CardMention]:
    """The card names with typos, which are only looked for around words that are not known."""
    mentions = list[CardMention]()
    by_length = names_by_length(tables.names)
    for i in unknown:
        if i in taken:
            continue
        matches: list[tuple[float, int, int, int, str]] = []
        for start in range(max(0, i - constants.TYPO_WINDOW), i + 1):
            for stop in range(i + 1, min(len(words), i + constants.TYPO_WINDOW + 1) + 1):
                is_free = taken.isdisjoint(range(start, stop))
                if is_free and (match := intended_name(tables.names, by_length, words[start:stop])):
                    name, edits = match
                    matches.append((edits - (stop - start), -len(name), start, stop, name))
        if matches:  # the best needs few edits for its number of words, and of those it is the longest
            _, _, start, stop, name = min(matches, key=lambda match: match[:2])
            positions, confidence = tables.names[name]
            card_ids = tuple(tables.ids[n] for n in positions)
            mentions.append(CardMention(start, stop, card_ids, constants.TYPO_FACTOR * confidence, name))
            taken.update(range(start, stop))
    return mentions


NamesByLength = dict[int, list[tuple[str, str]]]  # number of letters → names with so many, without and with spaces


def intended_name(
    names: Mapping[str, tuple[list[int], float]], by_length: NamesByLength, words: list[str]
) -> tuple[str, float] | None:
    """The name that these words may be a misspelling of, with its edit distance.

    None if no name is close, or if the nearest ones mean different cards. `names`: name → positions of its cards, and
    its confidence; `by_length`: `names_by_length(names)`.
    """
    typed = "".join(words)
    limit = names_module.max_edits(len(typed))
    if not limit or len(typed) > constants.MAX_QUERIED_NAME_LENGTH:
        return None
    candidates: list[tuple[float, str]] = []
    for length in range(max(constants.MIN_QUERIED_NAME_LENGTH, len(typed) - limit), len(typed) + limit + 1):
        for letters, name in by_length.get(length, ()):
            allowed = names_module.max_edits(min(len(typed), len(letters)))
            edits = OSA.distance(typed, letters, score_cutoff=allowed)
            if edits <= allowed and _may_be_misspelling(words, name, len(names[name][0]) > 1):
                candidates.append((edits + names_module.FIRST_LETTER_PENALTY * (typed[0] != letters[0]), name))
    if not candidates:
        return None
    shortest, nearest = min(candidates, key=lambda candidate: candidate[0])
    rivals = (distance for distance, name in candidates if names[name][0] != names[nearest][0])
    return (nearest, shortest) if shortest < min(rivals, default=inf) else None


def names_by_length(names: Iterable[str]) -> NamesByLength:
    """The names by length, for `intended_name`; made once for a query, because it takes about half a millisecond."""
    by_length: NamesByLength = {}
    for name in names:
        letters = name.replace(" ", "")
        by_length.setdefault(len(letters), []).append((letters, name))
    return by_length


def _may_be_misspelling(words: list[str], name: str, is_ambiguous: bool) -> bool:
    """Whether `name`, which has few enough edits, may be what was meant. `is_ambiguous`: it means several cards."""
    # A space may be missing, but not two.
    if name.count(" ") > len(words) or not names_module.words_could_be_typos(" ".join(words), name):
        return False
    typed = "".join(words)
    letters = name.replace(" ", "")
    # If the letters are the same in another order, they were swapped: even a short name is clear then.
    if len(typed) >= constants.MIN_DISTINCT_NAME_LENGTH or sorted(typed) == sorted(letters):
        return True
    return typed[0] == letters[0] and not is_ambiguous
