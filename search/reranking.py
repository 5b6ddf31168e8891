"""A query's concepts and a candidate's terms → a score from a few features, each tested by ablation in the benchmarks.

The features are sums over the query's concepts (including named cards), as shares of their total weight:

- `text`: BM25 of title, extra words and text; `questions`: BM25 of our questions, each counted once for each term
- `similarity`: of the query to the most similar question, plus a share of its similarity to the next one
- `card`: how much the candidate is about the named cards
- `coverage`: the share of the concepts that occur in the candidate at all

Everything is computed from the query and the candidate's stored terms, independently of the engine, so that the page
ranks in the same way: `site/theme/js/engine/reranking.js` is this module in JavaScript.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulings.search.expansion import Expansion
from rulings.search.stored import AverageLengths, QuestionStems, RankingData, Weights


@dataclass(frozen=True, slots=True)
class NamedCard:
    """A card named in the query, with its weight. An ambiguous name has several `keys` (`card/<id>`)."""

    keys: tuple[str, ...]
    weight: float


def _length_factor(length: float, b: float) -> float:
    """The length normalization of BM25, by which a frequency is divided; `length` is relative to the average."""
    return 1 - b + b * length


class Reranker:
    """Scores candidates for one query."""

    def __init__(self, expansion: Expansion, named: list[NamedCard], weights: Weights, lengths: AverageLengths) -> None:
        self.expansion, self.named, self.weights, self.lengths = expansion, named, weights, lengths
        self.words_weight = sum(concept.weight for concept in expansion.concepts)
        self.total = (self.words_weight + sum(card.weight for card in named)) or 1.0
        self.closest_terms = [  # of each concept, the closest first
            sorted(concept.terms.items(), key=lambda item: -item[1]) for concept in expansion.concepts
        ]

    def features(self, candidate: RankingData) -> dict[str, float]:
        """The features of one candidate."""
        weights, lengths = self.weights, self.lengths
        text_factor = _length_factor(candidate.text_length / lengths.text, weights.text_b)
        questions_factor = _length_factor(candidate.questions_length / lengths.questions, weights.questions_b)
        question_postings = candidate.questions.postings
        text = questions = covered = 0.0
        for concept in self.expansion.concepts:
            in_text = in_questions = 0.0
            for term, closeness in concept.terms.items():
                if term in candidate.term_counts:
                    frequency = candidate.term_counts[term] / text_factor
                    in_text = max(in_text, closeness * frequency / (frequency + weights.text_k1))
                if term in question_postings:
                    frequency = len(question_postings[term]) / questions_factor
                    in_questions = max(in_questions, closeness * frequency / (frequency + weights.questions_k1))
            text += concept.weight * in_text
            questions += concept.weight * in_questions
            covered += concept.weight * bool(in_text or in_questions)
        about = sum(card.weight * max(candidate.about.get(key, 0.0) for key in card.keys) for card in self.named)
        return {
            "text": text / self.total,
            "questions": questions / self.total,
            "similarity": self.similarity(candidate.questions),
            "card": about / self.total,
            "coverage": min(1.0, (covered + about) / self.total),
        }

    def similarity(self, questions: QuestionStems) -> float:
        """The similarity of the query to the best of these questions, plus a share of its similarity to the next best.

        A similarity is the weight (idf) of the common terms, divided by a weighted geometric mean of both weights.
        """
        shared: dict[int, float] = {}  # question → the weight of the concepts in it
        for concept, terms in zip(self.expansion.concepts, self.closest_terms, strict=True):
            closest: dict[int, float] = {}  # question → how closely it matches this concept
            for term, closeness in terms:
                for question in questions.postings.get(term, ()):
                    closest.setdefault(question, closeness)
            for question, closeness in closest.items():
                shared[question] = shared.get(question, 0.0) + concept.weight * closeness
        power = self.weights.question_length
        query_weight = self.words_weight ** (1 - power)
        similarities = (
            weight / (query_weight * questions.weights[question] ** power) for question, weight in shared.items()
        )
        best, next_best = [*sorted(similarities, reverse=True), 0.0, 0.0][:2]
        return float(best + self.weights.second_question * next_best)

    def score(self, features: dict[str, float], prior: float) -> float:
        """The weighted sum of the features, reduced for missing concepts, times the candidate's `prior`."""
        weights = self.weights
        total = (
            weights.text_weight * features["text"]
            + weights.questions_weight * features["questions"]
            + weights.similarity_weight * features["similarity"]
            + weights.card_weight * features["card"]
        )
        completeness = 1 - weights.missing_penalty * (1 - features["coverage"])
        return float(total * completeness * prior)
