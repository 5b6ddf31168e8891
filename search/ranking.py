"""What is wanted → the entries that answer it, best first, each with the parts of its score.

First every entry that has a wanted term is scored from the postings (BM25F, made when the index was built); then the
best of them are looked at closely: how much of the query they cover, how alike their best question is, and whether
neighbouring words are neighbours in them.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container
    from typing import Any

    from rulings.search.table import Table
    from rulings.search.wanted import Concept, Wanted

CLOSELY = 50  # entries that are looked at closely
_COMMON = 4000  # entries: a word that so many have only adds to entries that a rarer word has found
LEAST = 0.3  # of the best score: what is below it is no answer to the same question
_ENOUGH = 0.24  # of the query's weight must be found in the best entry, or nothing is found
_ENOUGH_OF_STRANGE = 0.32  # … of a query that has words which no entry has


class Scored:
    """An entry with its score and what it is made of: `parts` maps words for a person to numbers."""

    __slots__ = ("entry", "parts", "score")

    def __init__(self, entry: int, score: float, parts: dict[str, float]) -> None:
        self.entry, self.score, self.parts = entry, score, parts


def rank(
    table: Table, wanted: Wanted, weights: dict[str, Any], among: Container[int] | None = None, closely: int = CLOSELY
) -> tuple[list[Scored], int]:
    """The entries, best first; `among` restricts them (to those that match the fields of a query, or an option).

    Only the best `closely` of the first look are looked at again, and given. The number is how many there are in all.
    """
    asked = sum(concept.tells for concept in wanted.concepts if not concept.extra)
    if not asked:
        return [], 0
    asked += _unknown_weight(table) * (len(wanted.unknown) + (1 - weights["corrected"]) * len(wanted.corrected))
    base = _base(table, wanted.concepts, among)
    if len(base) > closely:
        floor = sorted(base.values(), reverse=True)[closely - 1] if len(base) < 2000 else _nth(base, closely)
        best = [entry for entry, score in base.items() if score >= floor][: 4 * closely]  # many may be equal
    else:
        best = list(base)
    close = _Close(table, wanted, weights, asked)
    scored = [close.look(entry, base[entry]) for entry in best]
    scored.sort(key=lambda one: (-one.score, one.entry))
    enough = _ENOUGH_OF_STRANGE if wanted.unknown else _ENOUGH
    if not scored or (among is None and max(one.parts["found"] for one in scored[:10]) < enough):
        return [], 0
    return scored, len(base) if len(base) <= closely else _many(base)


def _many(base: dict[int, float]) -> int:
    """How many of the first look are not far behind its best."""
    least = LEAST * max(base.values())
    return sum(score >= least for score in base.values())


def _unknown_weight(table: Table) -> float:
    """What a word that no entry has counts for: half as much as one that a single entry has."""
    from rulings.search.wanted import rarity

    return 0.5 * rarity(table.head["documents"], 1)


def _nth(base: dict[int, float], closely: int) -> float:
    from heapq import nlargest

    return nlargest(closely, base.values())[-1]


def _base(table: Table, concepts: list[Concept], among: Container[int] | None) -> dict[int, float]:
    """Entry → the sum over the concepts, rarest first, of how strongly it has the best of the concept's terms."""
    base = dict[int, float]()
    get = base.get
    for concept in concepts:
        if len(concept.terms) == 1:
            ((term, weight),) = concept.terms.items()
            entries, strengths = table.postings(term)
            factor = weight * concept.tells / 255
            if len(entries) > _COMMON and base:
                continue
            for entry, strength in zip(entries, strengths, strict=True):
                base[entry] = get(entry, 0.0) + factor * strength
            continue
        best = dict[int, float]()
        have = best.get
        for term, weight in concept.terms.items():
            entries, strengths = table.postings(term)
            if len(entries) > _COMMON and base:
                continue
            for entry, strength in zip(entries, strengths, strict=True):
                if have(entry, 0.0) < weight * strength:
                    best[entry] = weight * strength
        factor = concept.tells / 255
        for entry, value in best.items():
            base[entry] = get(entry, 0.0) + factor * value
    return base if among is None else {entry: score for entry, score in base.items() if entry in among}


