"""All rulings → groups that say the same under several subjects, so that a search shows only one of each."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable

from rulings.model.entities import Ruling
from rulings.model.ids import fold

Shingle = tuple[str, ...]  # three words that follow each other, or all words of a shorter text
_MAX_COMPARED = 200  # at most this many earlier rulings are compared for each rare shingle
_MIN_SIMILARITY = 0.8  # Jaccard similarity of three-word shingles; below it, differences begin to matter


def find_near_identical(rulings: Iterable[Ruling], groups: Iterable[Iterable[str]]) -> dict[str, tuple[str, ...]]:
    """Ruling id → ids of near-identical rulings under other subjects, in the order of `rulings`.

    Rulings are near-identical if their words are similar, apart from the name of the subject, or if one of `groups`
    (of ids) contains them.
    """
    compared = [r for r in rulings if not r.is_see_entry]
    positions = {r.id: n for n, r in enumerate(compared)}
    similar = _similar(compared)
    for group in groups:
        members = [id for id in group if id in positions]
        for id in members:
            similar[id].update(member for member in members if member != id)
    return {
        id: tuple(sorted(similar_ids, key=positions.__getitem__)) for id, similar_ids in similar.items() if similar_ids
    }


def _similar(rulings: list[Ruling]) -> defaultdict[str, set[str]]:
    """Pairs under different subjects that share at least `_MIN_SIMILARITY` of their shingles (Jaccard similarity).

    Prefix filtering: if the shingles of each ruling are sorted by frequency, the rarest first, two similar rulings
    share one of the first (1 - `_MIN_SIMILARITY`) of them. So only rulings that share one of these are compared.
    """
    shingles = [_shingles(ruling) for ruling in rulings]
    frequency = Counter(shingle for ruling_shingles in shingles for shingle in ruling_shingles)
    subjects = [(r.subject.kind, r.subject.id) for r in rulings]
    # Shingle → the rulings before that have it among their rarest.
    earlier_rulings = defaultdict[Shingle, list[int]](list)
    similar = defaultdict[str, set[str]](set)
    for number, ruling_shingles in enumerate(shingles):
        rarest = sorted(ruling_shingles, key=lambda shingle: (frequency[shingle], shingle))
        rarest = rarest[: len(rarest) - math.ceil(_MIN_SIMILARITY * len(rarest)) + 1]
        candidates = {candidate for shingle in rarest for candidate in earlier_rulings[shingle][-_MAX_COMPARED:]}
        for candidate in candidates:
            if subjects[candidate] == subjects[number]:
                continue
            shared = len(ruling_shingles & shingles[candidate])
            if shared >= _MIN_SIMILARITY * (len(ruling_shingles) + len(shingles[candidate]) - shared):
                similar[rulings[number].id].add(rulings[candidate].id)
                similar[rulings[candidate].id].add(rulings[number].id)
        for shingle in rarest:
            if frequency[shingle] > 1:
                earlier_rulings[shingle].append(number)
    return similar


def _shingles(ruling: Ruling) -> set[Shingle]:
    """The three-word sequences of a ruling, apart from the name of its subject."""
    words = fold(_without_subject_name(ruling)).split()
    return {tuple(words[i : i + 3]) for i in range(max(1, len(words) - 2))}


def _without_subject_name(ruling: Ruling) -> str:
    """The text with the name of its subject replaced, as that is often the only difference."""
    text = ruling.text
    for name in sorted(
        {m.words for m in ruling.mentions if m.id == ruling.subject.id} | {ruling.subject.title}, key=len, reverse=True
    ):
        text = text.replace(name, "itself")
    return text
