"""The words of a query → the cards named in it, each with a confidence.

The page does the same in `site/theme/js/engine/card-names.js`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulings.names import resolving
from rulings.names.tables import CardNameTables
from rulings.search import constants
from rulings.search.analysis import Analyzer

if TYPE_CHECKING:
    from rulings.model.knowledge import Knowledge


@dataclass(frozen=True, slots=True)
class CardMention:
    """A name in a query: the words from `start` to `stop`, and the cards it may mean."""

    start: int
    stop: int  # after the last word
    cards: tuple[str, ...]  # ids
    confidence: float  # 0–1; lower if it may mean several
    corrected: str | None = None  # the right spelling of a misspelt name


def card_name_tables(kb: Knowledge, analyzer: Analyzer, texts: Iterable[tuple[set[str], list[str]]]) -> CardNameTables:
    """The names that `recognize` looks for, as JSON data.

    A title of several words is clear. Nicknames and titles of one word are judged by `texts`, the card ids and words
    of each ruling: they show how often a name means its card. A term of the game only counts as printed on the card.
    """
    table = resolving.cached_name_tables(kb)["card"]
    ids, positions_of = table["ids"], dict[str, list[int]]()

    def key(name: str) -> str:
        return " ".join(analyzer.words(name))

    for source in ("variants", "alias", "exact"):
        positions_of |= {key(name): positions for name, positions in table[source].items() if not name.startswith("=")}
    titles = {key(title): position for position, title in enumerate(table["titles"])}
    positions_of |= {title: [position] for title, position in titles.items()}
    false_friends = kb.names.get("false_friends", ())
    everyday = {key(friend["words"]) for friend in false_friends}
    game_words = {key(friend["words"]) for friend in false_friends if not friend.get("exact_case")}
    game_words |= {name.replace(" ", "") for name in game_words}
    uncertain = {
        name: {ids[n] for n in positions}
        for name, positions in positions_of.items()
        if name and (" " not in name or name not in titles)
    }
    shares = _shares_about_card(uncertain, texts)
    run_together = {name.replace(" ", ""): share for name, share in shares.items() if " " in name}
    names: dict[str, tuple[list[int], float]] = {}
    for name, positions in sorted(positions_of.items()):
        if name and name not in game_words:
            if name in uncertain:
                confidence = shares.get(name, run_together.get(name, constants.UNUSED_CONFIDENCE))
            else:
                confidence = constants.ORDINARY_CONFIDENCE if name in everyday else constants.CLEAR_CONFIDENCE
            names[name] = positions, round(confidence / len(positions) ** 0.5, 3)
    printed = {friend["unless"]: key(friend["words"]) for friend in false_friends if friend.get("unless")}
    return {
        "ids": ids,
        "titles": table["titles"],
        "names": names,
        "printed": {form: name for form, name in printed.items() if name in positions_of and name not in names},
        "printed_positions": {name: positions_of[name] for name in printed.values() if name in positions_of},
    }


def _shares_about_card(names: dict[str, set[str]], texts: Iterable[tuple[set[str], list[str]]]) -> dict[str, float]:
    """Name → of the texts that contain it, the share that is about one of its cards, smoothed by an expected share."""
    about, frequency = dict[str, int](), dict[str, int]()
    longest = max((name.count(" ") + 1 for name in names), default=1)
    for cards, words in texts:
        runs = {" ".join(words[i : i + size]) for size in range(1, longest + 1) for i in range(len(words) - size + 1)}
        for name in runs & names.keys():
            frequency[name] = frequency.get(name, 0) + 1
            about[name] = about.get(name, 0) + bool(names[name] & cards)
    return {name: (about[name] + constants.EXPECTED_SHARE) / (count + 1) for name, count in frequency.items()}


def recognize(
    tables: CardNameTables, words: list[str], is_known: Callable[[str], bool], typed: str = ""
) -> list[CardMention]:
    """The names in a query, in order. `is_known(word)`: whether a word occurs in the documents or synonyms.

    A game term counts as a card's name only if `typed`, the query as typed, has it exactly as on the card: `TRAP!`.
    """
    names = tables["names"]
    as_printed = [name for form, name in tables["printed"].items() if form in typed]
    printed = {name: (tables["printed_positions"][name], constants.CLEAR_CONFIDENCE) for name in as_printed}
    mentions, start = list[CardMention](), 0
    while start < len(words):
        for stop in range(min(len(words), start + constants.MAX_NAME_WORDS), start, -1):
            key = " ".join(words[start:stop])
            match = printed.get(key) or names.get(key)
            if match is None and stop - start > 1:
                match = names.get(key.replace(" ", "")) if len(key) >= constants.MIN_JOINED_LENGTH else None
                match = match or (names.get(key[4:]) if key.startswith("the ") else None)
            if match and match[1] > constants.MIN_CONFIDENCE:
                mentions.append(CardMention(start, stop, tuple(tables["ids"][n] for n in match[0]), match[1]))
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


def _misspelt(tables: CardNameTables, words: list[str], unknown: list[int], taken: set[int]) -> list[CardMention]:
    """The card names with typos, which are only looked for around words that occur in no document."""
    from rulings.names.edit_distance import names_by_length, nearest_name

    mentions, by_length = list[CardMention](), names_by_length(tables)
    for i in unknown:
        if i in taken:
            continue
        matches: list[tuple[float, int, int, int, str]] = []
        for start in range(max(0, i - constants.TYPO_WINDOW), i + 1):
            for stop in range(i + 1, min(len(words), i + constants.TYPO_WINDOW + 1) + 1):
                is_free = taken.isdisjoint(range(start, stop))
                if is_free and (match := nearest_name(tables, by_length, words[start:stop])):
                    name, edits = match
                    matches.append((edits - (stop - start), -len(name), start, stop, name))
        if matches:  # the best needs few edits for its number of words, and of those it is the longest
            _, _, start, stop, name = min(matches, key=lambda match: match[:2])
            positions, confidence = tables["names"][name]
            cards = tuple(tables["ids"][n] for n in positions)
            mentions.append(CardMention(start, stop, cards, constants.TYPO_FACTOR * confidence, name))
            taken.update(range(start, stop))
    return mentions
