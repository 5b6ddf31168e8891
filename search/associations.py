"""Postings → for each word the few others that stand in the same entries: how players and rulings speak of one thing.

Synonyms say what means the same; this finds what goes together (*purge* with *virus*, *hand* with *discard*), so that a
question is found although it shares few words with its answer. It counts for much less than a word that was typed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

FEWEST = 3  # entries that both words must have: less is chance
COMMONEST = 0.1  # a word in more than this share of the entries goes with everything
LEAST = 0.25  # how alike (the cosine of their entries) two words must be
MOST = 5  # others for a word
_LOOKED_AT = 2000  # entries: more say nothing new and take long


def associations(
    postings: Mapping[str, tuple[Sequence[int], Sequence[int]]], count: int
) -> dict[str, list[tuple[str, float]]]:
    """Term → the terms that go with it, most alike first, each with the cosine (0–1) of the entries they stand in."""
    looked_at = min(count, _LOOKED_AT)
    where = dict[str, frozenset[int]]()
    for term, (entries, _) in postings.items():
        within = frozenset(entry for entry in entries if entry < looked_at)
        if len(term) > 2 and term[0] != "§" and FEWEST <= len(within) <= COMMONEST * looked_at:
            where[term] = within
    terms_in = defaultdict[int, list[str]](list)
    for term, entries_of in where.items():
        for entry in entries_of:
            terms_in[entry].append(term)
    found = dict[str, list[tuple[str, float]]]()
    for term, entries_of in where.items():
        together = Counter(other for entry in entries_of for other in terms_in[entry])
        del together[term]
        alike = [
            (both / (len(entries_of) * len(where[other])) ** 0.5, other)
            for other, both in together.items()
            if both >= FEWEST
        ]
        best = sorted((pair for pair in alike if pair[0] >= LEAST), key=lambda pair: (-pair[0], pair[1]))[:MOST]
        if best:
            found[term] = [(other, round(cosine, 3)) for cosine, other in best]
    return found
