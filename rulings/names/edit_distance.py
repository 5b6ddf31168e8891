"""Misspelt names and words → the intended ones, by edit distance (optimal string alignment).

An edit inserts, deletes or replaces a letter, or swaps two neighbours. Longer names may contain more edits:
`max_edits`.

The page does the same in `site/theme/js/engine/edit-distance.js`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from math import inf

from rapidfuzz.distance import OSA
from rapidfuzz.fuzz import ratio
from rapidfuzz.process import extract_iter

from rulings.names.constants import (
    EDIT_THRESHOLDS,
    EXTRA_WORD_EDITS,
    FIRST_LETTER_PENALTY,
    MAX_MISSPELT_LENGTH,
    MAX_MISSPELT_WORDS,
    MAX_QUERIED_NAME_LENGTH,
    MAX_SUGGESTIONS,
    MAX_WORD_EDITS,
    MIN_DISTINCT_NAME_LENGTH,
    MIN_EDITED_WORD_LENGTH,
    MIN_QUERIED_NAME_LENGTH,
    MIN_SIMILARITY,
    TITLE_WORD_PENALTY,
)
from rulings.names.tables import NameTable


def max_edits(length: int) -> int:
    """How many edits a name of that many letters may contain and still be recognized: 0 to 4."""
    return bisect_right(EDIT_THRESHOLDS, length)


def _plausible_edits(a: str, b: str, extra: int = 0) -> int | None:
    """The edit distance of two words, or of two names without spaces.

    None if it is more than `extra` edits beyond `max_edits` of the shorter one.
    """
    limit = max_edits(min(len(a), len(b))) + extra
    edits = OSA.distance(a, b, score_cutoff=limit)
    return edits if edits <= limit else None


def _near(typed: str, known: Iterable[str]) -> list[tuple[int, str]]:
    """The edit distance of each known word or name that is near enough, like `_plausible_edits` but in one call.

    Spaces in known names do not count.
    """
    letters = {name: name.replace(" ", "") for name in known}
    near = extract_iter(typed, letters, scorer=OSA.distance, score_cutoff=max_edits(len(typed)))
    return [(edits, name) for found, edits, name in near if edits <= max_edits(len(found))]


def intended_positions(table: NameTable, name: str) -> tuple[list[int], list[int]]:
    """What a misspelt name may mean, as positions in `table`: (the closest names, suggestions if none is close).

    `table` is one of those that `resolving.tabulate_names` makes; `name` is folded.
    """
    if len(name.replace(" ", "")) > MAX_MISSPELT_LENGTH:
        return [], []
    ranked = _by_whole_name(table, name) or _by_word(table, name)
    if ranked:
        best = min(ranked.values())
        return [position for position, distance in ranked.items() if distance == best], []
    scores = [
        (max(ratio(name, title.lower()), _best_word_similarity(name, title)), position)
        for position, title in enumerate(table["titles"])
    ]
    return [], [
        position
        for score, position in sorted(scores, key=lambda pair: (-pair[0], pair[1]))[:MAX_SUGGESTIONS]
        if score >= MIN_SIMILARITY
    ]


def corrections(typed: str, known: list[str]) -> list[str]:
    """The words of `known` that `typed` may be a misspelling of, the nearest first."""
    return [word for _, word in sorted(_near(typed, known))]


def words_could_be_typos(typed: str, name: str) -> bool:
    """Whether each word of `typed` can be a typo of the corresponding word of `name`: `kit` is not a typo of `rig`.

    Always true for single words, and for names with different numbers of words.
    """
    pairs = list(zip(typed.split(), name.split(), strict=False))
    if typed.count(" ") != name.count(" ") or len(pairs) < 2:
        return True
    return all(_plausible_edits(a, b, EXTRA_WORD_EDITS) is not None for a, b in pairs)


def _by_whole_name(table: NameTable, typed: str) -> dict[int, float]:
    """Position → edit distance, for titles and aliases within `max_edits` of the whole typed name."""
    letters = typed.replace(" ", "")
    distances: dict[int, float] = {}
    for names in (table["exact"], table["aliases"]) if max_edits(len(letters)) else ():
        for edits, name in _near(letters, names):
            if words_could_be_typos(typed, name):
                distance = edits + FIRST_LETTER_PENALTY * (letters[0] != name[0])
                for position in names[name]:
                    distances[position] = min(distances.get(position, inf), distance)
    return distances


def _by_word(table: NameTable, name: str) -> dict[int, float]:
    """Position → summed edit distance, for titles with a word within `max_edits` of each typed word."""
    words = name.split()
    if len(words) > MAX_MISSPELT_WORDS or not any(max_edits(len(word)) for word in words):
        return {}
    totals: dict[int, float] | None = None
    for word in words:
        distances: dict[int, float] = {}
        for edits, known in _near(word, table["words"]):
            for position in table["words"][known]:
                distances[position] = min(distances.get(position, inf), edits)
        totals = (
            distances
            if totals is None
            else {
                position: totals[position] + distance for position, distance in distances.items() if position in totals
            }
        )
        if not totals:
            return {}
    return totals or {}


def _best_word_similarity(name: str, title: str) -> float:
    """The similarity of a one-word name to the most similar word of a title, less `TITLE_WORD_PENALTY`."""
    if " " in name:
        return 0.0
    return max((ratio(name, word) - TITLE_WORD_PENALTY for word in title.lower().split()), default=0.0)


NamesByLength = dict[int, list[tuple[str, str]]]  # number of letters → names with so many, without and with spaces


def intended_name(
    names: Mapping[str, tuple[list[int], float]], by_length: NamesByLength, words: list[str]
) -> tuple[str, float] | None:
    """The name that these words may be a misspelling of, with its edit distance.

    None if no name is close, or if the nearest ones mean different cards. `names`: name → positions of its cards, and
    its confidence; `by_length`: `names_by_length(names)`.
    """
    typed = "".join(words)
    limit = max_edits(len(typed))
    if not limit or len(typed) > MAX_QUERIED_NAME_LENGTH:
        return None
    candidates: list[tuple[float, str]] = []
    for length in range(max(MIN_QUERIED_NAME_LENGTH, len(typed) - limit), len(typed) + limit + 1):
        for letters, name in by_length.get(length, ()):
            edits = _plausible_edits(typed, letters)
            if edits is not None and _may_be_misspelling(words, name, len(names[name][0]) > 1):
                candidates.append((edits + FIRST_LETTER_PENALTY * (typed[0] != letters[0]), name))
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
    if name.count(" ") > len(words) or not words_could_be_typos(" ".join(words), name):
        return False
    typed = "".join(words)
    letters = name.replace(" ", "")
    # If the letters are the same in another order, they were swapped: even a short name is clear then.
    if len(typed) >= MIN_DISTINCT_NAME_LENGTH or sorted(typed) == sorted(letters):
        return True
    return typed[0] == letters[0] and not is_ambiguous


def intended_word(word: str, vocabulary: list[str]) -> str | None:
    """The word of `vocabulary` (the commonest first) that `word` misspells, or None.

    Both must begin with the same letter. A word of four letters is corrected only where two of them are swapped: too
    many real words are one edit apart.
    """
    limit = min(max_edits(len(word)), MAX_WORD_EDITS)
    best: tuple[float, str] | None = None
    for known in vocabulary if limit else ():
        if known[0] == word[0]:
            distance = OSA.distance(word, known, score_cutoff=limit)
            if (
                distance <= limit
                and (len(word) >= MIN_EDITED_WORD_LENGTH or sorted(word) == sorted(known))
                and (best is None or distance < best[0])
            ):
                best = distance, known
    return best[1] if best else None
