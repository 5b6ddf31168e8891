"""Finds the known words that typed words may misspell or resemble.

The page does the same in `site/theme/js/engine/edit-distance.js`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping

from rulings.model import plain_text

EDIT_THRESHOLDS = (4, 8, 13, 20)  # letters: each of these lengths allows one more edit
EXTRA_WORD_EDITS = 1  # extra edits for a word of a longer name: the rest makes it clear
# Letters of a word in which one may be missing or doubled; in a shorter word, only a
# swap is a typo
MIN_TYPO_EDIT_LENGTH = 5
# Letters of a word in which one may be wrong: `prevantion`
MIN_EXCHANGED_LENGTH = 8
_DOUBLED = r"(.)\1"


def max_edits(length: int) -> int:
    """How many edits (optimal string alignment) a name of this many letters may
    contain: 0 to 4.
    """
    return bisect_right(EDIT_THRESHOLDS, length)


def names_within_reach(
    word: str,
    letters: Mapping[str, str],
) -> list[tuple[int, str]]:
    """The known words or names that are near enough, each after its edit distance.
    Doubling the wrong letter, as in `eratta`, is one edit. `letters`: name → its
    letters without spaces.
    """
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import extract_iter

    matches = extract_iter(
        word,
        letters,
        scorer=OSA.distance,
        score_cutoff=max_edits(len(word)),
    )
    # The typed word allowed so many edits; a shorter name may allow fewer
    near_pairs = [
        (edits, name) for bare, edits, name in matches if edits <= max_edits(len(bare))
    ]
    undoubled = re.sub(_DOUBLED, r"\1", word)
    if undoubled == word or len(word) < MIN_TYPO_EDIT_LENGTH:
        return near_pairs
    near_names = {name for _, name in near_pairs}
    for name, bare in letters.items():
        is_new = len(bare) == len(word) and name not in near_names
        if is_new and re.sub(_DOUBLED, r"\1", bare) == undoubled:
            near_pairs.append((1, name))
    return near_pairs


def corrections(word: str, vocabulary: Iterable[str]) -> list[str]:
    """The words of `vocabulary` that `word` may be a misspelling of, the
    nearest first.
    """
    letters = {known_word: known_word.replace(" ", "") for known_word in vocabulary}
    near_pairs = sorted(names_within_reach(word, letters))
    return [known_word for _, known_word in near_pairs]


def words_could_be_typos(text: str, name: str) -> bool:
    """Whether each word of `text` can be a typo of the corresponding word of `name`:
    `kit` is not a typo of `rig`.

    If it has more words than the name, each of them must bring it nearer: `cards x` is
    not a typo of `cards`. Always true if it has a single word, or fewer words than the
    name.
    """
    from rapidfuzz.distance import OSA

    words = text.split()
    name_words = name.split()
    if len(words) > len(name_words):
        letters = "".join(name_words)
        edits = OSA.distance("".join(words), letters)
        for n in range(len(words)):
            others = words[:n] + words[n + 1 :]
            if OSA.distance("".join(others), letters) <= edits:
                return False
        return True
    if len(words) < len(name_words) or len(words) == 1:
        return True
    for word, name_word in zip(words, name_words, strict=True):
        shorter_length = min(len(word), len(name_word))
        allowed_edits = max_edits(shorter_length) + EXTRA_WORD_EDITS
        if OSA.distance(word, name_word) > allowed_edits:
            return False
    return True


def intended_word(word: str, vocabulary: Iterable[str]) -> str | None:
    """The first word of `vocabulary` that `word` misspells, or None. The first letter
    must be right.

    Two letters may be swapped or, in a longer word, one may be left out or doubled. A
    wrong letter counts only in a long word: too many real words differ by one (`court`,
    `count`).
    """
    from rapidfuzz.distance import OSA

    is_long = len(word) >= MIN_TYPO_EDIT_LENGTH
    is_very_long = len(word) >= MIN_EXCHANGED_LENGTH
    undoubled = re.sub(_DOUBLED, r"\1", word)
    for known_word in vocabulary:
        if known_word[0] != word[0]:
            continue
        if OSA.distance(word, known_word, score_cutoff=1) != 1:
            continue
        is_swapped = sorted(word) == sorted(known_word)
        is_left_out = len(word) < len(known_word)
        is_doubled = undoubled == re.sub(_DOUBLED, r"\1", known_word)
        is_typo = is_left_out or is_doubled or is_very_long
        if is_swapped or (is_long and is_typo):
            return known_word
    return None


def nearest_hint(word: str, vocabulary: Iterable[str]) -> str:
    """The end of an error message: `; the nearest is “Bug Zapper”`, or nothing if no
    known word is similar.
    """
    from rapidfuzz.fuzz import ratio
    from rapidfuzz.process import extractOne

    match = extractOne(word, list(vocabulary), scorer=ratio, score_cutoff=50)  # percent
    if not match:
        return ""
    nearest, *_ = match
    return f"; the nearest is {plain_text.quoted(nearest)}"
