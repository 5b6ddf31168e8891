"""Misspelt names and words → the intended ones, by edit distance (optimal string alignment).

An edit inserts, deletes or replaces a letter, or swaps two neighbours. Longer names may contain more edits:
`max_edits`.

The page does the same in `site/theme/js/search-names.js`.
"""

from __future__ import annotations

from rapidfuzz.distance import OSA
from rapidfuzz.fuzz import ratio

from rulings.names.tables import EntityTables, NameTable

MAX_SUGGESTIONS = 3  # titles suggested when no name is close enough
MIN_SIMILARITY = 62.0  # 0 to 100 (rapidfuzz `ratio`); a title below it is not suggested
OTHER_FIRST_LETTER = 0.5  # added to the distance: people seldom mistype the first letter


def max_edits(length: int) -> int:
    """How many edits a name of that many letters may contain and still be recognised: 0 to 4."""
    return 0 if length < 4 else 1 if length < 8 else 2 if length < 13 else 3 if length < 20 else 4


def closest(table: NameTable, name: str) -> tuple[list[int], list[int]]:
    """What a misspelt name may mean, as positions in `table`: (the closest entries, suggestions if none is close).

    `table` is one of `resolving.build_tables`; `name` is folded.
    """
    if len(name.replace(" ", "")) > 80:
        return [], []
    ranked = _by_whole_name(table, name) or _by_word(table, name)
    if ranked:
        best = min(ranked.values())
        return [i for i, distance in ranked.items() if distance == best], []
    scores = [
        (max(ratio(name, title.lower()), _best_word_similarity(name, title)), i)
        for i, title in enumerate(table["titles"])
    ]
    return [], [
        i
        for score, i in sorted(scores, key=lambda pair: (-pair[0], pair[1]))[:MAX_SUGGESTIONS]
        if score >= MIN_SIMILARITY
    ]


def corrections(typed: str, known: list[str]) -> list[str]:
    """The words of `known` of which `typed` may be a misspelling, the nearest first."""
    distances = [(OSA.distance(typed, word, score_cutoff=max_edits(len(typed))), word) for word in known]
    return [word for distance, word in sorted(distances) if distance <= max_edits(min(len(typed), len(word)))]


def words_could_be_typos(typed: str, name: str) -> bool:
    """Whether each word of `typed` can be a typo of the corresponding word of `name`: `kit` is not a typo of `rig`.

    Always true for single words, and for names with different numbers of words.
    """
    pairs = list(zip(typed.split(), name.split(), strict=False))
    if typed.count(" ") != name.count(" ") or len(pairs) < 2:
        return True
    return all(OSA.distance(a, b) <= max_edits(min(len(a), len(b))) + 1 for a, b in pairs)


def _by_whole_name(table: NameTable, typed: str) -> dict[int, float]:
    """Entry → edit distance, for titles and aliases within `max_edits` of the whole typed name."""
    letters = typed.replace(" ", "")
    limit = max_edits(len(letters))
    distances: dict[int, float] = {}
    if limit:
        for names in (table["exact"], table["alias"]):
            for key, numbers in names.items():
                key_letters = key.replace(" ", "")
                if len(key_letters) < 4 or abs(len(key_letters) - len(letters)) > limit:
                    continue
                distance = OSA.distance(letters, key_letters, score_cutoff=min(limit, max_edits(len(key_letters))))
                if distance <= limit and distance <= max_edits(len(key_letters)) and words_could_be_typos(typed, key):
                    penalty = 0.0 if letters[0] == key_letters[0] else OTHER_FIRST_LETTER
                    for i in numbers:
                        distances[i] = min(distances.get(i, 99.0), distance + penalty)
    return distances


def _by_word(table: NameTable, name: str) -> dict[int, float]:
    """Entry → summed edit distance, for titles with a word within `max_edits` of each typed word."""
    words = name.split()
    if len(words) > 8 or not any(len(word) > 3 for word in words):
        return {}
    totals: dict[int, float] | None = None
    for word in words:
        limit = max_edits(len(word))
        distances: dict[int, float] = {}
        for known, numbers in table["words"].items():
            if known == word:
                distance = 0.0
            elif limit and abs(len(known) - len(word)) <= limit and len(known) > 3:
                distance = float(OSA.distance(word, known, score_cutoff=limit))
                if distance > limit or distance > max_edits(len(known)):
                    continue
            else:
                continue
            for i in numbers:
                distances[i] = min(distances.get(i, 99.0), distance)
        totals = (
            distances
            if totals is None
            else {i: totals[i] + distance for i, distance in distances.items() if i in totals}
        )
        if not totals:
            return {}
    return totals or {}


def _best_word_similarity(name: str, title: str) -> float:
    """The similarity (0 to 100, less 8) of a one-word name to the most similar word of a title."""
    return 0.0 if " " in name else max((ratio(name, word) - 8 for word in title.lower().split()), default=0.0)


def nearest_name(tables: EntityTables, words: list[str]) -> tuple[str, float] | None:
    """The name of which these words may be a misspelling, with its edit distance; None if none or several are close.

    The first call adds names by length to `tables`.
    """
    typed = "".join(words)
    limit = max_edits(len(typed))
    if not limit or len(typed) > 60:
        return None
    names = tables["names"]
    by_length = tables.get("by_length")
    if by_length is None:
        by_length = tables["by_length"] = {}
        for name in names:
            by_length.setdefault(len(name) - name.count(" "), []).append((name.replace(" ", ""), name))
    best, second = (99.0, ""), 99.0
    for length in range(max(5, len(typed) - limit), len(typed) + limit + 1):
        max_distance = min(limit, max_edits(length))
        for letters, name in by_length.get(length, ()):
            distance: float = OSA.distance(typed, letters, score_cutoff=max_distance)
            if (
                distance > max_distance
                or name.count(" ") > len(words)
                or not words_could_be_typos(" ".join(words), name)
            ):
                continue
            if (
                len(typed) < 7
                and (typed[0] != letters[0] or len(names[name][0]) > 1)
                and sorted(typed) != sorted(letters)
            ):
                continue  # many words are one edit away from a short name, which must therefore mean only one card
            distance += OTHER_FIRST_LETTER * (typed[0] != letters[0])
            if distance < best[0]:
                if best[1] and names[best[1]][0] != names[name][0]:
                    second = best[0]
                best = distance, name
            elif distance < second and names[best[1]][0] != names[name][0]:
                second = distance
    return (best[1], best[0]) if best[1] and best[0] < second else None


def nearest_word(word: str, vocabulary: list[str]) -> str | None:
    """The word of `vocabulary` (the commonest first) that `word` misspells, or None. They share their first letter.

    A word of four letters is corrected only where two of them are swapped: too many real words are one edit apart.
    """
    limit = 0 if len(word) < 4 else 1 if len(word) < 8 else 2
    best: tuple[float, str] | None = None
    for known in vocabulary if limit else ():
        if known[0] == word[0] and abs(len(known) - len(word)) <= limit and len(known) > 2:
            distance = OSA.distance(word, known, score_cutoff=limit)
            if (
                distance <= limit
                and (len(word) > 4 or sorted(word) == sorted(known))
                and (best is None or distance < best[0])
            ):
                best = distance, known
    return best[1] if best else None
