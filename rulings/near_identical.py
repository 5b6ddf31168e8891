"""All rulings → which of them say the same under several subjects: a search answers once, pages refer to each other."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from rulings.ids import fold
from rulings.model import Ruling

_ALIKE = 0.8  # shared three-word sequences, of all that either has; below it the differences begin to matter


def near_identical(rulings: Iterable[Ruling], groups: Iterable[Iterable[str]] = ()) -> dict[str, tuple[str, ...]]:
    """Ruling id → ids of its near-identical rulings under other subjects, in the order of `rulings`.

    They are those that read alike (names of cards do not count as words) and those that `groups` sets side by side.
    """
    in_order = [r for r in rulings if r.kind != "see"]
    place = {r.id: n for n, r in enumerate(in_order)}
    found = _alike(in_order)
    for group in groups:
        members = [id for id in group if id in place]
        for id in members:
            found[id].update(other for other in members if other != id)
    return {id: tuple(sorted(others, key=place.__getitem__)) for id, others in found.items() if others}


def _alike(rulings: list[Ruling]) -> defaultdict[str, set[str]]:
    shingles = {r.id: _shingles(r) for r in rulings}
    subject = {r.id: (r.subject.kind, r.subject.id) for r in rulings}
    holders = defaultdict[tuple[str, ...], list[str]](list)
    for id, of_ruling in shingles.items():
        for shingle in of_ruling:
            holders[shingle].append(id)
    found = defaultdict[str, set[str]](set)
    for id, of_ruling in shingles.items():
        shared = Counter(other for shingle in of_ruling for other in holders[shingle])
        found[id] = {
            other
            for other, count in shared.items()
            if subject[other] != subject[id] and count >= _ALIKE * len(of_ruling | shingles[other])
        }
    return found


def _shingles(ruling: Ruling) -> set[tuple[str, ...]]:
    words = fold(_nameless(ruling)).split()
    return {tuple(words[i : i + 3]) for i in range(max(1, len(words) - 2))}


def _nameless(ruling: Ruling) -> str:
    """The words with the subject's own name replaced, which is all that differs in many twins."""
    text = ruling.text
    for name in sorted(
        {m.words for m in ruling.mentions if m.id == ruling.subject.id} | {ruling.subject.title}, key=len, reverse=True
    ):
        text = text.replace(name, "itself")
    return text
