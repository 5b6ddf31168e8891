"""A folded name that nothing spells → the titles it is a slip of the pen for, and the nearest for "did you mean"."""

from __future__ import annotations

from typing import Any

from rapidfuzz.distance import OSA
from rapidfuzz.fuzz import ratio

NEAR = 3  # how many titles are offered when nothing is close enough
_OFFERED = 62.0  # of 100: below this a title has nothing to do with what was typed


def allowed(length: int) -> int:
    """How many slips (a letter too many, too few, another, or two swapped) a name of that many letters may hold."""
    return 0 if length < 4 else 1 if length < 8 else 2 if length < 13 else 3 if length < 20 else 4


def closest(table: dict[str, Any], name: str) -> tuple[list[int], list[int]]:
    """`(numbers, near)`: the things a typo could mean (the best only), and if there are none the nearest to offer."""
    squeezed = name.replace(" ", "")
    if len(squeezed) > 80:
        return [], []
    ranked = _whole_names(table, name) or _by_word(table, name)
    if ranked:
        best = min(ranked.values())
        return [i for i, distance in ranked.items() if distance == best], []
    scores = [(max(ratio(name, title.lower()), _best_word(name, title)), i) for i, title in enumerate(table["titles"])]
    return [], [i for score, i in sorted(scores, key=lambda pair: (-pair[0], pair[1]))[:NEAR] if score >= _OFFERED]


def word_for_word(typed: str, name: str) -> bool:
    """Whether names of as many words may be the same by each of their words: `kit` is no slip of the pen for `rig`."""
    pairs = list(zip(typed.split(), name.split(), strict=False))
    if typed.count(" ") != name.count(" ") or len(pairs) < 2:
        return True
    return all(OSA.distance(a, b) <= allowed(min(len(a), len(b))) + 1 for a, b in pairs)


def _whole_names(table: dict[str, Any], typed: str) -> dict[int, float]:
    """Number → slips, for titles and aliases that are the typed name but for the slips allowed."""
    squeezed = typed.replace(" ", "")
    limit = allowed(len(squeezed))
    found: dict[int, float] = {}
    if limit:
        for source in ("exact", "alias"):
            for key, numbers in table[source].items():
                other = key.replace(" ", "")
                if len(other) < 4 or abs(len(other) - len(squeezed)) > limit:
                    continue
                distance = OSA.distance(squeezed, other, score_cutoff=min(limit, allowed(len(other))))
                if distance <= limit and distance <= allowed(len(other)) and word_for_word(typed, key):
                    penalty = 0.0 if squeezed[0] == other[0] else 0.5  # the first letter is seldom wrong
                    for i in numbers:
                        found[i] = min(found.get(i, 99.0), distance + penalty)
    return found


def _by_word(table: dict[str, Any], name: str) -> dict[int, float]:
    """Number → slips, for titles that have every typed word with at most its share of slips."""
    words = name.split()
    if len(words) > 8 or not any(len(word) > 3 for word in words):
        return {}
    total: dict[int, float] | None = None
    for word in words:
        limit = allowed(len(word))
        here: dict[int, float] = {}
        for known, numbers in table["words"].items():
            if known == word:
                distance = 0.0
            elif limit and abs(len(known) - len(word)) <= limit and len(known) > 3:
                distance = float(OSA.distance(word, known, score_cutoff=limit))
                if distance > limit or distance > allowed(len(known)):
                    continue
            else:
                continue
            for i in numbers:
                here[i] = min(here.get(i, 99.0), distance)
        total = here if total is None else {i: total[i] + distance for i, distance in here.items() if i in total}
        if not total:
            return {}
    return total or {}


def _best_word(name: str, title: str) -> float:
    """How alike the name and a title's most similar word are, when the name is one word."""
    return 0.0 if " " in name else max((ratio(name, word) - 8 for word in title.lower().split()), default=0.0)


def nearest_name(spots: dict[str, Any], words: list[str]) -> tuple[str, float] | None:
    """The name that these words are but for slips, with the slips as a number; None where there is none, or several.

    `spots` as `spot.build` makes it; its names are sorted by length here, once.
    """
    typed = "".join(words)
    limit = allowed(len(typed))
    if not limit or len(typed) > 60:
        return None
    names = spots["names"]
    by_length = spots.get("by_length")
    if by_length is None:
        by_length = spots["by_length"] = {}
        for name in names:
            by_length.setdefault(len(name) - name.count(" "), []).append((name.replace(" ", ""), name))
    best, second = (99.0, ""), 99.0
    for length in range(max(5, len(typed) - limit), len(typed) + limit + 1):
        most = min(limit, allowed(length))
        for other, name in by_length.get(length, ()):
            distance: float = OSA.distance(typed, other, score_cutoff=most)
            if distance > most or name.count(" ") > len(words) or not word_for_word(" ".join(words), name):
                continue
            if len(typed) < 7 and (typed[0] != other[0] or len(names[name][0]) > 1) and sorted(typed) != sorted(other):
                continue  # a short word is one letter from many: only a name of one card is read into it
            distance += 0.5 * (typed[0] != other[0])
            if distance < best[0]:
                if best[1] and names[best[1]][0] != names[name][0]:
                    second = best[0]
                best = distance, name
            elif distance < second and names[best[1]][0] != names[name][0]:
                second = distance
    return (best[1], best[0]) if best[1] and best[0] < second else None


def nearest_word(word: str, vocabulary: list[str]) -> str | None:
    """The word of the vocabulary that this one is a slip of the pen for (not in its first letter); commonest first.

    Short words are only corrected where two letters are swapped: too many real words are one letter from another.
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