class _Close:
    """Looks at one entry after the other with the same query in mind."""

    def __init__(self, table: Table, wanted: Wanted, weights: dict[str, Any], asked: float) -> None:
        self.table, self.weights, self.asked = table, weights, asked
        self.asked_for = wanted.documents
        self.about = [
            (concept, {e: s / 255 for t in concept.terms for e, s in zip(*table.postings(t), strict=True)})
            for concept in wanted.concepts
            if concept.about
        ]
        self.of_term = dict[int, tuple[int, float]]()  # term number → (concept, how well it stands for it)
        self.tells = list[float]()
        self.required = list[bool]()
        for concept in wanted.concepts:
            if concept.about:
                continue
            at = len(self.tells)
            self.tells.append(concept.tells)
            self.required.append(not concept.extra)
            for term, weight in concept.terms.items():
                if term in table.terms:
                    number = table.terms[term][0]
                    if weight > self.of_term.get(number, (0, 0.0))[1]:
                        self.of_term[number] = at, weight
        self.matter = sum(t for t, needed in zip(self.tells, self.required, strict=True) if needed)

    def look(self, entry: int, base: float) -> Scored:
        prior, questions, text = self.table.ranked(entry)
        weights, of_term = self.weights, self.of_term
        have = dict[int, float]()
        near, before, gap = 0.0, -1, 9
        for term in text:
            gap += 1
            match = of_term.get(term)
            if match is None:
                continue
            at, weight = match
            if weight > have.get(at, 0.0):
                have[at] = weight
            if before >= 0 and before != at and gap < 4:
                near += min(self.tells[at], self.tells[before]) / gap
            before, gap = at, 0
        alike = self._alike(questions, have)
        covered = sum(self.tells[at] * weight for at, weight in have.items() if self.required[at])
        covered += sum(concept.tells * of.get(entry, 0.0) for concept, of in self.about)
        found = covered / self.asked
        parts = {
            "words": base / self.asked,
            "question": weights["question"] * alike,
            "near": weights["near"] * min(1.0, near / (self.matter or 1.0)),
            "found": found,
        }
        score = (parts["words"] + parts["question"] + parts["near"]) * (1 - weights["coverage"] * (1 - min(1.0, found)))
        parts["prior"] = prior * self._kind_of(entry)
        return Scored(entry, score * parts["prior"], parts)

    def _kind_of(self, entry: int) -> float:
        """How likely an entry of this document, or under this kind of subject, is what is asked for."""
        head, weights = self.table.head, self.weights
        source = head["sources"][entry]
        if source in self.asked_for:
            return float(weights["asked_document"])
        if head["later"][entry]:
            return float(weights["other_game"])
        if source:
            return float(weights["other_document"])
        return 1.0 if self.about else float(weights["general"]) if head["general"][entry] else 1.0

    def _alike(self, questions: tuple[Any, ...], have: dict[int, float]) -> float:
        """The likeness (0–1) of the entry's best question, with a share of its next; what they have joins `have`."""
        best, next_best, long = 0.0, 0.0, self.weights["question_length"]
        for heavy, terms in questions:
            shared = dict[int, float]()
            for term in terms:
                match = self.of_term.get(term)
                if match is not None and match[1] > shared.get(match[0], 0.0):
                    shared[match[0]] = match[1]
            if not shared:
                continue
            mass = 0.0
            for at, weight in shared.items():
                mass += self.tells[at] * weight
                if weight > have.get(at, 0.0):
                    have[at] = weight
            if self.matter and heavy:
                alike = mass / (self.matter ** (1 - long) * heavy**long)
                best, next_best = max(best, alike), max(next_best, min(best, alike))
        second: float = self.weights["second"]
        return min(1.0, (best + second * next_best) / (1 + second / 2))
