"""A query's concepts and a candidate's terms → a score from a few features, each tested by ablation in the benchmarks.

The features are sums over the query's concepts (including named cards), as shares of their total weight:

- `text`: BM25 of title, keys and words; `questions`: BM25 of our questions, each question counted once for each term
- `best`: the similarity of the query and the most similar question, with a share of the next one
- `card`: how much the candidate is about the named cards
- `found`: the share of the concepts that occur in the candidate at all

Everything is computed from the query and the candidate's stored terms, independently of the engine, so that the page's
script gives the same ranking (`site/theme/js/search-reranking.js` is this module in JavaScript).
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass

from rulings.search.expansion import Expansion
from rulings.search.views import StoredRanking, Weights


@dataclass(frozen=True, slots=True)
class Candidate:
    """What the re-ranker needs of a document. Cards and topics have no terms: only the first four are set.

    `source`: its short name; `about`: what it is about (`card/<id>` → 0–1); `text`: stem → frequency;
    `lines`: stem → numbers of the questions that contain it; `line_weights`: the weight of each question.
    """

    kind: str
    source: str
    prior: float
    about: dict[str, float]
    text: Counter[str]
    lines: dict[str, list[int]]
    line_weights: list[float]
    text_length: int
    lines_length: int

    @classmethod
    def from_json(cls, stored: str) -> Candidate:
        """Reads the form that `indexing.build` stores."""
        data: StoredRanking = json.loads(stored)
        text = data.get("text", "").split()
        weights, lines = list[float](), dict[str, list[int]]()
        for number, (line, weight) in enumerate(data.get("lines", ())):
            weights.append(weight)
            for term in line.split():
                lines.setdefault(term, []).append(number)
        counts = len(text), sum(map(len, lines.values()))
        return cls(data["kind"], data["source"], data["prior"], data["about"], Counter(text), lines, weights, *counts)


@dataclass(frozen=True, slots=True)
class Lengths:
    """Average field lengths over all ranked documents, in terms: of the words, and of all questions of a document."""

    text: float
    lines: float


@dataclass(frozen=True, slots=True)
class Named:
    """A card or topic named in the query: any of `keys` (`card/<id>`), with the weight of an equally rare word."""

    keys: tuple[str, ...]
    weight: float


class Reranker:
    """Scores candidates for one query."""

    def __init__(self, query: Expansion, named: list[Named], weights: Weights, lengths: Lengths) -> None:
        self.query, self.named, self.weights, self.lengths = query, named, weights, lengths
        self.words_weight = sum(concept.weight for concept in query.concepts)
        self.total = (self.words_weight + sum(one.weight for one in named)) or 1.0
        self.best_for = dict[str, tuple[int, float]]()  # stem → the concept it matches best, and how closely
        for number, concept in enumerate(query.concepts):
            for term, closeness in concept.terms.items():
                if closeness > self.best_for.get(term, (0, 0.0))[1]:
                    self.best_for[term] = number, closeness

    def features(self, candidate: Candidate) -> dict[str, float]:
        """The features of one candidate."""
        weights, concepts = self.weights, self.query.concepts
        long_text = 1 - weights["text_b"] + weights["text_b"] * candidate.text_length / self.lengths.text
        long_lines = 1 - weights["questions_b"] + weights["questions_b"] * candidate.lines_length / self.lengths.lines
        text = questions = found = 0.0
        for concept in concepts:
            in_text = in_lines = 0.0
            for term, closeness in concept.terms.items():
                if term in candidate.text:
                    amount = candidate.text[term] / long_text
                    in_text = max(in_text, closeness * amount / (amount + weights["text_k1"]))
                if term in candidate.lines:
                    times = len(candidate.lines[term]) / long_lines
                    in_lines = max(in_lines, closeness * times / (times + weights["questions_k1"]))
            text += concept.weight * in_text
            questions += concept.weight * in_lines
            found += concept.weight * bool(in_text or in_lines)
        card = sum(one.weight * max(candidate.about.get(key, 0.0) for key in one.keys) for one in self.named)
        return {
            "text": text / self.total,
            "questions": questions / self.total,
            "best": self._likeness(candidate),
            "card": card / self.total,
            "found": min(1.0, (found + card) / self.total),
        }

    def _likeness(self, candidate: Candidate) -> float:
        """The similarity of the query and the best question, plus a share of that of the next best.

        It is the weight (idf) of their common terms, divided by the geometric mean of the weights of both.
        """
        shared = dict[int, dict[int, float]]()  # question → concept that it has → how closely
        for term, (concept, closeness) in self.best_for.items():
            for line in candidate.lines.get(term, ()):
                had = shared.setdefault(line, {})
                had[concept] = max(closeness, had.get(concept, 0.0))
        long, concepts = self.weights["question_length"], self.query.concepts
        whole = self.words_weight ** (1 - long)
        likenesses = [
            sum(concepts[concept].weight * closeness for concept, closeness in had.items())
            / (whole * candidate.line_weights[line] ** long)
            for line, had in shared.items()
        ]
        best, next_best = [*sorted(likenesses, reverse=True), 0.0, 0.0][:2]
        return float(best + self.weights["second"] * next_best)

    def score(self, features: dict[str, float], prior: float) -> float:
        """The weighted sum of the features, less a penalty for missing concepts, times the candidate's `prior`."""
        weights = self.weights
        total = (
            weights["text_weight"] * features["text"]
            + weights["questions_weight"] * features["questions"]
            + weights["best_weight"] * features["best"]
            + weights["card_weight"] * features["card"]
        )
        complete = 1 - weights["missing"] * (1 - features["found"])
        return float(total * complete * prior)
